import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asString, type JsonValue, objectsIn } from '../../../src/core/json.ts';

const LABELS = fileURLToPath(new URL('../../next-session-labels/twice.json', import.meta.url));

/** What a session needed that an earlier one had, or what it gave up since; all of the words must, none may, be told. */
export interface TwiceLabel {
  point: string;
  kind: string;
  must: string[];
  mustNot: string[];
}

/** Reads the labels that were confirmed by hand. */
export function twiceLabels(path: string = LABELS): TwiceLabel[] {
  if (!existsSync(path)) return [];
  return objectsIn(JSON.parse(readFileSync(path, 'utf8')) as JsonValue).map(({ point, kind, must, mustNot }) => ({
    point: asString(point) ?? '',
    kind: asString(kind) ?? '',
    must: wordsIn(must),
    mustNot: wordsIn(mustNot),
  }));
}

function wordsIn(list: JsonValue | undefined): string[] {
  return Array.isArray(list) ? list.flatMap((word) => asString(word) ?? []) : [];
}

/** How many needs a block meets, by kind, and how many statements in it somebody gave up since. */
export interface TwiceCount {
  kinds: Map<string, { told: number; of: number }>;
  harmed: number;
  ofHarm: number;
}

/** Counts over the points that were measured; the case of letters does not matter. */
export function countTwice(labels: readonly TwiceLabel[], told: ReadonlyMap<string, string>): TwiceCount {
  const count: TwiceCount = { kinds: new Map(), harmed: 0, ofHarm: 0 };
  for (const { point, kind, must, mustNot } of labels) {
    const text = told.get(point)?.toLowerCase();
    if (text === undefined) continue;
    const holds = (word: string): boolean => text.includes(word.toLowerCase());
    if (mustNot.length > 0) {
      count.ofHarm += 1;
      if (mustNot.some(holds)) count.harmed += 1;
    }
    if (must.length === 0) continue;
    const known = count.kinds.get(kind) ?? { told: 0, of: 0 };
    count.kinds.set(kind, { told: known.told + Number(must.every(holds)), of: known.of + 1 });
  }
  return count;
}
