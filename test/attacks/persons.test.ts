// Programs that act as if a person did: each is taken for what it is. What is tried here was found by hand first.
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeClaudeSession } from '../../bench/support/claude-transcript.ts';
import { homePaths } from '../../src/config/paths.ts';
import { DIST, programOf } from '../support/built-program.ts';
import { inWindow, quoted } from '../support/person-terminal.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const RULE = 'We always deploy by hand.';
const CLI = [process.execPath, join(DIST, 'cli.js')];

/** A command line of Cairn without any variable of an agent, for a shell. */
function clean({ env }: Cairn, args: readonly string[]): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['env', '-i', ...variables, ...CLI, ...args].map(quoted).join(' ');
}

const shell = (cairn: Cairn, command: string) =>
  runProgram('sh', ['-c', command], { env: cairn.env, cwd: cairn.at.project });

/** Whether the rule was taken as a person's, by its status; `undefined` when it was not taken at all. */
async function statusOfRule({ json }: Cairn): Promise<unknown> {
  const { entries } = await json(['review', 'list', '-a']);
  const listed = entries as { text?: string; title?: string }[];
  if (listed.some(({ title }) => title === RULE)) return 'proposed';
  const { hits } = await json(['search', RULE, '-a']);
  return (hits as { title?: string }[]).some(({ title }) => title === RULE) ? 'stated' : undefined;
}

const remember = (cairn: Cairn) => clean(cairn, ['remember', RULE, '--kind', 'constraint']);

test('a person in a window states', async (context) => {
  const cairn = cairnIn(context);
  const { code, stdout } = await inWindow(remember(cairn), { env: cairn.env, cwd: cairn.at.project });
  assert.equal(code, 0, stdout);
  assert.equal(await statusOfRule(cairn), 'stated');
});

const GIVEN: Record<string, (command: string) => string> = {
  script: (command) => `script -qec ${quoted(command)} /dev/null`,
  'script in a session of its own': (command) => `setsid -w script -qec ${quoted(command)} /dev/null`,
  'script within script': (command) => `script -qec ${quoted(`script -qec ${quoted(command)} /dev/null`)} /dev/null`,
  python: (command) => `python3 -c ${quoted(`import pty; pty.spawn(["sh", "-c", ${JSON.stringify(command)}])`)}`,
};

for (const [name, wrap] of Object.entries(GIVEN)) {
  test(`a terminal that ${name} gives, with nobody above, is no person's`, async (context) => {
    const cairn = cairnIn(context);
    await shell(cairn, wrap(remember(cairn)));
    assert.notEqual(await statusOfRule(cairn), 'stated');
  });
}

test('in the same terminal nothing is confirmed, withdrawn, shown again or muted', async (context) => {
  const cairn = cairnIn(context);
  const { id } = await cairn.json(['remember', RULE, '--kind', 'constraint']);
  for (const action of ['confirm', 'withdraw', 'unhide', 'mute', 'unmute']) {
    const { code, stdout } = await shell(
      cairn,
      `script -qec ${quoted(clean(cairn, ['review', action, String(id)]))} /dev/null`,
    );
    assert.notEqual(code, 0, stdout);
    assert.match(stdout, /nobody sits at its terminal \(script gave it\)/);
  }
  assert.equal(await statusOfRule(cairn), 'proposed');
});

test('nor are the words of a file said to be one’s own', async (context) => {
  const cairn = cairnIn(context);
  const { home, project } = { home: join(cairn.at.root, 'forged'), project: cairn.at.project };
  const steps = [{ typed: RULE }, { said: 'Understood.' }];
  const { paths } = writeClaudeSession(steps, { home, project, name: 'forged', endsAt: Date.now() });
  const wrapped = `script -qec ${quoted(clean(cairn, ['import', '--mine', ...paths]))} /dev/null`;
  const { code, stdout } = await shell(cairn, wrapped);
  assert.notEqual(code, 0);
  assert.match(stdout, /Only a person says that words are their own/);
  await cairn.json(['import', ...paths]);
  assert.equal(await statusOfRule(cairn), 'proposed');
});

/** A program called like an agent's that runs shell commands. */
function agentNamed(context: TestContext, name: string): string {
  const program = join(temporaryFolder(context), name);
  copyFileSync('/bin/sh', program);
  return program;
}

test('what an agent runs in a window is no person’s, whatever its environment says', async (context) => {
  const cairn = cairnIn(context);
  const agent = agentNamed(context, 'claude');
  const at = { env: cairn.env, cwd: cairn.at.project };
  const command = `script -qec ${quoted(remember(cairn))} /dev/null`;
  // A trailing command keeps the shell from becoming what it runs.
  for (const run of [remember(cairn), command, `(${command} &) ; sleep 4`]) {
    await inWindow(`${quoted(agent)} -c ${quoted(`${run}; true`)}; true`, at);
    assert.notEqual(await statusOfRule(cairn), 'stated', run);
  }
});

test('a program on the socket that only says that a person asks is not believed', async (context) => {
  const cairn = cairnIn(context);
  await cairn.json(['status']);
  await cairn.json(['remember', 'Something else.']);
  const socket = readFileSync(homePaths(cairn.at.home).socket, 'utf8').trim();
  const post = (claim: string) =>
    `curl -s --unix-socket ${quoted(socket)} -H 'content-type: application/json' -H 'x-cairn-surface: cli' -H "x-cairn-person: ${claim}" -d ${quoted(JSON.stringify({ text: RULE, kind: 'constraint' }))} http://cairn/api/v1/remember`;
  const own = '$$@$(sed "s/.*) //" /proc/$$/stat | cut -d" " -f20)';
  const { pid } = JSON.parse(readFileSync(join(cairn.at.home, 'worker.json'), 'utf8')) as { pid: number };
  for (const claim of ['1', '', own, own.replaceAll('$$', String(pid)), '0@0', '99999999999@1', '../self@1']) {
    for (const command of [post(claim), `script -qec ${quoted(post(claim))} /dev/null`]) {
      const { stdout } = await shell(cairn, command);
      assert.match(stdout, /"status":"(?:proposed|merged)"/, `${claim}: ${stdout}`);
    }
    const { stdout } = await inWindow(post(claim), { env: cairn.env, cwd: cairn.at.project });
    assert.match(stdout, /"status":"(?:proposed|merged)"/, `${claim} in a window: ${stdout}`);
  }
  assert.equal(await statusOfRule(cairn), 'proposed');
  const { id } = await cairn.json(['remember', RULE, '--kind', 'constraint']);
  const forms: [string, object][] = [
    ['update', { id, changes: { status: 'confirmed' } }],
    ['update', { id, changes: { muted: true } }],
    ['import', { paths: [cairn.at.project], mine: true }],
  ];
  for (const [call, body] of forms) {
    const command = `curl -s --unix-socket ${quoted(socket)} -H 'content-type: application/json' -H 'x-cairn-surface: cli' -H "x-cairn-person: ${own}" -d ${quoted(JSON.stringify(body))} http://cairn/api/v1/${call}`;
    const { stdout } = await inWindow(command, { env: cairn.env, cwd: cairn.at.project });
    assert.match(stdout, /not_allowed/, call);
  }
  assert.deepEqual((await cairn.json(['review', 'log'])).entries, []);
});

test('what a transcript shows an agent to have confirmed is undone, what a hook shows is asked; log and doctor say so', async (context) => {
  const cairn = cairnIn(context);
  const { id } = await cairn.json(['remember', RULE, '--kind', 'constraint']);
  assert.equal((await cairn.terminal(['review', 'confirm', String(id)])).code, 0);
  const command = `script -qec "env -i cairn review confirm ${id}" /dev/null`;
  const payload = {
    ...{ hook_event_name: 'PostToolUse', session_id: 'one', cwd: cairn.at.project, tool_use_id: 'toolu_1' },
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: { stdout: `${id} confirmed`, stderr: '', interrupted: false },
  };
  const hook = [programOf('hook'), 'claude-code', 'PostToolUse', 'delivery-1'];
  await runProgram(process.execPath, hook, { input: JSON.stringify(payload), env: cairn.env, cwd: cairn.at.project });
  const log = async (): Promise<string> => (await cairn.run(['review', 'log'])).stdout;
  const entry = `confirmed in a terminal, /dev/pts/\\d+\\n  ${id} ${RULE}\\n  `;
  await until(async () =>
    new RegExp(`${entry}in doubt: a hook or a file says that claude-code ran it`).test(await log()),
  );
  assert.match((await cairn.run(['doctor'])).stdout, /acts in your name.* 1 act in your name may have been run/s);
  const steps = [{ call: { tool: 'Bash', input: { command }, output: `${id} confirmed` } }];
  const place = { home: cairn.at.userHome, project: cairn.at.project, name: 'two', endsAt: Date.now() };
  writeClaudeSession(steps, place);
  await cairn.json(['import', '--yes']);
  await until(async () => (await statusOfRule(cairn)) === 'proposed');
  assert.match(await log(), new RegExp(`${entry}taken back: claude-code ran it`));
  assert.match((await cairn.run(['doctor'])).stdout, /acts in your name.* 1 act in your name was run by an agent/s);
});
