import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { EventBody, RawEvent } from '../../../src/core/model/event.ts';
import { openFresh } from '../../support/fresh-home.ts';

const prompt = (text: string): EventBody => ({ kind: 'prompt', text, origin: 'person' });

/** A memory of a session in which a person typed and an agent read, in a project with a file of prices. */
async function worked(context: TestContext, ...bodies: EventBody[]) {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const file = join(opened.at.project, 'src/prices.ts');
  mkdirSync(join(opened.at.project, 'src'), { recursive: true });
  writeFileSync(file, 'export const prices = 1;\n');
  const read: EventBody = {
    kind: 'tool.end',
    tool: 'Read',
    input: { file_path: file },
    output: 'export const prices = 1;',
    success: true,
  };
  const raws = [read, ...bodies].map(
    (body, i): RawEvent => ({
      agent: 'claude-code',
      agentSession: 'one',
      at: Date.now() - 3_600_000 + i * 1_000,
      cwd: opened.at.project,
      identity: { number: `n${i}` },
      source: 'transcript',
      body,
    }),
  );
  await opened.intake.events(raws);
  await opened.memory.settled();
  return { ...opened, file };
}

test('a rule is told while the file that it names is there, and not once it is gone', async (context) => {
  const { memory, file } = await worked(context, prompt('Never edit src/prices.ts by hand.'));
  assert.match((await memory.context()).text, /Never edit src\/prices\.ts by hand/);
  rmSync(file);
  assert.doesNotMatch((await memory.context()).text, /Never edit/);
});

test('an early rule is told behind any number of later decisions', async (context) => {
  const decisions = Array.from({ length: 80 }, (_, i) => prompt(`We decided to use tool-${i} for part ${i}.`));
  const { memory } = await worked(context, prompt('From now on write tests first.'), ...decisions);
  assert.match((await memory.context()).text, /From now on write tests first/);
});

test('a rule gives way to a later one that says otherwise', async (context) => {
  const { memory } = await worked(
    context,
    prompt('We always use npm here.'),
    prompt('From now on we use pnpm instead of npm here.'),
  );
  const rules = (await memory.context()).text.split('\n').filter((line) => /Constraint/.test(line));
  assert.equal(rules.length, 1, rules.join('\n'));
  assert.match(rules[0] ?? '', /pnpm/);
});
