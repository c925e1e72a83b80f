import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type LiveAgent, type Print, type Printed, prepareAgent } from './harness/agent.ts';
import { LIVE_AGENTS } from './harness/agents/agents.ts';
import {
  assertImportAddsNothing,
  assertNothingInjectedIsStored,
  hitFor,
  ID,
  isOutsideCairn,
  makePatient,
  setUp,
  stateConstraint,
  timesStored,
  unnamed,
} from './harness/checks.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import type { RecordedRequest } from './harness/model/messages.ts';
import { injectedBlocks, injectedInto, toolResultsIn } from './harness/model/requests.ts';
import { NEXT_PROMPT, OWN_SESSION, relayStory } from './harness/relay-story.ts';
import { only, snapshotOf } from './harness/snapshot.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION, OPEN_TASK, SAID_ON_THE_WAY } from './harness/story.ts';

const LIMIT = { timeout: 240_000 };

/** In whose name each agent tells its model what a hook handed over, and what it writes before it. */
const FORMS: Readonly<Record<string, { readonly role: string; readonly before: RegExp }>> = {
  'claude-code': { role: 'system', before: /SessionStart hook additional context: $/ },
  codex: { role: 'developer', before: /^$/ },
  'kimi-code': { role: 'user', before: /<hook_result hook_event="UserPromptSubmit">\n$/ },
  'qwen-code': {
    role: 'system',
    before: /<qwen:session-start-context hidden="true">\nSessionStart additional context:\n$/,
  },
  'gemini-cli': { role: 'user', before: /<hook_context>[^<]*$/ },
  opencode: { role: 'user', before: /^$/ },
  'copilot-cli': { role: 'user', before: /\n<system_reminder>\n$/ },
  cline: { role: 'user', before: /<hook_context source="PreToolUse" tool_name="read__files" [^>]*>\n$/ },
};

/** Agents to run alone while one works on them: the last hands on to the first. `CAIRN_LIVE_KEEP` keeps their homes. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = wanted === undefined ? LIVE_AGENTS : LIVE_AGENTS.filter(({ name }) => wanted.includes(name));

const printIn = new Map(await Promise.all(agents.map(async (agent) => [agent, await prepareAgent(agent)] as const)));

suite('each agent is told what the one before it did', () => {
  for (const [index, agent] of agents.entries()) {
    const next = agents[(index + 1) % agents.length] ?? agent;
    test(`${agent.name} hands on to ${next.name}`, LIMIT, async (context) => {
      const machine = await openMachine(relayStory(agent), [...new Set([agent, next])]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      await machine.explained(() => handOn(machine, agent, next));
    });
  }
});

async function handOn(machine: Machine, agent: LiveAgent, next: LiveAgent): Promise<void> {
  const names = [...new Set([agent.name, next.name])];
  const before = await setUp(machine, ...names);
  const written = await assertSetUpOnce(machine, names);
  for (const one of new Set([agent, next])) await makePatient(machine, one);
  await stateConstraint(machine);
  await work(machine, agent);
  await machine.cairn.settled();

  await machine.namespace.setScript(relayStory(next));
  const told = await requestsOf(machine, () => put(machine, next, NEXT_PROMPT));
  assertTold(told, agent, next);

  await assertOnce(machine, agent, next);
  await assertNothingInjectedIsStored(machine);
  await assertUninstalled(machine, [agent, next], { before, written });
}

/** A second set-up changes nothing; gives the files and folders that are there after the first, outside Cairn's own. */
async function assertSetUpOnce(
  { cairn, namespace }: Machine,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const once = only(await snapshotOf(namespace.home), isOutsideCairn);
  assert.equal((await cairn.run(['setup', ...names, '--yes'])).code, 0);
  assert.deepEqual(only(await snapshotOf(namespace.home), isOutsideCairn), once);
  return once;
}

/**
 * Runs the agent's own session, prompt by prompt: each prompt gets what a person stated, and a search finds that,
 * too: what the session decided itself, its agent has in its context.
 */
async function work(machine: Machine, agent: LiveAgent): Promise<void> {
  let resume: { resume?: string } = {};
  for (const { prompt, answer } of OWN_SESSION) {
    const requests = await requestsOf(machine, async () => {
      const { session, result } = await put(machine, agent, prompt, resume);
      assert.equal(result, answer, `what ${agent.name} said to "${prompt}"`);
      resume = { resume: session };
    });
    const told = requests.filter((request) => injectedInto(request).includes(CONSTRAINT));
    assert.notEqual(told.length, 0, `"${CONSTRAINT}" is in no request of "${prompt}"`);
    for (const request of told) assertNothingTwice(request);
  }
  const results = machine.namespace.requests.flatMap(toolResultsIn);
  assert.ok(
    results.some((text) => text.includes(CONSTRAINT) && ID.test(text)),
    'the search gave no constraint',
  );
}

function put({ namespace }: Machine, agent: LiveAgent, ...asked: Parameters<Print>): Promise<Printed> {
  const print = printIn.get(agent);
  assert.ok(print);
  return print(namespace)(...asked);
}

async function requestsOf({ namespace }: Machine, work: () => Promise<unknown>): Promise<readonly RecordedRequest[]> {
  const from = namespace.requests.length;
  await work();
  return namespace.requests.slice(from).filter(({ answer }) => answer !== undefined);
}

/** What the agent did stands in what is injected into the next one, in the form that one takes, each line once. */
function assertTold(requests: readonly RecordedRequest[], { tools }: LiveAgent, next: LiveAgent): void {
  const request = requests.findLast((candidate) => injectedInto(candidate) !== '');
  assert.ok(request, 'nothing was injected into a request of the next agent');
  const words = [CONSTRAINT, DECISION, CHANGED_FILE, ...(tools.todos === undefined ? [] : [OPEN_TASK])];
  const missing = words.filter((word) => !injectedInto(request).includes(word));
  assert.deepEqual(missing, [], 'what was injected lacks this');
  const form = FORMS[next.name];
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

/** Each event is there once: a later import has nothing to add, and there are as many calls as the model made, and files shown without one. */
async function assertOnce({ cairn, namespace }: Machine, agent: LiveAgent, next: LiveAgent): Promise<void> {
  await cairn.settled();
  await assertImportAddsNothing(cairn);
  const { counts, ignored, skipped } = await cairn.settled();

  const calls = namespace.requests.flatMap(({ answer }) => answer?.calls ?? []);
  const compactions = agent.compactsAt === undefined ? 0 : 1;
  const read = calls.length + (agent.filesShownAgain ?? 0);
  const made = { 'tool.end': read, 'subagent.start': 1, 'subagent.end': 1, 'compact.end': compactions };
  const kinds = Object.keys(made) as (keyof typeof made)[];
  assert.deepEqual(Object.fromEntries(kinds.map((kind) => [kind, counts.byEvent[kind] ?? 0])), made);

  const prompts = [...OWN_SESSION.map(({ prompt }) => prompt), NEXT_PROMPT];
  for (const prompt of prompts) assert.equal(await timesStored(cairn, prompt, 'prompt'), 1, `times of "${prompt}"`);
  assert.equal(await timesStored(cairn, SAID_ON_THE_WAY, 'message'), 1);
  const failed = await hitFor(cairn, 'node check.js failed', 'observation');
  assert.match(failed.title, /failed \(exit 1\)/);
  await hitFor(cairn, 'grep -rl discount src', 'observation');
  const lost = [ignored, skipped].map((counted) => unnamed(counted, [agent, next]));
  assert.deepEqual(lost, [[], []]);
}

/**
 * Asserts that the user's files are as they were, byte for byte, that the files set-up added are gone, and that files
 * that an agent itself rewrites no longer point at Cairn.
 */
async function assertUninstalled(
  { cairn, namespace }: Machine,
  there: readonly LiveAgent[],
  { before, written }: { before: ReadonlyMap<string, string>; written: Readonly<Record<string, string>> },
): Promise<void> {
  assert.equal((await cairn.run(['uninstall', '--yes'], { pty: true })).code, 0);
  const after = await snapshotOf(namespace.home);
  const rewritten = there.flatMap(({ rewrites }) => rewrites ?? []);
  const kept = (path: string): boolean =>
    before.has(path) && isOutsideCairn(path) && !path.startsWith('shop') && !rewritten.includes(path);
  assert.deepEqual(only(after, kept), only(before, kept));
  const added = Object.keys(written).filter((path) => !before.has(path) && written[path]?.startsWith('file'));
  assert.deepEqual(
    added.filter((path) => after.has(path)),
    [],
    'set-up added these',
  );
  for (const path of rewritten) {
    assert.doesNotMatch(await readFile(join(namespace.home, path), 'utf8'), /\.cairn\/bin/, path);
  }
}
