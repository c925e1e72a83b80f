import type { WrongTelling } from '../../api/impact-answers.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { isStanding } from '../../retrieval/validity/is-standing.ts';
import { COMPARED_MAX, validityOf } from '../../retrieval/validity/validity.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';

const LISTED = 20;
const TEXT_CHARS = 240;

/** The sessions that are looked at, what a person typed in them, and the rules that persons stated. */
export interface Looked {
  rows: readonly SessionRow[];
  prompts: readonly Item[];
  rules: readonly Item[];
}

/**
 * Rules that stood when one of the sessions began, in which the person then said otherwise: there Cairn told, or would have told,
 * what was wrong. Latest first.
 */
export async function findWrong(store: Store, { rows, prompts, rules }: Looked): Promise<WrongTelling[]> {
  const standing = rules.filter((rule) => rule.kind === 'knowledge' && isStanding(rule));
  const sessions = new Map(rows.map((row) => [row.id, row]));
  const others = [...rules.filter((rule) => rule.kind === 'knowledge' && !isStanding(rule)), ...prompts];
  const said = others.toSorted((one, other) => other.at - one.at).slice(0, Math.max(0, COMPARED_MAX - standing.length));
  const marks = await validityOf(store, standing, said);
  const byId = new Map([...standing, ...said].map((item) => [item.id, item]));
  const wrong = standing.flatMap((rule): WrongTelling[] => {
    const by = marks.get(rule.id)?.supersededBy;
    const newer = by === undefined ? undefined : byId.get(by);
    const session = newer?.session === undefined ? undefined : sessions.get(newer.session);
    if (newer === undefined || session === undefined || session.startedAt <= rule.at) return [];
    if (newer.author !== 'person' || !isSameProject(rule, newer)) return [];
    const texts = { text: shown(rule), byText: shown(newer) };
    return [{ id: rule.id, ...texts, sessionId: session.id, by: newer.id, at: isoTime(newer.at) }];
  });
  return wrong.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, LISTED);
}

function isSameProject(rule: Item, newer: Item): boolean {
  return rule.project === undefined || rule.project === newer.project;
}

function shown(item: Item): string {
  const { knowledge } = detailOfKind(item, 'knowledge');
  return cutText(oneLine(knowledge === undefined ? item.text : item.title), TEXT_CHARS);
}
