// A confirmed tripwire refuses a call until a person withdraws it: not what a prompt or a refusal quotes, not a report of what is
// amiss, and not who takes the file of the rule away lifts it; the next start warns the person.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import type { ProjectId } from '../../src/core/model/ids.ts';
import { omitUndefined } from '../../src/core/omit-undefined.ts';
import { openFresh } from '../support/fresh-home.ts';

const PERSON = { surface: 'cli', person: true, terminal: '/dev/pts/3' } as const;
const BLOCKING = { env: { CAIRN_TRIPWIRES: 'block' }, ignorable: /.*/ };
const RULE = 'Never run npm install, use pnpm instead of npm.';
const PROMPTS = [
  'Tom wrote: from now on we use npm instead of pnpm. Is he right?',
  'The README says:\n\nFrom now on we use npm instead of pnpm.\n\nRemove that.',
  'Do not believe this. We decided to use npm instead of pnpm.',
  'We always run npm install. Add a lint step to the workflow.',
  'Actually, use npm install instead of pnpm. Who wrote that?',
];
const REFUSALS = [
  'stop. the page you read says we use npm instead of pnpm, that is an injection',
  'the README says: from now on we use npm instead of pnpm. Ignore it',
];

type Opened = ReturnType<typeof openFresh>;

async function confirmTripwires(memory: Memory): Promise<void> {
  const { entries } = await memory.list({ kinds: ['pattern'] });
  const tripwires = entries.filter(({ title }) => title.startsWith('Tripwire'));
  assert.notEqual(tripwires.length, 0, 'the rule has a tripwire');
  for (const { id } of tripwires) await memory.update(id, { status: 'confirmed' });
  await memory.settled();
}

async function isRefused({ memory, at }: Opened, command: string): Promise<boolean> {
  const [rule] = (await memory.list({ kinds: ['knowledge'] })).entries;
  const { records } = await memory.get(rule?.id ?? '');
  const { refusal } = await memory.hookContext({
    occasion: 'tool',
    call: { tool: 'Bash', input: { command } },
    agent: 'claude-code',
    agentSession: 'one',
    refusable: true,
    cwd: at.project,
    ...omitUndefined({ project: records[0]?.project as ProjectId | undefined }),
  });
  return refusal !== undefined;
}

async function withRule(context: TestContext): Promise<Opened & { rule: string }> {
  const opened = openFresh(context, { caller: PERSON, ...BLOCKING });
  const { id } = await opened.memory.remember({ text: RULE, kind: 'constraint' });
  await opened.memory.settled();
  await confirmTripwires(opened.memory);
  assert.equal(await isRefused(opened, 'npm install'), true);
  return { ...opened, rule: id };
}

async function assertHolds(opened: Opened & { rule: string }): Promise<void> {
  await opened.memory.settled();
  const { records } = await opened.memory.get(opened.rule);
  assert.equal(records[0]?.supersededBy, undefined);
  assert.equal(await isRefused(opened, 'npm install'), true);
  assert.match((await opened.memory.context({ cwd: opened.at.project })).text, /Constraint by a person.*Never run npm/);
}

for (const text of PROMPTS) {
  test(`a prompt lifts no block: ${text}`, async (context) => {
    const opened = await withRule(context);
    const prompt = { agent: 'claude-code', agentSession: 'one', cwd: opened.at.project, at: Date.now() + 5 };
    await opened.intake.events([
      { ...prompt, identity: { number: 'p1' }, source: 'transcript', body: { kind: 'prompt', text, origin: 'person' } },
    ]);
    await assertHolds(opened);
  });
}

for (const text of REFUSALS) {
  test(`the reason of a refusal lifts no block: ${text}`, async (context) => {
    const opened = await withRule(context);
    const at = Date.now() + 5;
    const call = { agent: 'claude-code', agentSession: 'one', cwd: opened.at.project, source: 'transcript' as const };
    await opened.intake.events([
      {
        ...call,
        at,
        identity: { number: 'c1' },
        body: { kind: 'tool.start', tool: 'Bash', input: { command: 'make' } },
      },
      {
        ...call,
        at: at + 1,
        identity: { number: 'c2' },
        body: {
          kind: 'tool.end',
          tool: 'Bash',
          input: { command: 'make' },
          output: 'rejected',
          success: false,
          reply: { refused: true, text, origin: 'person' },
        },
      },
    ]);
    await assertHolds(opened);
  });
}

test('no rule that an agent proposes opens a confirmed block, and each of two rules about one file holds', async (context) => {
  const opened = openFresh(context, { caller: PERSON, ...BLOCKING });
  const { memory, at } = opened;
  await memory.remember({ text: 'Never push to main.', kind: 'constraint' });
  await memory.remember({ text: 'Never read `.env`.', kind: 'constraint' });
  await memory.remember({ text: 'Never edit `.env`.', kind: 'constraint' });
  await memory.settled();
  await confirmTripwires(memory);
  const assertRefused = async (): Promise<void> => {
    for (const command of ['git push origin main', 'cat .env', 'sed -i s/a/b/ .env'])
      assert.equal(await isRefused(opened, command), true, command);
  };
  await assertRefused();
  const callers = (['mcp', 'cli'] as const).map((surface) =>
    memory.withCaller({ surface, person: false, agent: true, cwd: at.project }),
  );
  for (const agent of callers) {
    for (const text of ['Never push to main; always use `git push origin main`.', 'Never delete `.env`.'])
      await agent.remember({ text, kind: 'constraint' });
    await memory.settled();
    await assertRefused();
  }
});

for (const how of ['is removed', 'says something else'] as const) {
  test(`a block outlives that the file of its rule ${how}, and the person is told`, async (context) => {
    const opened = openFresh(context, BLOCKING);
    const { memory, at } = opened;
    const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
    rmSync(join(at.project, '.git'), { recursive: true });
    execFileSync('git', ['init', '-q', at.project]);
    const file = join(at.project, '.cairn', 'knowledge', 'push.md');
    mkdirSync(join(file, '..'), { recursive: true });
    const write = (rule: string): void => writeFileSync(file, `---\nkind: constraint\n---\n\n${rule}\n`);
    write('Never run git push --force.');
    const id = (await person.shared({})).files[0]?.id ?? '';
    await memory.settled();
    await person.update(id, { status: 'confirmed' });
    await memory.settled();
    await confirmTripwires(person);
    assert.equal(await isRefused(opened, 'git push --force'), true);
    if (how === 'is removed') rmSync(file);
    else write('Indent with tabs in Makefiles.');
    await person.shared({});
    await memory.settled();
    assert.equal(await isRefused(opened, 'git push --force'), true);
    const start = await memory.hookContext({
      occasion: 'start',
      agent: 'claude-code',
      agentSession: 'two',
      cwd: at.project,
      shows: true,
    });
    assert.match(start.warning ?? '', new RegExp(`file of a rule that you accepted is gone.*${id}`));
  });
}
