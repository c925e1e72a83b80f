import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { findAgent } from '../../src/agents/registry.ts';
import { HOOKED_AGENTS } from './harness/agents/agents.ts';
import { put } from './harness/asking.ts';
import { setUp } from './harness/checks.ts';
import { confirmProposed, inTerminal } from './harness/confirm.ts';
import { type ImportedAgent, installImported } from './harness/imported.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import { textOfRequest } from './harness/model/requests.ts';
import { HOME } from './harness/namespace.ts';
import { PROJECT } from './harness/story.ts';

const LIMIT = { timeout: 480_000 };
const RULE = 'Never use npm, use pnpm';
const ASKED = 'Install what is missing.';
/** What a command that was not refused leaves behind. */
const RAN = 'ran.txt';
const ENDED = 'I may not.';

/** Agents to run alone while one works on them. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = HOOKED_AGENTS.filter(({ name }) => wanted === undefined || wanted.includes(name)).filter(
  ({ name }) => (findAgent(name)?.dialect?.refusesOn ?? []).length > 0,
);

suite('what a confirmed tripwire forbids is refused where a person set it so', () => {
  for (const agent of agents) {
    test(agent.name, LIMIT, async (context) => {
      const program = await installImported(agent);
      const forbidden = agent.tools.shell(`npm root > ${RAN} || true`);
      const script = { turns: [{ when: ASKED, steps: [{ calls: [forbidden] }, { text: ENDED }] }] };
      const machine = await openMachine(script, [agent]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      await machine.explained(() => assertRefused(machine, agent, program));
    });
  }
});

async function assertRefused(machine: Machine, agent: ImportedAgent, program: readonly string[]): Promise<void> {
  const { cairn, namespace } = machine;
  await setUp(machine, agent.name);
  const { id: rule } = await cairn.remember(RULE, 'constraint');
  await cairn.settled();
  const tripwire = await confirmProposed(machine);
  await inTerminal(machine, ['config', 'set', 'tripwires.mode', 'block']);
  await inTerminal(machine, ['worker', 'restart']);
  await cairn.settled();
  const requests = await put(machine, { agent, argv: [...program, ...agent.args(ASKED, false)], answer: ENDED });
  assert.ok(!existsSync(join(namespace.home, relative(HOME, PROJECT), RAN)), 'the command ran all the same');
  const read = requests.map(textOfRequest).join('\n');
  assert.match(read, new RegExp(`forbids this \\(npm, ${tripwire}\\).*${rule}`));
  assert.ok(read.includes(`cairn review withdraw ${tripwire}`), read.slice(-2_000));
}
