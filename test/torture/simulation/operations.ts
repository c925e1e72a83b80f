import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { writeClaudeSession } from '../../../bench/support/claude-transcript.ts';
import { markerWord } from '../../../bench/support/generated/marker-words.ts';
import type { AgentEventInput, ForgetInput } from '../../../src/api/requests.ts';
import type { RetireResult } from '../../../src/api/retire-answers.ts';
import { resolveConfig } from '../../../src/config/resolve-config.ts';
import { now } from '../../../src/platform/clock.ts';
import { carryOutRestore, planRestore } from '../../../src/worker/restore-home.ts';
import { type FreshHome, freshHome, openFresh } from '../../support/fresh-home.ts';
import { until } from '../../support/until.ts';
import { Model, type Snapshot } from './model.ts';

/** The memory under test with its model, and what random operations draw from. */
export interface World {
  context: TestContext;
  at: FreshHome;
  opened: ReturnType<typeof openFresh>;
  model: Model;
  random: () => number;
  seed: number;
  /** Sessions in which something may be told, by what tells it. */
  sessions: { recorded: string[]; imported: string[] };
}

/** Opens a world. */
export function openWorld(context: TestContext, seed: number, random: () => number): World {
  const at = freshHome(context);
  const model = new Model();
  const sessions = { recorded: ['s0'], imported: [] };
  return { context, at, opened: openFresh(context, { home: at }), model, random, seed, sessions };
}

/** Does one operation to the memory and to the model; what it did is said in the result. */
export type Operation = (world: World) => Promise<string>;

function draw<Value>({ random }: World, list: readonly Value[]): Value | undefined {
  return list[Math.floor(random() * list.length)];
}

function person({ opened, at }: World) {
  return opened.memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
}

/** No mark is the beginning of another: what is left of one would look like the other. */
function markOf(seed: number, number: number): string {
  return markerWord(1_000_000 + seed, 2_000_000 + number);
}

function newMark({ model, seed }: World): string {
  return markOf(seed, model.known.size);
}

function prompt(world: World, mark: string): AgentEventInput {
  const { session, number } = world.model.of(mark);
  return { kind: 'prompt', sessionId: session, number, text: `What of ${mark}?`, cwd: world.at.project };
}

const record: Operation = async (world) => {
  const { model, opened, sessions } = world;
  if (world.random() < 0.2) sessions.recorded.push(`s${sessions.recorded.length}`);
  const marks: string[] = [];
  for (let count = 1 + Math.floor(world.random() * 3); count > 0; count -= 1) {
    const mark = newMark(world);
    model.tell(mark, { session: draw(world, sessions.recorded) ?? 's0', number: mark });
    marks.push(mark);
  }
  const { accepted } = await opened.memory.record(marks.map((mark) => prompt(world, mark)));
  assert.equal(accepted, marks.length);
  return `record ${marks.join(' ')}`;
};

const recordAgain: Operation = async (world) => {
  const { model, opened } = world;
  const mark = draw(
    world,
    model.marks('live', 'forgotten', 'absent').filter((one) => model.of(one).number === one),
  );
  if (mark === undefined) return 'nothing to record again';
  const { state } = model.of(mark);
  const answer = await opened.memory.record([prompt(world, mark)]);
  assert.equal(answer.accepted, state === 'absent' ? 1 : 0, `${mark}, which was ${state}: ${JSON.stringify(answer)}`);
  model.tell(mark, model.of(mark));
  return `record ${mark} again, which was ${state}`;
};

const hook: Operation = async (world) => {
  const { model, opened, at } = world;
  const mark = newMark(world);
  const session = `h-${mark}`;
  model.tell(mark, { session, number: `hook ${mark}` });
  const payload = {
    hook_event_name: 'Stop',
    session_id: session,
    cwd: at.project,
    last_assistant_message: `Did ${mark}.`,
  };
  const sent = { agent: 'claude-code', event: 'Stop', payload: JSON.stringify(payload), delivery: mark, at: now() };
  const times = world.random() < 0.3 ? 2 : 1;
  for (let time = 0; time < times; time += 1) await opened.intake.hook(sent);
  return `hook ${mark}, ${times} times`;
};

const importSessions: Operation = async (world) => {
  const { model, opened, at, sessions } = world;
  if (sessions.imported.length === 0 || world.random() < 0.5) {
    const marks = [0, 1].map((n) => markOf(world.seed, model.known.size + n));
    const steps = marks.flatMap((mark) => [{ typed: `Look at ${mark}.` }, { said: 'It is fine.' }]);
    const place = { home: at.userHome, project: at.project, name: `${world.seed} ${marks[0]}`, endsAt: now() - 60_000 };
    const { session } = writeClaudeSession(steps, place);
    sessions.imported.push(session);
    for (const mark of marks) model.known.set(mark, { session, number: `import ${mark}`, state: 'absent' });
  }
  for await (const _progress of opened.memory.import({ agent: 'claude-code' }));
  for (const [mark, known] of model.known) if (known.number.startsWith('import')) model.tell(mark, known);
  return `import of ${sessions.imported.length} sessions`;
};

/** Forgets by a plan, and takes note of the backups that there are then; `tell` gets the batch that brings it back. */
async function forget(world: World, input: ForgetInput, tell: (batch: string | undefined) => void): Promise<void> {
  const isNow = world.random() < 0.3;
  const plan = await person(world).forget({ ...input, dryRun: true });
  assert.equal(plan.state, 'planned');
  const report = await person(world).forget({
    confirm: 'token' in plan ? plan.token : '',
    ...(isNow && { now: true }),
  });
  assert.ok('searched' in report);
  assert.deepEqual(report.searched.found, []);
  tell(report.undo?.batch);
  await noteBackups(world, world.model.snapshot());
}

/** Takes note of the backups that there are: those that are not known yet hold what `now` says. */
async function noteBackups({ opened, model }: World, now: Snapshot): Promise<void> {
  const { backups } = await opened.memory.backups();
  const known = new Map(model.backups);
  model.backups.clear();
  for (const { name } of backups) model.backups.set(name, known.get(name) ?? now);
}

const forgetOne: Operation = async (world) => {
  const { model, opened } = world;
  const mark = draw(
    world,
    model.marks('live').filter((one) => model.of(one).isRetired !== true),
  );
  if (mark === undefined) return 'nothing to forget';
  await opened.memory.settled();
  const id = await findPrompt(world, mark);
  await forget(world, { ids: [id] }, (batch) => model.forget([mark], batch));
  return `forget ${mark}`;
};

const forgetSession: Operation = async (world) => {
  const { model, opened, sessions } = world;
  const session = draw(world, [...new Set(model.marks('live').map((mark) => model.of(mark).session))]);
  if (session === undefined) return 'no session to forget';
  await opened.memory.settled();
  const shown = model.marks('live').find((mark) => model.of(mark).session === session && !model.of(mark).isRetired);
  if (shown === undefined) return 'no session to forget';
  const id = await findPrompt(world, shown);
  await forget(world, { session: id }, (batch) => model.forgetSession(session, batch));
  // Whatever is recorded later in a forgotten session is something new; here nothing is.
  sessions.recorded = sessions.recorded.filter((one) => one !== session);
  sessions.recorded.push(`s${session}-${model.known.size}`);
  return `forget session ${session}`;
};

/** The id of what was said with a mark. */
async function findPrompt({ opened }: World, mark: string): Promise<string> {
  const { hits } = await opened.memory.search({ query: mark, limit: 20, kinds: ['prompt', 'message'] });
  const hit = hits.find(({ title, snippet }) => `${title} ${snippet}`.includes(mark));
  assert.ok(hit !== undefined, `${mark} is not found`);
  return hit.id;
}

const undo: Operation = async (world) => {
  const batch = draw(world, [...world.model.trash.keys()]);
  if (batch === undefined) return 'nothing to undo';
  const { notes } = await person(world).forget({ undo: batch });
  const left = world.model.undo(batch);
  const isPart = notes.some(({ code }) => code === 'part');
  assert.ok(left === undefined || isPart === left > 0, `${left} left, and it says ${JSON.stringify(notes)}`);
  return `undo ${batch}`;
};

const prune: Operation = async (world) => {
  const call = world.random() < 0.5 ? 'prune' : 'consolidate';
  const ask = (confirm?: string): Promise<RetireResult> =>
    call === 'prune'
      ? person(world).prune({ kinds: ['prompt', 'message'], keep: 5, ...(confirm !== undefined && { confirm }) })
      : person(world).consolidate(confirm === undefined ? {} : { confirm });
  await world.opened.memory.settled();
  const plan = await ask();
  assert.equal(plan.state, 'planned');
  if ('token' in plan && plan.items > 0) {
    await ask(plan.token);
    for (const known of world.model.known.values()) known.isRetired = true;
  }
  return call;
};

const rebuild: Operation = async (world) => {
  const what = draw(world, ['items', 'index', 'sessions', 'patterns'] as const) ?? 'items';
  const { id } = await world.opened.memory.rebuild({ what });
  await until(async () => (await world.opened.memory.jobs()).jobs.every((job) => job.id !== id));
  return `rebuild ${what}`;
};

async function reopen(world: World): Promise<void> {
  world.opened = openFresh(world.context, { home: world.at });
}

const restart: Operation = async (world) => {
  await world.opened.memory.close();
  await reopen(world);
  return 'restart';
};

const backup: Operation = async (world) => {
  const { name } = await world.opened.memory.backup();
  await noteBackups(world, world.model.snapshot());
  return `backup ${name}`;
};

const restore: Operation = async (world) => {
  const { model, at } = world;
  const name = draw(world, [...model.backups.keys()]);
  if (name === undefined) return 'nothing to restore';
  const config = resolveConfig({ env: { CAIRN_HOME: at.home }, userHome: at.userHome, readText: () => undefined });
  await world.opened.memory.close();
  const plan = await planRestore(name, config.paths);
  try {
    await carryOutRestore(plan, config, now());
  } finally {
    plan.close();
  }
  // What it replaces is kept among them.
  const before = model.snapshot();
  model.restore(name);
  await reopen(world);
  await noteBackups(world, before);
  return `restore ${name}`;
};

/** Operations with how often they are drawn. */
export const OPERATIONS: readonly (readonly [number, Operation])[] = [
  [12, record],
  [5, recordAgain],
  [6, hook],
  [4, importSessions],
  [5, forgetOne],
  [2, forgetSession],
  [4, undo],
  [2, prune],
  [2, rebuild],
  [4, restart],
  [3, backup],
  [2, restore],
];
