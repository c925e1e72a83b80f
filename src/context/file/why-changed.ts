import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { baseName, cutText } from '../../core/text/text.ts';
import { isAddressedToSession, isRequest, requestText } from '../../derive/event/is-request.ts';
import { isTalk, STOP_WORDS } from '../../retrieval/text/stop-words.ts';
import { mayQuote, quotableWords, sayable } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine, sourceOf } from '../lines/context-line.ts';
import { agentsAccount } from './agents-account.ts';

const ASKED_CHARS = 150;
/** Prompts around a change, messages and observations after it that are read. */
const PROMPTS = 6;
const MESSAGES = 40;
const OBSERVATIONS = 150;
/** Words that tell a subject, at least, in a request that explains a change by itself. */
const TELLING_WORDS = 3;
/** Files that a turn changed, at most, for its request to explain the change of each by itself. */
const FILES = 4;
/** Requests about the repository's state, not about what a file does. */
const HOUSEKEEPING =
  /\b(?:merge conflicts?|conflicts?|rebas\w+|merge (?:main|master|it|in)|lint(?:er|ing)?|commit (?:this|it|all|and)|push (?:it|this|to)|open (?:a |the )?pr|make a pr|run (?:the )?tests?)\b/i;

/** Says why, or what the file does now; an account without such words only repeats what the file shows. */
const REASON =
  /\b(?:because|since|so that|instead|rather than|to (?:avoid|prevent|ensure|handle|check|send|keep|allow|make sure|support)|before|after|no longer|even (?:if|when)|only|otherwise|fall(?:s|ing)? ?back|without|never|always|must|weil|damit|statt|sonst|nicht mehr|nur)\b/i;
/** A line that was pasted: quoted, of a diff, of a log. */
const PASTED = /^\s*(?:[>›+|]|-{2,}|@@|\d{4}-\d\d-\d\d)/;

const PATH = /\S*\/\S*/g;

/** A turn in which a file was changed. */
interface ChangingTurn {
  change: Item;
  path: string;
  /** The last request with content up to the change; its words where they tell a subject, else ''. */
  request: Item | undefined;
  asked: string;
  /** True when the request is the turn's own prompt. */
  isOwn: boolean;
  /** When the next turn began; `undefined` for the session's last one. */
  until: number | undefined;
}

/**
 * The line for a turn that changed a file: what was asked, and what the agent said of the file when it was done. None
 * where neither tells more than that it was changed.
 */
export async function whyChanged(
  store: Store,
  { change, path, worth }: { change: Item; path: string; worth: number },
): Promise<ContextLine[]> {
  const turn = await turnOf(store, change, path);
  const { request, asked } = turn;
  const account = await accountAfter(store, turn);
  const place = { section: 'changes', worth };
  const when = `Changed ${dateOf(change.at)}`;
  if (request !== undefined && asked !== '') {
    const label = `${when}, asked ${sourceOf(request)}: "${cutText(asked, ASKED_CHARS)}"`;
    if (account !== undefined) {
      return [factLine(account.item, { ...place, text: `${label} The agent answered: ${account.words}` })];
    }
    const explains = turn.isOwn && (namesPart(asked, path) || (await filesOfTurn(store, turn)) <= FILES);
    return explains ? [factLine(request, { ...place, text: label })] : [];
  }
  if (account === undefined || !REASON.test(account.words)) return [];
  return [factLine(account.item, { ...place, text: `${when}. The agent answered: ${account.words}` })];
}

async function turnOf(store: Store, change: Item, path: string): Promise<ChangingTurn> {
  const filter = { kinds: ['prompt'] as const, ...omitUndefined({ session: change.session }) };
  const before = await store.items.list({ ...filter, until: change.at }, { limit: PROMPTS });
  const after = await store.items.list({ ...filter, since: change.at + 1 }, { limit: PROMPTS, oldestFirst: true });
  const prompts = before.filter(isAddressedToSession);
  const request = prompts.find(isRequest);
  const asked = request === undefined || !mayQuote(request) ? '' : sayable(requestText(withoutPaste(request)));
  return {
    change,
    path,
    request,
    asked: tellsSubject(asked) ? asked : '',
    isOwn: request === prompts[0],
    until: after.find(isAddressedToSession)?.at,
  };
}

/** A prompt without its pasted lines; one that has marked quotations stays as it is. */
function withoutPaste(prompt: Item): Pick<Item, 'text' | 'detail'> {
  if (prompt.detail.quoted !== undefined) return prompt;
  const own = prompt.text.split('\n').filter((line) => !PASTED.test(line));
  return { detail: prompt.detail, text: own.join('\n') };
}

/** What the agent said last of a file within the turn that changed it. */
async function accountAfter(
  store: Store,
  { change, path, until }: ChangingTurn,
): Promise<{ item: Item; words: string } | undefined> {
  const filter = {
    kinds: ['message'] as const,
    since: change.at,
    ...omitUndefined({ session: change.session, until }),
  };
  const messages = await store.items.list(filter, { limit: MESSAGES });
  for (const item of messages) {
    if (!mayQuote(item)) continue;
    const words = sayable(agentsAccount(quotableWords(item), path));
    if (words !== '') return { item, words };
  }
  return undefined;
}

async function filesOfTurn(store: Store, { change, request, until }: ChangingTurn): Promise<number> {
  const filter = {
    kinds: ['observation'] as const,
    ...omitUndefined({ session: change.session, since: request?.at, until }),
  };
  const done = await store.items.list(filter, { limit: OBSERVATIONS });
  return new Set(done.flatMap(({ detail }) => detail.filesChanged ?? [])).size;
}

/** True for a text with a word of the file's name. */
export function namesPart(text: string, path: string): boolean {
  const words = new Set(wordsOf(text));
  const [stem = ''] = baseName(path).split('.');
  return wordsOf(stem).some((word) => word.length > 3 && words.has(word));
}

/** True for words that tell a subject: not only talk, the names of files, or what concerns the repository's state. */
export function tellsSubject(asked: string): boolean {
  if (asked === '' || HOUSEKEEPING.test(asked)) return false;
  const telling = new Set(
    wordsOf(asked.replace(PATH, ' '))
      .filter((word) => word.length > 2 && !STOP_WORDS.has(word))
      .map(stemOf),
  );
  return [...telling].filter((stem) => !isTalk(stem)).length >= TELLING_WORDS;
}
