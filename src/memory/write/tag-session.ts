import type { MemoryRecord, UpdateResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { UpdateInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventBody, RawEvent } from '../../core/model/event.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { oneLine } from '../../core/text/text.ts';
import { now } from '../../platform/clock.ts';
import { tagRef, topicsAndTags } from '../../retrieval/entries/session-tags.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { actEvent, eventIn, takeActs } from './take-acts.ts';

type TagDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'deadlines' | 'reads'>;

/** Upper bounds on the tags of one session, and on the characters of one. */
const MOST = { tags: 20, chars: 60 } as const;

/**
 * Gives a session exactly these tags. What a person put on it only a person takes off, and a person alone puts back what was
 * taken off.
 */
export async function tagSession(
  deps: TagDeps,
  { id, changes }: { id: string; changes: UpdateInput },
  caller: Caller,
): Promise<UpdateResult> {
  const { tags, ...others } = changes;
  if (tags === undefined || Object.values(others).some((value) => value !== undefined)) {
    throw new CairnError('invalid_input', 'update: Of a session only `tags` can be changed.', {
      fix: 'A note on it: cairn checkpoint --session ID NOTE; its summary: cairn summarize --session ID TEXT',
    });
  }
  const [row] = await deps.store.log.sessions({ ids: [id as SessionId], limit: 1 });
  if (row === undefined) throw new CairnError('not_found', `There is no session ${id}.`, { fix: 'cairn sessions' });
  const held = (await topicsAndTags(deps.store, row.id, { hidden: true })).tags;
  const events = changesOf(held, { wanted: tagsAsked(tags), row, caller });
  const redacted = events.length === 0 ? {} : (await takeActs(deps, events)).redacted;
  const { records } = await deps.reads.get({ ids: [id] }, now());
  return {
    id,
    status: events.length === 0 ? 'unchanged' : 'updated',
    redacted,
    record: records[0] as MemoryRecord,
  };
}

function tagsAsked(tags: readonly string[]): string[] {
  const asked = [...new Set(tags.map((tag) => oneLine(tag).trim()))].filter((tag) => tag !== '');
  const long = asked.find((tag) => tag.length > MOST.chars);
  if (long === undefined && asked.length <= MOST.tags) return asked;
  throw new CairnError(
    'invalid_input',
    long === undefined
      ? `A session has at most ${MOST.tags} tags.`
      : `A tag has at most ${MOST.chars} characters, "${long.slice(0, MOST.chars)}…" has ${long.length}.`,
    { fix: 'cairn checkpoint --session ID NOTE keeps a note on it.' },
  );
}

function changesOf(
  held: readonly Item[],
  { wanted, row, caller }: { wanted: readonly string[]; row: SessionRow; caller: Caller },
): RawEvent[] {
  const { person } = caller;
  const acts: EventBody[] = [];
  const isHidden = ({ detail }: Item): boolean => detail.hidden === true;
  for (const tag of held.filter((one) => !isHidden(one) && !wanted.includes(one.title))) {
    if (tag.author === 'person' && !person) onlyAPerson(`takes off "${tag.title}", which a person put on it`);
    acts.push({ kind: 'hidden', target: tag.id, person });
  }
  for (const tag of held.filter((one) => isHidden(one) && wanted.includes(one.title))) {
    if (!person) onlyAPerson(`puts "${tag.title}" back, which was taken off`);
    acts.push({ kind: 'shown', target: tag.id, person });
  }
  const missing = wanted.filter((tag) => !held.some(({ title }) => title === tag));
  return [
    ...acts.map((act) => actEvent(act, caller)),
    ...missing.map((tag) => ({ ...eventIn(row, tagged(tag, person), caller), at: row.lastAt })),
  ];
}

/** Dated at the end of the session, which it does not extend: a tag on an old one makes it no newer. */
function tagged(tag: string, person: boolean): EventBody {
  return {
    kind: 'noted',
    item: 'topic',
    text: tag,
    title: tag,
    person,
    detail: { ref: tagRef(tag), concepts: [tag] },
  };
}

function onlyAPerson(what: string): never {
  throw new CairnError('not_allowed', `Only a person ${what}.`, { fix: 'cairn sessions tag ID, typed by a person' });
}
