import type { SessionId } from '../../core/model/ids.ts';
import type { ItemOf } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import { tellingPassage } from '../../retrieval/passage/telling-passage.ts';
import { weightIn } from '../../retrieval/passage/telling-words.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine, sourceOf } from '../lines/context-line.ts';
import { describeShare } from './bearing.ts';
import { exchangesOf } from './exchanges.ts';
import { conclusionOf, gistOf } from './gist.ts';
import type { RankedExchange } from './rank-exchanges.ts';
import { filesWorkedOn } from './thread-files.ts';
import type { WorkedSession } from './worked-session.ts';

/** Characters of a request, of what it speaks of, of an answer to a first prompt, of one that comes alone, of the best and another, of what a conversation settled. */
const CHARS = { asked: 80, of: 120, first: 800, alone: 520, best: 360, answer: 240, settled: 720, files: 240 } as const;
const FILES = 10;
/** Worth of a line; that of each further one is a tenth of the one before. */
const WORTH = { answer: 5_000, files: 2_000 } as const;

/** The line about a conversation that bears on a prompt: what it settled. */
export async function settledLines(store: Store, conversations: readonly WorkedSession[]): Promise<ContextLine[]> {
  const lines: ContextLine[] = [];
  for (const [place, one] of conversations.entries()) {
    const last = (await exchangesOf(store, one)).find(({ answer }) => answer !== undefined);
    if (last?.answer !== undefined) lines.push(settledLine(last.answer, WORTH.answer * 10 ** -place));
  }
  return lines;
}

/** How lines about exchanges are made: the words that tell a prompt's subject, and where the block will be read. */
interface Told {
  telling: ReadonlyMap<string, number>;
  /** The sessions whose files stand in the block of the start. */
  near: ReadonlySet<SessionId>;
  cwd: string | undefined;
  /** The prompt is the first of its session, and there is room for more. */
  isFirst: boolean;
}

/** The lines about exchanges that bear on a prompt, the best first, then the files of the best one's session. */
export async function exchangeLines(
  store: Store,
  exchanges: readonly RankedExchange[],
  told: Told,
): Promise<ContextLine[]> {
  const lines = exchanges.flatMap((ranked, place) => {
    const line = exchangeLine(ranked.exchange, { ...told, place, of: exchanges.length });
    return line === undefined ? [] : [{ ...line, why: whyBearing(ranked) }];
  });
  const [best] = exchanges;
  return best === undefined ? [] : [...lines, ...(await filesLine(store, best, told))];
}

/** What a conversation came to: its last answer, from where it sums up. */
function settledLine(answer: ItemOf<'message'>, worth: number): ContextLine {
  const text = `Settled in a conversation, ${dateOf(answer.at)}, as the agent put it: ${conclusionOf(answer, CHARS.settled)}`;
  const why = 'A conversation that is about the prompt';
  return factLine(answer, { section: 'bearing', worth, text, why });
}

function exchangeLine(
  { asked, answer, of }: RankedExchange['exchange'],
  { telling, isFirst, place, of: count }: Pick<Told, 'telling' | 'isFirst'> & { place: number; of: number },
): ContextLine | undefined {
  const before = of === undefined ? '' : ` of what the agent had said: ${gistOf(of, CHARS.of)}`;
  const question = `Asked ${sourceOf(asked)}, ${dateOf(asked.at)}: "${cutText(requestText(asked), CHARS.asked)}"${before}`;
  const later = count === 1 ? CHARS.alone : place === 0 ? CHARS.best : CHARS.answer;
  const chars = isFirst ? CHARS.first : later;
  const passage = tellingPassage(answer, telling, chars);
  if (passage === '') return undefined;
  const at = { section: 'bearing', worth: WORTH.answer * 10 ** -place };
  return factLine(answer, { ...at, text: `${question} The agent answered: ${passage}` });
}

/** What speaks for an exchange, in words. */
function whyBearing({ features }: RankedExchange): string {
  const held = describeShare(features);
  return features.atHand === 0 ? held : `${held}; it belongs to the thread at hand`;
}

/** The files that an exchange's session worked on, those named by words of the prompt first, in one line. */
async function filesLine(
  store: Store,
  { worked, exchange: { answer } }: RankedExchange,
  { telling, near, cwd }: Told,
): Promise<ContextLine[]> {
  const files = near.has(worked.session.id) ? [] : await filesWorkedOn(store, [worked], cwd);
  if (files.length === 0) return [];
  const named = files.toSorted((one, other) => weightIn(other, telling) - weightIn(one, telling));
  const text = `Worked on there: ${nameFiles(named.slice(0, FILES), CHARS.files)}`;
  return [
    {
      ...factLine(worked.checkpoint, { section: 'files', worth: WORTH.files, text, why: 'The files of that work' }),
      besides: answer.id,
    },
  ];
}
