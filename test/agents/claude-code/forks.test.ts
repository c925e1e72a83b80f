// A fork of a session of Claude Code begins with the lines of that session under its own id: each tells its event once.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import { type Step, writeClaudeSession } from '../../../bench/support/claude-transcript.ts';
import { forkSession } from '../../../bench/support/fork-session.ts';
import { createParser } from '../../../src/agents/claude-code/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const STEPS: readonly Step[] = [
  { typed: 'Never deploy on Fridays.' },
  { said: 'Understood.' },
  { call: { tool: 'Bash', input: { command: 'ls' }, output: 'README.md' } },
  { said: 'There is one file.' },
];
const OWN = 'Now count the words in it.';

function write(context: TestContext, name = 'one', home = temporaryFolder(context)): { home: string; path: string } {
  const { paths } = writeClaudeSession(STEPS, { home, project: '/p', name, endsAt: Date.now() - 3_600_000 });
  return { home, path: paths[0] ?? '' };
}

/** Reads the lines of a file from one on, with the state that another reading left; gives what each tells. */
function read(path: string, from = 0, state?: JsonObject): RawEvent[][] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const parser = createParser({ path }, state);
  let offset = 0;
  return lines.flatMap((line, i) => {
    const at = offset;
    offset += Buffer.byteLength(line) + 1;
    return i < from ? [] : [parser.line(line, at)];
  });
}

const texts = (told: readonly RawEvent[][]): string[] =>
  told.flat().flatMap(({ body }) => (body.kind === 'prompt' ? [body.text] : []));
const count = (told: readonly RawEvent[][]): number => told.flat().length;

suite('a fork', () => {
  for (const isMarked of [true, false]) {
    test(`whose lines are ${isMarked ? 'marked' : 'not marked'} tells what is its own alone`, (context) => {
      const { path } = write(context);
      assert.ok(count(read(path)) > 3, 'the session itself tells all');
      const fork = forkSession(path, { typed: OWN, isMarked });
      const told = read(fork.path);
      assert.deepEqual(texts(told), [OWN]);
      assert.equal(count(told), 1);
      assert.ok(count(read(path)) > 3, 'the session goes on to tell all');
    });
  }

  test('of a fork tells what is its own alone, and so does one that is read on from the middle', (context) => {
    const { path } = write(context);
    const first = forkSession(path, { typed: OWN, isMarked: false });
    const second = forkSession(first.path, { typed: 'And the lines?', isMarked: false });
    assert.deepEqual(texts(read(second.path)), ['And the lines?']);
    const lines = readFileSync(second.path, 'utf8').trimEnd().split('\n');
    const parser = createParser({ path: second.path });
    let offset = 0;
    for (const line of lines.slice(0, 2)) {
      parser.line(line, offset);
      offset += Buffer.byteLength(line) + 1;
    }
    const { resumeAt, state } = parser.position(offset);
    assert.equal(resumeAt, offset);
    assert.deepEqual(texts(read(second.path, 2, state)), ['And the lines?']);
  });

  for (const isMarked of [true, false]) {
    test(`of a session that is no longer there tells all, its lines ${isMarked ? 'marked' : 'not marked'}`, (context) => {
      const { path } = write(context);
      const fork = forkSession(path, { typed: OWN, isMarked });
      rmSync(path);
      assert.deepEqual(texts(read(fork.path)), ['Never deploy on Fridays.', OWN]);
    });
  }
});

test('a session that runs beside another is no fork', (context) => {
  const { home } = write(context);
  const { path } = write(context, 'two', home);
  assert.deepEqual(texts(read(path)), ['Never deploy on Fridays.']);
});
