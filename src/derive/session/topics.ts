import type { ItemId } from '../../core/model/ids.ts';
import { itemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { identifierParts } from '../../core/text/terms.ts';
import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { isFunctionWord } from '../claim/claim-words.ts';
import { isRequest } from '../event/is-request.ts';
import { makeSessionItem } from '../item/make-item.ts';
import { RULES, ruleName } from '../item/rules.ts';
import { unquotedText } from '../provenance/quoted.ts';
import { isDoubtful, isSentence, ownPath } from '../provenance/tellable.ts';
import { someIds } from './sentences/best-sentences.ts';
import { FrequencyCounter, type SeenCount } from './sentences/count-frequent.ts';
import { statementSentences } from './sentences/statement-patterns.ts';
import type { DistilledSession } from './session-reducer.ts';

/** A name that recurs in a session, with the items and files in which it occurs. */
export interface Topic extends SeenCount {
  words: string;
  ids: ItemId[];
  files: string[];
  exposed: boolean;
}

const MAX_TOPICS = 6;
const MAX_ITEMS = 3;
const MAX_SEEN = 400;
const MAX_FILES = 4;
const MIN_SCORE = 4;
const MAX_CHARS = 48;
const SAYINGS_READ = 12;
const NAMES_READ = 600;
/** Names of folders and files that nearly every project has. */
const EVERYWHERE = wordSet(
  `src lib libs app apps test tests spec specs cmd pkg internal index main mod init readme package config packages docs doc
  scripts script bin dist build public assets static utils util helpers helper common core types type components component
  pages page server client api mix cargo go tsconfig makefile dockerfile tmp home users claude agents memory skill license
  changelog gitignore settings env local controllers controller models model views view routes services service handlers handler cli node modules users work workspace repo project lock exs live web plan todo`,
);
/** The scope of a commit, as in `fix(billing): …`. */
const SCOPE = /^[a-z]{2,10}\(([\w./ -]{2,40})\)!?:/i;
const ISSUE = /\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b/g;
const CODE_NAME = /`([\p{L}_$][\p{L}\p{N}_$.:/-]{2,46}?)(?:\(\))?`/gu;
const PHRASE_WORD = /[\p{L}][\p{L}\p{N}_-]{2,30}/gu;

/** Finds what a session is about, by the names that recur in it; one pass over its items, bounded. */
export class Topics {
  readonly #seen: FrequencyCounter<Topic> = new FrequencyCounter(MAX_SEEN);

  take(item: Item): void {
    if (item.kind === 'observation') this.#takeFiles(item);
    else if (item.kind === 'commit') {
      if (item.detail.quoted === undefined) this.#takeCommit(item);
    } else if (item.detail.subagent !== undefined) return;
    else if (isRequest(item)) this.#takeWords(item);
    else if (item.kind === 'message') this.#takeNames(item, unquotedText(item).slice(0, NAMES_READ), 1);
  }

  /** At most six topics, the most frequent first; of names that share a part only the most frequent one. */
  list(): Topic[] {
    const chosen: Topic[] = [];
    for (const [key, topic] of this.#seen.top(MAX_TOPICS * 6)) {
      if (chosen.length >= MAX_TOPICS || topic.count < MIN_SCORE) break;
      const parts = new Set(key.split(' '));
      const isChosen = chosen.some(({ words }) =>
        keyOf(words)
          .split(' ')
          .some((part) => part.length > 3 && parts.has(part)),
      );
      if (!isChosen) chosen.push(topic);
    }
    return chosen;
  }

  #takeFiles(item: Item): void {
    const changed = item.detail.filesChanged ?? [];
    for (const file of changed) this.#takePath(item, file, 3);
    if (changed.length === 0) for (const file of item.detail.filesRead ?? []) this.#takePath(item, file, 0.5);
  }

  #takePath(item: Item, file: string, weight: number): void {
    const name = baseName(file).replace(/(?:[._-](?:test|tests|spec))?\.[a-z0-9]{1,6}$/i, '');
    const folder = file
      .split('/')
      .slice(0, -1)
      .findLast((part) => !EVERYWHERE.has(part.toLowerCase()));
    this.#note(item, name, { weight, file });
    if (folder !== undefined && !file.startsWith('/')) this.#note(item, folder, { weight: weight / 3, file });
  }

  #takeCommit(item: Item): void {
    const scope = SCOPE.exec(item.text)?.[1];
    if (scope !== undefined) this.#note(item, scope, { weight: 4 });
    this.#takePairs(item, item.text.split('\n', 1)[0] ?? '', 3);
  }

  #takeWords(item: Item): void {
    for (const { text } of statementSentences(item).slice(0, SAYINGS_READ)) {
      this.#takeNames(item, text, 2);
      this.#takePairs(item, text, 2);
    }
  }

  /** Counts keys of issues, and names in backticks. */
  #takeNames(item: Item, text: string, weight: number): void {
    for (const [issue] of text.matchAll(ISSUE)) this.#note(item, issue, { weight: weight * 2 });
    if (!text.includes('`')) return;
    for (const [, name = ''] of text.matchAll(CODE_NAME)) this.#note(item, name, { weight });
  }

  /** Counts pairs of adjacent content words: names of things in prose. */
  #takePairs(item: Item, text: string, weight: number): void {
    let before: { word: string; end: number } | undefined;
    for (const match of text.slice(0, 280).matchAll(PHRASE_WORD)) {
      const [word] = match;
      const isContentWord = word.length > 3 && !isFunctionWord(word.toLowerCase()) && !PLAIN.has(word.toLowerCase());
      if (!isContentWord) {
        before = undefined;
        continue;
      }
      if (before?.end === match.index - 1 && text[before.end] === ' ')
        this.#note(item, `${before.word} ${word}`.toLowerCase(), { weight: weight * 0.75 });
      before = { word, end: match.index + word.length };
    }
  }

  #note(item: Item, words: string, { weight, file }: { weight: number; file?: string }): void {
    const key = keyOf(words);
    if (key.length < 3 || words.length > MAX_CHARS || EVERYWHERE.has(key) || /^[\d\s.-]*$/.test(words)) return;
    if (isSentence(words)) return;
    const before = this.#seen.get(key);
    const { ids = [], files = [] } = before ?? {};
    this.#seen.set(key, {
      words: before?.words ?? words,
      count: (before?.count ?? 0) + weight,
      at: item.at,
      ids: someIds(ids, [item.id]),
      files: file === undefined || files.includes(file) || files.length >= MAX_FILES ? files : [...files, file],
      exposed: (before?.exposed ?? false) || isDoubtful(item),
    });
  }
}

/** Common words of work, which are no part of a topic. */
const PLAIN = wordSet(
  `file files code test tests line lines change changes update updated updates check function method class error errors
  add adding added create creating created implement implementing implemented fix fixing fixed remove removed make making
  look looking read reading write writing find found need needs start started starting first second next last latest
  current existing issue issues work working works want wants good great perfect sure look like know think understand
  understanding verify review properly correctly right call called calls pass passed passing fail failed failing complete
  completed done task tasks step steps implementation understanding command commands output value values data result
  results option options question user users before after each both just also different same main help many much
  approach case cases example examples case time thing things info information`,
);

function keyOf(words: string): string {
  return identifierParts(words).join(' ');
}

/** The first three topics of a session as items, so that search finds them. */
export function topicItems(session: DistilledSession, topics: readonly Topic[]): Item[] {
  return topics.slice(0, MAX_ITEMS).map(({ words, files, exposed }) => {
    return makeSessionItem({
      id: itemId('topic', session.id, `${ruleName(RULES.topic)}:${keyOf(words)}`),
      session: session.id,
      project: session.project,
      at: session.lastAt,
      kind: 'topic',
      rule: RULES.topic,
      author: 'agent',
      exposed,
      title: words,
      text: [words, ...files.map(ownPath)].join('\n'),
      detail: {},
    });
  });
}
