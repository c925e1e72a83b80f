import { buildContext } from '../../../src/context/context.ts';
import type { BlockRequest } from '../../../src/context/lines/block-request.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import { toEntry } from '../../../src/retrieval/entries/entry.ts';
import { rankItems } from '../../../src/retrieval/search/search.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { createRandom } from '../generated/varied-text.ts';

/** What is asked for: the memory, and the request for a block; `seed` for what is drawn at random. */
export interface AskedBlock {
  store: Store;
  request: BlockRequest;
  seed: number;
}

const MOST = 100_000;
const START_SHARE = 0.6;

/** The way that Cairn tells, and those that know nothing of the prompt. */
export const BLOCK = 'block of the prompt';
export const PLAIN_WAYS: readonly string[] = ['newest memories', 'memories at random'];

/** Ways to choose a text within the token budget of a prompt, by name. */
export const WAYS: Readonly<Record<string, (asked: AskedBlock) => Promise<string>>> = {
  [BLOCK]: async ({ store, request }) => textOf(await buildContext(store, request)),
  'blocks of the start and of the prompt': async ({ store, request }) => {
    const budget = Math.floor(START_SHARE * request.budget);
    const start = await buildContext(store, { ...request, occasion: 'start', trigger: 'startup', budget });
    const prompt = await buildContext(store, { ...request, budget: request.budget - start.tokens });
    return `${textOf(start)}\n${textOf(prompt)}`;
  },
  'best hits of a search for the prompt': async ({ store, request }) => {
    const { prompt: query = '', project, now, vector, budget } = request;
    const { ranked } = await rankItems(
      store,
      { filter: omitUndefined({ project }), query, ...omitUndefined({ vector }) },
      now,
    );
    return packed(
      ranked.map(({ item }) => item),
      budget,
    );
  },
  'newest memories': async ({ store, request }) => packed(await itemsOf(store, request), request.budget),
  'memories at random': async ({ store, request, seed }) => {
    const random = createRandom(seed + 1);
    const keyed = (await itemsOf(store, request)).map((item) => ({ item, key: random() }));
    const drawn = keyed.toSorted((one, other) => one.key - other.key);
    return packed(
      drawn.map(({ item }) => item),
      request.budget,
    );
  },
};

async function itemsOf(store: Store, { project }: BlockRequest): Promise<Item[]> {
  return store.items.list(omitUndefined({ project }), { limit: MOST });
}

/** Whole memories in the form of search results, as many as fit into `budget` tokens. */
export function packed(items: readonly Item[], budget: number): string {
  const lines: string[] = [];
  let left = budget;
  for (const item of items) {
    const { title, snippet, tokens } = toEntry(item, { agents: new Map() });
    if (tokens > left) break;
    left -= tokens;
    lines.push(`${title}\n${snippet}`);
  }
  return lines.join('\n');
}

function textOf({ lines }: { lines: readonly { text: string }[] }): string {
  return lines.map(({ text }) => text).join('\n');
}
