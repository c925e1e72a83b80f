import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import type { HealthCheck } from '../../src/core/model/check.ts';
import { NODE_RANGE } from '../../src/core/node-version.ts';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { DIST } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { QUIET } from '../support/hook-script.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { environmentOf } from '../support/run-worker.ts';
import { type TestedNode, testedNodes } from './tested-nodes.ts';

const REPOSITORY = join(DIST, '..');
/** From this major version on a Node can set the repository up: it fetches one that is served. */
const SETS_UP = 20;
const START = {
  input: JSON.stringify({ session_id: 's-1', hook_event_name: 'SessionStart', source: 'startup', cwd: '/' }),
  cwd: '/',
};

for (const node of testedNodes('old')) {
  suite(`Node ${node.version}`, () => {
    for (const program of ['cli.js', 'mcp.js']) {
      test(`${program} says what was found, what is needed and how to get it`, (context) =>
        refuse(context, { node, program }));
    }

    test('the hook tells the person at the start of a session alone, and leaves a line in the log', (context) =>
      hook(context, node));

    test('the SDK throws an error that says it', (context) => load(context, node));

    if (majorOf(node) < SETS_UP) test('npm scripts say it', (context) => setUpRepository(context, node));
  });
}

async function refuse(context: TestContext, { node, program }: { node: TestedNode; program: string }): Promise<void> {
  const at = freshHome(context);
  const ran = await runProgram(node.executable, [join(DIST, program), 'status'], { env: environmentOf(at) });
  assert.deepEqual([ran.code, ran.stdout], [1, '']);
  assertSays(ran.stderr, node);
  assert.match(ran.stderr, /^error: .*\nfix: {3}.*https:\/\/nodejs\.org.*\n$/);
}

async function hook(context: TestContext, { executable, version }: TestedNode): Promise<void> {
  const at = freshHome(context);
  mkdirSync(at.home);
  const { hook, log } = writeHook(at.home, executable, DIST);
  const ran = await runProgram(hook, ['claude-code', 'SessionStart'], { ...START, env: environmentOf(at) });
  assertTold(ran);
  const line = readFileSync(log, 'utf8');
  assert.match(line, new RegExp(`^\\S+ error hook\\[\\d+\\] claude-code SessionStart: Node ${version} .*\\n$`));
  assertSays(line, { executable, version });
  assert.deepEqual(await runProgram(hook, ['claude-code', 'Stop'], { ...START, env: environmentOf(at) }), QUIET);
}

/** Checks that a hook says to the person that it keeps nothing, and how to mend that. */
function assertTold({ stdout, ...ran }: typeof QUIET): void {
  assert.deepEqual({ ...ran, stdout: '' }, QUIET);
  const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
  assert.match(systemMessage, /^Cairn keeps nothing, .*cairn setup/);
}

test('the doctor tells of a hook whose Node is too old, and mends it', async (context) => {
  const [node] = testedNodes('old');
  assert.ok(node);
  const cairn = cairnIn(context);
  mkdirSync(join(cairn.at.userHome, '.claude'), { recursive: true });
  assert.equal((await cairn.run(['setup', '--yes'])).code, 0);
  const { hook } = writeHook(cairn.at.home, node.executable, homePaths(cairn.at.home).appCurrent);
  assertTold(await runProgram(hook, ['claude-code', 'SessionStart'], { ...START, env: cairn.env }));
  const examine = async (args: readonly string[]): Promise<Map<string, HealthCheck>> => {
    const { stdout } = await cairn.run(['doctor', '--json', ...args]);
    const { checks } = JSON.parse(stdout) as { checks: HealthCheck[] };
    return new Map(checks.map((check) => [check.name, check]));
  };
  const ill = await examine([]);
  assert.deepEqual([ill.get('hook-node')?.status, ill.get('hook-node')?.fixable], ['failed', true]);
  assertSays(ill.get('hook-node')?.message ?? '', node);
  assert.equal(ill.get('hook-kept')?.status, 'warning');
  assert.match(ill.get('hook-kept')?.fix ?? '', /^cairn setup/);
  await examine(['--fix']);
  const well = await examine([]);
  assert.deepEqual([well.get('hook-node')?.status, well.get('hook-alone')?.status], ['ok', 'ok']);
});

/** The hook's script of a home, with the Node and the program that it runs. */
function writeHook(home: string, node: string, app: string): { hook: string; log: string } {
  const { hook, bin, log } = homePaths(home);
  mkdirSync(bin, { recursive: true });
  const template = readFileSync(join(DIST, 'hook.sh'), 'utf8');
  writeFileSync(hook, renderHookScript(template, { home, node, app, person: dirname(home) }), { mode: 0o700 });
  return { hook, log };
}

async function load(context: TestContext, node: TestedNode): Promise<void> {
  const at = freshHome(context);
  mkdirSync(join(at.project, 'node_modules'));
  symlinkSync(REPOSITORY, join(at.project, 'node_modules/cairn-memory'));
  const program = join(at.project, 'program.mjs');
  writeFileSync(
    program,
    `import('cairn-memory').then(
      () => console.log('loaded'),
      (error) => console.log(JSON.stringify([error.name, error.code, error.message])),
    );`,
  );
  const { stdout } = await runProgram(node.executable, [program], { cwd: at.project, env: environmentOf(at) });
  const [name, code, message] = JSON.parse(stdout);
  assert.deepEqual([name, code], ['CairnError', 'unsupported']);
  assertSays(message, node);
}

async function setUpRepository(context: TestContext, { executable, version }: TestedNode): Promise<void> {
  const at = freshHome(context);
  const script = join(REPOSITORY, 'scripts/run.mjs');
  const { code, stderr } = await runProgram(executable, [script, 'start'], { env: environmentOf(at) });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^error: Node ${version} .*\\nfix: {3}install Node 24 .*\\n$`));
  assert.ok(!existsSync(at.home));
}

function assertSays(text: string, { version, executable }: TestedNode): void {
  assert.ok(text.includes(version) && text.includes(executable) && text.includes(NODE_RANGE), text);
  assert.doesNotMatch(text, /cairn status|SyntaxError/);
}

function majorOf({ version }: TestedNode): number {
  return Number.parseInt(version, 10);
}
