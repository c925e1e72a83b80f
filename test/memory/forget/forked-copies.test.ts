// A fork of a session holds the same lines again under another id. What a person forgot or took back stays so.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import { writeClaudeSession } from '../../../bench/support/claude-transcript.ts';
import { forkSession } from '../../../bench/support/fork-session.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { type FreshHome, openFresh } from '../../support/fresh-home.ts';

const RULE = 'Never deploy zebrafish on Fridays.';
const OWN = 'Please count the herons in the list.';

type Opened = OpenedMemory & { at: FreshHome };

async function readAll({ memory }: Opened): Promise<void> {
  for await (const _progress of memory.import({ agent: 'claude-code' }));
  await memory.settled();
}

async function readSession(context: TestContext): Promise<{ opened: Opened; path: string }> {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const steps = [
    { typed: RULE },
    { said: 'Decision: the zebrafish queue keeps its order.' },
    { call: { tool: 'Bash', input: { command: 'cat zebrafish.txt' }, output: 'zebrafish are in the notes' } },
    { said: 'The zebrafish are in the notes.' },
  ];
  const place = { home: opened.at.userHome, project: opened.at.project, name: 'one', endsAt: Date.now() - 3_600_000 };
  const { paths } = writeClaudeSession(steps, place);
  await readAll(opened);
  return { opened, path: paths[0] ?? '' };
}

async function found({ memory }: Opened, words: string): Promise<string[]> {
  const { hits } = await memory.search(words);
  return hits.map(({ id, kind }) => `${kind} ${id}`);
}

suite('what a person forgot', () => {
  for (const isMarked of [true, false]) {
    for (const isThere of [true, false]) {
      const name = `${isMarked ? 'marked' : 'not marked'}, the session ${isThere ? 'is there' : 'is gone'}`;
      test(`stays forgotten when a fork of its session is read: its lines are ${name}`, async (context) => {
        const { opened, path } = await readSession(context);
        const { memory } = opened;
        assert.notDeepEqual(await found(opened, 'zebrafish'), []);
        const plan = await memory.forget({ query: 'zebrafish' });
        assert.ok(plan.state === 'planned', plan.state);
        await memory.forget({ query: 'zebrafish', now: true, confirm: plan.token });
        assert.deepEqual(await found(opened, 'zebrafish'), []);
        forkSession(path, { typed: OWN, isMarked });
        if (!isThere) rmSync(path);
        await readAll(opened);
        assert.deepEqual(await found(opened, 'zebrafish'), []);
        assert.notDeepEqual(await found(opened, 'herons'), [], 'what is its own is kept');
      });
    }
  }
});

test('a rule that a person took back stays so when its session is forked', async (context) => {
  for (const isMarked of [true, false]) {
    const { opened, path } = await readSession(context);
    const { memory } = opened;
    const { hits } = await memory.search(RULE);
    const rule = hits.find(({ kind }) => kind === 'knowledge');
    assert.match((await memory.context()).text, /zebrafish on Fridays/);
    await memory.update(rule?.id ?? '', { status: 'withdrawn' });
    assert.doesNotMatch((await memory.context()).text, /zebrafish on Fridays/);
    forkSession(path, { typed: OWN, isMarked });
    await readAll(opened);
    assert.doesNotMatch((await memory.context()).text, /zebrafish on Fridays/, isMarked ? 'marked' : 'not marked');
  }
});
