import type { ContextNeed } from '../agents/shared/contract.ts';
import type { Settings } from '../config/settings.ts';
import { sessionId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { shingleHashes, wrapOwnWords } from '../privacy/own-words.ts';
import type { ContextBlock } from '../recall/context.ts';
import { buildContext } from '../recall/context.ts';
import { getRecords } from '../recall/get.ts';
import type { Injection, Store } from '../store/contract.ts';
import type {
  CallOptions,
  ContextRequest,
  ContextResult,
  GetResult,
  ListInput,
  ListResult,
  RecallResult,
  SearchResult,
  TimelineResult,
} from './contract.ts';
import { findHits, type PlacedQuery } from './find-hits.ts';
import { findList } from './find-list.ts';
import { findRecall, type PlacedRecall } from './find-recall.ts';
import { findTimeline, type PlacedTimeline } from './find-timeline.ts';
import { selectProject } from './select-project.ts';

/** What reads need of the settings, and the person's home folder. */
export type ReadSettings = Pick<
  Settings,
  'context.enabled' | 'context.startTokens' | 'context.promptTokens' | 'context.fileTokens'
> & { userHome: string };

/** A block for a hook, and what the ledger has to know of it. Empty `text`: nothing worth saying. */
export interface HookContext {
  text: string;
  injection?: Injection;
}

/** Everything that only reads: what runs in the reader thread, and in a hook that finds no owner. */
export interface Reads {
  search(query: PlacedQuery, now: number, options?: CallOptions): Promise<SearchResult>;
  timeline(input: PlacedTimeline, now: number, options?: CallOptions): Promise<TimelineResult>;
  get(ids: readonly string[], options?: CallOptions): Promise<GetResult>;
  list(input: ListInput, now: number, options?: CallOptions): Promise<ListResult>;
  recall(input: PlacedRecall, now: number, options?: CallOptions): Promise<RecallResult>;
  context(request: ContextRequest, now: number, options?: CallOptions): Promise<ContextResult>;
  hookContext(need: ContextNeed & { agent: string }, now: number): Promise<HookContext>;
}

/** Reads over a store, which may be a read-only one. */
export function createReads(store: Store, settings: ReadSettings): Reads {
  const { userHome } = settings;
  const projectOf = (path: string | undefined) => selectProject(store, path, userHome);
  return {
    search: (query, now) => findHits(store, query, { now, userHome }),
    timeline: (input, now) => findTimeline(store, input, { now, userHome }),
    get: (ids) => getRecords(store, ids),
    list: (input, now) => findList(store, input, { now, userHome }),
    recall: (input, now) => findRecall(store, input, { now, userHome }),
    async context(request, now) {
      const project = await projectOf(request.cwd);
      const occasion = request.file !== undefined ? 'file' : request.prompt !== undefined ? 'prompt' : 'start';
      const block = await buildContext(store, {
        occasion,
        now,
        budget: Math.min(request.budget ?? budgetOf(occasion, settings), LIMITS.contextTokens.max),
        ...(project === undefined ? {} : { project }),
        ...(request.prompt === undefined ? {} : { prompt: request.prompt }),
        ...(request.file === undefined ? {} : { file: request.file }),
      });
      return { text: textOf([block]), items: block.items, tokens: block.tokens, notes: [] };
    },
    async hookContext(need, now) {
      if (!settings['context.enabled']) return { text: '' };
      const blocks = await hookBlocks(need, { store, settings, now, project: await projectOf(need.cwd) });
      const lines = blocks.flatMap((block) => block.lines.map((line) => line.text));
      if (lines.length === 0) return { text: '' };
      const injection: Injection = {
        session: sessionId(need.agent, need.agentSession),
        at: now,
        occasion: need.occasion,
        ids: blocks.flatMap((block) => block.lines.map((line) => line.id)),
        tokens: blocks.reduce((sum, block) => sum + block.tokens, 0),
        shingles: shingleHashes(lines.join('\n')),
      };
      return { text: textOf(blocks), injection };
    },
  };
}

/** Blocks for a hook: what it asks for, and what a session start should have said when nothing was said since. */
async function hookBlocks(
  need: ContextNeed & { agent: string },
  with_: { store: Store; settings: ReadSettings; now: number; project: Awaited<ReturnType<typeof selectProject>> },
): Promise<ContextBlock[]> {
  const { store, settings, now, project } = with_;
  const session = sessionId(need.agent, need.agentSession);
  const common = { session, now, ...(project === undefined ? {} : { project }) };
  const blocks: ContextBlock[] = [];
  const start = () =>
    buildContext(store, {
      ...common,
      occasion: 'start',
      budget: settings['context.startTokens'],
      ...(need.trigger === undefined ? {} : { trigger: need.trigger }),
    });
  if (need.occasion === 'start') blocks.push(await start());
  if (need.occasion === 'prompt') {
    const lost = await store.items.contextLostAt(session);
    const said = await store.items.injected(session, lost);
    if (said.ids.length === 0) blocks.push(await start());
    const known = new Set(blocks.flatMap((block) => block.lines.map((line) => line.id)));
    const block = await buildContext(store, {
      ...common,
      occasion: 'prompt',
      budget: settings['context.promptTokens'],
      prompt: need.prompt ?? '',
    });
    blocks.push({ ...block, lines: block.lines.filter((line) => !known.has(line.id)) });
  }
  if (need.occasion === 'file' && need.file !== undefined) {
    blocks.push(
      await buildContext(store, {
        ...common,
        occasion: 'file',
        budget: settings['context.fileTokens'],
        file: need.file,
      }),
    );
  }
  return blocks;
}

function textOf(blocks: readonly ContextBlock[]): string {
  const lines = blocks.flatMap((block) => block.lines.map((line) => line.text));
  return lines.length === 0 ? '' : wrapOwnWords(lines);
}

function budgetOf(occasion: 'start' | 'prompt' | 'file', settings: ReadSettings): number {
  if (occasion === 'start') return settings['context.startTokens'];
  return occasion === 'prompt' ? settings['context.promptTokens'] : settings['context.fileTokens'];
}
