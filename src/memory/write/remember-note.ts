import type { RememberResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { NoteInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { randomId } from '../../core/hash.ts';
import { isJsonObject } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { Noted, RawEvent } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { KNOWLEDGE_KINDS, type KnowledgeKind } from '../../core/model/kinds.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { statementKind } from '../../derive/claim/statement.ts';
import { isGuarded } from '../../derive/event/in-doubt.ts';
import { namedNoteId } from '../../derive/item/named-note.ts';
import { now } from '../../platform/clock.ts';
import { parseTime } from '../../retrieval/query/parse-time.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import { supersedesItem } from '../../retrieval/validity/validity.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { takeActs, withTerminal } from './take-acts.ts';

type RememberDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'deadlines' | 'environment'>;

/**
 * Takes a note in and waits until it can be found. Equal words are the same memory; notes with an equal `ref` are, too,
 * and the later words replace the former ones.
 */
export async function rememberNote(
  deps: RememberDeps,
  input: string | NoteInput,
  caller: Caller,
): Promise<RememberResult> {
  const { raw, note } = parseNote(input, caller, now());
  const project = await selectProject(deps.store, raw.cwd, deps.environment.home);
  const statedAt = typeof input === 'string' ? undefined : input.at;
  return keepNoted(deps, { raw, note, project, statedAt }, caller);
}

/** What is to be kept: its event, which lacks an identity, its body, its project, and when its caller says that it was. */
export interface StatedNote {
  raw: Omit<RawEvent, 'identity'>;
  note: Noted;
  project: ProjectId | undefined;
  statedAt: number | string | undefined;
}

/** Takes what a caller stated in, as one with what it stated before under the same `ref`, or in the same words. */
export async function keepNoted(
  deps: RememberDeps,
  { raw, note, project, statedAt }: StatedNote,
  caller: Caller,
): Promise<RememberResult> {
  const { ref } = note.detail;
  const named = ref === undefined ? undefined : namedNoteId({ agent: raw.agent, project, ref, item: note.item });
  const [known] = named === undefined ? [] : await deps.store.items.get([named]);
  if (known !== undefined) {
    if (saysTheSame(known, note)) return { id: known.id, status: 'merged', redacted: {} };
    refuseGuarded(known, caller);
  }
  const origin = ref === undefined ? 'stated' : `${ref}\0${statedAt ?? randomId()}`;
  // What is no note says more than its text.
  const said = note.item === undefined ? note.text : JSON.stringify(note);
  const content = [ref ?? '', project ?? '', String(note.person), said].join('\0');
  const identified: RawEvent = { ...raw, identity: { content, origin } };
  const { taken, redacted } = await takeActs(deps, [identified]);
  const [eventId] = taken.ids;
  const items = eventId === undefined ? [] : await deps.store.items.ofEvent(eventId);
  const [item] = named === undefined ? items : await deps.store.items.get([named]);
  const [supersedes] = item === undefined ? [] : await supersedesItem(deps.store, item);
  const status = known !== undefined ? 'updated' : caller.person || note.item !== undefined ? 'created' : 'proposed';
  return {
    id: item?.id ?? named ?? eventId ?? '',
    status: taken.outcomes[0] === 'added' ? status : 'merged',
    redacted,
    ...omitUndefined({ supersedes }),
  };
}

function refuseGuarded(known: Item, caller: Caller): void {
  if (caller.person || !isGuarded(known)) return;
  throw new CairnError('not_allowed', 'A person stated or confirmed this; an agent may not change it.', {
    fix: 'Remember it without `ref`, or: cairn review',
  });
}

/** True when a memory already contains all that a note says. */
function saysTheSame(item: Item, note: Noted): boolean {
  const { title, text, knowledge, person, detail } = note;
  if (
    item.text !== text ||
    detailOfKind(item, 'knowledge').knowledge !== knowledge ||
    (person && item.author !== 'person')
  )
    return false;
  if (title !== undefined && item.title !== cutText(oneLine(title), LIMITS.titleChars)) return false;
  const held: Readonly<Record<string, unknown>> = { ...item.detail };
  return Object.entries(detail).every(([key, value]) => JSON.stringify(held[key]) === JSON.stringify(value));
}

/** The event of a note, which lacks an identity, and its body; `invalid_input` for an empty text or a wrong kind. */
function parseNote(
  input: string | NoteInput,
  caller: Caller,
  now: number,
): { raw: Omit<RawEvent, 'identity'>; note: Noted } {
  const note: NoteInput = typeof input === 'string' ? { text: input } : input;
  if (!isJsonObject(note) || typeof note.text !== 'string' || note.text.trim() === '') {
    throw new CairnError('invalid_input', 'remember needs a text.', { fix: 'cairn remember "We use pnpm"' });
  }
  const knowledge = knowledgeOf(note);
  const { title, severity, alternatives, reason, confidence, concepts, ref, metadata, files } = note;
  const detail = { severity, alternatives, reason, confidence, concepts, ref, metadata, filesChanged: files };
  const cwd = note.project ?? caller.cwd;
  const body: Noted = {
    kind: 'noted',
    text: note.text.trim(),
    person: caller.person,
    ...omitUndefined({ title, knowledge }),
    detail: omitUndefined(detail),
  };
  const raw = {
    agent: caller.surface,
    agentSession: note.sessionId ?? NO_SESSION,
    at: note.at === undefined ? now : parseTime(note.at, 'at'),
    ...omitUndefined({ cwd }),
    source: caller.surface,
    body: withTerminal(body, caller),
  };
  return { raw, note: body };
}

function knowledgeOf(note: NoteInput): KnowledgeKind | undefined {
  if (note.kind === undefined) return statementKind(note.text);
  if (note.kind === 'note') return undefined;
  if (KNOWLEDGE_KINDS.includes(note.kind)) return note.kind;
  throw new CairnError(
    'invalid_input',
    `kind: "${String(note.kind)}" is none of note, ${KNOWLEDGE_KINDS.join(', ')}.`,
    {
      fix: 'cairn remember --kind decision "We use pnpm"',
    },
  );
}
