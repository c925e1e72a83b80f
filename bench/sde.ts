// `npm run bench:sde -- FILE [--json] [--blocks FOLDER]`: bug reports that are fixed right the first time only if a past
// conversation is known (vectorize-io/sde-bench): is the right conversation found first, and is its policy told?

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contextReads } from '../src/context/context-reads.ts';
import type { SessionId } from '../src/core/model/ids.ts';
import { omitUndefined } from '../src/core/omit-undefined.ts';
import { countTokens } from '../src/core/text/tokens.ts';
import type { Embedder } from '../src/embeddings/embedder/embedder.ts';
import { resolveIds, sessionOf } from '../src/retrieval/query/resolve-id.ts';
import { rankSessions } from '../src/retrieval/ranking/rank-sessions.ts';
import { rankItems } from '../src/retrieval/search/search.ts';
import { openBenchEmbedder, questionVector } from './support/bench-embedder.ts';
import { openBenchMemory } from './support/bench-memory.ts';
import { describeMachine } from './support/machine.ts';
import { openPlainIndex, type PlainIndex } from './support/plain-index.ts';
import { toMarkdown } from './support/result.ts';
import { type Conversation, readBenchFile, type Task } from './support/sde/conversations.ts';
import { layOutConversations } from './support/sde/lay-out-conversations.ts';
import { POLICY_WORDS } from './support/sde/policy-words.ts';

const SETTLED_MS = 3_600_000;
const LATER_MS = 120_000;
/** Tokens that a prompt's block may have by default. */
const SMALL = 250;

interface MeasuredTask {
  task: string;
  /** Place of the right conversation (the latest of an amended task) among the sessions, from 1; 0: not among them. */
  rank: number;
  ftsRank: number;
  /** True where the amendment comes before what it amends; absent for a task without one. */
  amendmentFirst?: boolean;
  tokens: number;
  /** Lines of the prompt's block, and those of them about the right conversation. */
  lines: number;
  ownLines: number;
  /** Points of the policy told, of all; by a prompt's block of 250 tokens; in the last 250 tokens of the right conversation. */
  told: number;
  toldIn250: number;
  toldAtItsEnd: number;
  points: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    blocks: { type: 'string' },
    embed: { type: 'boolean', default: false },
  },
});
const [file = ''] = positionals;
const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
const embedder = values.embed ? openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS) : undefined;
try {
  const measured = await measure(readBenchFile(file), scratch, embedder);
  process.stdout.write(
    values.json ? `${JSON.stringify(measured, undefined, 1)}\n` : toMarkdown(pageOf(measured), describeMachine()),
  );
} finally {
  await embedder?.close();
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(
  { tasks, conversations }: { tasks: Task[]; conversations: Conversation[] },
  home: string,
  embedder: Embedder | undefined,
): Promise<MeasuredTask[]> {
  const project = join(home, 'work', 'boltons');
  mkdirSync(project, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', project], { stdio: 'ignore' });
  execFileSync('git', ['-C', project, 'remote', 'add', 'origin', 'https://github.com/mahmoud/boltons.git']);
  const until = Date.parse('2026-06-01T12:00:00Z');
  const bySession = layOutConversations(conversations, { home, project, until });
  const { memory, store, settings } = openBenchMemory(join(home, '.cairn'), { userHome: home, embedder });
  const fts = openPlainIndex(conversations.map(({ turns }) => turns.map(({ text }) => text).join('\n')));
  try {
    for await (const _progress of memory.import({}));
    await memory.settled({ timeoutMs: SETTLED_MS });
    const reads = contextReads(store, { ...settings, userHome: home });
    const sessions = new Map(
      (await store.log.sessions({ limit: 1_000 })).map(({ id, agentSession }) => [id, bySession.get(agentSession)]),
    );
    const now = until + LATER_MS;
    const measured: MeasuredTask[] = [];
    for (const task of tasks) {
      const asked = omitUndefined({ vector: await questionVector(embedder, task.report) });
      const start = (await reads.context({ cwd: project }, now)).text;
      const about = { cwd: project, prompt: task.report, ...asked };
      const prompt = await reads.context(about, now);
      const small = await reads.context({ ...about, budget: SMALL }, now);
      const told = await resolveIds(
        store,
        prompt.items.map(({ id }) => id),
      );
      const toldOf = prompt.items.map(({ id }) => {
        const session = told.get(id);
        return session === undefined ? undefined : sessions.get(sessionOf(session) ?? ('' as SessionId));
      });
      const found = await rankItems(store, { filter: {}, query: task.report, ...asked }, now);
      const order = rankSessions(found.ranked).map(({ sessionId }) => sessions.get(sessionId));
      const text = [start, prompt.text].filter((one) => one !== '').join('\n');
      if (values.blocks !== undefined) {
        mkdirSync(values.blocks, { recursive: true });
        writeFileSync(join(values.blocks, `${task.id}.txt`), text);
      }
      measured.push(measureTask(task, { order, text, small: small.text, toldOf, conversations, fts }));
    }
    return measured;
  } finally {
    fts.close();
    await memory.close();
  }
}

function measureTask(
  task: Task,
  {
    order,
    text,
    small,
    toldOf,
    conversations,
    fts,
  }: {
    order: (Conversation | undefined)[];
    text: string;
    small: string;
    toldOf: (Conversation | undefined)[];
    conversations: Conversation[];
    fts: PlainIndex;
  },
): MeasuredTask {
  const own = conversations.filter((one) => one.task === task.id).toSorted((one, other) => other.part - one.part);
  const rankIn = (list: readonly (Conversation | undefined)[]): number =>
    list.findIndex((one) => one?.id === own[0]?.id) + 1;
  const words = POLICY_WORDS[task.id] ?? [];
  const count = (where: string): number => words.filter((pattern) => pattern.test(where)).length;
  const places = own.map((one) => order.findIndex((other) => other?.id === one.id));
  return {
    task: task.id,
    rank: rankIn(order),
    ftsRank: rankIn(fts.find(task.report, 20).map((place) => conversations[place])),
    ...(task.isAmended
      ? { amendmentFirst: (places[0] ?? -1) >= 0 && ((places[1] ?? -1) < 0 || (places[0] ?? 0) < (places[1] ?? 0)) }
      : {}),
    tokens: countTokens(text),
    lines: toldOf.length,
    ownLines: toldOf.filter((one) => one?.id === own[0]?.id).length,
    told: count(text),
    toldIn250: count(small),
    toldAtItsEnd: count(endOf(own[0])),
    points: words.length,
  };
}

/** The last 250 tokens of a conversation, whole turns cut at their beginning. */
function endOf(conversation: Conversation | undefined): string {
  return (conversation?.turns ?? [])
    .map(({ text }) => text)
    .join('\n')
    .slice(-1_000);
}

function pageOf(measured: readonly MeasuredTask[]): Parameters<typeof toMarkdown>[0] {
  const share = (is: (one: MeasuredTask) => boolean): string => `${measured.filter(is).length} of ${measured.length}`;
  const amended = measured.filter(({ amendmentFirst }) => amendmentFirst !== undefined);
  return {
    title: 'Bug reports that need a past conversation',
    about:
      'vectorize-io/sde-bench: each conversation one typed session of one project among decoys, each report the first prompt of a new session.',
    columns: [
      'task',
      'place of the right conversation',
      'FTS5',
      'amendment first',
      'tokens',
      'lines of it in the prompt block',
      'policy told by both blocks',
      'by a prompt block of 250 tokens',
      "by the conversation's last 250 tokens",
    ],
    rows: [
      ...measured.map((one) => [
        one.task,
        one.rank,
        one.ftsRank,
        `${one.amendmentFirst ?? ''}`,
        one.tokens,
        `${one.ownLines} of ${one.lines}`,
        `${one.told} of ${one.points}`,
        `${one.toldIn250} of ${one.points}`,
        `${one.toldAtItsEnd} of ${one.points}`,
      ]),
      [
        'all',
        share(({ rank }) => rank === 1),
        share(({ ftsRank }) => ftsRank === 1),
        `${amended.filter(({ amendmentFirst }) => amendmentFirst).length} of ${amended.length}`,
        Math.round(measured.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(measured.length, 1)),
        `${measured.reduce((sum, { ownLines }) => sum + ownLines, 0)} of ${measured.reduce((sum, { lines }) => sum + lines, 0)}`,
        share(({ told, points }) => told === points),
        share(({ toldIn250, points }) => toldIn250 === points),
        share(({ toldAtItsEnd, points }) => toldAtItsEnd === points),
      ],
    ],
    bounds: boundsOf(measured),
  };
}

function boundsOf(measured: readonly MeasuredTask[]): ReturnType<typeof pageOf>['bounds'] {
  const share = (name: string, wanted: number, is: (one: MeasuredTask) => boolean) => {
    const reached = Math.round((100 * measured.filter(is).length) / Math.max(measured.length, 1));
    return { name, wanted: `≥ ${wanted}`, reached: `${reached}`, met: reached >= wanted };
  };
  const late = measured.filter(({ amendmentFirst }) => amendmentFirst === false).length;
  return [
    share('right conversation first, in %', 95, ({ rank }) => rank === 1),
    share(
      'tasks with 80 % of the policy, as far as the conversation allows, by 250 tokens, in %',
      90,
      ({ toldIn250, toldAtItsEnd }) => toldIn250 >= 0.8 * toldAtItsEnd,
    ),
    { name: 'amendments behind what they amend', wanted: '0', reached: `${late}`, met: late === 0 },
  ];
}
