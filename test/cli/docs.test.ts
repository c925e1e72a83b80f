import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderCliDocs } from '../../scripts/docs/render-cli-docs.ts';
import { loadCommands } from '../../src/cli/commands.ts';
import { cairnIn } from '../support/run-cairn.ts';

const COMMANDS = await loadCommands();

test('docs/cli.md is what the table of commands says: node scripts/write-cli-docs.ts', () => {
  const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  assert.equal(page, renderCliDocs());
});

test('the manual page has every command, and no text of it is taken for a request of roff', async (context) => {
  const { code, stdout } = await cairnIn(context).run(['help', '--man']);
  assert.equal(code, 0);
  assert.match(stdout, /^\.TH CAIRN 1 "" "Cairn \d/);
  for (const { name, hidden } of COMMANDS) {
    const heading = new RegExp(`^\\.SS cairn ${name.replaceAll('-', '\\\\-')}( |$)`, 'm');
    assert.equal(heading.test(stdout), hidden !== true, name);
  }
  const requests = [...stdout.matchAll(/^[.'](\S*)/gm)].map(([, request]) => request);
  assert.deepEqual([...new Set(requests)].sort(), ['B', 'I', 'PP', 'RI', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf']);
});
