import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { ItemOf } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine, sourceOf } from '../lines/context-line.ts';
import { weightIn } from './bearing.ts';
import { type Exchange, exchangesOf } from './exchanges.ts';
import { conclusionOf, passageOf } from './gist.ts';
import { filesWorkedOn } from './thread-files.ts';
import { isConversation, type WorkedSession } from './worked-session.ts';

/** Characters of a request, of an answer, and of what a conversation settled. */
const CHARS = { asked: 80, answer: 280, settled: 720, files: 240 } as const;
const FILES = 10;
/** Worth of a line; that of each further session is a tenth of the one before. */
const WORTH = { answer: 5_000, files: 2_000 } as const;

/** The words of a prompt that tell its subject with their weights, and the items that answer it, each with its place. */
interface Asked {
  telling: ReadonlyMap<string, number>;
  places: ReadonlyMap<ItemId, number>;
}

/** The lines about the sessions that bear on a prompt: of each the exchange that answers it, then the files of all. */
export async function bearingLines(
  store: Store,
  sessions: readonly WorkedSession[],
  { cwd, near, ...asked }: Asked & { cwd?: string | undefined; near: ReadonlySet<SessionId> },
): Promise<ContextLine[]> {
  const lines: ContextLine[] = [];
  for (const [place, one] of sessions.entries()) {
    lines.push(...(await answerLines(store, one, { ...asked, worth: WORTH.answer * 10 ** -place })));
  }
  // The files of the thread at hand stand in the block of the start.
  const others = sessions.filter(({ session }) => !near.has(session.id));
  return [...lines, ...(await filesLine(store, others, { ...asked, cwd }))];
}

async function answerLines(
  store: Store,
  worked: WorkedSession,
  { telling, places, worth }: Asked & { worth: number },
): Promise<ContextLine[]> {
  const exchanges = await exchangesOf(store, worked);
  const last = exchanges.find(({ answer }) => answer !== undefined);
  if (isConversation(worked) && last?.answer !== undefined) return [settledLine(last.answer, worth)];
  const { asked, answer } = bestOf(exchanges, { telling, places }) ?? {};
  return asked === undefined || answer === undefined ? [] : [exchangeLine({ asked, answer }, { telling, worth })];
}

/** The exchange that holds the item which answers a prompt best; without one, that which holds most of the prompt's weight. */
function bestOf(exchanges: readonly Exchange[], { telling, places }: Asked): Exchange | undefined {
  const placeOf = ({ asked, answer }: Exchange): number =>
    Math.min(...[asked, answer ?? asked].map(({ id }) => places.get(id) ?? Number.POSITIVE_INFINITY));
  const placed = exchanges.filter((one) => Number.isFinite(placeOf(one)));
  const scored = (placed.length > 0 ? placed : exchanges).map((one) => ({
    one,
    score: placed.length > 0 ? -placeOf(one) : weightIn(textOf(one), telling),
  }));
  return scored.toSorted((one, other) => other.score - one.score)[0]?.one;
}

/** What a conversation came to: its last answer, from where it sums up. */
function settledLine(answer: ItemOf<'message'>, worth: number): ContextLine {
  const text = `Settled in a conversation, ${dateOf(answer.at)}, as the agent put it: ${conclusionOf(answer, CHARS.settled)}`;
  return factLine(answer, { section: 'bearing', worth, text });
}

function textOf({ asked, answer }: Exchange): string {
  return `${asked.text}\n${answer?.text ?? ''}`;
}

/** How a line is made: the words of the prompt that tell its subject with their weights, and the line's worth. */
interface Drawn {
  telling: ReadonlyMap<string, number>;
  worth: number;
}

function exchangeLine(
  { asked, answer }: Required<Pick<Exchange, 'asked' | 'answer'>>,
  { telling, worth }: Drawn,
): ContextLine {
  const question = `Asked ${sourceOf(asked)}, ${dateOf(asked.at)}: "${cutText(requestText(asked), CHARS.asked)}"`;
  const text = `${question} The agent answered: ${passageOf(answer, telling, CHARS.answer)}`;
  return factLine(answer, { section: 'bearing', worth, text });
}

/** The files that sessions worked on, those named by words of the prompt first, in one line. */
async function filesLine(
  store: Store,
  sessions: readonly WorkedSession[],
  { telling, cwd }: { telling: ReadonlyMap<string, number>; cwd: string | undefined },
): Promise<ContextLine[]> {
  const [first] = sessions;
  const files = await filesWorkedOn(store, sessions, cwd);
  if (first === undefined || files.length === 0) return [];
  const named = files.toSorted((one, other) => weightIn(other, telling) - weightIn(one, telling));
  const text = `Worked on there: ${nameFiles(named.slice(0, FILES), CHARS.files)}`;
  return [factLine(first.checkpoint, { section: 'files', worth: WORTH.files, text })];
}
