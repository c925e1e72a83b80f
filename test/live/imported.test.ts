import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { prepareAgent } from './harness/agent.ts';
import { HOOKED_AGENTS, IMPORTED_AGENTS } from './harness/agents/agents.ts';
import { CLAUDE_CODE } from './harness/agents/claude-code.ts';
import { assertAnswered, put, setUpServer } from './harness/asking.ts';
import { assertImportAddsNothing, hitFor, stateConstraint, timesStored } from './harness/checks.ts';
import { CALLS, IMPORTED_SESSION, type ImportedAgent, importedStory, installImported } from './harness/imported.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import { injectedInto } from './harness/model/requests.ts';
import { NEXT_PROMPT, relayStory } from './harness/relay-story.ts';
import { CHANGED_FILE, DECISION, SAID_ON_THE_WAY } from './harness/story.ts';

const LIMIT = { timeout: 480_000 };

/** Agents to run alone while one works on them. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = IMPORTED_AGENTS.filter(({ name }) => wanted === undefined || wanted.includes(name));

const printIn = await prepareAgent(CLAUDE_CODE);

suite('a session that is imported holds what the agent did', () => {
  for (const agent of agents) {
    test(agent.name, LIMIT, async (context) => {
      const program = await installImported(agent);
      const machine = await openMachine(importedStory(agent), [agent, CLAUDE_CODE]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      const { cairn } = machine;
      await machine.explained(async () => {
        for (const [index, { prompt, answer }] of IMPORTED_SESSION.entries()) {
          await put(machine, { agent, argv: [...program, ...agent.args(prompt, index > 0)], answer });
          // Read after each prompt: what is appended to, or written again, adds its own events and no others.
          const { code: imported, stderr: problem } = await cairn.run(['import', '--agent', agent.name, '--yes']);
          assert.equal(imported, 0, problem);
        }
        const { counts, ignored } = await cairn.settled();
        const { prompt, 'tool.end': ends } = counts.byEvent;
        assert.deepEqual({ prompt, ends }, { prompt: IMPORTED_SESSION.length, ends: CALLS.all });
        const { stdout } = await cairn.run(['export']);
        const failed = stdout.split('\n').filter((line) => line.includes('"success":false'));
        assert.equal(failed.length, CALLS.failed, failed.join('\n'));
        assert.match(failed[0] ?? '', /check\.js.*"exitCode":1|"exitCode":1.*check\.js/);
        for (const { prompt: asked, answer } of IMPORTED_SESSION) {
          assert.deepEqual(
            [await timesStored(cairn, asked, 'prompt'), await timesStored(cairn, answer, 'message')],
            [1, 1],
          );
        }
        await hitFor(cairn, SAID_ON_THE_WAY, 'message');
        await assertImportAddsNothing(cairn);
        assert.deepEqual(ignored, {});
        if (HOOKED_AGENTS.includes(agent)) return;
        await tellNext(machine);
        if (agent.server === undefined) return;
        await machine.namespace.setScript(importedStory(agent));
        await askNext(machine, agent, program);
      });
    });
  }
});

/** Cairn tells the agent that comes next, one that takes context, what the session decided and changed. */
async function tellNext({ cairn, namespace }: Machine): Promise<void> {
  assert.equal((await cairn.run(['setup', CLAUDE_CODE.name, '--yes'])).code, 0);
  await namespace.setScript(relayStory(CLAUDE_CODE));
  const from = namespace.requests.length;
  await printIn(namespace)(NEXT_PROMPT);
  const told = namespace.requests.slice(from).map(injectedInto).join('\n');
  const missing = [DECISION, CHANGED_FILE].filter((word) => !told.includes(word));
  assert.deepEqual(missing, [], `what was injected lacks this: ${told}`);
}

/** The next session asks Cairn through the MCP server, which set-up registers and uninstall takes away. */
async function askNext(machine: Machine, agent: ImportedAgent, program: readonly string[]): Promise<void> {
  const { cairn, namespace } = machine;
  await setUpServer(machine, agent.name, agent.server ?? '');
  await stateConstraint(machine);
  assertAnswered(await put(machine, { agent, argv: [...program, ...agent.args(NEXT_PROMPT, false)] }));
  assert.equal((await cairn.run(['uninstall', '--yes'], { pty: true })).code, 0);
  const left = await readFile(join(namespace.home, agent.server ?? ''), 'utf8');
  assert.doesNotMatch(left, /cairn/);
  if (agent.rewrites === undefined) assert.equal(left, Object.values(agent.files(namespace.modelUrl))[0]);
}
