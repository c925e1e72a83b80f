import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { omitUndefined } from '../src/core/omit-undefined.ts';
import { openBertEmbedder } from '../src/embeddings/bert/bert-embedder.ts';
import { readModelHeader } from '../src/embeddings/bert/open-model-file.ts';
import type { Embedder } from '../src/embeddings/embedder/embedder.ts';
import { withPrefixes } from '../src/embeddings/embedder/with-prefixes.ts';
import { findHits } from '../src/memory/read/find-hits.ts';
import { openBenchEmbedder, questionVector } from './support/bench-embedder.ts';
import { DIST } from './support/bench-home.ts';
import { LANGUAGE_SETS, type LanguageQuestion, readLanguageTexts } from './support/languages/language-texts.ts';
import { openCorpus } from './support/recall/corpus-store.ts';
import type { BenchResult } from './support/result.ts';

const MULTILINGUAL = fileURLToPath(new URL('../packages/model-e5-multilingual/model.cairn', import.meta.url));
const HITS = 5;
const WANTED = { words: 0.45, multilingual: 0.6 } as const;

/** What a question found, by places of the first right answer among the first five; 0 for none. */
type Found = LanguageQuestion & { place: number };

/** Asks questions in other languages than English, by words alone and with the vectors of two models. */
export async function run(): Promise<BenchResult> {
  const ways: [string, Found[]][] = [['words alone', await ask(undefined, 'best')]];
  for (const [name, open] of models()) {
    const embedder = open();
    try {
      ways.push([`words and ${name}`, await ask(embedder, 'best')]);
      ways.push([`${name} alone`, await ask(embedder, 'vectors')]);
    } finally {
      await embedder.close();
    }
  }
  return report(ways);
}

function models(): [string, () => Embedder][] {
  const multilingual: [string, () => Embedder][] = existsSync(MULTILINGUAL)
    ? [['multilingual-e5-small', openMultilingual]]
    : [];
  return [['MiniLM', () => openBenchEmbedder(undefined)], ...multilingual];
}

function openMultilingual(): Embedder {
  const { prefixes = { question: '', memory: '' } } = readModelHeader(MULTILINGUAL);
  return withPrefixes(openBertEmbedder({ path: MULTILINGUAL, entry: join(DIST, 'embedder.js') }), prefixes);
}

async function ask(embedder: Embedder | undefined, mode: 'best' | 'vectors'): Promise<Found[]> {
  const { docs, questions } = readLanguageTexts();
  const { store, docOf, now, close } = await openCorpus(docs, { embedder });
  try {
    const found: Found[] = [];
    for (const one of questions) {
      const vector = await questionVector(embedder, one.question);
      const asked = { query: one.question, limit: HITS, ...(mode === 'vectors' ? { mode } : {}) };
      const { hits } = await findHits(store, { ...asked, ...omitUndefined({ vector }) }, { now, userHome: '' });
      found.push({ ...one, place: 1 + hits.findIndex(({ id }) => one.gold.includes(docOf.get(id)?.id ?? '')) });
    }
    return found;
  } finally {
    await close();
  }
}

function report(ways: readonly [string, Found[]][]): BenchResult {
  const bounds = LANGUAGE_SETS.flatMap((set) => [
    ...bound(ways, { set, way: 'words alone', least: WANTED.words }),
    ...bound(ways, { set, way: 'words and multilingual-e5-small', least: WANTED.multilingual }),
  ]);
  const languages = [...new Set(ways.flatMap(([, found]) => found.map(({ language }) => language)))];
  return {
    title: 'Other languages',
    about:
      'Questions in Chinese, German, French, Spanish and Japanese over Chinese, English and mixed sessions, all in one memory (`bench/language-texts`, written for this). R@5 is the share of questions with a message of the right exchange among the first five hits. The multilingual model is `packages/model-e5-multilingual`.',
    columns: ['set', 'found by', 'questions', 'R@1', 'R@5', 'MRR'],
    rows: LANGUAGE_SETS.flatMap((set) =>
      ways.map(([way, found]) => [set, way, ...figuresOf(found.filter((one) => one.set === set))]),
    ),
    bounds,
    details: [
      {
        title: 'By the language of the question',
        about: 'R@5.',
        columns: ['language', 'questions', ...ways.map(([way]) => way)],
        rows: languages.map((language) => {
          const of = ways.map(([, found]) => found.filter((one) => one.language === language));
          return [language, of[0]?.length ?? 0, ...of.map((found) => recallAt(found, HITS))];
        }),
      },
    ],
  };
}

function bound(
  ways: readonly [string, Found[]][],
  { set, way, least }: { set: string; way: string; least: number },
): BenchResult['bounds'] {
  const found = ways.find(([name]) => name === way)?.[1].filter((one) => one.set === set);
  if (found === undefined) return [];
  const reached = recallAt(found, HITS);
  return [{ name: `${set}, ${way}: R@5`, wanted: `≥ ${least}`, reached: `${reached}`, met: reached >= least }];
}

function figuresOf(found: readonly Found[]): number[] {
  const mean = found.reduce((sum, { place }) => sum + (place > 0 ? 1 / place : 0), 0) / Math.max(found.length, 1);
  return [found.length, recallAt(found, 1), recallAt(found, HITS), Math.round(100 * mean) / 100];
}

function recallAt(found: readonly Found[], most: number): number {
  const right = found.filter(({ place }) => place > 0 && place <= most).length;
  return Math.round((100 * right) / Math.max(found.length, 1)) / 100;
}
