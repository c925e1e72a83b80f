import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { type LiveAgent, type Print, prepareAgent } from './harness/agent.ts';
import { CLAUDE_CODE } from './harness/agents/claude-code.ts';
import { CLINE } from './harness/agents/cline.ts';
import { CODEX } from './harness/agents/codex.ts';
import { COPILOT_CLI } from './harness/agents/copilot-cli.ts';
import { GEMINI_CLI } from './harness/agents/gemini-cli.ts';
import { KIMI_CODE } from './harness/agents/kimi-code.ts';
import { OPENCODE } from './harness/agents/opencode.ts';
import { QWEN_CODE } from './harness/agents/qwen-code.ts';
import { assertImportAddsNothing, makePatient, setUp, unnamed } from './harness/checks.ts';
import { confirmProposed, inTerminal } from './harness/confirm.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import { injectedInto, textOfRequest } from './harness/model/requests.ts';
import { HOME } from './harness/namespace.ts';
import type { Script } from './harness/script.ts';
import { CHANGED_FILE, PROJECT } from './harness/story.ts';

const LIMIT = { timeout: 240_000 };
const RULE = 'Never use npm, use pnpm';
const PATH_RULE = `Do not edit ${CHANGED_FILE}`;
const ROUNDED = 'Math.round(cents * 0.9)';
/** What a command that was not refused leaves behind. */
const RAN = 'ran.txt';
const FORBIDDEN_LINE = `npm root > ${RAN} || true`;
const MENDING = 'Make the check pass.';
const FORBIDDEN = 'Install what is missing.';
const ASKED = 'Please run `npm root` and say what it prints.';
const FAILING = 'Check it once more.';
const REFUSED = 'Try all of it again.';

/**
 * How a tripwire reaches each agent: at the call or at the prompt alone, whether what is known of a failure does, and whether
 * a call is refused. `CAIRN_LIVE` names some of them.
 */
const wanted = process.env.CAIRN_LIVE?.split(',');
const AGENTS = [
  { agent: CLAUDE_CODE, at: FORBIDDEN, ofFailures: true, refuses: true },
  { agent: CODEX, at: FORBIDDEN, ofFailures: false, refuses: true },
  { agent: KIMI_CODE, at: ASKED, ofFailures: false, refuses: true },
  { agent: GEMINI_CLI, at: FORBIDDEN, ofFailures: true, refuses: true },
  { agent: QWEN_CODE, at: FORBIDDEN, ofFailures: true, refuses: true },
  { agent: OPENCODE, at: FORBIDDEN, ofFailures: true, refuses: true },
  { agent: COPILOT_CLI, at: FORBIDDEN, ofFailures: false, refuses: true },
  { agent: CLINE, at: FORBIDDEN, ofFailures: false, refuses: false },
].filter(({ agent }) => wanted === undefined || wanted.includes(agent.name));

/** Sessions: a failing check is made to pass; what is forbidden runs; the check fails again; what is forbidden is tried again. */
function story({ tools }: LiveAgent, ofFailures: boolean): Script {
  const check = { calls: [tools.shell('node check.js')] };
  const edit = (from: string, to: string) => ({ calls: [tools.edit({ file: CHANGED_FILE, from, to })] });
  const read = { calls: [tools.read(CHANGED_FILE)] };
  const forbidden = { calls: [tools.shell(FORBIDDEN_LINE)] };
  return {
    turns: [
      { when: MENDING, steps: [check, read, edit('cents * 0.9', ROUNDED), check, { text: 'It passes.' }] },
      { when: FORBIDDEN, steps: [forbidden, { text: 'Installed.' }] },
      { when: ASKED, steps: [forbidden, { text: 'It prints a folder.' }] },
      { when: FAILING, steps: [read, edit(ROUNDED, 'cents * 0.9'), check, { text: 'It fails again.' }] },
      {
        when: REFUSED,
        steps: [forbidden, read, edit(ofFailures ? 'cents * 0.9' : ROUNDED, 'cents'), { text: 'I may not.' }],
      },
    ],
  };
}

suite('what was confirmed or known before speaks up at the call', () => {
  for (const { agent, at, ofFailures, refuses } of AGENTS) {
    test(agent.name, LIMIT, async (context) => {
      const printIn = await prepareAgent(agent);
      const machine = await openMachine(story(agent, ofFailures), [agent]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      const print = printIn(machine.namespace);
      await machine.explained(async () => {
        await setUp(machine, agent.name);
        await makePatient(machine, agent);
        const { id: rule } = await machine.cairn.remember(RULE, 'constraint');
        await print(MENDING);
        await machine.cairn.settled();
        assert.ok(!existsSync(join(machine.cairnHome, 'tripwires')));
        const tripwire = await confirmProposed(machine);
        assert.ok(existsSync(join(machine.cairnHome, 'tripwires')));
        const told = await toldAfter(machine, () => print(at));
        assert.match(told, new RegExp(`\\[${tripwire}\\] Tripwire: a rule is about npm\\..*${rule}`));
        assert.ok(existsSync(inProject(machine, RAN)), 'a warning refuses nothing');

        if (ofFailures) {
          const again = await toldAfter(machine, () => print(FAILING));
          assert.match(again, /\[[ot]_\w{16}\] This failure came once in an earlier session/);
          assert.match(again, /It went well after changing src\/discount\.js/);
        }
        if (refuses) await assertRefused(machine, { print, tripwire, rule });
        const { ignored } = await machine.cairn.settled();
        assert.deepEqual(unnamed(ignored, [agent]), []);
        await assertImportAddsNothing(machine.cairn);
      });
    });
  }
});

/** In mode block neither the command runs nor the file changes; the model reads why, and how a person lifts it. */
async function assertRefused(
  machine: Machine,
  { print, tripwire, rule }: { print: Print; tripwire: string; rule: string },
): Promise<void> {
  const { cairn, namespace } = machine;
  await cairn.remember(PATH_RULE, 'constraint');
  await cairn.settled();
  const ofPath = await confirmProposed(machine);
  await inTerminal(machine, ['config', 'set', 'tripwires.mode', 'block']);
  await inTerminal(machine, ['worker', 'restart']);
  await cairn.settled();
  const before = readFileSync(inProject(machine, CHANGED_FILE), 'utf8');
  const from = namespace.requests.length;
  rmSync(inProject(machine, RAN), { force: true });
  await print(REFUSED);
  assert.ok(!existsSync(inProject(machine, RAN)), 'the command ran all the same');
  assert.equal(readFileSync(inProject(machine, CHANGED_FILE), 'utf8'), before);
  const read = namespace.requests.slice(from).map(textOfRequest).join('\n');
  assert.match(read, new RegExp(`forbids this \\(npm, ${tripwire}\\).*${rule}`));
  for (const id of [tripwire, ofPath]) assert.ok(read.includes(`cairn review withdraw ${id}`), read.slice(-2_000));
  await inTerminal(machine, ['review', 'withdraw', tripwire, ofPath]);
  await cairn.settled();
  assert.ok(!existsSync(join(machine.cairnHome, 'tripwires')));
}

/** A file of the project, on the host. */
function inProject({ namespace }: Machine, file: string): string {
  return join(namespace.home, relative(HOME, PROJECT), file);
}

/** What was injected into the last request of what is done: a call's block is in the request that follows it. */
async function toldAfter({ namespace }: Machine, work: () => Promise<unknown>): Promise<string> {
  const from = namespace.requests.length;
  await work();
  return namespace.requests.slice(from).map(injectedInto).join('\n');
}
