import type { ContextExplanation, ContextResult } from '../api/context-answers.ts';
import type { ContextRequest } from '../api/requests.ts';
import { narrowSettings } from '../config/project-settings.ts';
import type { Settings } from '../config/settings.ts';
import { hash53 } from '../core/hash.ts';
import * as LIMITS from '../core/limits.ts';
import type { ToolEnd } from '../core/model/event.ts';
import { type ItemId, isPublicId, type ProjectId, type SessionId, sessionId } from '../core/model/ids.ts';
import type { QuestionVector } from '../core/model/question-vector.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { sum } from '../core/sum.ts';
import { isSubstantive } from '../derive/event/is-request.ts';
import { failureKeys } from '../derive/failure/error-fingerprint.ts';
import { failureOf } from '../derive/failure/failure.ts';
import { toolUseOf } from '../derive/tool/tool-use.ts';
import type { PlacedNeed } from '../ingest/intake.ts';
import { now as clock } from '../platform/clock.ts';
import { shingleHashes, wrapOwnWords } from '../privacy/own-words.ts';
import { createProjectConfigs, PROJECT_CONFIG, type ProjectConfigs } from '../projects/project-config.ts';
import { createProjectResolver, type ProjectResolver } from '../projects/resolve-project.ts';
import { resolveIds, sessionOf } from '../retrieval/query/resolve-id.ts';
import { selectProject } from '../retrieval/query/select-project.ts';
import type { Injection } from '../store/contract/items.ts';
import type { Store } from '../store/contract/store.ts';
import { buildContext, type ContextBlock } from './context.ts';
import { explainBlock } from './explain-block.ts';
import type { BlockRequest } from './lines/block-request.ts';
import { lineTokens } from './lines/pack-block.ts';
import { type Notice, ruleNotice } from './lines/rule-notice.ts';
import { type BlockFormat, leftLine } from './lines/shape-line.ts';
import { createTrail } from './lines/trail.ts';
import type { TrippedTripwire } from './lines/tripwires.ts';
import { isAccepted, without } from './narrowed-here.ts';
import { isBeginning } from './threads/goes-on.ts';
import { refusalAmong, trippedBy } from './tripped-by.ts';

/** The settings that reads need, and the person's home folder. */
export type ReadSettings = Pick<
  Settings,
  | 'context.enabled'
  | 'context.startTokens'
  | 'context.promptTokens'
  | 'context.fileTokens'
  | 'context.format'
  | 'tripwires.mode'
  | 'tripwires.errors'
  | 'meter.control'
  | 'privacy.excludePaths'
> & {
  userHome: string;
  /** The folder of Cairn's data; without it no settings of projects are read. */
  home?: string | undefined;
  /** Folders in which programs are looked for: the variable `PATH`. */
  programs?: string | undefined;
};

/** A block for a hook, and its record for the ledger. `text` is '' when nothing is worth injecting. */
export interface HookContext {
  text: string;
  /** The reason for refusing the call. */
  refusal?: string;
  injection?: Injection;
  /** How many rules the start of the session has no room for. */
  rulesLeft?: number;
  /** What the agent is to show to its user. */
  notice?: Notice;
}

/** What a hook asks for, in the project of its events. `refusable`: the agent accepts a refusal on this event; `shows`: it shows its user a notice. */
export type HookNeed = PlacedNeed & { agent: string; refusable?: boolean; shows?: boolean } & Vectored;

/** The part of a need that can be prepared. */
export type PromptNeed = Pick<HookNeed, 'occasion' | 'prompt'>;

/** The embedded prompt, when there is an embedder. */
export interface Vectored {
  vector?: QuestionVector;
}

/** The reads for context blocks, over a store that may be read-only: all that a hook needs when no worker runs. */
export function contextReads(store: Store, settings: ReadSettings) {
  const configOf = configsOf(settings);
  const rootOf = createProjectResolver({ userHome: settings.userHome, now: clock });
  return {
    async context(request: ContextRequest & Vectored, now: number): Promise<ContextResult> {
      const project = await selectProject(store, request.cwd, settings.userHome);
      const occasion = request.file !== undefined ? 'file' : request.prompt !== undefined ? 'prompt' : 'start';
      const session = await sessionAt(store, request.sessionId);
      const { prompt, file, vector } = request;
      const cwd = await folderOf(store, request.cwd, project);
      const place = { userHome: settings.userHome, ...omitUndefined({ cwd, agent: request.agent }) };
      const config = configOf(cwd === undefined ? undefined : rootOf(cwd)?.root);
      const own = ownOf(settings, config);
      const isOff = settings['context.enabled'] && !own['context.enabled'] && request.explain !== true;
      const common = { now, place, format: own['context.format'], ...omitUndefined({ session, project }) };
      const asked = omitUndefined({ prompt, file, vector });
      // Whatever the project's file narrows, the person's constraints have the room of the person's own settings.
      const constraintsWithin = async (budget: number): Promise<ContextBlock[]> =>
        request.explain === true || (await isAccepted(store.guards, config))
          ? []
          : [await buildContext(store, { ...common, occasion, ...asked, budget, constraints: true })];
      const room = Math.min(request.budget ?? budgetOf(occasion, settings), LIMITS.contextTokens.max);
      if (isOff) return offHere(config, common.format, await constraintsWithin(room));
      const isFirst = occasion === 'prompt' && request.budget === undefined && (await isBeginning(store, common));
      const spare = isFirst ? await spareTokens(store, common, own['context.startTokens']) : 0;
      const usualBudget = Math.min(budgetOf(occasion, own) + spare, LIMITS.contextTokens.max);
      const budget = Math.min(request.budget ?? usualBudget, LIMITS.contextTokens.max);
      const wanted = { ...common, occasion, budget, spare, ...asked } as const;
      if (request.explain !== true) {
        const kept = budget < room ? await constraintsWithin(room) : [];
        return answerOf([...kept, without(await buildContext(store, wanted), kept)], common.format);
      }
      return explainedAnswer(store, wanted, { usualBudget, enabled: own['context.enabled'] });
    },
    /** Starts loading what the block for a hook will need; the request for it follows. */
    async prepare({ occasion, prompt = '' }: PromptNeed): Promise<void> {
      if (occasion === 'prompt' && isSubstantive(prompt)) store.candidates.prepare();
    },
    async hookContext(need: HookNeed, now: number): Promise<HookContext> {
      if (!settings['context.enabled']) return { text: '' };
      const config = configOf(need.root);
      const keeps = !(await isAccepted(store.guards, config));
      const context = await hookBlock(need, {
        ...{ store, settings: ownOf(settings, config), own: settings, keeps, now },
        ...{ configOf, rootOf },
      });
      const isOfUser = need.shows === true && need.subagent !== true;
      const notice = isOfUser ? await ruleNotice(store, sessionId(need.agent, need.agentSession), now) : undefined;
      return { ...context, ...omitUndefined({ notice }) };
    },
  };
}

/** Where the settings of projects are read from; nowhere for a memory without a home. */
export function configsOf({ home, ...settings }: ReadSettings): ProjectConfigs {
  return home === undefined ? () => undefined : createProjectConfigs({ settings, home });
}

/** The settings that hold in a project. */
function ownOf(settings: ReadSettings, config: ReturnType<ProjectConfigs>): ReadSettings {
  return config === undefined ? settings : narrowSettings(settings, config.narrowed);
}

function offHere(
  config: ReturnType<ProjectConfigs>,
  format: BlockFormat,
  kept: readonly ContextBlock[],
): ContextResult {
  const what = kept.length === 0 ? 'nothing' : 'only the constraints of a person';
  const message = `This project is told ${what}: ${config?.file ?? PROJECT_CONFIG} turns context off here.`;
  return { ...answerOf(kept, format), notes: [{ code: 'off-in-project', message }] };
}

/** The tokens that the start of a session left of its budget; of a session to come, those that it would leave. */
async function spareTokens(
  store: Store,
  request: Pick<BlockRequest, 'session' | 'now' | 'place'>,
  most: number,
): Promise<number> {
  const { tokens } =
    request.session === undefined
      ? await buildContext(store, { ...request, occasion: 'start', budget: most })
      : await store.items.injected(request.session, 0);
  return Math.max(most - tokens, 0);
}

async function hookBlock(need: HookNeed, given: Omit<HookProject, 'project'>): Promise<HookContext> {
  const { settings, now } = given;
  const place = { ...given, project: need.project };
  const met = await trippedBy(need, place);
  const refusal = refusalAmong(need, met);
  if (need.occasion === 'refusal' && refusal === undefined) return { text: '' };
  const session = sessionId(need.agent, need.agentSession);
  // A refusal says all that a line about its tripwire would.
  const all = await hookBlocks(need, { ...place, tripped: refusal === undefined ? met : [] });
  const isKeptBack = isControl(session, settings['meter.control']);
  const blocks = isKeptBack ? all.map(tripwiresOf) : all;
  const told = blocks.flatMap((block) => block.lines);
  const left = leftIn(blocks);
  if (told.length === 0 && refusal === undefined) {
    const isTold = isKeptBack && all.some((block) => block.lines.length > 0);
    return { text: '', ...(isTold && { injection: keptBack(session, now) }) };
  }
  const items = [...told, ...(refusal === undefined ? [] : [{ id: refusal.id, section: 'tripwires' }])];
  const injection: Injection = {
    session,
    at: now,
    occasion: occasionOf(need, blocks),
    ids: items.map(({ id }) => id),
    sections: items.map(({ section }) => section),
    tokens: blocks.reduce((sum, block) => sum + block.tokens, 0),
    shingles: shingleHashes([...told.map(({ text }) => text), refusal?.why ?? ''].join('\n')),
  };
  return {
    text: textOf(blocks, settings['context.format']),
    ...(left.length > 0 && { rulesLeft: left.length }),
    injection,
    ...(refusal && { refusal: refusal.why }),
  };
}

/** The folder in which a block is read: that of whoever asks or, for a project by its name or id, its root. */
async function folderOf(store: Store, named: string | undefined, project: ProjectId | undefined) {
  if (named === undefined || /^[/~]|^[A-Za-z]:[\\/]/.test(named) || project === undefined) return named;
  return (await store.log.projects()).find(({ id }) => id === project)?.root;
}

function answerOf(blocks: readonly ContextBlock[], format: BlockFormat): ContextResult {
  const tokens = sum(blocks.map((block) => block.tokens));
  return { text: textOf(blocks, format), items: blocks.flatMap(({ items }) => items), tokens, notes: [] };
}

async function explainedAnswer(
  store: Store,
  wanted: BlockRequest & Pick<ContextExplanation, 'occasion'>,
  about: Pick<ContextExplanation, 'usualBudget' | 'enabled'>,
): Promise<ContextResult> {
  const trail = createTrail();
  const block = await buildContext(store, { ...wanted, trail });
  const { occasion, budget } = wanted;
  return {
    ...answerOf([block], wanted.format ?? 'plain'),
    explained: { occasion, budget, ...about, ...(await explainBlock(store, trail, wanted)) },
  };
}

/** The occasion as the ledger names it; `tool` becomes `file`. */
function occasionOf({ occasion, call }: HookNeed, blocks: readonly ContextBlock[]): string {
  const isOfCall = blocks.every((block) => block.lines.every(({ section }) => section === 'tripwires'));
  if (isOfCall || occasion === 'call') return call?.output === undefined ? 'tripwire' : 'failure';
  return occasion === 'tool' ? 'file' : occasion;
}

/** True for a session of the control group, chosen by its id: it receives only tripwires, to compare it with the others. */
function isControl(session: SessionId, share: number): boolean {
  return hash53(`control ${session}`) / 2 ** 53 < share;
}

function tripwiresOf(block: ContextBlock): ContextBlock {
  const lines = block.lines.filter(({ section }) => section === 'tripwires');
  return { items: block.items, lines, tokens: lines.reduce((sum, { text }) => sum + lineTokens(text), 0) };
}

/** The ledger's record for a session of the control group that would have received a block. */
function keptBack(session: SessionId, at: number): Injection {
  return { session, at, occasion: 'control', ids: [], tokens: 0, shingles: [] };
}

/** The session of an id, or of the thing that it names; `undefined` for an id that is not Cairn's. */
async function sessionAt(store: Store, id: string | undefined): Promise<SessionId | undefined> {
  if (id === undefined || !isPublicId(id)) return undefined;
  const named = (await resolveIds(store, [id])).get(id);
  return named === undefined ? undefined : sessionOf(named);
}

/** The store, settings and project behind a hook's blocks. */
interface HookProject {
  store: Store;
  /** Those that hold in the project. */
  settings: ReadSettings;
  /** The person's own: what a tripwire says has their room, whatever a project narrows. */
  own: ReadSettings;
  /** True: a start tells the person's constraints, whatever the project's file turns off. */
  keeps: boolean;
  now: number;
  project: ProjectId | undefined;
  configOf: ProjectConfigs;
  rootOf: ProjectResolver;
}

/** The keys of failures: of a command that ended, or of output pasted into a prompt. */
function failuresIn({ call, prompt = '' }: HookNeed, settings: ReadSettings): string[] {
  if (!settings['tripwires.errors']) return [];
  if (call === undefined) return prompt.includes('\n') ? keysOf(pasted(prompt)) : [];
  const { tool, input, output, success = true } = call;
  if (output === undefined || toolUseOf(tool, input) !== 'shell') return [];
  return keysOf({ kind: 'tool.end', tool, input, output, success, ...omitUndefined({ exitCode: call.exitCode }) });
}

function keysOf(end: ToolEnd): string[] {
  const failure = failureOf(end);
  return failure === undefined ? [] : failureKeys(failure);
}

function pasted(prompt: string): ToolEnd {
  const command = /^\s{0,8}[$>❯] (.{2,200})$/m.exec(prompt)?.[1] ?? '';
  return { kind: 'tool.end', tool: 'Bash', input: { command }, output: prompt, success: false };
}

/** The blocks for a hook: the one it asks for, and that of the session's start when nothing was injected since. */
async function hookBlocks(
  need: HookNeed,
  { store, settings, own, keeps, now, project, tripped }: HookProject & { tripped: readonly TrippedTripwire[] },
): Promise<ContextBlock[]> {
  if (need.occasion === 'refusal') return [];
  const session = sessionId(need.agent, need.agentSession);
  const place = { agent: need.agent, userHome: settings.userHome, ...omitUndefined({ cwd: need.cwd }) };
  const common = { session, now, place, format: settings['context.format'], ...omitUndefined({ project }) };
  const asked = { tripped, failures: failuresIn(need, settings) };
  const isOn = settings['context.enabled'];
  const blocks: ContextBlock[] = [];
  // What the start leaves of its budget goes to the first prompt.
  let left = 0;
  const { trigger } = need;
  const start = async (): Promise<void> => {
    const begun = {
      ...common,
      occasion: 'start',
      promptless: need.occasion === 'tool',
      ...omitUndefined({ trigger }),
    } as const;
    if (keeps) blocks.push(await buildContext(store, { ...begun, budget: budgetOf('start', own), constraints: true }));
    if (isOn)
      blocks.push(without(await buildContext(store, { ...begun, budget: budgetOf('start', settings) }), blocks));
  };
  if (need.occasion === 'start') await start();
  if ((need.occasion === 'prompt' && need.subagent !== true) || need.occasion === 'tool') {
    const lost = await store.items.contextLostAt(session);
    const said = await store.items.injected(session, lost);
    if (said.ids.length === 0) await start();
    const told = said.tokens + sum(blocks.map(({ tokens }) => tokens));
    left = Math.max(budgetOf('start', settings) - told, 0);
  }
  const add = async (
    occasion: Pick<
      BlockRequest,
      'occasion' | 'prompt' | 'file' | 'vector' | 'tripped' | 'failures' | 'spare' | 'constraints'
    >,
    budget: number,
  ) => {
    blocks.push(without(await buildContext(store, { ...common, ...occasion, budget }), blocks));
  };
  const { prompt = '', file, vector } = need;
  // Whatever the project's file narrows, the person's constraints have the room of the person's own settings.
  const keep = async (occasion: 'prompt' | 'file'): Promise<void> => {
    if (!keeps || (isOn && budgetOf(occasion, settings) >= budgetOf(occasion, own))) return;
    const about = occasion === 'prompt' ? { prompt, ...omitUndefined({ vector }) } : omitUndefined({ file });
    await add({ occasion, ...about, constraints: true }, budgetOf(occasion, own));
  };
  if (need.occasion === 'prompt') await keep('prompt');
  if (isAboutFile(need)) await keep('file');
  if (!isOn) {
    await add({ occasion: 'call', ...asked }, own['context.fileTokens']);
    return blocks;
  }
  const isNarrow = need.occasion === 'prompt' && settings['context.promptTokens'] < own['context.promptTokens'];
  if (need.call !== undefined) await add({ occasion: 'call', ...asked }, own['context.fileTokens']);
  if (isNarrow) await add({ occasion: 'call', ...asked }, own['context.promptTokens']);
  if (need.occasion === 'prompt') {
    const most = need.subagent === true ? LIMITS.contextTokens.subagent : LIMITS.contextTokens.max;
    const spare = need.subagent !== true && (await isBeginning(store, common)) ? left : 0;
    const budget = Math.min(settings['context.promptTokens'] + spare, most);
    await add({ occasion: 'prompt', prompt, spare, ...omitUndefined({ vector }), ...(isNarrow ? {} : asked) }, budget);
  }
  if (isAboutFile(need)) await add({ occasion: 'file', ...omitUndefined({ file }) }, settings['context.fileTokens']);
  return blocks;
}

function isAboutFile({ occasion, file }: HookNeed): boolean {
  return (occasion === 'file' || occasion === 'tool') && file !== undefined;
}

function textOf(blocks: readonly ContextBlock[], format: BlockFormat): string {
  const lines = blocks.flatMap((block) => block.lines.map((line) => line.text));
  return lines.length === 0 ? '' : wrapOwnWords([...lines, ...leftLine(leftIn(blocks).length, format)]);
}

/** Ids of the rules that no block tells for want of room. */
function leftIn(blocks: readonly ContextBlock[]): ItemId[] {
  const told = new Set(blocks.flatMap(({ lines }) => lines.map(({ id }) => id)));
  return [...new Set(blocks.flatMap(({ rulesLeft = [] }) => rulesLeft))].filter((id) => !told.has(id));
}

function budgetOf(occasion: 'start' | 'prompt' | 'file', settings: ReadSettings): number {
  if (occasion === 'start') return settings['context.startTokens'];
  return occasion === 'prompt' ? settings['context.promptTokens'] : settings['context.fileTokens'];
}
