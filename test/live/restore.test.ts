import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ListResult } from '../../src/api/answers.ts';
import { stripOwnWords } from '../../src/privacy/own-words.ts';
import { type LiveAgent, prepareAgent } from './harness/agent.ts';
import { CLAUDE_CODE } from './harness/agents/claude-code.ts';
import { CODEX } from './harness/agents/codex.ts';
import { KIMI_CODE } from './harness/agents/kimi-code.ts';
import { OPENCODE } from './harness/agents/opencode.ts';
import { assertImportAddsNothing, makePatient, setUp, timesStored } from './harness/checks.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import { textsOfRequest } from './harness/model/requests.ts';
import { CHECKOUT } from './harness/namespace.ts';
import type { Script } from './harness/script.ts';
import { CHANGED_FILE, FILES } from './harness/story.ts';

const LIMIT = { timeout: 240_000 };

const ASKED = 'Which colour has the till of the shop?';
const ANSWERED = 'The till is teal, as the discount says.';
const ASKED_NEXT = 'And the door, which colour has it?';
const ANSWERED_NEXT = 'The door is amber.';
const GOES_ON = 'Say both colours once more.';
const WENT_ON = 'Teal and amber.';

/** The agents whose sessions are written, and the folders below the home in which each keeps them. */
const KEPT: ReadonlyMap<LiveAgent, readonly string[]> = new Map([
  [CLAUDE_CODE, ['.claude/projects']],
  [CODEX, ['.codex/sessions']],
  [KIMI_CODE, ['.kimi-code/sessions', '.kimi-code/session_index.jsonl']],
  [OPENCODE, ['.local/share/opencode']],
]);

/** Agents to run alone while one works on them: `CAIRN_LIVE=claude-code,codex`. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = [...KEPT.keys()].filter(({ name }) => wanted === undefined || wanted.includes(name));
const printIn = new Map(await Promise.all(agents.map(async (agent) => [agent, await prepareAgent(agent)] as const)));

suite('a session outlives its agent', () => {
  for (const from of agents) {
    for (const to of agents) {
      test(`of ${from.name}, deleted, ${to.name} goes on with it`, LIMIT, async (context) => {
        const machine = await openMachine(story(from), [...new Set([from, to])]);
        context.after(async () => {
          await keepHome(machine, to);
          await machine[Symbol.asyncDispose]();
        });
        await machine.explained(() => outlive(machine, from, to));
      });
    }
  }
});

async function outlive(machine: Machine, from: LiveAgent, to: LiveAgent): Promise<void> {
  const { cairn, namespace } = machine;
  const print = (agent: LiveAgent) => (printIn.get(agent) ?? assert.fail(agent.name))(namespace);
  await setUp(machine, ...new Set([from.name, to.name]));
  for (const agent of new Set([from, to])) await makePatient(machine, agent);
  const { session: first } = await print(from)(ASKED);
  await print(from)(ASKED_NEXT, { resume: first });
  await cairn.settled();
  const { entries } = await cairn.json<ListResult>(['sessions', '--agent', from.name]);
  const kept = entries[0]?.id ?? assert.fail('no session is kept');
  for (const folder of KEPT.get(from) ?? []) await rm(join(namespace.home, folder), { recursive: true });

  const restore = ['sessions', 'restore', kept, '--to', to.name];
  // One that keeps sessions in a database takes them in itself.
  const env = { ...to.env(namespace.modelUrl), PATH: `${bin(to)}:/srv/node:/usr/bin:/bin` };
  const planned = await cairn.json<{ id: string; written: boolean }>([...restore, '--dry-run'], { env });
  const restored = await cairn.json<{ id: string; written: boolean }>(restore, { env });
  assert.deepEqual([planned.written, restored.written, restored.id], [false, true, planned.id]);
  assert.notEqual((await cairn.run(restore, { env })).code, 0, 'what is there is not written over');
  await assertImportAddsNothing(cairn);

  const before = namespace.requests.length;
  assert.equal((await print(to)(GOES_ON, { resume: restored.id })).result, WENT_ON);
  const asked = namespace.requests.slice(before).findLast((request) => holds(request, GOES_ON));
  assert.ok(asked, 'nothing asked the model to go on');
  const lost = [ASKED, ANSWERED, ASKED_NEXT, ANSWERED_NEXT, FILES[CHANGED_FILE]?.trim() ?? ''];
  assert.deepEqual(
    lost.filter((words) => !holds(asked, words)),
    [],
    'the request lacks this',
  );
  await cairn.settled();
  await assertImportAddsNothing(cairn);
  assert.equal(await timesStored(cairn, ASKED, 'prompt'), 1);
  assert.equal(await timesStored(cairn, GOES_ON, 'prompt'), 1);
}

function bin({ name }: LiveAgent): string {
  return `${CHECKOUT}/.agents/${name}/node_modules/.bin`;
}

/** True when the agent itself tells its model these words; what Cairn tells beside the session does not count. */
function holds(request: Parameters<typeof textsOfRequest>[0], words: string): boolean {
  return stripOwnWords(textsOfRequest(request).join('\n')).includes(words);
}

function story({ tools }: LiveAgent): Script {
  const side = { text: 'Colours of the shop' };
  const turns = [
    { when: GOES_ON, steps: [{ text: WENT_ON }] },
    { when: ASKED_NEXT, steps: [{ text: ANSWERED_NEXT }] },
    { when: ASKED, steps: [{ calls: [tools.read(CHANGED_FILE)] }, { text: ANSWERED }] },
  ];
  return { turns, side };
}
