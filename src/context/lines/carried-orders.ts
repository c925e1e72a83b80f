import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Author } from '../../core/model/kinds.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { foreignWordsIn } from '../../derive/provenance/foreign-words.ts';
import { isInstruction } from '../../derive/provenance/is-instruction.ts';
import type { Readings } from '../../derive/provenance/readings.ts';
import { hashesOf, singleHash } from '../../derive/provenance/shingles.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { agentsSentences, isAgents, withoutSentences } from './agents-sentences.ts';
import type { ContextLine } from './context-line.ts';

/** Words of the orders that are searched for; memories of each kind that are compared, and characters of each. */
const WORDS = 40;
const COMPARED = 32;
const CHARS = 30_000;
const MOST_HASHES = 20_000;
/** Upper bound on the texts from outside of a project that are all compared; of more those are searched that are likely. */
const FEW = 96;
/** The host of an address or by itself, an address of mail or of a machine, a flag, a number with letters in parts; no file. */
const TOKEN =
  /https?:\/\/([\w.-]+)|[\w.+-]+@[\w-]+\.[a-z]{2,}|(?<![\w./@-])[a-z\d][a-z\d-]{0,60}(?:\.[a-z\d-]{1,60}){0,4}\.(?!(?:[cm]?[jt]sx?|json|md|py|go|rs|rb|java|kt|cs?|h|cpp|css|html?|ya?ml|toml|lock|txt|sh|sql|php|vue|xml|svg|png|env|log|csv)\b)[a-z]{2,20}\b(?![\w(/.]*\()|(?<![\w-])--[a-z][\w-]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?=[\w-]*\d)(?=[\w-]*[a-z])\w+(?:-\w+)+\b/gi;
/** The name of a package or an account. */
const NAME = /\b[a-z]+(?:-[a-z]+)+\b/g;
/** A run without spaces that is no word of prose. */
const CODES = /\S{0,200}(?:\w[._:@/$-]\w|[a-z][A-Z]|[a-zA-Z]\d|(?<!\w)--?[a-z])\S{0,200}/g;
/** Whose words an agent may have carried on. */
const SOURCES: readonly Author[] = ['web', 'tool', 'repo', 'person'];
const AT_LENGTH: ReadonlySet<Item['kind']> = new Set(['knowledge', 'message', 'summary']);

/** A line with those of an agent's sentences that are compared. */
interface Ordering {
  line: ContextLine;
  orders: ReadonlySet<string>;
  /** Each sentence counts as an order: an agent noted it as a rule. */
  isRule: boolean;
}

/**
 * Takes orders out of an agent's lines that an earlier session of the project may have carried in from outside: through a
 * file that the agent wrote, its instructions or a block of memory, so that the session itself read nothing from outside. An
 * order falls when it shares four words in a row, an address, a flag or a code with a text from outside that is the first to
 * hold them. What a session itself read was judged when its items were derived.
 */
export async function withoutCarriedOrders(
  store: Store,
  lines: readonly ContextLine[],
  project: ProjectId | undefined,
): Promise<ContextLine[]> {
  const ordering = project === undefined ? [] : await orderingOf(store, lines);
  if (project === undefined || ordering.length === 0) return [...lines];
  const carried = await carriedAmong(store, ordering, project);
  const touched = new Map(ordering.map(({ line, orders }) => [line, orders]));
  return lines.flatMap((line) => {
    const orders = touched.get(line);
    const text = withoutSentences(line.text, (one) => orders?.has(one) === true && carried.has(one));
    if (text === undefined) return [];
    return [text === line.text ? line : { ...line, text }];
  });
}

/** The orders that a text from outside was the first to hold. */
async function carriedAmong(
  store: Store,
  ordering: readonly Ordering[],
  project: ProjectId,
): Promise<ReadonlySet<string>> {
  const carriedIn = (sources: readonly Item[]): ReadonlySet<string> => {
    const readings = readingsOf(sources);
    return new Set(
      ordering.flatMap(({ orders, isRule }) => [...orders].filter((one) => isCarried(one, readings, isRule))),
    );
  };
  const { outside, others } = sourcesOf(
    store,
    ordering.flatMap(({ orders }) => [...orders]),
    project,
  );
  const found = await outside();
  // Who was the first to hold an order matters only where a text from outside holds some of it.
  if (!found.some(isFromOutside) || carriedIn(found).size === 0) return new Set();
  return carriedIn([...found, ...(await others())]);
}

/**
 * True for a sentence with a run of words, or an address, flag or number with letters, that came from outside; for an order also
 * with any name, which other sentences share with a page about the same code.
 */
function isCarried(sentence: string, readings: Readings, isRule: boolean): boolean {
  const isOrder = isRule || isInstruction(sentence);
  const runs: Readings = isOrder ? readings : { ...readings, isOnlyOutside: () => false };
  if (foreignWordsIn(sentence, runs, { facts: true }) !== undefined) return true;
  const tokens = [...sentence.matchAll(TOKEN), ...(isOrder ? sentence.matchAll(NAME) : [])];
  return tokens.some(([whole, host]) => readings.isOnlyOutside(singleHash(host ?? whole)));
}

async function orderingOf(store: Store, lines: readonly ContextLine[]): Promise<Ordering[]> {
  const told = lines.filter(({ section }) => section !== 'tripwires');
  const items = new Map((await store.items.get(told.map(({ id }) => id))).map((item) => [item.id, item]));
  return told.flatMap((line) => {
    const item = items.get(line.id);
    if (item === undefined || !isAgents(item, line)) return [];
    const orders = agentsSentences(line.text).filter((one) => isToldAtLength(item) || isInstruction(one));
    return orders.length === 0 ? [] : [{ line, orders: new Set(orders), isRule: item.kind === 'knowledge' }];
  });
}

/** True for a memory of an agent's own sentences, not of facts about its work: each of them counts, however it is worded. */
function isToldAtLength({ kind, detail }: Item): boolean {
  return AT_LENGTH.has(kind) || (kind === 'observation' && detail.observation === 'file-write');
}

/**
 * Memories of what was read or said by a person: those from outside, all of them where they are few, and the others. Otherwise
 * those that hold the most of the orders' words or of their addresses, flags and codes. Those from outside are searched for by
 * themselves, so that none is hidden behind the files that carried its words on.
 */
function sourcesOf(store: Store, orders: readonly string[], project: ProjectId) {
  const all: ItemFilter = { project, kinds: ['observation', 'prompt'], authors: SOURCES };
  const longest = (words: readonly string[]): string[] =>
    [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, WORDS);
  const words = longest(orders.flatMap(wordsOf));
  const codes = longest(orders.flatMap((order) => (order.match(CODES) ?? []).flatMap(wordsOf)));
  const find = async (exposed: boolean): Promise<Item[]> => {
    const found = new Map<ItemId, Item>();
    for (const some of [words, codes].filter(({ length }) => length > 0)) {
      const filter = { ...all, exposed };
      const { candidates } = await store.candidates.query({ words: some, phrases: [], filter, limit: COMPARED });
      for (const { item } of candidates) found.set(item.id, item);
    }
    return [...found.values()];
  };
  return {
    async outside(): Promise<Item[]> {
      const some = await store.items.list({ ...all, exposed: true }, { limit: FEW + 1 });
      return some.length <= FEW ? some : find(true);
    },
    others: () => find(false),
  };
}

function isFromOutside({ author, exposed }: Item): boolean {
  return author !== 'person' && exposed;
}

/** Who first held each run of words and each single word: text from outside, or the project and its people. */
function readingsOf(sources: readonly Item[]): Readings {
  const first = new Map<number, boolean>();
  for (const item of sources.toSorted((one, other) => one.at - other.at)) {
    const isOutside = isFromOutside(item);
    for (const hash of hashesOf(item.text.slice(0, CHARS), MOST_HASHES))
      if (!first.has(hash)) first.set(hash, isOutside);
  }
  return {
    authorOf: (hash) => (first.get(hash) === true ? 'web' : undefined),
    isOnlyOutside: (hash) => first.get(hash) === true,
    hasOutside: true,
  };
}
