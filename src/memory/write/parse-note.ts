import type { Caller } from '../../api/contract.ts';
import type { NoteInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Noted, RawEvent } from '../../core/model/event.ts';
import { KNOWLEDGE_KINDS, type KnowledgeKind } from '../../core/model/kinds.ts';
import { statementKind } from '../../derive/claim/statement.ts';
import { NO_SESSION } from '../../derive/event/note-item.ts';
import { parseTime } from '../../retrieval/query/parse-time.ts';

/** The event of a note, which lacks an identity, and its body; `invalid_input` for an empty text or a wrong kind. */
export function parseNote(
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
    ...(title === undefined ? {} : { title }),
    ...(knowledge === undefined ? {} : { knowledge }),
    detail: Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined)),
  };
  const raw = {
    agent: caller.surface,
    agentSession: note.sessionId ?? NO_SESSION,
    at: note.at === undefined ? now : parseTime(note.at, 'at'),
    ...(cwd === undefined ? {} : { cwd }),
    source: caller.surface,
    body,
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
