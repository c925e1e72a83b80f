import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { NO_WORKER } from './harness/cairn.ts';
import {
  assertHolds,
  assertNothingInjectedIsStored,
  assertTakenInOnce,
  hitFor,
  ID,
  isOutsideCairn,
  journalFiles,
  lastRequest,
  setUp,
  stateConstraint,
} from './harness/checks.ts';
import { prepareClaudeCode } from './harness/claude-code.ts';
import type { RecordedRequest } from './harness/model/messages.ts';
import { textOfRequest } from './harness/model/requests.ts';
import { only, snapshotOf } from './harness/snapshot.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION, OPEN_TASK, OWN_HOOK_WORD, SECOND_SESSION } from './harness/story.ts';
import { openWorld, type World } from './harness/world.ts';

const LIMIT = { timeout: 240_000 };

const claudeCode = await prepareClaudeCode();

test('with the worker up, the second session is told what the first one left', LIMIT, async (context) => {
  const world = await openWorld(claudeCode);
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world, 'claude-code');
    await stateConstraint(world);
    await world.typeFirstSession();
    const afterCompaction = lastRequest(world);
    assert.match(textOfRequest(afterCompaction), /being continued from a previous conversation/);
    assertHolds(afterCompaction, CONSTRAINT);
    await world.cairn.settled();

    const second = await printSecondSession(world);
    assertHolds(second.first, CONSTRAINT, DECISION, OPEN_TASK, CHANGED_FILE);
    await askMemory(world, second.session);

    assert.deepEqual((await world.cairn.settled()).ignored, {});
    await assertTakenInOnce(world, 'person');
    await assertNothingInjectedIsStored(world);
    await assertUninstalled(world, before);
  });
});

test('with the worker killed and kept away, the hook itself tells the second session', LIMIT, async (context) => {
  const world = await openWorld(claudeCode);
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world, 'claude-code');
    await stateConstraint(world);
    await world.printFirstSession();
    await world.cairn.settled();
    await world.cairn.kill();

    const second = await printSecondSession(world, NO_WORKER);
    assertHolds(second.first, CONSTRAINT, DECISION, OPEN_TASK, CHANGED_FILE);
    assert.deepEqual(await world.namespace.processes(), []);
    assert.notEqual(await journalFiles(world), 0);

    await world.cairn.settled();
    assert.equal(await journalFiles(world), 0);
    await hitFor(world.cairn, SECOND_SESSION[1], 'prompt');
    await assertTakenInOnce(world, 'agent');
    await assertNothingInjectedIsStored(world);
    await assertUninstalled(world, before);
  });
});

test('with no worker in the first session, the journal tells the next prompt of the second', LIMIT, async (context) => {
  const world = await openWorld(claudeCode);
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world, 'claude-code');
    await stateConstraint(world);
    await world.cairn.run(['worker', 'stop']);
    assert.deepEqual(await world.namespace.processes(), []);
    await world.printFirstSession(NO_WORKER);
    assert.deepEqual(await world.namespace.processes(), []);
    assert.notEqual(await journalFiles(world), 0);

    const second = await printSecondSession(world);
    assertHolds(second.next, CONSTRAINT, DECISION, OPEN_TASK, CHANGED_FILE);

    await world.cairn.settled();
    await assertTakenInOnce(world, 'agent');
    await assertNothingInjectedIsStored(world);
    await assertUninstalled(world, before);
  });
});

test('setup twice is setup once, and uninstall leaves every file as it was', LIMIT, async (context) => {
  const world = await openWorld(claudeCode);
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world, 'claude-code');
    const once = only(await snapshotOf(world.namespace.home), isOutsideCairn);
    assert.notDeepEqual(once, only(before, isOutsideCairn));
    assert.equal((await world.cairn.run(['setup', 'claude-code', '--yes'])).code, 0);
    assert.deepEqual(only(await snapshotOf(world.namespace.home), isOutsideCairn), once);
    assert.equal((await world.cairn.run(['uninstall', '--yes'], { pty: true })).code, 0);
    assert.deepEqual(only(await snapshotOf(world.namespace.home), isOutsideCairn), only(before, isOutsideCairn));
  });
});

interface SecondSession {
  readonly session: string;
  /** The first request of its first prompt, and of its next one. */
  readonly first: RecordedRequest;
  readonly next: RecordedRequest;
}

async function printSecondSession(world: World, env: Readonly<Record<string, string>> = {}): Promise<SecondSession> {
  const from = world.namespace.requests.length;
  const { session } = await world.claude.print(SECOND_SESSION[0], { env });
  const first = world.namespace.requests[from];
  assert.ok(first);
  assert.match(textOfRequest(first), new RegExp(OWN_HOOK_WORD));
  if (env !== NO_WORKER) await world.cairn.settled();
  await world.claude.print(SECOND_SESSION[1], { env, resume: session });
  return { session, first, next: lastRequest(world) };
}

/** The agent uses Cairn's search tool: its answer holds the decision with its id. */
async function askMemory(world: World, session: string): Promise<void> {
  await world.claude.print(SECOND_SESSION[2], { resume: session });
  const result = lastRequest(world).body.messages?.findLast(({ role }) => role === 'user');
  const text = JSON.stringify(result?.content);
  assert.match(text, new RegExp(DECISION));
  assert.match(text, ID);
}

/** Asserts that only files that the agent itself writes have changed, and that nothing points at Cairn any more. */
async function assertUninstalled(world: World, before: ReadonlyMap<string, string>): Promise<void> {
  assert.equal((await world.cairn.run(['uninstall', '--yes'], { pty: true })).code, 0);
  const after = await snapshotOf(world.namespace.home);
  const kept = (path: string): boolean => before.has(path) && path !== '.claude.json' && !path.startsWith('shop');
  assert.deepEqual(only(after, kept), only(before, kept));
  const agents = JSON.parse(await readFile(join(world.namespace.home, '.claude.json'), 'utf8')) as object;
  assert.doesNotMatch(JSON.stringify({ ...agents, projects: {} }), /cairn/i);
}
