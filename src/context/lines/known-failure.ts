import { asString, type JsonObject, objectsIn, textsIn } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';
import { isPublicId, type ProjectId, type SessionId } from '../../core/model/ids.ts';
import { isInformative } from '../../derive/failure/error-fingerprint.ts';
import { patternId } from '../../derive/item/pattern-id.ts';
import { nameOf, PROGRAM } from '../../retrieval/validity/trust.ts';
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
  const others = found.filter(
    (finding) => finding.project === project && (finding.session !== session || finding.lastAt < lostAt),
  );
  const fixes = others.filter(({ kind, detail }) => kind === 'fix' && lastFix(detail) !== undefined);
  const errors = others.filter(({ kind }) => kind === 'error');
  const seen = errors.length > 0 ? errors : fixes;
  const count = seen.reduce((sum, finding) => sum + finding.count, 0);
  const [fix] = fixes;
  if (fix === undefined && count < OFTEN) return undefined;
  return {
    key,
    count,
    sessions: new Set(seen.map((finding) => finding.session)).size,
    isOwn: seen.every((finding) => finding.session === session),
    lastAt: Math.max(...seen.map(({ lastAt }) => lastAt)),
    ...(fix && { fix }),
  };
}

/** The line for a known failure, of facts that Cairn composes; `undefined` when its pattern was withdrawn or is gone. */
export async function failureLine(
  store: Store,
  { key, count, sessions, isOwn, lastAt, fix }: KnownFailure,
  project: ProjectId,
): Promise<ContextLine | undefined> {
  const ids = (['fix', 'error'] as const).map((kind) => patternId({ project, kind, key }));
  const items = (await store.items.get(ids)).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const item = items.find(({ detail }) => detail.status !== 'withdrawn' && detail.hidden !== true);
  if (item === undefined) return undefined;
  const times = count === 1 ? 'once' : `${count} times`;
  const several = sessions > 1 ? ` in ${sessions} sessions` : ' in an earlier session';
  const where = isOwn ? ' earlier in this session' : several;
  const mended = fix === undefined ? '' : mendedBy(fix);
  const text = `This failure came ${times}${where}, last ${dateOf(lastAt)}.${mended}`;
  return factLine(item, { section: 'failures', worth: fix === undefined ? WORTH.often : WORTH.fixed, text });
}

/** The fix, in names only: files changed, or programs run. */
function mendedBy({ session, files, detail }: Finding): string {
  const fix = lastFix(detail);
  if (fix === undefined) return '';
  const names = fix.by === 'edit' ? files.map(nameOf) : textsIn(fix.commands).filter((name) => PROGRAM.test(name));
  const some = [...new Set(names)];
  const more = some.length > MAX_NAMES ? ` and ${some.length - MAX_NAMES} more` : '';
  const what =
    some.length === 0
      ? ''
      : ` ${fix.by === 'edit' ? 'changing' : 'running'} ${some.slice(0, MAX_NAMES).join(', ')}${more}`;
  const ids = [...textsIn(fix.edits).slice(0, 1), asString(fix.passed) ?? '', session].filter((id) => isPublicId(id));
  return ` It went well after${what === '' ? ' what is told there' : what} (${ids.join(', ')}).`;
}

/** The last fix of a failure, by changed files or by commands; a different invocation of the command is no fix. */
function lastFix(detail: JsonObject): JsonObject | undefined {
  return objectsIn(detail.fixes).findLast(
    ({ by, commands }) => by === 'edit' || (by === 'command' && textsIn(commands).some((name) => !KEEPS.test(name))),
  );
}
