// Runs the live story of each agent that npm or PyPI brings with its newest version, prints a line for each and writes
// bench/results/agents-check.md. With names, of these alone, whose lines it replaces: npm run agents:check -- pi codex
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HOOKED_AGENTS, IMPORTED_AGENTS, LIVE_AGENTS } from '../test/live/harness/agents/agents.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, 'bench', 'results', 'agents-check.md');
const ASK_TIMEOUT_MS = 60_000;
const STORY_TIMEOUT_MS = 600_000;

/** An agent's program, the version that the tests hold, and the file with its story. */
interface Checked {
  name: string;
  program: string;
  from: 'npm' | 'pypi';
  pinned: string;
  story: string;
}

/** What came of an agent: `error`: the first line of what went wrong. */
interface Outcome extends Checked {
  newest: string | undefined;
  state: 'passed' | 'failed' | 'not to be had';
  seconds: number;
  error?: string;
}

const CHECKED: readonly Checked[] = [
  ...LIVE_AGENTS.map(({ name, package: { name: program, version } }) => {
    return { name, program, from: 'npm' as const, pinned: version, story: 'agents.test.ts' };
  }),
  ...IMPORTED_AGENTS.map(({ name, package: { name: program, version, from } }) => {
    const isHooked = HOOKED_AGENTS.some((agent) => agent.name === name);
    return { name, program, from, pinned: version, story: isHooked ? 'hooked.test.ts' : 'imported.test.ts' };
  }),
];

/** The newest version that a registry has; `undefined` when it does not say. */
async function newestOf({ program, from }: Checked): Promise<string | undefined> {
  try {
    if (from === 'npm') {
      return (await run('npm', ['view', program, 'version'], { timeout: ASK_TIMEOUT_MS })).stdout.trim() || undefined;
    }
    const asked = ['-m', 'pip', 'index', 'versions', '--ignore-requires-python', program];
    return /\(([^)]+)\)/.exec((await run('python3', asked, { timeout: ASK_TIMEOUT_MS })).stdout)?.[1];
  } catch (error) {
    process.stderr.write(`${program}: ${firstLine(String(error))}\n`);
    return undefined;
  }
}

async function check(agent: Checked): Promise<Outcome> {
  const from = Date.now();
  const newest = await newestOf(agent);
  const outcome = { ...agent, newest, seconds: 0 };
  if (newest === undefined) return { ...outcome, state: 'not to be had', error: 'the registry does not say a version' };
  const { code, output } = await play(agent, newest);
  const seconds = Math.round((Date.now() - from) / 1_000);
  if (code === 0) return { ...outcome, seconds, state: 'passed' };
  const error = errorIn(output);
  const state = /Command failed: (?:npm install|.*pip install|\S+ --version)/.test(error) ? 'not to be had' : 'failed';
  return { ...outcome, seconds, state, error };
}

function play({ name, story }: Checked, version: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, CAIRN_LIVE: name, CAIRN_LIVE_VERSION: version, CAIRN_TEST_BUILT: '1' };
  const file = join(ROOT, 'test', 'live', story);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--test', file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: STORY_TIMEOUT_MS,
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, output })));
}

/** The first line of the first error in what the test runner printed. */
function errorIn(output: string): string {
  const failing = output.slice(output.indexOf('failing tests:'));
  const line = /^\s*(?:\[?[\w ]*Error[^\n]*?|\[cause\]: [^\n]+)$/m.exec(failing)?.[0] ?? 'it did not end in time';
  return firstLine(line.trim());
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line
    .replaceAll(ROOT, '')
    .replace(/--registry\S*|https?:\/\/\S+/g, '…')
    .slice(0, 300);
}

function lineOf({ name, newest, pinned, state, seconds, error }: Outcome): string {
  const version = newest === pinned ? `${pinned} (newest)` : `${newest ?? '?'} (tests hold ${pinned})`;
  return `${state.padEnd(13)} ${name.padEnd(12)} ${version}, ${seconds} s${error === undefined ? '' : `: ${error}`}`;
}

function row({ name, program, from, newest, pinned, state, seconds, error }: Outcome): string {
  const said = (error ?? '').replaceAll('|', '\\|');
  return `| ${[name, `${program} (${from})`, newest ?? '', pinned, state, seconds, said].join(' | ')} |\n`;
}

/** The report with the lines of these agents in the place of their earlier ones. */
function withRows(before: string, outcomes: readonly Outcome[]): string {
  return outcomes.reduce((text, outcome) => {
    const line = new RegExp(`^\\| ${outcome.name} \\|.*\\n`, 'm');
    return line.test(text) ? text.replace(line, () => row(outcome)) : text + row(outcome);
  }, before);
}

function report(outcomes: readonly Outcome[]): string {
  return `# Agents as they are today

Made by \`npm run agents:check\`: the newest version of each agent that a registry brings lives its story in a namespace with loopback alone, against a scripted model. In \`agents.test.ts\` the next session is told what this one did; in \`hooked.test.ts\` the same agent's next session is; in \`imported.test.ts\` its sessions are imported. All want the exact events, failures as failures, and nothing twice.

${new Date().toISOString().slice(0, 10)}, linux, Node ${process.version}

| agent | package | newest | tests hold | story | seconds | what went wrong |
|---|---|---|---|---|---|---|
${outcomes.map(row).join('')}`;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => CHECKED.every((agent) => agent.name !== name));
if (unknown.length > 0) {
  process.stderr.write(
    `No agent here is called ${unknown.join(', ')}. Use: ${CHECKED.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}
const outcomes: Outcome[] = [];
for (const agent of CHECKED.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const outcome = await check(agent);
  outcomes.push(outcome);
  process.stdout.write(`${lineOf(outcome)}\n`);
}
writeFileSync(REPORT, names.length === 0 ? report(outcomes) : withRows(readFileSync(REPORT, 'utf8'), outcomes));
process.exit(outcomes.every(({ state }) => state === 'passed') ? 0 : 1);
