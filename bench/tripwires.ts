import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type KnownFailure, knownFailure } from '../src/context/lines/known-failure.ts';
import type { Finding } from '../src/core/model/finding.ts';
import type { Item } from '../src/core/model/item.ts';
import { detailOfKind } from '../src/core/model/item.ts';
import { createFindingsReducer } from '../src/derive/session/findings/session-reducers.ts';
import { matchersIn } from '../src/derive/tripwire/find-matchers.ts';
import { matcherKey } from '../src/derive/tripwire/matcher.ts';
import type { SessionRow } from '../src/store/contract/log.ts';
import type { Store } from '../src/store/contract/store.ts';
import { importRecorded } from './support/bench-memory.ts';
import { readAlarmLabels } from './support/distill/alarm-labels.ts';
import { withReplayed } from './support/distill/distill-sessions.ts';
import { GUARD_SCRIPTS } from './support/distill/guard-scripts.ts';
import { type GuardScore, type RecordedGuards, replayGuards, scoreScripts } from './support/distill/measure-guards.ts';
import { RULE_SENTENCES } from './support/distill/rule-sentences.ts';
import { recordedSessions } from './support/next-session/recorded-sessions.ts';
import { dataFolder } from './support/recorded/recorded-files.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const SESSIONS = 10_000;
const FOUND = 1_000;
const PAGE = 500;
const PER_CALLS = 500;
const PER_SESSIONS = 50;

/**
 * Which failures are known: those of other sessions, or also the session's own, as when its context is lost each time.
 */
type Memory = 'other sessions' | 'own session too';

/** An alarm at a call that failed: what was known, and the earlier failures that it says are the same. */
interface Alarm {
  call: string;
  known: KnownFailure;
  before: string[];
}

/** Alarms of one way, and how many tool calls and failed commands there were. */
interface Replay {
  calls: number;
  failed: number;
  alarms: Alarm[];
}

/** Counts alarms right and wrong on the recorded sessions, and what rules are read to forbid. */
export async function run(): Promise<BenchResult> {
  const data = dataFolder();
  if (data === undefined) throw new Error('there are no recorded transcripts: name their folder in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    return await withReplayed(
      scratch,
      async ({ memory }) => {
        await importRecorded(memory, { paths: [join(data, 'transcripts')] });
      },
      async ({ store }) => {
        const replays = new Map<Memory, Replay>();
        for (const memory of ['other sessions', 'own session too'] as const) {
          replays.set(memory, await replay(store, memory));
        }
        const stated = await statedRules(store);
        return resultOf(replays, { stated, guards: await recordedGuards(data, join(scratch, 'guards')) });
      },
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What the corrections of all recorded sessions would have done in the later ones of the same project. */
async function recordedGuards(data: string, scratch: string): Promise<RecordedGuards> {
  mkdirSync(scratch, { recursive: true });
  const folders = [...new Set(recordedSessions(data, scratch).map(({ path }) => dirname(path)))];
  return withReplayed(
    scratch,
    ({ memory }) => importRecorded(memory, { paths: [...folders, join(data, 'transcripts')] }),
    ({ store }) => replayGuards(store),
  );
}

/** Goes through every session; at each command that failed, asks what was known by then. */
async function replay(store: Store, memory: Memory): Promise<Replay> {
  const result: Replay = { calls: 0, failed: 0, alarms: [] };
  for (const session of await store.log.sessions({ limit: SESSIONS })) {
    const items = await itemsOf(store, session);
    const told = new Set<string>();
    for (const [place, item] of items.entries()) {
      if (item.kind !== 'observation' || item.detail.tool === undefined) continue;
      result.calls += 1;
      const key = item.detail.observation === 'command' ? item.detail.failure?.key : undefined;
      if (key === undefined) continue;
      result.failed += 1;
      const own = memory === 'own session too' ? ownFindings(session, items.slice(0, place), key) : [];
      const known = told.has(key) ? undefined : await knownBefore(store, { item, key, own });
      if (known === undefined) continue;
      told.add(key);
      result.alarms.push({ call: item.event ?? '', known, before: await failuresOf(store, [...own, known.fix]) });
    }
  }
  return result;
}

async function itemsOf(store: Store, { id }: SessionRow): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: Item | undefined; ; after = items.at(-1)) {
    const page = await store.distilled.itemsOf(id, { limit: PAGE, ...(after && { after }) });
    items.push(...page);
    if (page.length < PAGE) return items;
  }
}

/** What the session had told of a failure up to there, as if another one had. */
function ownFindings(session: SessionRow, items: readonly Item[], key: string): Finding[] {
  const fold = createFindingsReducer(session);
  for (const item of items) fold.take(item);
  return fold.end().findings.filter((finding) => finding.key === key);
}

/** What was known at a call: nothing that came later, and nothing of a session that still went on. */
async function knownBefore(
  store: Store,
  { item, key, own }: { item: Item; key: string; own: readonly Finding[] },
): Promise<KnownFailure | undefined> {
  const { project, session, at } = item;
  if (project === undefined) return undefined;
  const find: Store['distilled']['find'] = async (filter) => {
    const found = await store.distilled.find({ ...filter, limit: FOUND });
    const earlier = found.filter((finding) => finding.session !== session && finding.lastAt < at);
    return [...earlier, ...own.filter(({ kind }) => filter.kinds.includes(kind))].map((one) => ({ ...one, project }));
  };
  const past = { ...store, distilled: { ...store.distilled, find } };
  return knownFailure(past, { project, key });
}

/** The failed calls that findings rest on. */
async function failuresOf(store: Store, findings: readonly (Finding | undefined)[]): Promise<string[]> {
  const evidence = await store.items.get(findings.flatMap((finding) => finding?.evidence ?? []));
  const failed = evidence.filter((item) => detailOfKind(item, 'observation').failure !== undefined);
  return [...new Set(failed.map(({ event }) => event ?? ''))];
}

/** The rules of the recorded sessions that forbid something, and of how many something can be recognised. */
async function statedRules(store: Store): Promise<{ rules: number; recognised: number }> {
  const rules = await store.items.list(
    { kinds: ['knowledge'], knowledge: ['constraint', 'rejected'] },
    { limit: SESSIONS },
  );
  const recognised = rules.filter(
    (rule) =>
      matchersIn(rule.text, { turnedDown: detailOfKind(rule, 'knowledge').knowledge === 'rejected' }).length > 0,
  );
  return { rules: rules.length, recognised: recognised.length };
}

/** What the rules and corrections of the recorded sessions come to. */
interface Recorded {
  stated: { rules: number; recognised: number };
  guards: RecordedGuards;
}

function resultOf(replays: ReadonlyMap<Memory, Replay>, { stated, guards }: Recorded): BenchResult {
  const scripts = scoreScripts();
  const labels = readAlarmLabels();
  const judged = [...replays].map(([memory, { calls, failed, alarms }]) => {
    const counts = { right: 0, wrong: 0, unjudged: 0 };
    for (const { call, before } of alarms) counts[labels.judge(call, before)] += 1;
    return { memory, calls, failed, alarms, ...counts };
  });
  const sentences = scoreSentences();
  const worst = judged.map(({ wrong, unjudged, calls }) => ((wrong + unjudged) * PER_CALLS) / Math.max(1, calls));
  return {
    title: 'Tripwires',
    about:
      'The recorded sessions, call by call: at each command that failed, what was known of its error by then, and whether it was the same failure and the repair to the point, as judged by hand (`bench/distill-labels`). Told once a session. "Own session too": as if the agent had lost its context before every call; otherwise a session is told of others alone. One row a way of telling.',
    columns: [
      'told of',
      'tool calls',
      'commands failed',
      'alarms',
      'right',
      'wrong',
      'not judged',
      'wrong in 500 calls',
    ],
    rows: judged.map(({ memory, calls, failed, alarms, right, wrong, unjudged }, i) => [
      memory,
      calls,
      failed,
      alarms.length,
      right,
      wrong,
      unjudged,
      round(worst[i] ?? 0, 2),
    ]),
    bounds: [
      {
        name: 'alarms wrong or not judged in 500 tool calls',
        wanted: '≤ 1',
        reached: String(round(Math.max(...worst), 2)),
        met: Math.max(...worst) <= 1,
      },
      {
        name: 'matchers of sentences written by hand: wrong',
        wanted: '0',
        reached: String(sentences.wrong),
        met: sentences.wrong === 0,
      },
      ...guardBounds(scripts, guards),
    ],
    details: [
      {
        title: 'What rules are read to forbid',
        about: `Sixty sentences, ${sentences.named} of which name a command or a path, and the rules that people and agents stated in the recorded sessions, none of which does.`,
        columns: ['rules', 'number', 'recognised', 'right', 'wrong', 'missed'],
        rows: [
          [
            'written by hand',
            RULE_SENTENCES.length,
            sentences.right + sentences.wrong,
            sentences.right,
            sentences.wrong,
            sentences.missed,
          ],
          ['recorded', stated.rules, stated.recognised, '', '', ''],
        ],
      },
      guardTable(scripts, guards),
    ],
  };
}

function guardBounds(scripts: GuardScore, { repeated, fired, rightly, sessions }: RecordedGuards) {
  const covered = scripts.covered / Math.max(1, scripts.again);
  const precision = scripts.covered / Math.max(1, scripts.covered + scripts.wrong);
  const falsely = ((fired - rightly) * PER_SESSIONS) / Math.max(1, sessions);
  return [
    {
      name: `corrections repeated, written by hand (recorded: ${repeated}): covered, precision`,
      wanted: '≥ 0.5, ≥ 0.95',
      reached: `${round(covered, 2)}, ${round(precision, 2)}`,
      met: covered >= 0.5 && precision >= 0.95,
    },
    {
      name: 'recorded: warnings in 50 sessions that nothing shows to be right',
      wanted: '≤ 1',
      reached: String(round(falsely, 2)),
      met: falsely <= 1,
    },
  ];
}

function guardTable(scripts: GuardScore, guards: RecordedGuards) {
  return {
    title: 'Corrections that name a command or a path',
    about: `As if each had been confirmed at once: thirty corrections written by hand before they were tried, with later calls that would be corrected again and others that nobody would object to; and the recorded sessions of each project in the order of their time. In ${guards.sessions} recorded sessions ${guards.corrections} of the persons' corrections and rules names a command or a path that can be recognised, and ${guards.repeated} was made again in a later session: the recorded sessions cannot say how many repeated corrections are covered, only how often something would have spoken up.`,
    columns: [
      'corrections',
      'number',
      'corrected again later',
      'spoken of',
      'spoken up otherwise',
      'of those shown right',
    ],
    rows: [
      ['written by hand', GUARD_SCRIPTS.length, scripts.again, scripts.covered, scripts.wrong, ''],
      ['recorded', guards.corrections, guards.repeated, guards.covered, guards.fired, guards.rightly],
    ],
  };
}

function scoreSentences(): { named: number; right: number; wrong: number; missed: number } {
  const score = { named: 0, right: 0, wrong: 0, missed: 0 };
  for (const [text, ...keys] of RULE_SENTENCES) {
    const found = matchersIn(text).map(matcherKey);
    if (keys.length > 0) score.named += 1;
    score.right += found.filter((key) => keys.includes(key)).length;
    score.wrong += found.filter((key) => !keys.includes(key)).length;
    score.missed += keys.filter((key) => !found.includes(key)).length;
  }
  return score;
}
