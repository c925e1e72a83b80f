import { detailOfKind, type Item } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import { tellingPassage } from '../../retrieval/passage/telling-passage.ts';
import { isCurrentKnowledge } from '../../retrieval/validity/is-current.ts';
import { mayQuote, nameOf, sayable } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import type { BlockRequest } from '../lines/block-request.ts';
import { type ContextLine, commitSubject, dateOf, factLine, knowledgeLine, sourceOf } from '../lines/context-line.ts';
import { type Exchange, exchangesOf } from './exchanges.ts';
import { gistOf } from './gist.ts';
import { itemsBy, openLines } from './open-lines.ts';
import { isOwnBranch } from './relate-sessions.ts';
import type { Thread, ThreadState } from './thread.ts';
import { filesLine } from './thread-files.ts';

/** Upper bounds on the lines of a thread; characters of a request, of the last answer and earlier ones, and of commits. */
const MOST = {
  exchanges: 3,
  decisions: 2,
  asked: 160,
  of: 240,
  answer: 360,
  earlier: 160,
  commits: 240,
  files: 3,
  named: 120,
} as const;
const BEGINNING_CHARS = 60;
/** Worth of a line: what was asked last comes first, what was done last. */
const WORTH = { last: 900, before: 200, decided: 300, commits: 120, other: 100 } as const;

/** The lines about a thread for a session that goes on with it; `session` itself may be the last of it. */
export async function threadLines(
  store: Store,
  { sessions, because }: Thread,
  { place, session: asking, prompt }: Pick<BlockRequest, 'place' | 'session' | 'prompt'>,
): Promise<ContextLine[]> {
  const isOwn = sessions[0].session.id === asking;
  // A prompt that is about it brings what was asked on the way.
  const isWhole = isOwn || prompt !== undefined;
  const exchanges: Exchange[] = [];
  for (const one of sessions) {
    if (exchanges.length >= (isWhole ? MOST.exchanges : 1)) break;
    exchanges.push(...(await exchangesOf(store, one)));
  }
  const open = await openLines(store, sessions[0], isOwn);
  const told = new Set(open.map(({ id }) => id));
  const asked = exchanges.filter((one) => one.answer !== undefined || !told.has(one.asked.id));
  const [last, ...earlier] = asked;
  const chosen = isWhole ? asked.slice(0, MOST.exchanges) : [last ?? [], earlier.at(-1) ?? []].flat();
  const lines = chosen.map((one, place) => exchangeLine(one, place, isWhole ? 'before that' : 'at its beginning'));
  const all = [
    ...lines,
    ...open,
    ...(await filesLine(store, sessions, place?.cwd)),
    ...(await decisionsIn(store, sessions)).filter((item) => !isToldIn(item, lines)).map(decisionLine),
    ...(await commitsLine(store, sessions)),
  ];
  const from = isOwn ? 'this session' : (because ?? 'the last work here');
  return all.map((line) => ({ ...line, why: `${line.why ?? 'Belongs to it'}, in ${from}` }));
}

/** A line for each of some threads: its state, its branch, what was asked last in it and the files that it changed. */
export async function stateLines(store: Store, threads: readonly Thread[]): Promise<ContextLine[]> {
  const lines = await Promise.all(
    threads.map(async ({ sessions: [last], state }, place) => {
      const [exchange] = await exchangesOf(store, last);
      if (exchange === undefined) return [];
      const { asked } = exchange;
      const files =
        last.files.length === 0 ? '' : ` Changed: ${nameFiles(last.files.slice(0, MOST.files), MOST.named)}`;
      const where = isOwnBranch(last.session.branch) ? ` on ${nameOf(last.session.branch)}` : '';
      const text = `Another thread${STATE[state]}${where}, asked last ${sourceOf(asked)}, ${dateOf(asked.at)}: "${cutText(requestText(asked), MOST.asked)}"${files}`;
      return [
        factLine(asked, {
          section: 'thread',
          worth: WORTH.other - place,
          text,
          why: 'Another thread of the last days',
        }),
      ];
    }),
  );
  return lines.flat();
}

const STATE: Readonly<Record<ThreadState, string>> = { open: ', left open', done: ', done', unknown: '' };

/** A request with the beginning of its answer, on one line. */
function exchangeLine({ asked, answer, of }: Exchange, place: number, when: string): ContextLine {
  const label = `Asked ${place === 0 ? 'last' : when} ${sourceOf(asked)}, ${dateOf(asked.at)}`;
  const before = of === undefined ? '' : ` of what the agent had said: ${gistOf(of, MOST.of)}`;
  const question = `${label}: "${cutText(requestText(asked), MOST.asked)}"${before}`;
  const why = `What was asked ${place === 0 ? 'last' : when}`;
  const at = { section: 'thread', worth: place === 0 ? WORTH.last : WORTH.before - place * 20, why };
  const gist = answer === undefined ? '' : tellingPassage(answer, new Map(), place === 0 ? MOST.answer : MOST.earlier);
  if (answer === undefined || gist === '') return factLine(asked, { ...at, text: question });
  return factLine(answer, { ...at, text: `${question} The agent ended: ${gist}` });
}

/** The subjects of the last commits. */
async function commitsLine(store: Store, sessions: Thread['sessions']): Promise<ContextLine[]> {
  const progress = sessions.flatMap(({ checkpoint }) => (checkpoint.detail.checkpoint.progress ?? []).toReversed());
  const items = await itemsBy(
    store,
    progress.flatMap(({ ids }) => ids.slice(0, 1)),
  );
  const commits = [...items.values()].filter((item) => item.kind === 'commit' && mayQuote(item));
  const told = commits.map((commit) => cutText(commitSubject(commit), MOST.asked));
  const subjects = [...new Set(told)].filter((subject) => subject !== '').join('; ');
  const [first] = commits;
  if (first === undefined || subjects === '') return [];
  const text = `Committed: ${cutText(subjects, MOST.commits)}`;
  return [factLine(first, { section: 'thread', worth: WORTH.commits, text, why: 'What was committed' })];
}

/** What a person decided or refused in the sessions of a thread, and nobody took back. */
async function decisionsIn(store: Store, sessions: Thread['sessions']): Promise<Item[]> {
  const decided = sessions.flatMap(({ checkpoint }) => (checkpoint.detail.checkpoint.decisions ?? []).toReversed());
  const items = await itemsBy(
    store,
    decided.flatMap(({ ids }) => ids.slice(0, 1)),
  );
  return [...items.values()]
    .filter((item) => item.author === 'person' && isCurrentKnowledge(item) && mayQuote(item) && !isPick(item))
    .slice(0, MOST.decisions);
}

/** True for an answer to an agent's question: it says little without the question. */
function isPick(item: Item): boolean {
  return detailOfKind(item, 'knowledge').reply !== undefined;
}

function decisionLine(item: Item, place: number): ContextLine {
  return knowledgeLine(item, { section: 'thread', worth: WORTH.decided - place, why: 'What a person decided' });
}

/** True for a decision whose beginning stands in the request that it was stated in. */
function isToldIn(item: Item, lines: readonly ContextLine[]): boolean {
  const beginning = sayable(item.text).slice(0, BEGINNING_CHARS);
  return lines.some(({ text }) => text.includes(beginning));
}
