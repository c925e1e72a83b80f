import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { type FreshHome, freshHome, openFresh } from '../support/fresh-home.ts';
import { runWorker } from '../support/run-worker.ts';
import { allHiddenFill } from './fill.ts';
import { assertClean } from './find-planted.ts';
import type { HookCall } from './hook-payloads.ts';
import { createPlanted, type Planted } from './planted.ts';
import { callCli, callHooks, callMcp, callSdk, importAll, sessionHooks, writeTranscripts } from './ways.ts';

/** Calls of tools that touch a file that holds secrets, with what they would tell of it. */
function touchingCalls(planted: Planted): { input: JsonObject; output: string; result?: JsonObject; tool: string }[] {
  const file = '/home/dev/shop/.env';
  const line = (place: string): string => `MAIL_FROM=${planted.hidden(place)}`;
  const bash = (command: string, place: string): ReturnType<typeof touchingCalls>[number] => ({
    tool: 'Bash',
    input: { command, description: 'look at the settings' },
    output: line(place),
    result: { stdout: line(place), stderr: '' },
  });
  return [
    {
      tool: 'Read',
      input: { file_path: file },
      output: `     1→${line('read')}`,
      result: { type: 'text', file: { filePath: file, content: line('read, structured') } },
    },
    { tool: 'Write', input: { file_path: file, content: line('written') }, output: `Wrote ${line('write')}` },
    {
      tool: 'Edit',
      input: { file_path: '.env.production', old_string: line('old'), new_string: line('new') },
      output: 'The file was updated.',
      result: { originalFile: line('original'), structuredPatch: [{ lines: [`-${line('patch')}`] }] },
    },
    { tool: 'MultiEdit', input: { file_path: file, edits: [{ old_string: line('edit') }] }, output: line('edits') },
    { tool: 'Grep', input: { pattern: 'MAIL', path: file }, output: line('grep') },
    { tool: 'read_many_files', input: { paths: ['src/a.ts', 'config/.env'] }, output: line('many') },
    { tool: 'read', input: { files: [{ path: file }] }, output: line('list of files') },
    { tool: 'view', input: { target_file: file }, output: line('target file') },
    bash('cat .env', 'cat'),
    bash('cd config && grep -n MAIL ".env.local" | head', 'pipe'),
    bash('set -a; . ./.env; printenv', 'sourced'),
    bash('cat < config/.env', 'redirected'),
    bash(`echo "${line('echo')}" >> .env`, 'appended'),
    bash(`cat > .env <<'EOF'\n${line('heredoc')}\nEOF`, 'heredoc, output'),
    bash(`printf '%s' '${line('printf')}' | tee -a config/.env`, 'tee'),
    bash(`sed -i 's/x/${line('sed')}/' .env`, 'sed, output'),
    { tool: 'shell', input: { command: ['bash', '-lc', 'cat .env'] }, output: line('command in words') },
    ...wideCalls(planted),
  ];
}

/** Calls that name no such file, or in a field that only their tool knows, while their answers are of it among others. */
function wideCalls(planted: Planted): ReturnType<typeof touchingCalls> {
  const project = '/home/dev/shop';
  const line = (place: string): string => `MAIL_FROM=${planted.hidden(place)}`;
  const other = (place: string): string => planted.kept(place);
  const both = (place: string, form: (path: string, line: string) => string): string =>
    `${form('config/.env', line(place))}\n${form('src/a.ts', other(`${place}, another file`))}\n`;
  const bash = (command: string, output: string): ReturnType<typeof touchingCalls>[number] => ({
    ...{ tool: 'Bash', input: { command }, output },
    result: { stdout: output, stderr: '' },
  });
  const diff = (path: string, text: string): string =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x\n+${text}`;
  const hits = (path: string, text: string): string => `${path}:12:${text}`;
  const patch = (place: string): string =>
    `*** Begin Patch\n${both(place, (path, text) => `*** Update File: ${path}\n@@\n-x\n+${text}`)}*** End Patch`;
  const grep = both('Grep, structured', hits);
  const many = Array.from({ length: 50 }, (_, i) => `f${i}`);
  return [
    bash('git diff', both('diff', diff)),
    bash('git show HEAD', `commit 1234567890abcdef\n\n    Change\n\n${both('show', diff)}`),
    bash('grep -rn MAIL .', both('grep -rn', hits)),
    bash(
      'rg MAIL',
      both('rg', (path, text) => `${path}\n12:${text}\n`),
    ),
    bash(
      'git ls-files | xargs tail -n +1',
      both('tail', (path, text) => `==> ${path} <==\n${text}\n`),
    ),
    bash('cat .en*', line('a glob')),
    bash(`echo ${Array.from({ length: 5_100 }, (_, i) => `w${i}`).join(' ')}; cat .env`, line('after many words')),
    {
      ...{ tool: 'Grep', input: { pattern: 'MAIL', output_mode: 'content' }, output: grep },
      result: { mode: 'content', content: grep, filenames: ['config/.env'] },
    },
    { tool: 'grep', input: { pattern: 'MAIL', glob: 'config/.env*' }, output: line('a glob of a tool') },
    { tool: 'apply_patch', input: { patchText: patch('patchText') }, output: 'Done' },
    { tool: 'apply_patch', input: { patch: patch('patch') }, output: 'Done' },
    { tool: 'apply_patch', input: { input: patch('input') }, output: 'Done' },
    { tool: 'mcp__fs__read', input: { path: project, paths: [`${project}/.env`] }, output: line('a list beside') },
    { tool: 'mcp__fs__read', input: { filepath: `${project}/.env` }, output: line('filepath') },
    { tool: 'mcp__fs__copy', input: { source: '.env', destination: 'x' }, output: line('source') },
    { tool: 'mcp__fs__read', input: { args: { file: [{ path: '.env' }] } }, output: line('deep within') },
    { tool: 'mcp__fs__view', input: { directory: project, name: '.env' }, output: line('folder and name') },
    { tool: 'read_files', input: { paths: [...many, '.env'] }, output: line('the 51st of a list') },
  ];
}

/** A prompt beside which an editor put lines of a file that holds secrets. */
function selectionIn(planted: Planted, place: string): string {
  const lines = `MAIL_FROM=${planted.hidden(place)}`;
  return `<ide_selection>The user selected the lines 1 to 1 from /home/dev/shop/.env:\n${lines}</ide_selection>\n${planted.kept(`${place}, typed`)}`;
}

function hookCallsOf(planted: Planted, at: FreshHome): HookCall[] {
  const common = { session_id: 's', cwd: at.project, prompt_id: 'p' };
  const prompt = { ...common, prompt: selectionIn(planted, 'a prompt') };
  const calls = touchingCalls(planted).flatMap(({ tool, input, output, result }, number): HookCall[] => {
    const call = { ...common, tool_name: tool, tool_input: input, tool_use_id: `toolu_${number}` };
    return number % 2 === 0
      ? [
          { event: 'PreToolUse', payload: call },
          { event: 'PostToolUse', payload: { ...call, tool_response: result ?? output } },
        ]
      : [
          { event: 'PermissionRequest', payload: call },
          { event: 'PostToolUseFailure', payload: { ...call, error: output } },
        ];
  });
  return [{ event: 'UserPromptSubmit', payload: prompt }, ...calls];
}

test('of a file that holds secrets a hook keeps nothing but that it was touched', async (context) => {
  const worker = await runWorker(context, { env: { CAIRN_LOG_LEVEL: 'debug' } });
  const planted = createPlanted('excluded files');
  await callHooks(worker.at, hookCallsOf(planted, worker.at));
  await worker.memory().settled();
  await assertClean(worker.at.home, planted);
  const { hits } = await worker.memory().search('env');
  assert.ok(hits.length > 0, 'that the file was touched is found');
});

test('nor does the journal', async (context) => {
  const at = freshHome(context);
  const planted = createPlanted('excluded files, journal');
  const kept = planted.kept('a file like others');
  const other = {
    tool_name: 'Read',
    tool_use_id: 'toolu_o',
    tool_input: { file_path: 'src/a.ts' },
    tool_response: kept,
  };
  const calls = hookCallsOf(planted, at);
  await callHooks(at, [...calls, { event: 'PostToolUse', payload: { session_id: 's', cwd: at.project, ...other } }]);
  await assertClean(at.home, planted);
});

test('nor does the transcript that tells the same', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('excluded files, transcript');
  const folder = join(at.userHome, '.claude', 'projects', '-shop');
  mkdirSync(folder, { recursive: true });
  const line = (type: string, content: JsonObject, more: JsonObject = {}): string =>
    `${JSON.stringify({ type, sessionId: 's', cwd: at.project, message: { role: type, content: [content] }, ...more })}\n`;
  const lines = touchingCalls(planted).flatMap(({ tool, input, output, result }, number) => [
    line('assistant', { type: 'tool_use', id: `t${number}`, name: tool, input }),
    line(
      'user',
      { type: 'tool_result', tool_use_id: `t${number}`, content: output },
      { toolUseResult: result ?? output },
    ),
    // A call without a result.
    line('assistant', { type: 'tool_use', id: `w${number}`, name: tool, input }),
  ]);
  const content = { type: 'text', file: { filePath: '.env', content: `MAIL_FROM=${planted.hidden('attached')}` } };
  const file = { type: 'file', filename: '/home/dev/shop/.env', content };
  writeFileSync(
    join(folder, 's.jsonl'),
    [
      ...lines,
      line('user', { type: 'text', text: selectionIn(planted, 'a prompt') }),
      `${JSON.stringify({ type: 'attachment', sessionId: 's', cwd: at.project, uuid: 'a1', attachment: file })}\n`,
      line('user', { type: 'text', text: planted.kept('prompt') }),
    ].join(''),
  );
  await importAll(memory);
  await assertClean(at.home, planted);
});

test('nor does what a program records', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('excluded files, SDK');
  await memory.record(
    touchingCalls(planted).flatMap((call) => [
      { kind: 'tool.start', sessionId: 's', ...call },
      { kind: 'tool.end', sessionId: 's', success: true, ...call },
      { kind: 'permission', sessionId: 's', ...call },
    ]),
  );
  await memory.settled();
  await assertClean(at.home, planted);
});

test('nor of a file that the settings exclude', async (context) => {
  const { memory, at } = openFresh(context, { env: { CAIRN_EXCLUDE_PATHS: 'minutes/*.txt,/home/dev/diary' } });
  const planted = createPlanted('excluded by settings');
  const read = (path: string, output: string) =>
    ({ kind: 'tool.end', sessionId: 's', tool: 'Read', input: { file_path: path }, output }) as const;
  await memory.record([
    read('/home/dev/shop/minutes/june.txt', planted.hidden('minutes')),
    read('/home/dev/diary/2026/may.md', planted.hidden('diary')),
    read('/home/dev/shop/minutes.txt', planted.kept('another file')),
  ]);
  await memory.settled();
  await assertClean(at.home, planted);
});

test('of an excluded project nothing stays, by whatever way', async (context) => {
  const at = freshHome(context);
  mkdirSync(at.home, { recursive: true });
  writeFileSync(join(at.home, 'config.json'), JSON.stringify({ privacy: { excludeProjects: [at.project] } }));
  const planted = createPlanted('excluded project');
  const fill = (way: string) => allHiddenFill(planted, way);
  await callHooks(at, sessionHooks(at, fill('journal')));
  await assertClean(at.home, planted);
  const worker = await runWorker(context, { at, env: { CAIRN_LOG_LEVEL: 'debug' } });
  await callHooks(at, sessionHooks(at, fill('hook')));
  writeTranscripts(at, fill('transcript'));
  await importAll(worker.memory());
  await assert.rejects(callSdk(worker.memory(), fill('sdk')), { name: 'AssertionError' });
  await assert.rejects(worker.memory().remember(fill('note').text('note')), { code: 'not_allowed' });
  await assert.rejects(callMcp(at, fill('mcp')), /not_allowed/);
  await assert.rejects(callCli(at, fill('cli')), /excluded/);
  const outside = { ...at, project: at.userHome };
  await worker.memory({ cwd: outside.project }).remember(planted.kept('a note outside'));
  await worker.memory().settled();
  await assertClean(at.home, planted);
  assert.equal((await worker.memory().status()).counts.events, 1);
});
