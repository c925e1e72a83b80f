import { LIMITS } from '../../core/limits.ts';
import type { Noted, StoredEvent } from '../../core/model/event.ts';
import type { Item } from '../../core/model/item.ts';
import { firstLine } from '../../core/text/text.ts';
import { detailOf, makeItem } from '../item/make-item.ts';
import { namedNoteId, notedItemKind } from '../item/named-note.ts';
import { RULES } from '../item/rules.ts';
import { validateDetail, validateKnowledge } from '../item/validate-detail.ts';
import type { Readings } from '../provenance/quoted.ts';
import { withQuotation } from '../provenance/quoted.ts';

/** The session under which things stated outside any session stand: one for each surface. */
export const NO_SESSION = 'notes';
/** Authors who are believed less than an agent. */
const LESS_THAN_AGENT = ['tool', 'repo'] as const;

/** A session in which an agent stated a note, as it stood then. */
export interface NoteSession {
  exposed: boolean;
  readings: Readings;
}

/**
 * The item of a note. One of an agent counts as exposed until the session is known in which it was stated: nobody can
 * say what that session had read.
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
    detail: detailOf({
      ...detail,
      observation: kind === 'observation' ? (detail.observation ?? 'note') : undefined,
      knowledge,
      status: item === undefined ? (body.person ? 'stated' : 'proposed') : undefined,
    }),
  });
}

/** An agent's note with what is known of the sessions in which it was stated: of several the worst counts. */
export function withNoteSessions(item: Item, sessions: readonly NoteSession[]): Item {
  if (item.author !== 'agent' || sessions.length === 0) return item;
  const known: Item = { ...item, exposed: sessions.some(({ exposed }) => exposed) };
  return sessions.reduce((noted, { readings }) => withQuotation(noted, readings), known);
}
