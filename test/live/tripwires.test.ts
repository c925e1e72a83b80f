import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { PatternsResult } from '../../src/memory/pattern-answers.ts';
import type { LiveAgent } from './harness/agent.ts';
import { prepareAgent } from './harness/agent.ts';
import { CLAUDE_CODE } from './harness/agents/claude-code.ts';
import { CLINE } from './harness/agents/cline.ts';
import { CODEX } from './harness/agents/codex.ts';
import { COPILOT_CLI } from './harness/agents/copilot-cli.ts';
import { GEMINI_CLI } from './harness/agents/gemini-cli.ts';
import { QWEN_CODE } from './harness/agents/qwen-code.ts';
import { assertImportAddsNothing, setUp } from './harness/checks.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import { injectedInto } from './harness/requests.ts';
import type { Script } from './harness/script.ts';
import { CHANGED_FILE } from './harness/story.ts';

const LIMIT = { timeout: 240_000 };
const RULE = 'Never use npm, use pnpm';
const ROUNDED = 'Math.round(cents * 0.9)';
const [MENDING, FORBIDDEN, FAILING] = ['Make the check pass.', 'Install what is missing.', 'Check it once more.'];

/** Agents that take context at a tool call, and whether they do where one failed. `CAIRN_LIVE` names some of them. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const AGENTS = [
  { agent: CLAUDE_CODE, ofFailures: true },
  { agent: CODEX, ofFailures: false },
  { agent: GEMINI_CLI, ofFailures: true },
  { agent: QWEN_CODE, ofFailures: true },
  { agent: COPILOT_CLI, ofFailures: false },
  { agent: CLINE, ofFailures: false },
].filter(({ agent }) => wanted === undefined || wanted.includes(agent.name));

/** A session that makes a failing check pass; one that runs what is forbidden; one in which the check fails again. */
function story({ tools }: LiveAgent): Script {
  const check = { calls: [tools.shell('node check.js')] };
  const edit = (from: string, to: string) => ({ calls: [tools.edit({ file: CHANGED_FILE, from, to })] });
  const read = { calls: [tools.read(CHANGED_FILE)] };
  return {
    turns: [
      { when: MENDING ?? '', steps: [check, read, edit('cents * 0.9', ROUNDED), check, { text: 'It passes.' }] },
      { when: FORBIDDEN ?? '', steps: [{ calls: [tools.shell('npm root || true')] }, { text: 'Installed.' }] },
      { when: FAILING ?? '', steps: [read, edit(ROUNDED, 'cents * 0.9'), check, { text: 'It fails again.' }] },
    ],
  };
}

suite('what was confirmed or known before speaks up at the call', () => {
  for (const { agent, ofFailures } of AGENTS) {
    test(agent.name, LIMIT, async (context) => {
      const printIn = await prepareAgent(agent);
      const machine = await openMachine(story(agent), [agent]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      const print = printIn(machine.namespace);
      await machine.explained(async () => {
        await setUp(machine, agent.name);
        const { id: rule } = await machine.cairn.remember(RULE, 'constraint');
        await print(MENDING ?? '');
        await machine.cairn.settled();
        const tripwire = await onlyTripwire(machine);
        assert.ok(!existsSync(join(machine.cairnHome, 'tripwires')));

        const { code, stderr } = await machine.cairn.run(['review', 'confirm', tripwire], { pty: true });
        assert.equal(code, 0, stderr);
        await machine.cairn.settled();
        assert.ok(existsSync(join(machine.cairnHome, 'tripwires')));
        const told = await toldAfter(machine, () => print(FORBIDDEN ?? ''));
        assert.match(told, new RegExp(`\\[${tripwire}\\] Tripwire: a rule is about npm\\..*${rule}`));

        if (!ofFailures) return;
        const again = await toldAfter(machine, () => print(FAILING ?? ''));
        assert.match(again, /\[t_\w{16}\] This failure came once in an earlier session/);
        assert.match(again, /It went well after changing src\/discount\.js/);
        const status = await machine.cairn.settled();
        assert.deepEqual(status.ignored, {});
        await assertImportAddsNothing(machine.cairn);
      });
    });
  }
});

async function onlyTripwire({ cairn }: Machine): Promise<string> {
  const { patterns } = await cairn.json<PatternsResult>(['patterns', '--kind', 'tripwire']);
  assert.deepEqual(
    patterns.map(({ status, author }) => [status, author]),
    [['proposed', 'person']],
  );
  return patterns[0]?.id ?? '';
}

/** What was injected into the last request of what is done: a call's block is in the request that follows it. */
async function toldAfter({ namespace }: Machine, work: () => Promise<unknown>): Promise<string> {
  const from = namespace.requests.length;
  await work();
  return namespace.requests.slice(from).map(injectedInto).join('\n');
}
