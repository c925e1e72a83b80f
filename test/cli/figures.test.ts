import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('shows figures of a time, and writes a report of them', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const all = ['stats', '--project', '*', '--since', '2020-01-01'];
  const { stdout, code } = await cairn.run(all);
  assert.equal(code, 0);
  assert.match(stdout, /^sessions {2}\d+, /m);
  assert.match(stdout, /^Days\n {2}\d{4}-\d\d-\d\d █/m);
  assert.match(stdout, /^Hours\n {2}Mon /m);
  const { totals, heat } = (await cairn.json(all)) as { totals: { sessions: number }; heat: number[][] };
  assert.ok(totals.sessions > 0 && heat.length === 7);
  const more = (await cairn.run([...all, '--calendar', '24', '--compare'])).stdout;
  assert.match(more, /^Calendar, from \d{4}-\d\d-\d\d, .*\n {2}Mon /m);
  assert.match(more, /^before {4}since \d{4}-\d\d-\d\d: sessions \+\d+, commits /m);
  assert.match(more, /^Files changed most\n {2}\S+ \d+ changes? in /m);
  const report = await cairn.run(['report', 'month', '-a', '--since', '2020-01-01', '--format', 'md']);
  assert.match(
    report.stdout,
    /^# Report of the month, 2020-01-01 to [\s\S]*## \w+ \d+ October\n\n- .*claude-code\)\n {2}- [0-9a-f]{7} [\s\S]*## Still open\n\n- [\s\S]*## Files changed most\n\n- /,
  );
  const page = await cairn.run(['report', 'standup', '-a', '--since', '2020-01-01', '--format', 'html']);
  assert.match(page.stdout, /^<!doctype html>[\s\S]*<h1>Stand-up, /);
  assert.doesNotMatch(page.stdout, /Files changed most/);
  const { stdout: today } = await cairn.run(['report', 'today', '-a']);
  const { stdout: yesterday } = await cairn.run(['report', 'yesterday', '-a']);
  const [day, before] = [today, yesterday].map((text) => /^Report of the day, (\S+)$/m.exec(text)?.[1] ?? '');
  assert.equal(Date.parse(day ?? '') - Date.parse(before ?? ''), 86_400_000);
  const unknown = await cairn.run(['report', 'weak']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /week, month, standup/);
});

test('says that nothing was told yet', async (context) => {
  const cairn = cairnIn(context);
  const { stdout, stderr, code } = await cairn.run(['impact']);
  assert.deepEqual([stdout, code], ['', 0]);
  assert.match(stderr, /Nothing was told/);
  assert.equal((await cairn.json(['impact', '--since', '7d'])).blocks, 0);
});

test('review lists statements that contradict each other, with both ids', async (context) => {
  const cairn = cairnIn(context);
  const say = async (text: string) => String((await cairn.json(['remember', text, '--kind', 'decision'])).id);
  const older = await say('The API port is 3000.');
  const newer = await say('The API port is 4000.');
  const { stdout } = await cairn.run(['review', 'list', '-a']);
  assert.match(stdout, /These cannot both hold; the newer wins/);
  assert.match(stdout, new RegExp(`newer {2}${newer}[\\s\\S]*older {2}${older}`));
  assert.match((await cairn.run(['get', newer])).stdout, /^confidence {4}0\.\d+$/m);
});

test('shows what was kept out in numbers, and the last lines of the log', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'The key is ghp_aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0bC2dE4.']);
  const { stdout } = await cairn.run(['privacy']);
  assert.match(stdout, /^Redacted: 1 secret\n {2}\S+ 1 last \d{4}-\d\d-\d\d, most of them in noted of /);
  assert.match(stdout, /^Excluded nothing but the built-in files; 0 events/m);
  assert.match((await cairn.run(['log'])).stdout, /^\S+Z info {2}worker\[\d+\] owns /m);
  const { entries } = (await cairn.json(['log', '--level', 'error'])) as { entries: unknown[] };
  assert.deepEqual(entries, []);
});
