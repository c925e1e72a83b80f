import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askCorpus } from '../../bench/support/recall/ask-corpus.ts';
import { openCorpus } from '../../bench/support/recall/corpus-store.ts';
import { type Answered, keyOf, measure } from '../../bench/support/recall/recall-metrics.ts';
import { FLOORS, productOrders } from '../../bench/support/recall/recall-orders.ts';
import { findSets, reachedOf } from '../../bench/support/recall/recall-sets.ts';
import { CAPABILITIES } from '../../src/agents/claude-code/capabilities.ts';
import { hashBase32 } from '../../src/core/hash.ts';
import { parseJson } from '../../src/core/json.ts';
import * as LIMITS from '../../src/core/limits.ts';
import type { StoredEvent } from '../../src/core/model/event.ts';
import type { EventId } from '../../src/core/model/ids.ts';
import { projectId, sessionId } from '../../src/core/model/ids.ts';
import { statementsIn } from '../../src/derive/claim/statement.ts';
import { deriveEvent } from '../../src/derive/event/derive-event.ts';
import { readFile } from '../agents/claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { flatDetail } from '../support/flat-detail.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const FOLDERS = ['transcripts/claude-code', 'transcripts/claude-code-team'];

/** The events of the real transcripts, as a log would hold them. */
function realEvents(): StoredEvent[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(DATA, folder, name)),
  );
  const told = files.filter((path) => path.endsWith('.jsonl')).flatMap((path) => readFile(path).events);
  return foldEvents(told, CAPABILITIES.authority).map(toStored);
}

function toStored(event: Folded, index: number): StoredEvent {
  const { key, cwd = '/', ...rest } = event;
  return {
    ...rest,
    id: `e_${hashBase32([key])}` as EventId,
    seq: index + 1,
    session: sessionId(event.agent, event.agentSession),
    project: projectId(cwd),
    cwd,
    privacy: 1,
  };
}

test('every event of the real transcripts is derived within the limits, the same twice', (context) => {
  const events = realEvents();
  const counts: Record<string, number> = {};
  let exposing = 0;
  for (const event of events) {
    const projectRoot = event.cwd ?? '/';
    const derived = deriveEvent(event, { projectRoot });
    const { items, exposedAt } = derived;
    assert.deepEqual(deriveEvent(event, { projectRoot }), derived);
    if (exposedAt !== undefined) exposing += 1;
    for (const item of items) {
      const kind = [item.kind, flatDetail(item).observation ?? flatDetail(item).knowledge, item.author]
        .filter(Boolean)
        .join(' ');
      counts[kind] = (counts[kind] ?? 0) + 1;
      assert.ok(item.title.length <= LIMITS.titleChars && item.text.length <= LIMITS.indexedChars);
      assert.notEqual(item.title, '');
    }
    const isTool = event.body.kind === 'tool.end';
    assert.equal(
      items.filter((item) => item.kind === 'observation').length,
      isTool || event.body.kind === 'subagent.end' ? 1 : 0,
    );
  }
  context.diagnostic(`${events.length} events, ${exposing} let the session read something untrusted`);
  for (const [kind, count] of Object.entries(counts).sort()) context.diagnostic(`${count} ${kind}`);
});

test('few of the real prompts state a rule', (context) => {
  const lines = readFileSync(join(DATA, 'bench/corpora/commits-dev/docs.jsonl'), 'utf8').split('\n');
  const docs = lines.map((line) => parseJson(line) as { role?: string; text?: string } | undefined);
  const prompts = new Set(docs.flatMap((doc) => (doc?.role === 'user' && doc.text !== undefined ? [doc.text] : [])));
  const stated = [...prompts].flatMap(statementsIn);
  context.diagnostic(`${prompts.size} prompts, ${stated.length} rules`);
  for (const { kind, text } of stated) context.diagnostic(`${kind}: ${text}`);
  assert.ok(stated.length >= 1 && stated.length <= prompts.size * 0.04, `${stated.length} of ${prompts.size}`);
});

test('by words alone, ranking is nowhere worse than BM25 over any of the words', async (context) => {
  for (const { corpus, about } of await findSets(DATA)) {
    const plain = new Map<string, Answered>();
    const ranked = new Map<string, Answered>();
    for (const [group, questions] of Map.groupBy(corpus.questions, (question) => question.group)) {
      const docs = corpus.docs.filter((doc) => doc.group === group);
      const of = await openCorpus(docs, {});
      for (const question of questions) {
        const asked = { query: question.query, vector: undefined };
        const cost = { id: question.id, ms: Number.NaN, tokens: Number.NaN };
        plain.set(keyOf(question), { ...cost, ...(await FLOORS.BM25(of, asked)) });
        ranked.set(keyOf(question), { ...cost, ...(await productOrders(of, asked)).all });
      }
      await of.close();
    }
    const [floor, reached] = [plain, ranked].map((answers) => measure(corpus.questions, answers));
    for (const answer of ['items', 'sessions'] as const) {
      if (floor?.[answer].questions === 0) continue;
      const [least = 0, mrr = 0] = [floor?.[answer].mrr, reached?.[answer].mrr];
      context.diagnostic(`${about}, ${answer}: MRR ${mrr.toFixed(3)}, plain ${least.toFixed(3)}`);
      assert.ok(mrr >= least, `${about}, ${answer}: ${mrr}, plain ${least}`);
    }
  }
});

test('what was superseded, taken back or is of another scope stays away from the first five', async (context) => {
  const set = (await findSets(DATA)).find(({ corpus }) => corpus.name === 'automemorybench');
  assert.ok(set !== undefined);
  const measured = measure(set.corpus.questions, await askCorpus(set.corpus, (message) => context.diagnostic(message)));
  for (const goal of set.goals) {
    const reached = reachedOf(goal, measured);
    context.diagnostic(`${goal.key}: ${reached}`);
    assert.ok(goal.key === 'forbidden' ? reached <= 2 : reached >= 90, `${goal.key}: ${reached}`);
  }
});
