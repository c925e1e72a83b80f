import assert from 'node:assert/strict';
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
import { OTHER_ANSWER, OTHER_DECISION, OTHER_PROMPT } from './harness/kimi-story.ts';
import { type KimiWorld, openKimiWorld } from './harness/kimi-world.ts';
import type { RecordedRequest } from './harness/messages.ts';
import { textOfRequest } from './harness/requests.ts';
import { only, snapshotOf } from './harness/snapshot.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION, OPEN_TASK, OWN_HOOK_WORD, SECOND_SESSION } from './harness/story.ts';

const LIMIT = { timeout: 240_000 };
/** What the user wrote before Cairn came. */
const USERS_FILES = ['.kimi-code/config.toml', '.kimi-code/mcp.json', '.claude/settings.json'];

/** What is counted when Kimi Code ends a hook with the turn: the transcript tells what it would have told. */
const HOOK_ENDED = 'hook ended before its payload came';

test('Kimi Code and Claude Code tell each other what they did', LIMIT, async (context) => {
  const world = await openKimiWorld();
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world, 'kimi-code', 'claude-code');
    await stateConstraint(world);
    const session = await world.printKimiSession();
    assert.match(textOfRequest(lastRequest(world)), /compacted to free up context/);
    await world.cairn.settled();

    const second = await requestsOf(world, () => world.kimi.print(SECOND_SESSION[0]));
    assert.match(textOfRequest(second), new RegExp(OWN_HOOK_WORD));
    assertHolds(second, CONSTRAINT, DECISION, OPEN_TASK, CHANGED_FILE);
    await askMemory(world);
    await assertToolsAreTold(world, session);

    const claude = await requestsOf(world, () => world.claude.print(OTHER_PROMPT));
    assertHolds(claude, CONSTRAINT, DECISION, CHANGED_FILE);
    await world.cairn.settled();
    const third = await requestsOf(world, () => world.kimi.print(SECOND_SESSION[1]));
    assertHolds(third, OTHER_DECISION, CONSTRAINT);
    await hitFor(world.cairn, OTHER_ANSWER, 'message');

    const { ignored } = await world.cairn.settled();
    assert.deepEqual(
      Object.keys(ignored).filter((reason) => reason !== HOOK_ENDED),
      [],
    );
    await assertTakenInOnce(world, 'agent');
    await assertNothingInjectedIsStored(world);
    await assertUninstalled(world, before);
  });
});

test('without a worker, Kimi Code is told by the hook itself', LIMIT, async (context) => {
  const world = await openKimiWorld();
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world, 'kimi-code');
    await stateConstraint(world);
    await world.cairn.run(['worker', 'stop']);
    await world.printKimiSession(NO_WORKER);
    assert.deepEqual(await world.namespace.processes(), []);
    assert.notEqual(await journalFiles(world), 0);

    const second = await requestsOf(world, () => world.kimi.print(SECOND_SESSION[0], { env: NO_WORKER }));
    assertHolds(second, CONSTRAINT);
    assert.deepEqual(await world.namespace.processes(), []);

    await world.cairn.settled();
    assert.equal(await journalFiles(world), 0);
    const third = await requestsOf(world, () => world.kimi.print(SECOND_SESSION[1]));
    assertHolds(third, CONSTRAINT, DECISION, CHANGED_FILE);
    await world.cairn.settled();
    await assertTakenInOnce(world, 'agent');
    await assertNothingInjectedIsStored(world);
    await assertUninstalled(world, before);
  });
});

/** The first request of what is done. */
async function requestsOf(world: KimiWorld, work: () => Promise<unknown>): Promise<RecordedRequest> {
  const from = world.namespace.requests.length;
  await work();
  const first = world.namespace.requests[from];
  assert.ok(first, 'no request reached the model');
  return first;
}

/** The agent uses Cairn's search tool: its answer holds the decision with its id. */
async function askMemory(world: KimiWorld): Promise<void> {
  await world.kimi.print(SECOND_SESSION[2]);
  const result = lastRequest(world).body.messages?.findLast(({ content }) =>
    JSON.stringify(content).includes('_result"'),
  );
  assert.match(JSON.stringify(result?.content), new RegExp(DECISION));
  assert.match(JSON.stringify(result?.content), ID);
}

/** Every tool call is told with its end, those too whose hook never came, and those of the subagent. */
async function assertToolsAreTold(world: KimiWorld, session: string): Promise<void> {
  await world.cairn.settled();
  const hit = await hitFor(world.cairn, 'node check.js failed', 'observation');
  assert.match(hit.title, /failed \(exit 1\)/);
  await hitFor(world.cairn, 'grep -rl discount src', 'observation');
  assert.match(session, /^session_/);
}

/** What the user wrote is as it was, byte for byte; what the agents write themselves is theirs. */
async function assertUninstalled(world: KimiWorld, before: ReadonlyMap<string, string>): Promise<void> {
  const twice = await snapshotOf(world.namespace.home);
  assert.equal((await world.cairn.run(['setup', 'kimi-code', '--yes'])).code, 0);
  const ours = (path: string): boolean => USERS_FILES.includes(path);
  assert.deepEqual(only(await snapshotOf(world.namespace.home), ours), only(twice, ours));
  assert.equal((await world.cairn.run(['uninstall', '--yes'])).code, 0);
  const after = await snapshotOf(world.namespace.home);
  const kept = (path: string): boolean =>
    before.has(path) && isOutsideCairn(path) && path !== '.claude.json' && !path.startsWith('shop');
  assert.deepEqual(only(after, kept), only(before, kept));
  assert.ok(USERS_FILES.every((path) => after.has(path)));
}
