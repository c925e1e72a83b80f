// `npm run attack` and `npm run torture`, each with [--size small|default|full] [--only GROUP]… [--json]: tells every row
// as held or fell by its name, then the counts. Once a group that is not small has ended, its result is kept and
// bench/results/NAME.md (of the full size NAME-full.md) is written, so a long run may be made group by group.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../bench/support/machine.ts';
import { ATTACKS } from './suites/attacks.ts';
import { createCollector, type TestEvent, type Tried } from './suites/collect.ts';
import { keepRun, keptRuns } from './suites/kept-runs.ts';
import { type GroupRun, type SuiteRun, summaryOf, tallyOf, toPage } from './suites/page.ts';
import type { Group, Suite } from './suites/suite.ts';
import { TORTURES } from './suites/tortures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const SUITES: Readonly<Record<string, Suite>> = { attack: ATTACKS, torture: TORTURES };
const SIZES = ['small', 'default', 'full'];
const FILE_MS = 6 * 3_600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'default' },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const suite = SUITES[name];
if (suite === undefined || !SIZES.includes(values.size)) {
  process.stderr.write(`usage: npm run attack|torture -- [--size ${SIZES.join('|')}] [--only GROUP]... [--json]\n`);
  process.exit(2);
}
const groups = suite.groups.filter((group) => values.only.length === 0 || values.only.includes(group.name));
if (groups.length === 0) {
  process.stderr.write(`No group is called so; there are: ${suite.groups.map((group) => group.name).join(', ')}.\n`);
  process.exit(2);
}

process.env.CAIRN_SUITE_SIZE = values.size;
process.env.CAIRN_TEST_BUILT = '1';
const kept = join(ROOT, '.cache', 'suites', `${name}-${values.size}.json`);
const done: GroupRun[] = [];
for (const { name: called, about, files } of groups) {
  const from = Date.now();
  const rows = await runGroup(files, (row) => values.json || show(called, row));
  const minutes = (Date.now() - from) / 60_000;
  const group = { name: called, about, rows, minutes, commit: commitOf(), machine: describeMachine() };
  done.push(group);
  if (values.size !== 'small') {
    keepRun(kept, group);
    writeFileSync(pageFile(), toPage(wholeRun(suite)));
  }
}
const tally = tallyOf(done.flatMap(({ rows }) => rows));
const { title, about } = suite;
const told = { title, about, size: values.size, groups: done, tally };
process.stdout.write(values.json ? `${JSON.stringify(told, undefined, 2)}\n` : closing());
process.exitCode = tally.fell === 0 ? 0 : 1;

function pageFile(): string {
  return join(ROOT, 'bench', 'results', values.size === 'full' ? `${name}-full.md` : `${name}.md`);
}

/** The groups of this run and those that ran before it in the same size. */
function wholeRun({ title, about, groups: all }: Suite): SuiteRun {
  const runs = keptRuns(kept);
  return {
    ...{ title, about, size: values.size },
    groups: all.flatMap((group) => runs.get(group.name) ?? []),
    notRun: all.filter((group) => !runs.has(group.name)).map((group) => group.name),
  };
}

function closing(): string {
  const all = done.flatMap((group) => group.rows.map((row) => ({ ...row, group: group.name })));
  const fell = all.filter(({ outcome }) => outcome === 'fell');
  const lines = fell.map((row) => `FELL ${row.group}: ${row.name}: ${row.why}\n`).join('');
  return `\n${lines}${summaryOf({ groups: done })}\nsize ${values.size}, commit ${commitOf()}\n${describeMachine()}\n`;
}

function show(group: string, { name: row, outcome, tries, why }: Tried): void {
  const times = tries === 1 ? '' : ` (${tries} tries)`;
  process.stdout.write(`${outcome.padEnd(9)} ${group}: ${row}${times}${why === undefined ? '' : ` - ${why}`}\n`);
}

/** Runs the files of a group, some at once, each in a process of its own; gives the rows in the order of the files. */
async function runGroup(files: Group['files'], tell: (row: Tried) => void): Promise<Tried[]> {
  const rows: Tried[][] = [];
  const waiting = files.map((file, at) => ({ file, at }));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const ran = await runFile(next.file);
      for (const row of ran) tell(row);
      rows[next.at] = ran;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return rows.flat();
}

async function runFile(file: string): Promise<Tried[]> {
  const { see, rows } = createCollector(file);
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  for await (const event of run({ files: [join(ROOT, file)], execArgv, timeout: FILE_MS, cwd: ROOT })) {
    see(event as TestEvent);
  }
  return rows;
}

function commitOf(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'test', 'scripts') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
