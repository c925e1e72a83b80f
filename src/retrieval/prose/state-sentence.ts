import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Sentence } from './event-sentences.ts';
import { quoted } from './recall-sentence.ts';

/** Upper bounds on the commits that are counted and named. */
const COMMITS = 20;
const NAMED = 2;

/** How the session of an answer stands: how it ended, what it committed from the answer on, what it left open. */
export async function stateSentence(store: Store, { session, at }: Item): Promise<Sentence | undefined> {
  if (session === undefined) return undefined;
  const commits = await store.items.list({ session, kinds: ['commit'], since: at }, { limit: COMMITS });
  const summaries = await store.items.list({ session, kinds: ['summary'] }, { limit: NAMED });
  const made = summaries.find((item) => detailOfKind(item, 'summary').summary !== undefined);
  const summary = made === undefined ? undefined : detailOfKind(made, 'summary').summary;
  const [last] = commits;
  const isKnown = summary !== undefined && summary.outcome !== 'unknown';
  if (last === undefined && !isKnown) return undefined;
  const ended = isKnown ? `That session ended ${describeOutcome(summary.outcome)}` : 'That session went on';
  const done =
    last === undefined
      ? ''
      : `, with ${formatCounted(commits.length, 'commit')} after this, last ${quoted(last.title)}`;
  const next = summary?.nextSteps[0];
  const isOpen = next !== undefined && (summary?.outcome !== 'done' || /[?？]\W*$/.test(next.text));
  const open = isOpen ? `; left open: ${quoted(next.text)}` : '';
  const ids = [...(isKnown && made !== undefined ? [made.id] : []), ...commits.slice(0, NAMED).map(({ id }) => id)];
  return { text: `${ended}${done}${open}`, ids, at };
}
