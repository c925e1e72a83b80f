import * as LIMITS from '../../core/limits.ts';
import type { Noted, StoredEvent } from '../../core/model/event.ts';
import type { Item } from '../../core/model/item.ts';
import type { KnowledgeKind } from '../../core/model/kinds.ts';
import { firstLine } from '../../core/text/text.ts';
import { detailOf, makeItem } from '../item/make-item.ts';
import { namedNoteId, notedItemKind } from '../item/named-note.ts';
import { RULES } from '../item/rules.ts';
import { validateDetail, validateKnowledge } from '../item/validate-detail.ts';
import { withQuotation } from '../provenance/foreign-words.ts';
import type { Readings } from '../provenance/readings.ts';

/** Authors who are trusted less than an agent. */
const LESS_THAN_AGENT = ['tool', 'repo'] as const;

/** What is known about a session at the moment in which an agent stated a note. */
export interface NoteSession {
  /** True: it had read words that are not known any more. */
  isUnknown: boolean;
  readings: Readings;
}

/**
 * The item of a note. An agent's note counts as exposed until its session is known, since nobody can say what that session
 * had read.
 */
export function noteItem(event: StoredEvent, body: Noted): Item {
  const item = notedItemKind(body.item);
  const knowledge = item === undefined ? validateKnowledge(body.knowledge) : undefined;
  const isKnowledge = knowledge !== undefined;
  const kind = item ?? (isKnowledge ? 'knowledge' : 'observation');
  const detail = validateDetail(body.detail);
  const { ref } = detail;
  return makeItem(event, {
    ...(ref === undefined ? {} : { id: namedNoteId({ agent: event.agent, project: event.project, ref, item }) }),
    kind,
    rule: RULES.noted,
    author: body.person ? 'person' : (LESS_THAN_AGENT.find((known) => known === body.author) ?? 'agent'),
    exposed: !body.person,
    title: body.title ?? firstLine(body.text, LIMITS.titleChars),
    text: body.text,
    detail: detailOf<typeof kind>({
      ...detail,
      observation: kind === 'observation' ? (detail.observation ?? 'note') : undefined,
      knowledge,
      standing: isStandingNote(knowledge, body.person) ? true : undefined,
      status: item === undefined ? (body.person ? 'stated' : 'proposed') : undefined,
    }),
  });
}

/** True for what a person states on purpose, and for an agent's rule, not its decision. */
function isStandingNote(knowledge: KnowledgeKind | undefined, person: boolean): boolean {
  return knowledge !== undefined && (person || knowledge === 'constraint' || knowledge === 'heuristic');
}

/** An agent's note with what it repeats of what the sessions that stated it had read; the least trusted session counts. */
export function withNoteSessions(item: Item, sessions: readonly NoteSession[]): Item {
  if (item.author !== 'agent' || sessions.length === 0) return item;
  const known: Item = { ...item, exposed: sessions.some(({ isUnknown }) => isUnknown) };
  return sessions.reduce((noted, { readings }) => withQuotation(noted, readings), known);
}
