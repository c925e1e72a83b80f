import type { Finding } from '../../../core/model/finding.ts';
import type { Item, ItemOf } from '../../../core/model/item.ts';
import { isOver } from '../../../core/model/kinds.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { forbiddenBy, isCorrection } from '../../tripwire/forbidden-by.ts';
import { type Matcher, matcherFromJson, matcherKey, matcherToJson, widestOf } from '../../tripwire/matcher.ts';
import { type CreateSessionReducer, projectOf } from '../session-reducer.ts';

/** Upper bound on tripwires: all notes without a session count as one session, over years. */
const MAX_TRIPWIRES = 1_000;
const MAX_EVIDENCE = 8;
const KEY_CHARS = 200;
const LABEL_CHARS = 200;

/** A rule, the key of its tripwire, and what it forbids. */
interface Forbidding {
  item: ItemOf<'knowledge'>;
  key: string;
  matcher: Matcher;
}

/** Reduces the valid rules of a session to findings of kind `tripwire`; a person's words take precedence over an agent's. */
export const createTripwireReducer: CreateSessionReducer = (session) => {
  const found = new Map<string, Forbidding[]>();
  return {
    take(item) {
      if (!isRule(item)) return;
      for (const [key, matcher] of keyedMatchers(item)) {
        if (key.length > KEY_CHARS) continue;
        const name = `${projectOf(item, session) ?? ''}\0${key}`;
        const by = found.get(name) ?? [];
        by.push({ item, key, matcher });
        // Insertion order is the order of the last statement.
        found.delete(name);
        found.set(name, by);
        if (found.size > MAX_TRIPWIRES) found.delete(leastOf(found));
      }
    },
    end: () => ({
      items: [],
      findings: [...found.values()].map((by) => {
        const trusted = by.filter(({ item }) => isStated(item));
        const rules = trusted.length > 0 ? trusted : by;
        const shown = rules.map(({ item }) => item);
        const { item: first, key } = rules[0] as Forbidding;
        const matcher = widestOf(rules.map((one) => one.matcher)) as Matcher;
        return {
          session: session.id,
          ...omitUndefined({ project: projectOf(first, session) }),
          kind: 'tripwire',
          key,
          firstAt: first.at,
          lastAt: (shown.at(-1) ?? first).at,
          count: shown.length,
          evidence: shown.slice(0, MAX_EVIDENCE).map(({ id }) => id),
          files: [],
          author: trusted.length > 0 ? 'person' : 'agent',
          exposed: trusted.length === 0 && shown.some(({ exposed }) => exposed),
          label: cutText(oneLine(first.text), LABEL_CHARS),
          detail: { matcher: matcherToJson(matcher), knowledge: first.detail.knowledge ?? 'constraint' },
        } satisfies Finding;
      }),
    }),
  };
};

/** The matchers of a rule by their keys. What a person confirmed stays as it was then, whatever is read of the rule's words now. */
function keyedMatchers(item: ItemOf<'knowledge'>): Map<string, Matcher> {
  const held = (item.detail.holds ?? []).flatMap(({ key, matcher }) => {
    const read = matcherFromJson(matcher);
    return read === undefined ? [] : [[key, read] as const];
  });
  return new Map([...forbiddenBy(item).map((matcher) => [matcherKey(matcher), matcher] as const), ...held]);
}

/**
 * True for a valid rule in the words of a person or an agent, and for a person's correction; words of tools, files and pages count
 * only once confirmed.
 */
function isRule(item: Item): item is ItemOf<'knowledge'> {
  if (item.kind !== 'knowledge') return false;
  const { author, detail } = item;
  const { knowledge, status, scope } = detail;
  if (detail.echo === true || detail.hidden === true) return false;
  // What a confirmed tripwire rests on goes on until a person judges it.
  if (isOver(status)) return detail.takenBack === true && knowledge === 'constraint';
  if (isCorrection(item)) return true;
  // What settled one matter warns of nothing elsewhere.
  if (scope === 'thread') return false;
  // Decided by a person, as in "let's use pnpm instead of npm".
  if (knowledge === 'decision') return author === 'person';
  if (knowledge !== 'constraint' && knowledge !== 'rejected') return false;
  if (status === 'confirmed' || author === 'person') return true;
  return author === 'agent' && detail.quoted === undefined;
}

/** Key of the tripwire stated longest ago, an agent's before a person's. */
function leastOf(found: ReadonlyMap<string, readonly Forbidding[]>): string {
  const keys = [...found.keys()];
  return keys.find((key) => !found.get(key)?.some(({ item }) => isStated(item))) ?? keys[0] ?? '';
}

function isStated({ author, detail }: Item): boolean {
  return author === 'person' || detail.status === 'confirmed';
}
