import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { type LiveAgent, prepareAgent } from './harness/agent.ts';
import { CLAUDE_CODE } from './harness/agents/claude-code.ts';
import { CODEX } from './harness/agents/codex.ts';
import { COPILOT_CLI } from './harness/agents/copilot-cli.ts';
import { KIMI_CODE } from './harness/agents/kimi-code.ts';
import type { Cairn } from './harness/cairn.ts';
import {
  assertHolds,
  assertImportAddsNothing,
  assertNothingInjectedIsStored,
  hitFor,
  stateConstraint,
  timesStored,
} from './harness/checks.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import type { RecordedRequest } from './harness/model/messages.ts';
import { injectedBlocks, textOfRequest } from './harness/model/requests.ts';
import { CHECKOUT } from './harness/namespace.ts';
import type { Script } from './harness/script.ts';
import { CONSTRAINT, PROJECT, quoting, SECOND_SESSION } from './harness/story.ts';

const LIMIT = { timeout: 120_000 };
const KEPT = 'The shop ships on Mondays';
const SKILL = 'cairn-memory';

/** An agent that gets Cairn from its package of `packages/`, by the agent's own way of installing. */
interface Packaged {
  readonly agent: LiveAgent;
  /** The agent's own commands that install the package. */
  readonly commands?: readonly (readonly string[])[];
  /** What else says that it is installed, by path relative to the home. */
  readonly files?: Readonly<Record<string, string>>;
  /** Cairn's tool that keeps something, and what a person types for it. */
  readonly remember: string;
  readonly prompt: string;
  /** The events of which each prompt is one. */
  readonly prompted: string;
}

const folderOf = ({ name }: LiveAgent): string => `${CHECKOUT}/packages/${name}`;
const keep = `Keep this for later: ${KEPT}`;
const plugin = { id: 'cairn', root: folderOf(KIMI_CODE), source: 'local-path', enabled: true };

const PACKAGED: readonly Packaged[] = [
  {
    agent: {
      ...CLAUDE_CODE,
      args: (...asked) => [
        ...CLAUDE_CODE.args(...asked),
        ...['--plugin-dir', folderOf(CLAUDE_CODE), '--allowedTools', 'mcp__plugin_cairn_cairn'],
      ],
    },
    remember: 'mcp__plugin_cairn_cairn__remember',
    prompt: `/cairn:remember ${KEPT}`,
    prompted: 'UserPromptSubmit',
  },
  {
    agent: CODEX,
    commands: [
      ['plugin', 'marketplace', 'add', `${CHECKOUT}/packages`],
      ['plugin', 'add', 'cairn@cairn'],
    ],
    remember: 'mcp__cairn/remember',
    prompt: keep,
    prompted: 'UserPromptSubmit',
  },
  {
    agent: KIMI_CODE,
    files: {
      '.kimi-code/plugins/installed.json': JSON.stringify({
        version: 1,
        plugins: [{ ...plugin, installedAt: '2026-01-01T00:00:00.000Z', originalSource: plugin.root }],
      }),
    },
    remember: 'mcp__plugin-cairn_cairn__remember',
    prompt: keep,
    prompted: 'UserPromptSubmit',
  },
  {
    agent: COPILOT_CLI,
    commands: [['plugin', 'install', folderOf(COPILOT_CLI)]],
    remember: 'cairn-remember',
    prompt: keep,
    prompted: 'userPromptSubmitted',
  },
];

suite('a package alone brings the memory to its agent, and beside a set-up it tells nothing twice', () => {
  for (const packaged of PACKAGED) {
    const { agent } = packaged;
    test(agent.name, LIMIT, async (context) => {
      const machine = await openMachine(storyOf(packaged), [agent]);
      context.after(() => machine[Symbol.asyncDispose]());
      await machine.explained(() => tell(machine, packaged));
    });
  }
});

/** What the command says, or else what was typed, is taken for a wish to keep something. */
function storyOf({ agent, remember }: Packaged): Script {
  const kept = { calls: [{ tool: remember, args: { text: KEPT, kind: 'decision' } }] };
  return {
    turns: [
      { when: 'Keep this for later', steps: [kept, { text: 'Kept.' }] },
      { when: SECOND_SESSION[0], steps: [{ calls: [agent.tools.shell('cat src/invoice.js')] }, quoting(true)] },
    ],
  };
}

async function tell(machine: Machine, packaged: Packaged): Promise<void> {
  const { cairn, namespace } = machine;
  const { agent, prompt } = packaged;
  assert.equal((await cairn.run(['setup', '--program', '--yes'])).code, 0);
  await stateConstraint(machine);
  const print = (await prepareAgent(agent))(namespace);
  await install(machine, packaged);

  assert.equal((await print(prompt)).result, 'Kept.');
  const first = toldOnce(machine, 0);
  assert.match(textOfRequest(first), new RegExp(SKILL));
  assert.equal(await promptsTold(cairn, packaged), 1);
  // The server of a plugin works for the project, wherever it was started.
  const asked = await hitFor(cairn, KEPT, 'prompt');
  assert.equal((await hitFor(cairn, KEPT, 'knowledge')).project, asked.project);

  assert.equal((await cairn.run(['setup', agent.name, '--yes'])).code, 0);
  const from = namespace.requests.length;
  await print(SECOND_SESSION[0]);
  assertToolOnce(toldOnce(machine, from));
  assert.equal(await promptsTold(cairn, packaged), 2);
  for (const text of [prompt, SECOND_SESSION[0]]) assert.equal(await timesStored(cairn, text, 'prompt'), 1);
  await assertImportAddsNothing(cairn);
  await assertNothingInjectedIsStored(machine);
}

async function install({ namespace }: Machine, { agent, commands = [], files = {} }: Packaged): Promise<void> {
  const program = `${CHECKOUT}/.agents/${agent.name}/node_modules/.bin/${agent.package.command}`;
  for (const command of commands) {
    const run = await namespace.run([program, ...command], { cwd: PROJECT, env: agent.env(namespace.modelUrl) });
    assert.equal(run.code, 0, `${command.join(' ')}: ${run.stdout}${run.stderr}`);
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(namespace.home, path)), { recursive: true });
    await writeFile(join(namespace.home, path), text);
  }
}

/** The first request since then into which something was injected: it holds what a person stated, no line twice. */
function toldOnce({ namespace }: Machine, from: number): RecordedRequest {
  const told = namespace.requests.slice(from).find((request) => injectedBlocks(request).length > 0);
  assert.ok(told, 'nothing was injected');
  assertHolds(told, CONSTRAINT);
  const lines = injectedBlocks(told).flatMap((block) => block.lines);
  assert.deepEqual(lines, [...new Set(lines)]);
  return told;
}

/** The tools of the package and those of the set-up are the same ones: none is listed twice, under whatever name. */
function assertToolOnce(request: RecordedRequest): void {
  const names = [...textOfRequest(request).matchAll(/mcp__[\w-]*cairn\w*__remember/g)].map(([name]) => name);
  const listed = (request.body.tools ?? []).map(({ name }) => name).filter((name) => /cairn.*remember/.test(name));
  assert.ok(new Set([...names, ...listed]).size <= 1, `listed: ${names} ${listed}`);
}

/** Number of prompts that the agent's hooks reported. */
async function promptsTold(cairn: Cairn, { agent, prompted }: Packaged): Promise<number> {
  const { hooks } = await cairn.settled();
  return hooks.find((hook) => hook.agent === agent.name && hook.event === prompted)?.count ?? 0;
}
