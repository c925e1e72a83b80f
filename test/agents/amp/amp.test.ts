import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AMP } from '../../../src/agents/amp/amp.ts';
import { readThread } from '../../../src/agents/amp/thread.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readAll } from '../database-rows.ts';

/** A thread made from what others found in such files: none was recorded. */
const THREAD = fileURLToPath(new URL('../../fixtures/amp/T-0a1b2c3d.json', import.meta.url));

suite('a thread of Amp', () => {
  test('tells what was asked, said and done', () => {
    const { events, skipped } = readAll(readThread(THREAD));
    assert.deepEqual(
      events.map(({ at, body }) => [at - 1_750_000_000_000, body.kind]),
      [
        [100, 'prompt'],
        [900, 'message'],
        [2, 'tool.end'],
        [2, 'tool.end'],
        [3, 'message'],
        [3, 'turn.end'],
      ],
    );
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === 'T-0a1b2c3d' && cwd === '/home/dev/shop'));
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, output, success, exitCode }) => [tool, output, success, exitCode]),
      [
        ['Bash', '{"de":19}', true, 0],
        ['Read', 'no such file', false, undefined],
      ],
    );
    assert.deepEqual(skipped, { 'message:streaming': 1, 'message:info': 1 });
  });

  test('that is cut tells what stands before', (context) => {
    const path = join(temporaryFolder(context), 'T-x.json');
    const text = readFileSync(THREAD, 'utf8');
    writeFileSync(path, text.slice(0, text.indexOf('"messageId": 2')));
    const { events, skipped } = readAll(readThread(path));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'message'],
    );
    assert.equal(skipped['file:half-written'], 1);
  });

  test('is found where older versions kept it', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.equal(AMP.detect(environment), false);
    const folder = join(home, '.local', 'share', 'amp', 'threads');
    mkdirSync(folder, { recursive: true });
    copyFileSync(THREAD, join(folder, 'T-0a1b2c3d.json'));
    assert.equal(AMP.detect(environment), true);
    assert.equal(AMP.findTranscripts(environment).length, 1);
  });
});
