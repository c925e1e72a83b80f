import type { ItemOf } from '../../core/model/item.ts';
import { sum } from '../../core/sum.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { cutText } from '../../core/text/text.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine, sourceOf } from '../lines/context-line.ts';
import { type Exchange, exchangesOf } from './exchanges.ts';
import { conclusionOf, passageOf } from './gist.ts';
import { isConversation, type WorkedSession } from './worked-session.ts';

/** Characters of a request, of an answer, and of what a conversation settled. */
const CHARS = { asked: 110, answer: 480, settled: 720 } as const;
const FILES = 8;
const FILES_CHARS = 220;
/** Worth of a line; that of each further session is a tenth of the one before. */
const WORTH = { answer: 5_000, last: 1_000, files: 2_000 } as const;

/** The words of a prompt that tell its subject with their weights, and the place of a session among those that bear. */
interface Asked {
  telling: ReadonlyMap<string, number>;
  place: number;
}

/** The lines about a session that bears on a prompt: the exchanges that answer it, and the files that it changed. */
export async function bearingLines(
  store: Store,
  worked: WorkedSession,
  { telling, place }: Asked,
): Promise<ContextLine[]> {
  const exchanges = await exchangesOf(store, worked);
  const last = exchanges.find(({ answer }) => answer !== undefined);
  const scale = 10 ** -place;
  if (isConversation(worked) && last?.answer !== undefined) return [settledLine(last.answer, WORTH.answer * scale)];
  const weighed = exchanges.map((one, i) => ({ one, i, weight: weightIn(textOf(one), telling) }));
  const [best] = weighed.toSorted((one, other) => other.weight - one.weight || one.i - other.i);
  const ending = weighed.find(({ one }) => one === last);
  const isEndTold = ending !== undefined && best !== undefined && ending !== best && ending.weight >= best.weight / 3;
  return [
    ...(best === undefined ? [] : [exchangeLine(best.one, { telling, worth: WORTH.answer * scale })]),
    ...(isEndTold ? [exchangeLine(ending.one, { telling, worth: WORTH.last * scale })] : []),
    ...filesLine(worked, { telling, worth: WORTH.files * scale }),
  ];
}

/** What a conversation came to: its last answer, from where it sums up. */
function settledLine(answer: ItemOf<'message'>, worth: number): ContextLine {
  const text = `Settled in a conversation, ${dateOf(answer.at)}, as the agent put it: ${conclusionOf(answer, CHARS.settled)}`;
  return factLine(answer, { section: 'bearing', worth, text });
}

function textOf({ asked, answer }: Exchange): string {
  return `${asked.text}\n${answer?.text ?? ''}`;
}

/** The sum of the weights of the words of a prompt that a text holds. */
export function weightIn(text: string, telling: ReadonlyMap<string, number>): number {
  return sum([...new Set(wordsOf(text).map(stemOf))].map((stem) => telling.get(stem) ?? 0));
}

/** How a line is made: the words of the prompt that tell its subject with their weights, and the line's worth. */
interface Drawn {
  telling: ReadonlyMap<string, number>;
  worth: number;
}

function exchangeLine({ asked, answer }: Exchange, { telling, worth }: Drawn): ContextLine {
  const question = `Asked ${sourceOf(asked)}, ${dateOf(asked.at)}: "${cutText(requestText(asked), CHARS.asked)}"`;
  if (answer === undefined) return factLine(asked, { section: 'bearing', worth, text: question });
  const text = `${question} The agent answered: ${passageOf(answer, telling, CHARS.answer)}`;
  return factLine(answer, { section: 'bearing', worth, text });
}

/** The files that a session changed, those named by words of the prompt first, in one line. */
function filesLine({ files, checkpoint }: WorkedSession, { telling, worth }: Drawn): ContextLine[] {
  if (files.length === 0) return [];
  const { filesChanged, files: changes = [] } = checkpoint.detail.checkpoint;
  const edits = new Map(filesChanged.map((path, i) => [path, changes[i]?.edits ?? 1]));
  const named = [...files].toSorted(
    (one, other) =>
      weightIn(other, telling) - weightIn(one, telling) || (edits.get(other) ?? 0) - (edits.get(one) ?? 0),
  );
  const text = `Changed there: ${nameFiles(named.slice(0, FILES), FILES_CHARS)}`;
  return [factLine(checkpoint, { section: 'files', worth, text })];
}
