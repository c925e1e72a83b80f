import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findDialect } from '../../src/agents/dialects.ts';
import type { PatternEntry } from '../../src/api/pattern-answers.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { openFresh } from '../support/fresh-home.ts';

/** A memory with hooks of Claude Code that come to it, and a person who judges. */
function setUp(context: TestContext) {
  const { memory, intake, at } = openFresh(context, {});
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  let count = 0;
  const send = async (session: string, event: string, fields: Record<string, unknown> = {}): Promise<string> => {
    count += 1;
    const payload = { session_id: session, cwd: at.project, hook_event_name: event, ...fields };
    const delivery = `d${count}`;
    const hook = { agent: 'claude-code', event, payload: JSON.stringify(payload), delivery, at: Date.now() + count };
    const need = (await memory.takeHook(hook))?.reading.need;
    if (need === undefined) return '';
    const { text, refusal } = await memory.hookContext({ ...need, agent: 'claude-code', refusable: true });
    return findDialect('claude-code')?.reply(event, text, refusal) ?? '';
  };
  return {
    memory,
    intake,
    person,
    at,
    prompt: (session: string, prompt: string) =>
      send(session, 'UserPromptSubmit', { prompt_id: `p${session}${count}`, prompt }),
    before: (session: string, command: string) =>
      send(session, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: `t${session}${count}` }),
  };
}

async function onlyTripwire({ memory, person }: ReturnType<typeof setUp>): Promise<PatternEntry> {
  await memory.settled();
  const { patterns } = await person.patterns({ kind: 'tripwire' });
  assert.equal(patterns.length, 1);
  return patterns[0] as PatternEntry;
}

/** A session as its transcript tells it: what a person typed, and commands; one that ends with `!` failed. */
async function told(
  { intake, at }: ReturnType<typeof setUp>,
  session: string,
  lines: readonly string[],
): Promise<void> {
  const raws = lines.map((line, i): RawEvent => {
    const command = /^\$ (.+?)(!?)$/.exec(line);
    return {
      agent: 'claude-code',
      agentSession: session,
      at: Date.now() - 3_600_000 + session.charCodeAt(0) * 20_000 + i * 1_000,
      cwd: at.project,
      identity: { number: `${session}${i}` },
      source: 'transcript',
      body:
        command === null
          ? { kind: 'prompt', text: line, origin: 'person' }
          : {
              kind: 'tool.end',
              tool: 'Bash',
              input: { command: command[1] ?? '' },
              output: command[2] === '' ? 'ok' : 'Exit code 1\nno',
              success: command[2] === '',
            },
    };
  });
  await intake.events(raws);
}

test('a proposed tripwire tells what it would have done over the sessions so far', async (context) => {
  const one = setUp(context);
  await told(one, 'a', ['Check the cart.', '$ npm install zod', 'no, use pnpm instead of npm', '$ pnpm add zod']);
  await told(one, 'b', ['Add a date library to the cart.', '$ npm install dayjs!', '$ pnpm add dayjs']);
  await told(one, 'c', ['Look for old packages.', '$ npm outdated']);
  await told(one, 'd', ['Run the tests.', '$ pnpm test']);
  const { status, record, text } = await onlyTripwire(one);
  assert.equal(status, 'proposed');
  assert.match(text, /npm.*no, use pnpm instead of npm/);
  assert.deepEqual([record?.sessions, record?.fired, record?.rightly], [4, 3, 2]);
  assert.deepEqual(
    record?.examples.map(({ title, why }) => [title.split(' failed')[0], why]),
    [
      ['npm install dayjs', 'failed'],
      ['npm install zod', 'corrected'],
      ['npm outdated', undefined],
    ],
  );
  const all = await one.person.patterns({});
  assert.ok(all.patterns.every(({ record: none }) => none === undefined));
});

test('what was never met has a record, too', async (context) => {
  const one = setUp(context);
  await told(one, 'a', ['Tidy up the cart.', '$ ls']);
  await one.person.remember('Never run npm publish from a laptop');
  const { record, text } = await onlyTripwire(one);
  assert.match(text, /npm publish “from a laptop”/);
  assert.deepEqual([record?.fired, record?.examples], [0, []]);
});

test('a rule that forbids what nobody asked for is silent once a person asks for it', async (context) => {
  const one = setUp(context);
  await one.person.remember('Never push without asking me first');
  const { id } = await onlyTripwire(one);
  await one.person.update(id, { status: 'confirmed' });
  await one.memory.settled();
  await one.prompt('a', 'Fix the cart.');
  assert.match(await one.before('a', 'git push'), /git push, “without asking me first”/);
  await one.prompt('b', 'Fix the cart and push it.');
  await one.memory.settled();
  assert.ok(!(await one.before('b', 'git push')).includes(id));
});

test('a rule that holds on one branch is silent on another', async (context) => {
  const one = setUp(context);
  const head = (branch: string): void => {
    mkdirSync(join(one.at.project, '.git'), { recursive: true });
    writeFileSync(join(one.at.project, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
  };
  head('main');
  await one.person.remember('Never run `git push --force` on main');
  const { id } = await onlyTripwire(one);
  await one.person.update(id, { status: 'confirmed' });
  await one.memory.settled();
  assert.ok((await one.before('a', 'git push -f')).includes(id));
  head('cart');
  assert.ok(!(await one.before('b', 'git push -f')).includes(id));
});
