import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { HOOKED_AGENTS } from './harness/agents/agents.ts';
import { assertAnswered, put, serveAll } from './harness/asking.ts';
import {
  assertImportAddsNothing,
  assertNothingInjectedIsStored,
  hitFor,
  isOutsideCairn,
  makePatient,
  setUp,
  stateConstraint,
  timesStored,
  unnamed,
} from './harness/checks.ts';
import { CALLS, IMPORTED_SESSION, type ImportedAgent, importedStory, installImported } from './harness/imported.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import type { RecordedRequest } from './harness/model/messages.ts';
import { injectedBlocks, injectedInto } from './harness/model/requests.ts';
import { NEXT_PROMPT } from './harness/relay-story.ts';
import { only, snapshotOf } from './harness/snapshot.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION, SAID_ON_THE_WAY } from './harness/story.ts';

const LIMIT = { timeout: 480_000 };

/** In whose name each agent tells its model what was handed over, and what it writes before it; how often it began. */
const FORMS: Readonly<Record<string, { readonly role: string; readonly before: RegExp; readonly starts?: number }>> = {
  pi: { role: 'user', before: /^$/, starts: 2 },
  // It tells of no start when it takes a session up again.
  grok: { role: 'user', before: /PreToolUse/, starts: 2 },
  kilo: { role: 'user', before: /^$/, starts: 2 },
  // It tells of no start at all.
  'mistral-vibe': { role: 'user', before: /\n$/ },
  hermes: { role: 'user', before: /^Where did we stop\?\n\n$/, starts: 1 },
};

/** Agents to run alone while one works on them. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = HOOKED_AGENTS.filter(({ name }) => wanted === undefined || wanted.includes(name));

suite('what an agent does is told as it happens, and its next session is told of it', () => {
  for (const agent of agents) {
    test(agent.name, LIMIT, async (context) => {
      const program = await installImported(agent);
      const machine = await openMachine(importedStory(agent), [agent]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      await machine.explained(() => workAndGoOn(machine, agent, program));
    });
  }
});

async function workAndGoOn(machine: Machine, agent: ImportedAgent, program: readonly string[]): Promise<void> {
  const { cairn, namespace } = machine;
  const before = await setUp(machine, agent.name);
  const written = only(await snapshotOf(namespace.home), isOutsideCairn);
  assert.equal((await cairn.run(['setup', agent.name, '--yes'])).code, 0);
  assert.deepEqual(
    only(await snapshotOf(namespace.home), isOutsideCairn),
    written,
    'a second set-up changed something',
  );
  await makePatient(machine, agent);
  if (agent.server !== undefined) await serveAll(join(namespace.home, agent.server));
  await stateConstraint(machine);

  for (const [index, { prompt, answer }] of IMPORTED_SESSION.entries()) {
    const requests = await put(machine, { agent, argv: [...program, ...agent.args(prompt, index > 0)], answer });
    const told = requests.filter((request) => injectedInto(request).includes(CONSTRAINT));
    assert.notEqual(told.length, 0, `"${CONSTRAINT}" is in no request of "${prompt}"`);
    for (const request of told) assertNothingTwice(request);
  }
  await assertCaptured(machine, agent, IMPORTED_SESSION.length);

  const next = await put(machine, { agent, argv: [...program, ...agent.args(NEXT_PROMPT, false)] });
  assertTold(next, agent);
  if (agent.tools.ask !== undefined) assertAnswered(next);
  const { counts } = await cairn.settled();
  assert.equal(counts.byEvent.prompt, IMPORTED_SESSION.length + 1);
  await assertImportAddsNothing(cairn);
  const { ignored, skipped } = await cairn.settled();
  assert.deepEqual([unnamed(ignored, [agent]), unnamed(skipped, [agent])], [[], []]);
  await assertNothingInjectedIsStored(machine);

  assert.equal((await cairn.run(['uninstall', '--yes'], { pty: true })).code, 0);
  const after = await snapshotOf(namespace.home);
  const { rewrites = [] } = agent;
  const isOthers = (path: string): boolean =>
    before.has(path) && isOutsideCairn(path) && !path.startsWith('shop') && !rewrites.includes(path);
  const files = (snapshot: ReadonlyMap<string, string>): object =>
    Object.fromEntries(Object.entries(only(snapshot, isOthers)).filter(([, what]) => what.startsWith('file')));
  // An agent may close its folder to others.
  assert.deepEqual(files(after), files(before));
  const left = Object.keys(written).filter((path) => !before.has(path) && written[path]?.startsWith('file'));
  assert.deepEqual(
    left.filter((path) => after.has(path)),
    [],
    'set-up added these',
  );
  for (const path of rewrites) {
    assert.doesNotMatch(await readFile(join(namespace.home, path), 'utf8'), /\.cairn\/bin/, path);
  }
}

/** All of it is there before anything was imported, and an import adds nothing. */
async function assertCaptured({ cairn }: Machine, agent: ImportedAgent, prompts: number): Promise<void> {
  const { counts } = await cairn.settled();
  const { prompt, 'tool.end': ends, 'session.start': starts } = counts.byEvent;
  const expected = { prompt: prompts, ends: CALLS.all, starts: FORMS[agent.name]?.starts };
  assert.deepEqual({ prompt, ends, starts }, expected);
  await assertImportAddsNothing(cairn);
  const { stdout } = await cairn.run(['export']);
  const failed = stdout.split('\n').filter((line) => line.includes('"success":false'));
  assert.equal(failed.length, CALLS.failed, failed.join('\n'));
  assert.match(failed[0] ?? '', /check\.js.*"exitCode":1|"exitCode":1.*check\.js/);
  for (const { prompt: asked, answer } of IMPORTED_SESSION) {
    assert.deepEqual([await timesStored(cairn, asked, 'prompt'), await timesStored(cairn, answer, 'message')], [1, 1]);
  }
  await hitFor(cairn, SAID_ON_THE_WAY, 'message');
}

/** What the session before did stands in what is injected into the next one, in the agent's form, each line once. */
function assertTold(requests: readonly RecordedRequest[], { name }: ImportedAgent): void {
  const request = requests.findLast((candidate) => injectedInto(candidate) !== '');
  assert.ok(request, 'nothing was injected into a request of the next session');
  const missing = [CONSTRAINT, DECISION, CHANGED_FILE].filter((word) => !injectedInto(request).includes(word));
  assert.deepEqual(missing, [], 'what was injected lacks this');
  const form = FORMS[name];
  const block = injectedBlocks(request).find(({ lines }) => lines.some((line) => line.includes(CONSTRAINT)));
  assert.ok(form !== undefined && block !== undefined);
  assert.equal(block.role, form.role);
  assert.match(block.before, form.before);
  assertNothingTwice(request);
}

function assertNothingTwice(request: RecordedRequest): void {
  const lines = injectedBlocks(request).flatMap((block) => block.lines);
  const again = lines.filter((line, index) => lines.indexOf(line) !== index);
  assert.deepEqual(again, [], 'injected more than once');
}
