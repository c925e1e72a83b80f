import { asString, isJsonObject, type JsonObject, objectsIn, textsIn } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';
import { type ItemId, isPublicId, type ProjectId, type SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { codeOutline } from '../../derive/failure/code-outline.ts';
import { isInformative } from '../../derive/failure/error-fingerprint.ts';
import { changeOnly, type Remedy, remedyFromJson, remedyWords } from '../../derive/failure/remedy.ts';
import { patternId } from '../../derive/item/pattern-id.ts';
import { mayQuote, nameOf, PROGRAM, sayable } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine } from './context-line.ts';

const MAX_FINDINGS = 40;
const MAX_NAMES = 3;
/** Commands that save earlier changes and fix nothing by themselves. */
const KEEPS = /^git (?:add|commit|push|tag|stash)\b/;
/** Occurrences from which a failure without a known fix is shown. */
const OFTEN = 3;
const WORTH = { fixed: 80, often: 50 } as const;

/** The history of a failure: how often it occurred, when last, and its last fix. */
export interface KnownFailure {
  key: string;
  count: number;
  sessions: number;
  /** It occurred only in this session, whose context was lost since. */
  isOwn: boolean;
  lastAt: number;
  fix?: Finding;
}

/**
 * What is known of a failure in a project; `undefined` unless it was fixed before or occurred three times. Occurrences
 * in the session itself are known to its agent, unless its context was lost since.
 */
export async function knownFailure(
  store: Store,
  { project, session, key }: { project: ProjectId; session?: SessionId | undefined; key: string },
): Promise<KnownFailure | undefined> {
  if (!isInformative(key)) return undefined;
  const found = await store.distilled.find({ kinds: ['error', 'fix'], project, keys: [key], limit: MAX_FINDINGS });
  const lostAt = session === undefined ? 0 : await store.items.contextLostAt(session);
  const others = found.filter((finding) => finding.session !== session || finding.lastAt < lostAt);
  const fixes = others.filter(({ kind, detail }) => kind === 'fix' && lastFix(detail) !== undefined);
  const errors = others.filter(({ kind }) => kind === 'error');
  const seen = errors.length > 0 ? errors : fixes;
  const count = seen.reduce((sum, finding) => sum + finding.count, 0);
  const [fix] = fixes;
  if (fix === undefined && (count < OFTEN || seen.some(({ detail }) => isOfCode(detail)))) return undefined;
  return {
    key,
    count,
    sessions: new Set(seen.map((finding) => finding.session)).size,
    isOwn: seen.every((finding) => finding.session === session),
    lastAt: Math.max(...seen.map(({ lastAt }) => lastAt)),
    ...(fix && { fix }),
  };
}

/**
 * The line for a known failure, of facts that Cairn composes; `undefined` when its pattern was withdrawn or nothing that shows it
 * is left.
 */
export async function failureLine(
  store: Store,
  { key, count, sessions, isOwn, lastAt, fix }: KnownFailure,
  project: ProjectId,
): Promise<ContextLine | undefined> {
  const item = await itemOf(store, { project, key, fix });
  if (item === undefined) return undefined;
  const times = count === 1 ? 'once' : `${count} times`;
  const several = sessions > 1 ? ` in ${sessions} sessions` : ' in an earlier session';
  const where = isOwn ? ' earlier in this session' : several;
  const rule = asString(fix?.detail.rule);
  const what = rule !== undefined && PROGRAM.test(rule) ? `A break of ${rule}` : 'This failure';
  const mended = fix === undefined ? '' : await mendedBy(store, fix);
  const text = `${what} came ${times}${where}, last ${dateOf(lastAt)}.${mended}`;
  return factLine(item, { section: 'failures', worth: fix === undefined ? WORTH.often : WORTH.fixed, text });
}

/** The pattern of a failure; where it is none by itself, the call that failed, or what showed that it was mended. */
async function itemOf(
  store: Store,
  { project, key, fix }: { project: ProjectId; key: string; fix: Finding | undefined },
): Promise<Item | undefined> {
  const ids = (['fix', 'error'] as const).map((kind) => patternId({ project, kind, key }));
  const { failed, passed, edits } = (fix && lastFix(fix.detail)) ?? {};
  // The failed call comes first: an edit is out of date once its file changed again, and a start may have told how it ended.
  const shown = [...textsIn(failed).slice(0, 1), asString(passed) ?? '', ...textsIn(edits).slice(0, 1)];
  const all = [...ids, ...shown].filter((id) => isPublicId(id)) as ItemId[];
  const items = (await store.items.get(all)).sort((one, other) => all.indexOf(one.id) - all.indexOf(other.id));
  if (items.some(({ kind, detail }) => kind === 'pattern' && detail.status === 'withdrawn')) return undefined;
  return items.find(({ detail }) => detail.status !== 'withdrawn' && detail.hidden !== true);
}

/** The fix: what to do, in plain words of commands or by a change that may be quoted; otherwise in names of files and programs. */
async function mendedBy(store: Store, { session, files, detail, exposed }: Finding): Promise<string> {
  const fix = lastFix(detail);
  if (fix === undefined) return '';
  const remedy = remedyFromJson(fix.remedy);
  const ids = [...textsIn(fix.edits).slice(0, 1), asString(fix.passed) ?? '', session].filter((id) => isPublicId(id));
  const of = ` (${ids.join(', ')}).`;
  if (remedy !== undefined && remedy.how !== 'change' && !exposed) return ` It ${withoutIt(remedyWords(remedy))}${of}`;
  const names = fix.by === 'edit' ? files.map(nameOf) : textsIn(fix.commands).filter((name) => PROGRAM.test(name));
  const some = [...new Set(names)];
  const more = some.length > MAX_NAMES ? ` and ${some.length - MAX_NAMES} more` : '';
  const what =
    some.length === 0
      ? ''
      : ` ${fix.by === 'edit' ? 'changing' : 'running'} ${some.slice(0, MAX_NAMES).join(', ')}${more}`;
  const change = exposed ? '' : await changeOf(store, remedy);
  return ` It went well after${what === '' ? ' what is told there' : what}${change}${of}`;
}

function withoutIt(words: string): string {
  return words.replace(/^it /, '');
}

/** What the edit did, as code without prose; '' of an agent that had read text from outside, or where nothing is left. */
async function changeOf(store: Store, remedy: Remedy | undefined): Promise<string> {
  if (remedy?.how !== 'change' || !isPublicId(remedy.id)) return '';
  const [edit] = await store.items.get([remedy.id as ItemId]);
  if (edit === undefined || !mayQuote(edit)) return '';
  const { from: before = '', ...rest } = remedy;
  const [from, to] = [codeOutline(before), codeOutline(remedy.to)];
  if (to === '' || from === to) return '';
  return `: ${sayable(changeOnly({ ...rest, to, ...(from !== '' && { from }) }))}`;
}

/** True for what a compiler says of code at hand, which the files that changed then say nothing about. */
function isOfCode({ stage, rule }: JsonObject): boolean {
  return stage === 'build' && rule === undefined;
}

/** The last fix of a failure with a known remedy, else the last by changed files or by commands. */
function lastFix(detail: JsonObject): JsonObject | undefined {
  const all = objectsIn(detail.fixes);
  if (isOfCode(detail)) return all.findLast(({ remedy }) => isJsonObject(remedy));
  return (
    all.findLast(({ remedy }) => isJsonObject(remedy)) ??
    all.findLast(
      ({ by, commands }) => by === 'edit' || (by === 'command' && textsIn(commands).some((name) => !KEEPS.test(name))),
    )
  );
}
