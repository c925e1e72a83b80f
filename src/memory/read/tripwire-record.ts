import type { TripwireFiring, TripwireRecord } from '../../api/tripwire-answers.ts';
import * as LIMITS from '../../core/limits.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { commandOfItem } from '../../derive/failure/item-command.ts';
import { isRefusedTitle } from '../../derive/text/title-words.ts';
import type { ProjectPaths } from '../../derive/tool/project-paths.ts';
import { operandsOf, parseShell } from '../../derive/tool/shell.ts';
import { type Action, meeting } from '../../derive/tripwire/action.ts';
import { forbiddenBy } from '../../derive/tripwire/forbidden-by.ts';
import { isProgram } from '../../derive/tripwire/known-commands.ts';
import { matchesPath } from '../../derive/tripwire/match.ts';
import { type Matcher, matcherFromJson, matcherKey } from '../../derive/tripwire/matcher.ts';
import { asksFor, isPermission } from '../../derive/tripwire/qualifier.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { itemsOfSession } from '../runtime/session-items.ts';

const SESSIONS = 200;
const EXAMPLES = 6;
const INSTEAD = /\b(?:use|run|prefer|with)\s+`?([a-z][\w.-]{1,30})/gi;
/** What takes back what a command of git did. */
const UNDOING: Readonly<Record<string, readonly string[]>> = {
  commit: ['reset', 'revert'],
  add: ['reset', 'restore'],
  merge: ['reset', 'revert'],
};

/** A tripwire whose record is asked for: its matcher, and the rules that it rests on. */
export interface Guard {
  matcher: Matcher;
  rules: readonly Item[];
}

/** What tripwires would have done over the recent sessions of a project, at most 200: told once a session. */
async function tripwireRecords(store: Store, project: ProjectId, guards: readonly Guard[]): Promise<TripwireRecord[]> {
  const rows = await store.log.sessions({ project, limit: SESSIONS });
  const projectRoot = (await store.log.projects()).find(({ id }) => id === project)?.root;
  const breathe = createYielder(LIMITS.bulkStepMs);
  const firings = guards.map((): TripwireFiring[] => []);
  for (const row of rows) {
    const items = await itemsOfSession(store, row.id);
    const place = omitUndefined({ projectRoot, cwd: row.cwd });
    for (const [at, firing] of firingsIn(items, guards, { row, place }).entries())
      if (firing !== undefined) firings[at]?.push(firing);
    await breathe();
  }
  return firings.map((all) => {
    const rightly = all.filter(({ why }) => why !== undefined);
    const examples = [...rightly, ...all.filter(({ why }) => why === undefined)].slice(0, EXAMPLES);
    return { sessions: rows.length, fired: all.length, rightly: rightly.length, examples };
  });
}

/** A call of a session, and the place of its item. */
interface MadeCall {
  item: Item;
  at: number;
  action: Action;
}

/** What each guard would have said in one session: once, at the call that was objected to, else at the first. */
export function firingsIn(
  items: readonly Item[],
  guards: readonly Guard[],
  { row, place }: { row: Pick<SessionRow, 'id' | 'branch'>; place: ProjectPaths },
): (TripwireFiring | undefined)[] {
  const calls = items.flatMap((item, at): MadeCall[] => {
    const action = actionOfItem(item, place);
    return action === undefined ? [] : [{ item, at, action }];
  });
  // Call by call, so that a command is parsed once for all.
  const met = guards.map((): MadeCall[] => []);
  for (const call of calls)
    for (const [i, { matcher }] of guards.entries())
      if (meeting(matcher, call.action, () => row.branch) !== undefined) met[i]?.push(call);
  return guards.map((guard, i) => {
    const mine = unasked(met[i] ?? [], guard, items);
    const [first] = mine;
    if (first === undefined) return undefined;
    const { call, why } = firstObjected(mine, guard, { items, calls }) ?? { call: first, why: undefined };
    const { id, title, at } = call.item;
    return { id, title, at: new Date(at).toISOString(), sessionId: row.id, ...omitUndefined({ why }) };
  });
}

/** The calls before a prompt ordered what a guard that may be permitted is about; a subagent's task is no such prompt. */
function unasked(here: readonly MadeCall[], { matcher }: Guard, items: readonly Item[]): readonly MadeCall[] {
  if (here.length === 0 || !isPermission(matcher)) return here;
  const askedAt = items.findIndex(
    ({ kind, detail, text }) => kind === 'prompt' && detail.subagent === undefined && asksFor(matcher, text),
  );
  return askedAt < 0 ? here : here.filter(({ at }) => at < askedAt);
}

/** The call of an observation as a matcher compares it; `undefined` for other items. */
function actionOfItem(item: Item, place: ProjectPaths): Action | undefined {
  if (item.kind !== 'observation' || item.detail.tool === undefined) return undefined;
  const command = commandOfItem(item);
  if (command !== undefined) return { command, paths: [], changes: false, place };
  const { filesChanged = [], filesRead = [] } = item.detail;
  if (filesChanged.length > 0 || isRefusedTitle(item.title))
    return { paths: [...filesChanged, ...filesRead], changes: true, place };
  return filesRead.length > 0 ? { paths: filesRead, changes: false, place } : undefined;
}

/** The first call of which the session itself shows that it should not have been made, and how; `undefined` for none. */
function firstObjected(
  mine: readonly MadeCall[],
  guard: Guard,
  { items, calls }: { items: readonly Item[]; calls: readonly MadeCall[] },
): { call: MadeCall; why: NonNullable<TripwireFiring['why']> } | undefined {
  const done = calls.filter(({ item }) => !hasFailed(item));
  const correctedAt = items.findLastIndex((item) => isAgainst(item, guard));
  const undoneAt = done.findLast(({ action }) => undoes(action, guard.matcher))?.at ?? -1;
  for (const call of mine) {
    const { item, at } = call;
    if (isRefusedTitle(item.title)) return { call, why: 'refused' };
    if (correctedAt > at) return { call, why: 'corrected' };
    if (undoneAt > at) return { call, why: 'undone' };
    if (hasFailed(item) && wasDoneOtherwise(done, at, guard)) return { call, why: 'failed' };
  }
  return undefined;
}

function hasFailed(item: Item): boolean {
  return detailOfKind(item, 'observation').success === false;
}

/** True when a later call ran a program that the rules of a guard name as what to use. */
function wasDoneOtherwise(done: readonly MadeCall[], at: number, { rules }: Guard): boolean {
  const instead = programsInstead(rules);
  return done.some(
    (call) => call.at > at && parseShell(call.action.command ?? '').some(({ program }) => instead.has(program)),
  );
}

/** True for a person's rule or correction that forbids the same. */
function isAgainst(item: Item, { matcher, rules }: Guard): boolean {
  if (item.kind !== 'knowledge' || item.author !== 'person') return false;
  if (rules.some(({ id }) => id === item.id)) return true;
  return forbiddenBy(item).some((one) => matcherKey(one) === matcherKey(matcher));
}

function undoes({ command }: Action, matcher: Matcher): boolean {
  if (command === undefined) return false;
  return parseShell(command).some((one) => {
    const [word = '', ...rest] = operandsOf(one);
    if (one.program !== 'git') return false;
    if (matcher.on === 'path')
      return /^(?:checkout|restore)$/.test(word) && rest.some((path) => matchesPath(matcher.globs, path));
    return matcher.forms.some(
      ({ program, words: [sub = ''] = [] }) => program === 'git' && UNDOING[sub]?.includes(word) === true,
    );
  });
}

/** The programs that rules name as what to use. */
function programsInstead(rules: readonly Item[]): ReadonlySet<string> {
  const named = rules.flatMap(({ text }) => [...text.matchAll(INSTEAD)].map(([, name = '']) => name.toLowerCase()));
  return new Set(named.filter(isProgram));
}

/** The records of the tripwires among patterns, by id. */
export async function recordsOf(store: Store, patterns: readonly Item[]): Promise<ReadonlyMap<string, TripwireRecord>> {
  const known = patterns.flatMap((item) => {
    const { pattern } = detailOfKind(item, 'pattern');
    const matcher = pattern?.pattern === 'tripwire' ? matcherFromJson(pattern.more?.matcher) : undefined;
    const { project } = item;
    return matcher === undefined || project === undefined || pattern === undefined
      ? []
      : [{ id: item.id, project, matcher, evidence: pattern.evidence }];
  });
  const rules = new Map(
    (await store.items.get([...new Set(known.flatMap(({ evidence }) => evidence))])).map((rule) => [rule.id, rule]),
  );
  const records = new Map<string, TripwireRecord>();
  for (const [project, own] of Map.groupBy(known, (one) => one.project)) {
    const guards = own.map(({ matcher, evidence }) => ({
      matcher,
      rules: evidence.flatMap((id) => rules.get(id) ?? []),
    }));
    for (const [i, record] of (await tripwireRecords(store, project, guards)).entries())
      records.set(own[i]?.id ?? '', record);
  }
  return records;
}
