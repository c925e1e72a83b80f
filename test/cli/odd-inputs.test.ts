// What people type by mistake: each is answered with what is wrong, and with what to type instead.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

suite('an odd input', () => {
  test('of nothing to look for says what is there, not that words match nothing', async (context) => {
    const cairn = cairnIn(context);
    for (const words of [
      ['search', ''],
      ['search', '  '],
      ['recall', ''],
    ]) {
      const { code, stdout, stderr } = await cairn.run(words);
      assert.equal(code, 0);
      assert.match(`${stdout}${stderr}`, /^Nothing is in memory here\.$/m);
      assert.doesNotMatch(`${stdout}${stderr}`, /matches|about “”/);
    }
    const around = await cairn.run(['timeline', 'last tuesday']);
    assert.match(around.stderr, /^Of this project alone; of all: --project "\*"$/m);
  });

  test('that is refused names the option that was typed, or the argument, and a value that is taken', async (context) => {
    const cairn = cairnIn(context);
    const says = async (...args: string[]): Promise<string> => (await cairn.run(args)).stderr;
    assert.match(await says('search', 'x', '--since', 'tomorrow'), /^error: --since: "tomorrow" is not a time\.$/m);
    assert.match(await says('prune', '--dry-run', '--older-than', '-3d'), /"-3d" is not a time\.$/m);
    assert.match(await says('timeline', '30 February'), /^error: "30 February" is not a time\.$/m);
    assert.match(await says('search', 'x', '--limit', '5000'), /^fix: {3}--limit 100$/m);
    assert.match(await says('search', 'x', '--limit', '-5'), /^fix: {3}--limit 1$/m);
    assert.match(await says('pause', 'soon'), /"soon" is not a time\.\nfix: {3}Give how long from now \(30m/);
    const set = await says('config', 'set', 'context.startTokens', '-5');
    assert.match(set, /^error: context\.startTokens is -5; it takes a number from 0 to 2000$/m);
    assert.match(set, /^fix: {3}cairn config get context\.startTokens$/m);
  });

  test('of a file that is no session or no backup is told as that, and fails', async (context) => {
    const cairn = cairnIn(context);
    const file = join(cairn.at.userHome, 'notes.txt');
    writeFileSync(file, 'one\ntwo\n');
    const imported = await cairn.run(['import', file]);
    assert.equal(imported.code, 1);
    assert.match(imported.stderr, /None of it is a line of a session/);
    const restored = await cairn.run(['backup', 'restore', file]);
    assert.equal(restored.code, 1);
    assert.match(restored.stderr, /notes\.txt is damaged, or no backup\.\nfix: {3}cairn backup list$/m);
  });

  test('on stdin that is no text is not kept', async (context) => {
    const cairn = cairnIn(context);
    const { code, stderr } = await cairn.run(['remember', '-'], { input: 'a\0b' });
    assert.equal(code, 2);
    assert.match(stderr, /^error: What came on stdin is no text in UTF-8\.$/m);
    assert.match(stderr, /^fix: {3}.*cairn remember - < notes\.md$/m);
  });

  test('with an id of another kind, or of nothing, says so, and how ids are found', async (context) => {
    const cairn = cairnIn(context);
    await cairn.run(['import', EXAMPLE]);
    const { entries } = (await cairn.json(['sessions', '-a'])) as { entries: { id: string }[] };
    const [session] = entries.map(({ id }) => id);
    const { entries: projects } = (await cairn.json(['projects'])) as { entries: { id: string }[] };
    const [project] = projects.map(({ id }) => id);
    const says = async (...args: string[]): Promise<string> => (await cairn.run(args)).stderr;
    for (const command of ['history', 'why']) {
      const said = await says(command, String(session));
      assert.match(said, new RegExp(`^error: ${session} is the id of a session, not of a memory\\.$`, 'm'));
      assert.match(said, new RegExp(`^fix: {3}cairn get ${session}$`, 'm'));
    }
    assert.match(await says('story', String(project)), /^error: "r_\w+" belongs to no session\.$/m);
    assert.match(await says('get', 'nonsense'), /^Unknown: nonsense\. To find ids: cairn search "words"$/m);
    assert.match(await says('get', ''), /^Unknown: ""\. /m);
    assert.match(await says('sessions', 'nope'), /^Unknown: nope\..* cairn sessions -a$/m);
    const renamed = await cairn.terminal(['projects', 'rename', 'nosuch', 'shop'], { env: { NO_COLOR: '1' } });
    assert.match(renamed.stdout, /There is no project "nosuch" in memory\.\s+fix: {3}cairn projects/);
  });

  test('from a folder that was removed, or into a full disk, is an error and no stack; - is stdout', async (context) => {
    const cairn = cairnIn(context);
    await cairn.run(['import', EXAMPLE]);
    const inShell = (line: string) =>
      runProgram('/bin/sh', ['-c', line, 'sh', process.execPath, join(DIST, 'cli.js')], {
        env: cairn.env,
        cwd: cairn.at.project,
      });
    const exported = await cairn.run(['export', '-']);
    assert.match(exported.stdout, /^\{"/);
    assert.equal(existsSync(join(cairn.at.project, '-')), false);
    const removed = await inShell('mkdir gone && cd gone && rmdir ../gone && exec "$1" "$2" search x');
    assert.deepEqual([removed.code, removed.stderr], [1, 'error: The current folder was removed.\nfix:   cd ~\n']);
    // Only Linux has this device.
    const full = existsSync('/dev/full') ? '/dev/full' : '';
    const { code, stderr } = await inShell(`exec "$1" "$2" search -a idempotency > "${full}"`);
    assert.notEqual(code, 0);
    assert.doesNotMatch(stderr, /^ {4}at /m);
    if (full !== '') assert.match(stderr, /error: The output cannot be written: ENOSPC/);
  });

  test('of a pause without a person says how long it lasts at most', async (context) => {
    const cairn = cairnIn(context);
    assert.match((await cairn.run(['pause', '999999d'])).stderr, /it lasts an hour at most/);
  });
});
