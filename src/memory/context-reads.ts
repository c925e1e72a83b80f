import type { ContextNeed } from '../agents/shared/contract.ts';
import type { Settings } from '../config/settings.ts';
import { given } from '../core/given.ts';
import { isPublicId, type SessionId, sessionId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import type { QuestionVector } from '../core/question-vector.ts';
import { shingleHashes, wrapOwnWords } from '../privacy/own-words.ts';
import type { ContextBlock } from '../recall/context.ts';
import { buildContext } from '../recall/context.ts';
import { resolveIds, sessionOf } from '../recall/resolve-id.ts';
import type { Injection, Store } from '../store/contract.ts';
import type { ContextResult } from './answers.ts';
import type { ContextRequest } from './requests.ts';
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

/** The prompt as a vector, for who has it. */
export interface Vectored {
  vector?: QuestionVector;
}

/** The blocks of context: what a hook needs that finds no owner, and nothing beside it. */
export interface ContextReads {
  context(request: ContextRequest & Vectored, now: number): Promise<ContextResult>;
  hookContext(need: ContextNeed & { agent: string } & Vectored, now: number): Promise<HookContext>;
}

/** Blocks of context out of a store, which may be a read-only one. */
export function contextReads(store: Store, settings: ReadSettings): ContextReads {
  const projectOf = (path: string | undefined) => selectProject(store, path, settings.userHome);
  return {
    async context(request, now) {
      const project = await projectOf(request.cwd);
      const occasion = request.file !== undefined ? 'file' : request.prompt !== undefined ? 'prompt' : 'start';
      const session = await sessionAt(store, request.sessionId);
      const budget = Math.min(request.budget ?? budgetOf(occasion, settings), LIMITS.contextTokens.max);
      const { prompt, file, vector } = request;
      const block = await buildContext(store, {
        occasion,
        now,
        budget,
        ...given({ session, project, prompt, file, vector }),
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
        // `tool` stands in the ledger for what a tool was asked for.
        occasion: need.occasion === 'tool' ? 'file' : need.occasion,
        ids: blocks.flatMap((block) => block.lines.map((line) => line.id)),
        tokens: blocks.reduce((sum, block) => sum + block.tokens, 0),
        shingles: shingleHashes(lines.join('\n')),
      };
      return { text: textOf(blocks), injection };
    },
  };
}

/** The session of an id of what belongs to it; of an id that is none of Cairn's, none. */
async function sessionAt(store: Store, id: string | undefined): Promise<SessionId | undefined> {
  if (id === undefined || !isPublicId(id)) return undefined;
  const named = (await resolveIds(store, [id])).get(id);
  return named === undefined ? undefined : sessionOf(named);
}

/** Blocks for a hook: what it asks for, and what a session start should have said when nothing was said since. */
async function hookBlocks(
  need: ContextNeed & { agent: string } & Vectored,
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
  if (need.occasion === 'prompt' || need.occasion === 'tool') {
    const lost = await store.items.contextLostAt(session);
    const said = await store.items.injected(session, lost);
    if (said.ids.length === 0) blocks.push(await start());
  }
  const add = async (
    occasion: ({ occasion: 'prompt'; prompt: string } & Vectored) | { occasion: 'file'; file: string },
    budget: number,
  ) => {
    const known = new Set(blocks.flatMap((block) => block.lines.map((line) => line.id)));
    const block = await buildContext(store, { ...common, ...occasion, budget });
    blocks.push({ ...block, lines: block.lines.filter((line) => !known.has(line.id)) });
  };
  const { prompt = '', file, vector } = need;
  if (need.occasion === 'prompt')
    await add({ occasion: 'prompt', prompt, ...given({ vector }) }, settings['context.promptTokens']);
  if ((need.occasion === 'file' || need.occasion === 'tool') && file !== undefined) {
    await add({ occasion: 'file', file }, settings['context.fileTokens']);
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
