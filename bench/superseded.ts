import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as LIMITS from '../src/core/limits.ts';
import type { EventId, ItemId } from '../src/core/model/ids.ts';
import type { Item } from '../src/core/model/item.ts';
import { asItem } from '../src/core/model/item.ts';
import { detectHedging } from '../src/derive/claim/detect-hedging.ts';
import { findSuperseded } from '../src/derive/claim/find-superseded.ts';
import { statementsIn } from '../src/derive/claim/statement.ts';
import { OPPOSED } from '../test/derive/opposed.ts';
import { RESTATED } from '../test/derive/restated.ts';
import { BESIDE_UNSEEN, OPPOSED_UNSEEN } from './support/distill/opposed-unseen.ts';
import type { Said } from './support/distill/restated-unseen.ts';
import { GIVES_SECOND, GIVES_UNSEEN, STAYS_SECOND, STAYS_UNSEEN } from './support/distill/restated-unseen.ts';
import type { BenchResult } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const CORPORA = ['commits-dev', 'long-chat-dev', 'locomo-dev'] as const;
const ALL = { compared: Number.POSITIVE_INFINITY, changes: Number.POSITIVE_INFINITY };
const PAGE = 100;
const PAGES = 100;

/** What gives way in pairs of sentences, and, as a count of what is wrongly taken for outdated, in real conversations. */
export async function run(): Promise<BenchResult> {
  const fitted = RESTATED.map(({ older, newer, gives }) => ({ pair: [older, newer] as const, gives }));
  const opposed = OPPOSED.map(({ older, newer, gives }) => ({ pair: [older, newer] as const, gives }));
  const pairs = {
    'pairs the rules were made with': [wanted(fitted, true), wanted(fitted, false)],
    'second pairs, then used to widen them': [GIVES_SECOND, STAYS_SECOND],
    'third pairs, never used': [GIVES_UNSEEN, STAYS_UNSEEN],
  } as const;
  const rules = {
    'stated rules that take another side': [wanted(opposed, true), wanted(opposed, false)],
    'others of them, never used': [OPPOSED_UNSEEN, BESIDE_UNSEEN],
  } as const;
  const rows = [
    ...Object.entries(pairs).map(([name, some]) => rowOf(name, some, 'prompt')),
    ...Object.entries(rules).map(([name, some]) => rowOf(name, some, 'knowledge')),
  ];
  const real = CORPORA.filter((name) => existsSync(placeOf(name))).map(measure);
  return {
    title: 'What is no longer true',
    about:
      'Pairs of sentences of which the first must give way to the second, or must not; as prompts, and the last two rows as stated rules. They are of the kinds that people say at work, some in German and Chinese.',
    columns: ['pairs', 'give way and do', 'must not and do'],
    rows,
    bounds: [],
    details: [
      {
        title: 'Real conversations',
        about:
          'Every prompt, message and stated rule compared with every other of its corpus: what gives way, what says of itself that it is doubtful or not to be kept, and what is bare assent; and the milliseconds for a page of 100 of them.',
        columns: ['corpus', 'texts', 'give way', 'doubtful', 'withheld', 'bare', 'p50', 'p95'],
        rows: real,
      },
    ],
    notes: NOTES,
  };
}

function wanted(pairs: readonly { pair: Said; gives: boolean }[], gives: boolean): Said[] {
  return pairs.filter((one) => one.gives === gives).map(({ pair }) => pair);
}

function rowOf(
  name: string,
  [gives, stays]: readonly [readonly Said[], readonly Said[]],
  kind: Item['kind'],
): (string | number)[] {
  const found = gives.filter((pair) => givesWay(pair, kind)).length;
  const wrong = stays.filter((pair) => givesWay(pair, kind)).length;
  return [name, `${found} of ${gives.length}`, `${wrong} of ${stays.length}`];
}

function givesWay([older, newer]: Said, kind: Item['kind']): boolean {
  return (
    findSuperseded([itemOf('older', { text: older, at: 1, kind }), itemOf('newer', { text: newer, at: 2, kind })])
      .size > 0
  );
}

function itemOf(id: string, { kind = 'prompt', ...said }: { text: string; at: number; kind?: Item['kind'] }): Item {
  const event = id.replace(/ .*/, '') as EventId;
  return asItem({
    id: id as ItemId,
    event,
    kind,
    ...said,
    author: 'agent',
    exposed: false,
    rule: 'bench@1',
    title: '',
    terms: '',
    detail: {},
    contentHash: 0,
  });
}

function placeOf(corpus: string): string {
  return join(DATA, 'bench/corpora', corpus, 'docs.jsonl');
}

function measure(corpus: string): (string | number)[] {
  const items = readItems(corpus);
  const gives = findSuperseded(items, ALL);
  if (process.env.CAIRN_BENCH_SHOW !== undefined) {
    const texts = new Map(items.map((item) => [item.id, item.text.slice(0, 200)]));
    for (const [older, newer] of gives) process.stderr.write(`${texts.get(older)}\n  <= ${texts.get(newer)}\n`);
  }
  const own = items.map(detectHedging);
  const times = Array.from({ length: PAGES }, (_, page) => {
    const some = Array.from({ length: PAGE }, (_, i) => items[(page * 7_919 + i * 31) % items.length] as Item);
    const start = performance.now();
    findSuperseded(some);
    for (const item of some) detectHedging(item);
    return performance.now() - start;
  });
  return [
    corpus,
    items.length,
    gives.size,
    own.filter(({ doubtful }) => doubtful).length,
    own.filter(({ withheld }) => withheld).length,
    own.filter(({ bare }) => bare).length,
    round(quantileOf(times, 0.5), 1),
    round(quantileOf(times, 0.95), 1),
  ];
}

function readItems(corpus: string): Item[] {
  const lines = readFileSync(placeOf(corpus), 'utf8').trim().split('\n');
  return lines.flatMap((line, n) => {
    const { role, text } = JSON.parse(line) as { role: string; text: string };
    if (role === 'tool') return [];
    const kind = role === 'assistant' ? 'message' : 'prompt';
    const stated = kind === 'message' ? [] : statementsIn(text);
    return [
      itemOf(`d${n}`, { text: text.slice(0, LIMITS.indexedChars), at: n, kind }),
      ...stated.map((statement, i) => itemOf(`d${n} ${i}`, { text: statement.text, at: n, kind: 'knowledge' })),
    ];
  });
}

const NOTES = [
  'The rules that take another side, and those that are only near each other, were written before they were compared; those never used were written with them and not looked at since.',
  'Precision counts more than recall: a memory that wrongly ranks last is lost, one that wrongly ranks beside its successor is read with its date.',
  'When they were first tried, 12 of the second 30 were found and 13 of the third 20, and of those that must not give way none of 30 and one of 20 did: a language called Go was taken for the verb. What that one showed was closed.',
  'The texts of real conversations hold nothing that the rules take for outdated. What was wrongly taken while they were made: an agent telling what it does next, a test that fails and then passes, a report of many lines.',
];
