import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookCommandLine, isHookCommandLine } from '../../src/agents/shared/setup/hook-command.ts';
import { homePaths } from '../../src/config/paths.ts';
import { renderWindowsCommands } from '../../src/setup/render-windows-commands.ts';
import { planSetup } from '../../src/setup/setup.ts';
import { setupTarget } from '../../src/setup/setup-target.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';

const NODE = 'C:\\Program Files\\100% node\\node.exe';
const PATHS = homePaths('C:/Users/Ann Lee/.cairn');
const commands = renderWindowsCommands({ node: NODE, paths: PATHS, person: 'C:/Users/Ann Lee' });
const linesOf = (name: string): string[] => (commands.get(name) ?? '').split('\r\n');

test('the commands of Windows are pairs of cmd and PowerShell, with line ends and paths of Windows', () => {
  assert.deepEqual([...commands.keys()].sort(), ['cairn.cmd', 'cairn.ps1', 'hook.cmd', 'hook.ps1']);
  for (const [name, text] of commands) {
    assert.doesNotMatch(text, /(?<!\r)\n/, name);
    assert.match(text, /"cairn setup" writes this file, "cairn uninstall" removes it\.\r\n/);
  }
  for (const name of ['cairn.cmd', 'hook.cmd']) {
    assert.ok(linesOf(name).includes('set "CAIRN_HOME=C:\\Users\\Ann Lee\\.cairn"'));
    assert.ok(linesOf(name).includes('set "node=C:\\Program Files\\100%% node\\node.exe"'));
  }
});

test('the hook of Windows complains to nobody, succeeds always, and obeys no options for Node from a project', () => {
  const lines = linesOf('hook.cmd');
  assert.ok(lines.includes('"%node%" "%CAIRN_HOME%\\app\\current\\hook.cjs" %1 %2 2>nul'));
  assert.equal(lines.at(-2), 'exit /b 0');
  assert.ok(lines.includes('set "NODE_OPTIONS="'));
  assert.ok(lines.includes('if "%~3"=="project" if exist "%CAIRN_HOME%\\agents\\%~1" exit /b 0'));
  assert.deepEqual(linesOf('hook.ps1').slice(1), ["& (Join-Path $PSScriptRoot 'hook.cmd') @args", 'exit 0', '']);
  assert.deepEqual(linesOf('cairn.ps1').slice(1), [
    "& (Join-Path $PSScriptRoot 'cairn.cmd') @args",
    'exit $LASTEXITCODE',
    '',
  ]);
});

test('on Windows no Node of the folder in which an agent works is run, and `~` is the person', () => {
  for (const name of ['cairn.cmd', 'hook.cmd']) {
    const lines = linesOf(name);
    // By its bare name, cmd looks in that folder first.
    assert.ok(!lines.some((line) => /node=node"|^node /.test(line)), name);
    const run = lines.findIndex((line) => line.startsWith('"%node%" '));
    const ends = lines.slice(0, run).findIndex((line) => /^if not exist "%node%" .*exit \/b/.test(line));
    assert.ok(ends > 0, `${name} ends where there is no Node`);
  }
  assert.ok(linesOf('cairn.cmd').includes('if not exist "%node%" for %%n in (node.exe) do set "node=%%~$PATH:n"'));
  assert.ok(linesOf('hook.cmd').includes('set "HOME=C:\\Users\\Ann Lee"'));
  assert.ok(linesOf('hook.cmd').includes('if not exist "%node%" set "node=C:\\Program Files\\nodejs\\node.exe"'));
});

test('set-up of Windows writes those and tells agents to run them, with a path that holds spaces in quotes', (context) => {
  const place = { ...placeOf(freshHome(context)), platform: 'win32' } as const;
  const names = planSetup([], place).commands.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  assert.deepEqual(names.sort(), ['cairn.cmd', 'cairn.ps1', 'hook.cmd', 'hook.ps1']);
  const { hookCommand, mcpCommand } = setupTarget({ ...place, paths: PATHS });
  assert.equal(mcpCommand.command, 'C:/Users/Ann Lee/.cairn/bin/cairn.cmd');
  const line = hookCommandLine(hookCommand, { agent: 'codex', event: 'Stop' });
  assert.equal(line, '"C:/Users/Ann Lee/.cairn/bin/hook.cmd" codex Stop');
  assert.ok(isHookCommandLine(line, 'codex') && !isHookCommandLine(line, 'claude-code'));
});
