import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ItemKind } from '../../src/core/item.ts';
import type { Hit } from '../../src/memory/contract.ts';
import { BEGIN_LINE, END_LINE } from '../../src/privacy/own-words.ts';
import { type Cairn, NO_WORKER } from './harness/cairn.ts';
import { prepareClaudeCode } from './harness/claude-code.ts';
import type { RecordedRequest } from './harness/messages.ts';
import { blocksOf, injectedInto, textOfRequest } from './harness/requests.ts';
import { only, snapshotOf } from './harness/snapshot.ts';
import { storedTexts } from './harness/stored.ts';
import {
  CHANGED_FILE,
  CONSTRAINT,
  DECISION,
  FIRST_SESSION,
  IN_A_LONG_OUTPUT,
  OPEN_TASK,
  PROJECT,
  SAID_ON_THE_WAY,
  SAID_WHEN_QUOTING,
  SEARCH_TOOL,
  SECOND_SESSION,
} from './harness/story.ts';
import { OWN_HOOK_WORD, openWorld, type World } from './harness/world.ts';

const LIMIT = { timeout: 240_000 };
const ID = /\b[a-z]_[0-9a-z]{8,}\b/;

const claudeCode = await prepareClaudeCode();

test('with the worker up, the second session is told what the first one left', LIMIT, async (context) => {
  const world = await openWorld(claudeCode);
  context.after(() => world[Symbol.asyncDispose]());
  await world.explained(async () => {
    const before = await setUp(world);
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
    const before = await setUp(world);
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
    const before = await setUp(world);
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
    const before = await setUp(world);
    const once = only(await snapshotOf(world.namespace.home), isOutsideCairn);
    assert.notDeepEqual(once, only(before, isOutsideCairn));
    assert.equal((await world.cairn.run(['setup', 'claude-code', '--yes'])).code, 0);
    assert.deepEqual(only(await snapshotOf(world.namespace.home), isOutsideCairn), once);
    assert.equal((await world.cairn.run(['uninstall', '--yes'])).code, 0);
    assert.deepEqual(only(await snapshotOf(world.namespace.home), isOutsideCairn), only(before, isOutsideCairn));
  });
});

/** Sets Cairn up and returns what the home was before. */
async function setUp(world: World): Promise<ReadonlyMap<string, string>> {
  const before = await snapshotOf(world.namespace.home);
  const { code, stdout, stderr } = await world.cairn.run(['setup', 'claude-code', '--yes']);
  assert.equal(code, 0, stderr);
  assert.match(stdout + stderr, /settings\.json/);
  return before;
}

async function stateConstraint({ cairn }: World): Promise<void> {
  const { id, status } = await cairn.remember(CONSTRAINT, 'constraint');
  assert.equal(status, 'created');
  assert.equal((await cairn.get(id)).author, 'person');
}

interface SecondSession {
  readonly session: string;
  /** The first request of its first prompt, and of its next one. */
  readonly first: RecordedRequest;
  readonly next: RecordedRequest;
}

async function printSecondSession(world: World, env: Readonly<Record<string, string>> = {}): Promise<SecondSession> {
  const from = world.namespace.requests.length;
  const { session } = await world.claude.print(SECOND_SESSION[0], { cwd: PROJECT, env });
  const first = world.namespace.requests[from];
  assert.ok(first);
  assert.match(textOfRequest(first), new RegExp(OWN_HOOK_WORD));
  if (env !== NO_WORKER) await world.cairn.settled();
  await world.claude.print(SECOND_SESSION[1], { cwd: PROJECT, env, resume: session });
  return { session, first, next: lastRequest(world) };
}

/** The agent uses Cairn's search tool: its answer holds the decision with its id. */
async function askMemory(world: World, session: string): Promise<void> {
  await world.claude.print(SECOND_SESSION[2], { cwd: PROJECT, resume: session, tools: [SEARCH_TOOL] });
  const result = lastRequest(world).body.messages?.findLast(({ role }) => role === 'user');
  const text = JSON.stringify(result?.content);
  assert.match(text, new RegExp(DECISION));
  assert.match(text, ID);
}

/** Each event once, from hooks and transcript together: a later import has nothing to add. */
async function assertTakenInOnce({ cairn }: World, author: 'person' | 'agent'): Promise<void> {
  assert.equal((await cairn.import()).added, 0);
  for (const [index, { prompt }] of FIRST_SESSION.slice(0, 2).entries()) {
    const { id } = await hitFor(cairn, prompt, 'prompt');
    const record = await cairn.get(id);
    assert.deepEqual([record.author, record.promptNumber], [author, index + 1]);
  }
  await hitFor(cairn, SAID_ON_THE_WAY, 'message');
  const { byEvent } = (await cairn.status()).counts;
  assert.deepEqual([byEvent['compact.start'], byEvent['compact.end']], [1, 1]);
}

async function assertNothingInjectedIsStored(world: World): Promise<void> {
  const said = await world.cairn.get((await hitFor(world.cairn, SAID_WHEN_QUOTING, 'message')).id);
  assert.match(said.text, new RegExp(SAID_WHEN_QUOTING));
  const injected = new Set(world.namespace.requests.flatMap((request) => blocksOf(request).flat()));
  const lines = [...injected].filter((line) => ID.test(line));
  assert.notEqual(lines.length, 0);

  await world.cairn.run(['worker', 'stop']);
  const stored = await storedTexts(world.cairnHome);
  assert.ok(
    stored.some(({ text }) => text.includes(IN_A_LONG_OUTPUT)),
    'the reader of everything stored has to find what is stored',
  );
  for (const words of [BEGIN_LINE, END_LINE, ...lines]) {
    const places = stored.filter(({ text }) => text.includes(words)).map(({ where }) => where);
    assert.deepEqual(places, [], `"${words}" was injected and then stored`);
  }
}

/** Of what was there before, only what the agent writes itself has changed, and nothing points at Cairn any more. */
async function assertUninstalled(world: World, before: ReadonlyMap<string, string>): Promise<void> {
  assert.equal((await world.cairn.run(['uninstall', '--yes'])).code, 0);
  const after = await snapshotOf(world.namespace.home);
  const kept = (path: string): boolean => before.has(path) && path !== '.claude.json' && !path.startsWith('shop');
  assert.deepEqual(only(after, kept), only(before, kept));
  const agents = JSON.parse(await readFile(join(world.namespace.home, '.claude.json'), 'utf8')) as object;
  assert.doesNotMatch(JSON.stringify({ ...agents, projects: {} }), /cairn/i);
}

function isOutsideCairn(path: string): boolean {
  return path !== '.cairn' && !path.startsWith('.cairn/');
}

async function journalFiles({ cairnHome }: World): Promise<number> {
  const folder = join(cairnHome, 'journal');
  return existsSync(folder) ? (await readdir(folder)).length : 0;
}

function lastRequest({ namespace }: World): RecordedRequest {
  const last = namespace.requests.at(-1);
  assert.ok(last, 'no request reached the model');
  return last;
}

function assertHolds(request: RecordedRequest, ...words: readonly string[]): void {
  const injected = injectedInto(request);
  const missing = words.filter((word) => !injected.includes(word));
  assert.deepEqual(missing, [], 'what was injected lacks this');
}

async function hitFor(cairn: Cairn, words: string, kind: ItemKind): Promise<Hit> {
  const { hits } = await cairn.search(words);
  const hit = hits.find((found) => found.kind === kind);
  assert.ok(hit, `cairn search "${words}" found: ${JSON.stringify(hits)}`);
  return hit;
}
