import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Cairn } from '../../support/run-cairn.ts';
import { browse, withExample } from './browsing.ts';

async function statuses(cairn: Cairn): Promise<string[]> {
  const { entries } = (await cairn.json(['review', 'log'])) as { entries: { act: string }[] };
  return entries.map(({ act }) => act);
}

test('a person judges, rewords and takes back', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn);
  await at.shows('1/5');
  at.type('3');
  await at.shows(/^> proposed .*Delete keys/m);
  at.type('c');
  await at.shows(/^> confirmed/m, 'o_', 'confirmed');
  at.type('jw');
  await at.shows(/^> withdrawn/m);
  at.type('u');
  await at.shows(/^> proposed/m, 'is as it was before');
  at.type('e');
  await at.shows('How should it read?');
  at.type(' and no less\r');
  await at.shows(/^> confirmed/m, '[3 Review]');
  at.type('q');
  assert.equal((await at.ended()).code, 0);
  assert.deepEqual((await statuses(cairn)).slice(0, 2), ['confirmed', 'revised']);
  const found = await cairn.run(['search', 'no less', '--kind', 'knowledge']);
  assert.match(found.stdout, /and no less/);
});

test('a line of the next session is muted and told again', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn, { columns: 80 });
  await at.shows('1/5');
  at.type('4');
  await at.shows('4 lines told', /^> yes/m);
  at.type('m');
  await at.shows('3 lines told', /muted: told no more/, /^. muted/m);
  at.type('u');
  await at.shows('4 lines told', 'is as it was before');
  at.type('q');
  assert.equal((await at.ended()).code, 0);
  assert.deepEqual((await statuses(cairn)).slice(0, 2), ['unmuted', 'muted']);
});

test('filters narrow a list by agent and outcome until they are taken away', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn);
  await at.shows('1/5');
  at.type('f');
  await at.shows('Filters', 'agent claude-code', 'outcome done in part');
  at.type('jjj\r');
  await at.shows('1/1', /^outcome done in part/m);
  at.type('f');
  await at.shows(/^> \* outcome done in part/m);
  at.type('\r');
  await at.shows('1/5');
  at.type('4f');
  await at.shows('This list has no filters.');
  at.type('q');
  assert.equal((await at.ended()).code, 0);
});

test('resumes a session in its agent, after showing the command, and ends as the agent does', async (context) => {
  const cairn = await withExample(context);
  const programs = join(cairn.at.root, 'programs');
  mkdirSync(programs);
  writeFileSync(
    join(programs, 'claude'),
    '#!/bin/sh\necho "agent got $* in $PWD"\nread line\necho "typed $line"\nexit 7\n',
    {
      mode: 0o755,
    },
  );
  const at = browse(context, cairn, { env: { PATH: `${programs}:${cairn.env.PATH}` } });
  await at.shows('1/5');
  at.type('r');
  await at.shows('Continue this session in its agent?', 'claude --resume d2d6a6cc-452c-495e-8ca2-957db43d7823');
  at.type('\u001b');
  await at.shows('r resume');
  at.type('r');
  await at.shows('Run it');
  at.type('\r');
  await at.shows(`agent got --resume d2d6a6cc-452c-495e-8ca2-957db43d7823 in ${cairn.at.project}`);
  at.type('hello\r');
  const { code, left } = await at.ended();
  assert.equal(code, 7);
  assert.match(left, /^In .*shop: claude --resume d2d6a6cc/m);
  assert.match(left, /^typed hello$/m);
});

test('says which command resumes a session where the agent cannot be started', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn);
  await at.shows('1/5');
  at.type('r');
  await at.shows('Run it');
  at.type('\r');
  const { code, left } = await at.ended();
  assert.equal(code, 1);
  assert.match(left.replace(/\n/g, ''), /"claude" could not be started.*fix: +cd .* && claude --resume/);
});
