import { CairnError } from '../core/errors.ts';
import type { RawEvent } from '../core/event.ts';
import { randomId } from '../core/hash.ts';
import type { KnowledgeKind } from '../core/item.ts';
import { KNOWLEDGE_KINDS } from '../core/item.ts';
import { isJsonObject } from '../core/json.ts';
import { statementKind } from '../derive/statement.ts';
import type { Caller, NoteInput } from './contract.ts';
import { parseTime } from './parse-time.ts';

/** The session under which things stated outside any session stand: one for each surface. */
const NO_SESSION = 'notes';

/** The event of a note; `invalid_input` for an empty text or a wrong kind. */
export function parseNote(input: string | NoteInput, caller: Caller, now: number): RawEvent {
  const note: NoteInput = typeof input === 'string' ? { text: input } : input;
  if (!isJsonObject(note) || typeof note.text !== 'string' || note.text.trim() === '') {
    throw new CairnError('invalid_input', 'remember needs a text.', { fix: 'cairn remember "We use pnpm"' });
  }
  const knowledge = knowledgeOf(note);
  const { title, severity, alternatives, reason, confidence, concepts, ref, metadata, files } = note;
  const detail = { severity, alternatives, reason, confidence, concepts, ref, metadata, filesChanged: files };
  const cwd = note.project ?? caller.cwd;
  return {
    agent: caller.surface,
    agentSession: note.sessionId ?? NO_SESSION,
    at: note.at === undefined ? now : parseTime(note.at, 'at'),
    ...(cwd === undefined ? {} : { cwd }),
    identity: { content: `${ref ?? ''}\0${note.text.trim()}`, origin: ref ?? randomId() },
    source: caller.surface,
    body: {
      kind: 'noted',
      text: note.text.trim(),
      person: caller.person,
      ...(title === undefined ? {} : { title }),
      ...(knowledge === undefined ? {} : { knowledge }),
      detail: Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined)),
    },
  };
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
