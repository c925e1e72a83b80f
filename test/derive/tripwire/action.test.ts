import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json.ts';
import { actionOf, meeting } from '../../../src/derive/tripwire/action.ts';
import { actionsAskedIn } from '../../../src/derive/tripwire/asked-actions.ts';
import { commandMatcher } from '../../../src/derive/tripwire/known-commands.ts';
import type { Matcher } from '../../../src/derive/tripwire/matcher.ts';
import { CODE_POINT } from '../../support/code-point.ts';

const PLACE = { projectRoot: '/home/dev/shop', cwd: '/home/dev/shop' };
const does = (tool: string, input: JsonObject) => actionOf({ tool, input }, PLACE);

suite('what a tool call does', () => {
  test("is known of a tool of another's server by what its name says, where its input has it", () => {
    const changed = { paths: ['vendor/a.js'], changes: true, place: PLACE };
    for (const tool of ['mcp__files__write_file', 'mcp_files_edit_file', 'files-delete_file', 'files_write_file']) {
      const all = tool.includes('delete') ? { ...changed, removed: changed.paths } : changed;
      assert.deepEqual(does(tool, { path: '/home/dev/shop/vendor/a.js', content: 'x' }), all, tool);
    }
    assert.deepEqual(does('mcp__files__read_file', { path: 'vendor/a.js' }), { ...changed, changes: false });
    const run = { command: 'npm ci', paths: [], changes: false, place: PLACE };
    assert.deepEqual(does('mcp__shell__run_command', { command: 'npm ci' }), run);
    assert.deepEqual(does('MCP:execute_command', { command: 'npm ci' }), run);
  });

  test('is reading of whatever tool says in its name that it reads or gets files, by all paths and patterns that it names', () => {
    for (const [tool, input] of Object.entries<JsonObject>({
      mcp__filesystem__read_text_file: { path: '/home/dev/shop/.env' },
      mcp__filesystem__read_multiple_files: { paths: ['a.ts', '.env'] },
      mcp__serena__read_file: { relative_path: '.env' },
      mcp__github__get_file_contents: { path: '.env' },
      mcp__jetbrains__get_file_text_by_path: { pathInProject: '.env' },
      mcp__x__viewFile: { file_path: '.env' },
      mcp__x__open_files: { files: [{ path: '.env' }] },
      read_many_files: { include: ['.env', 'src/*.ts'] },
    })) {
      const action = does(tool, input);
      assert.ok(action?.paths.includes('.env') && !action.changes, tool);
    }
    for (const tool of [
      'get_file_info',
      'list_files',
      'get_file_problems',
      'get_open_files',

      'find_file',
    ])
      assert.equal(does(`mcp__x__${tool}`, { path: '.env' }), undefined, tool);
    assert.equal(does('mcp__x__read_and_write_file', { path: '.env' })?.changes, true);
  });

  test('is the command that any tool takes, with its arguments, and every path that it names', () => {
    const run = { command: 'npm install', paths: [], changes: false, place: PLACE };
    for (const [tool, input] of Object.entries<JsonObject>({
      Monitor: { command: 'npm install' },
      mcp__shell__run: { cmd: 'npm install' },
      mcp__shell__launch: { command: 'npm', args: ['install'] },
      mcp__x__batch: { command: ['npm', 'install'] },
    })) {
      assert.deepEqual(does(tool, input), run, tool);
    }
    const lines = { commands: [...Array.from({ length: 60 }, () => 'echo step'), 'npm install'] };
    assert.ok(does('mcp__x__run', lines)?.command?.endsWith('\nnpm install'));
    for (const [tool, input] of Object.entries<JsonObject>({
      mcp__filesystem__move_file: { source: 'a.ts', destination: 'src/gen.ts' },
      mcp__serena__replace_symbol_body: { relative_path: 'src/gen.ts', body: 'x' },
      mcp__x__write_files: { path: '/home/dev/shop', files: [{ path: 'src/gen.ts', content: 'x' }] },
    })) {
      const action = does(tool, input);
      assert.ok(action?.changes && action.paths.includes('src/gen.ts'), tool);
    }
  });

  test('reads the file in which a search shows lines, and none of which it tells the name', () => {
    const read = { paths: ['.env'], changes: false, place: PLACE };
    assert.deepEqual(does('Grep', { pattern: 'KEY', path: '/home/dev/shop/.env', output_mode: 'content' }), read);
    assert.equal(does('Glob', { pattern: '*.ts', path: '/home/dev/shop/src' }), undefined);
  });

  test('is both what a shell call runs and what the patch in it changes', () => {
    const patch = '*** Begin Patch\n*** Update File: vendor/a.js\n@@\n-npm install\n+npm install x\n*** End Patch';
    const action = does('Bash', { command: `apply_patch <<'EOF'\n${patch}\nEOF` });
    assert.deepEqual([action?.paths, action?.changes], [['vendor/a.js'], true]);
    assert.ok(action);
    assert.equal(meeting(commandMatcher('npm', ['install']), action), undefined);
  });

  test('changes what a patch names that stands in quotes, alone, or behind the folder in which it is applied', () => {
    const patchOf = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;
    const patch = patchOf('vendor/a.js');
    const calls: [string, JsonObject][] = [
      ['Bash', { command: `apply_patch '${patch}'` }],
      ['exec_command', { cmd: `apply_patch "${patch}"` }],
      ['shell', { command: ['apply_patch', patch] }],
      ['shell', { command: ['bash', '-lc', `apply_patch '${patch}'`] }],
      ['Bash', { command: `cd vendor && apply_patch <<'EOF'\n${patchOf('a.js')}\nEOF` }],
      ['Bash', { command: `ls; cd vendor; apply_patch '${patchOf('a.js')}'` }],
      ['Bash', { command: `(cd web && npm test) && apply_patch <<'EOF'\n${patch}\nEOF` }],
      ['Bash', { command: `cd vendor && (cd /tmp; ls) && (apply_patch '${patchOf('a.js')}')` }],
      [
        'Bash',
        { command: "cd /tmp && patch -v; cd - && git apply <<'EOF'\n--- a/vendor/a.js\n+++ b/vendor/a.js\nEOF" },
      ],
      ['shell', { command: ['apply_patch', patchOf('a.js')], workdir: '/home/dev/shop/vendor' }],
      ['exec_command', { cmd: `apply_patch '${patchOf('../vendor/a.js')}'`, workdir: 'src' }],
    ];
    for (const [tool, input] of calls) {
      const action = does(tool, input);
      assert.deepEqual([action?.paths, action?.changes], [['vendor/a.js'], true], JSON.stringify(input));
    }
  });

  test('is in the folder that a call names for its command', () => {
    const matcher = { on: 'path', name: 'vendor', globs: ['vendor'], access: 'write' } as Matcher;
    const meets = (input: JsonObject) => {
      const action = does('exec_command', input);
      return action !== undefined && meeting(matcher, action) !== undefined;
    };
    assert.ok(meets({ cmd: 'rm a.js', workdir: '/home/dev/shop/vendor' }));
    assert.ok(meets({ cmd: 'rm a.js', workdir: 'vendor' }));
    assert.ok(!meets({ cmd: 'rm vendor/a.js', workdir: '/home/dev/other' }));
    assert.ok(!meets({ cmd: 'rm a.js', workdir: '/home/dev/shop' }));
  });

  test('is met whatever other fields a call has that its tool may pass over', () => {
    const matcher = { on: 'path', name: 'vendor', globs: ['vendor'], access: 'write' } as Matcher;
    const patch = '*** Begin Patch\n*** Update File: vendor/a.js\n@@\n-a\n+b\n*** End Patch';
    const other = patch.replace('vendor', '/tmp');
    const calls: [string, JsonObject][] = [
      ['Edit', { command: 'view', file_path: 'vendor/a.js', old_string: 'a', new_string: 'b' }],
      ['Edit', { command: 'view', cwd: '/tmp', file_path: 'vendor/a.js', old_string: 'a', new_string: 'b' }],
      ['replace_in_file', { command: 'view', path: 'vendor/a.js', diff: 'x' }],
      ['Bash', { command: 'rm vendor/a.js', cwd: '/tmp/o' }],
      ['Bash', { command: 'rm vendor/a.js', workdir: '/tmp/o' }],
      ['run_in_terminal', { command: 'rm vendor/a.js', cwd: '$WORKSPACE' }],
      ['exec_command', { cmd: 'rm vendor/a.js', workdir: '/tmp/o', cwd: '/home/dev/shop' }],
      ['exec_command', { cmd: 'rm vendor/a.js', directory: 'x' }],
      ['Bash', { command: `apply_patch '${patch}'`, cwd: '/tmp/o' }],
      ['apply_patch', { input: patch, command: 'ls' }],
      ['apply_patch', { input: patch, command: other }],
    ];
    for (const [tool, input] of calls) {
      const action = does(tool, input);
      assert.ok(action !== undefined && meeting(matcher, action) !== undefined, `${tool} ${JSON.stringify(input)}`);
    }
  });

  test('is none where an editor only shows a file', () => {
    const shown = { paths: ['vendor/a.js'], changes: false, place: PLACE };
    for (const tool of ['str_replace_editor', 'str_replace_based_edit_tool', 'editor'])
      assert.deepEqual(does(tool, { command: 'view', path: 'vendor/a.js' }), shown, tool);
  });

  test('is met in whatever tool runs a line or types one, and in none that looks for words or passes them on', () => {
    const matcher = commandMatcher('npm', ['install']);
    const meets = (tool: string, input: JsonObject) => {
      const action = does(tool, input);
      return action !== undefined && meeting(matcher, action) !== undefined;
    };
    const running: [string, JsonObject][] = [
      ['Bash', { command: 'echo "\n--- a\n"; npm install x' }],
      ['Bash', { command: "npm install x <<'EOF'\ndiff --git a/x b/x\nEOF" }],
      ['Bash', { command: "apply_patch <<'EOF'\n*** Begin Patch\n*** End Patch\nEOF\nnpm install x" }],
      ['write_bash', { shellId: 'b1', input: 'npm install x{enter}' }],
      ['write_stdin', { session_id: 5, chars: 'npm install x\n' }],
      ['send_to_terminal', { id: '1', command: 'npm install x' }],
      ['process', { action: 'submit', data: 'npm install x' }],
      ['process', { action: 'submit', command: 'x', data: 'npm install x\n' }],
      ['mcp__desktop-commander__interact_with_process', { pid: 5, input: 'npm install x' }],
      ['mcp__tmux__send-keys', { pane: '1', keys: ['npm install x', 'Enter'] }],
      ['mcp__tmux__send_keys', { pane: '1', keys: [...'npm install x'] }],
      ['run_commands', { commands: [{ command: 'npm', args: ['install', 'x'] }] }],
      ['run_commands', { commands: 'npm install x' }],
      ['run_commands', { commands: ["echo don't", 'npm install x'].slice(1) }],
      ['mcp__shell__run', { argv: ['npm', 'install', 'x'] }],
      ['mcp__shell__execute', { params: { command: 'npm', arguments: 'install x' } }],
      ['mcp__shell__batch', { steps: [{ cmd: 'ls' }, { cmd: 'npm install x' }] }],
      ['mcp__shell__run', { command: 'run', cmd: 'npm install x' }],
      ['mcp__shell__run', { command: 'bash', args: ['-c', 'npm install x'] }],
      ['mcp__shell__execute_command', { shell_command: 'npm install x' }],
      ['mcp__shell__execute_command', { line: 'npm install x' }],
      ['mcp__jupyter__execute_code', { code: 'import os\n!npm install x' }],
      ['REPL', { code: 'await $`npm install x`' }],
      ['Bash', { command: 'cairn search shop; npm install x' }],
      ['mcp__shell__run', { args: ['npm', 'install', 'x'] }],
      ['mcp__x__run_task', { task: { command: 'npm', args: ['install', 'x'] } }],
      ['create_and_run_task', { task: { label: 'a', command: 'npm install x', type: 'shell' } }],
    ];
    for (const [tool, input] of running) assert.ok(meets(tool, input), `${tool} ${JSON.stringify(input)}`);
    const steps = [
      ...Array.from({ length: 900 }, (_, n) => ({ command: `echo don't ${n}` })),
      { command: 'npm install' },
    ];
    assert.ok(meets('mcp__shell__batch', { steps }));
    assert.ok((does('mcp__shell__batch', { steps })?.others?.length ?? 0) < 60);
    const innocent: [string, JsonObject][] = [
      ['Bash', { command: 'cairn remember "Never run npm install."' }],
      ['Bash', { command: 'grep -rn "npm install" docs', description: 'npm install' }],
      ['Bash', { command: 'rg "npm install"', code: 'npm install' }],
      ['Grep', { pattern: 'npm install', path: 'src' }],
      ['BashOutput', { bash_id: 'b1', filter: 'npm install' }],
      ['AskUserQuestion', { questions: [{ question: 'npm install x?', options: [{ label: 'npm install x' }] }] }],
      ['CronCreate', { cron: '* * * * *', prompt: 'npm install x' }],
      ['mcp__kb__search', { query: 'npm install', filters: { command: 'npm install' } }],
      ['mcp__files__write_file', { path: 'a.md', content: '# Shop\n\nnpm install x\n' }],
      ['mcp__files__edit_file', { path: 'a.md', edits: [{ oldText: 'a', newText: 'npm install x' }] }],
      ['mcp__chat__post_message', { channel: 'a', text: 'npm install x' }],
      ['mcp__github__create_issue', { title: 'npm install x', body: 'npm install x' }],
      ['mcp__git__commit', { message: 'npm install x' }],
      ['mcp__browser__type', { selector: '#search', text: 'npm install x' }],
      ['mcp__selenium__send_keys', { by: 'id', text: 'npm install x' }],
      ['send_input', { id: 'a1', message: 'npm install x' }],
      ['mcp__teams__send_session_message', { text: 'npm install x' }],
      ['mcp__plan__submit_session_summary', { content: 'npm install x' }],
      ['mcp__x__run_query', { source: 'npm install x' }],
      ['mcp__plane__run_sql', { input: 'npm install x' }],
      ['mcp__jupyter__execute_code', { code: 'text = """\nnpm install x\n"""\nopen("a.md", "w").write(text)' }],
    ];
    for (const [tool, input] of innocent) assert.ok(!meets(tool, input), `${tool} ${JSON.stringify(input)}`);
    const editor = does('mcp__x__str_replace_editor', { command: 'create', path: 'src/gen.ts', file_text: 'x' });
    assert.ok(editor?.paths.includes('src/gen.ts'));
  });

  test("is nothing of a tool of another's server whose name does not say it, or that has no such input", () => {
    assert.equal(does('mcp__github__create_issue', { path: 'vendor/a.js', title: 'x' }), undefined);
    assert.equal(does('mcp__files__write_file', { name: 'x' }), undefined);
    assert.equal(does('mcp__shell__run_command', { task: 'npm ci' }), undefined);
    assert.equal(does('mcp__cairn__search', { query: 'npm' }), undefined);
  });
});

suite('what a prompt asks to do', () => {
  const paths = (prompt: string) => actionsAskedIn(prompt, PLACE).flatMap((action) => action.paths);
  const commands = (prompt: string) =>
    actionsAskedIn(prompt, PLACE).flatMap(({ command }) => (command === undefined ? [] : [command]));

  test('is a change of the paths behind a word that asks for one', () => {
    assert.deepEqual(paths('Fix the typo in src/generated/api.ts and run the tests.'), ['src/generated/api.ts']);
    assert.deepEqual(paths('please delete `dist` and update @package-lock.json, then push'), [
      'dist',
      'package-lock.json',
    ]);
    assert.deepEqual(paths('Rename /home/dev/shop/vendor/a.js to vendor/b.js'), ['vendor/a.js', 'vendor/b.js']);
  });

  test('is no change of a path that is only named', () => {
    for (const prompt of [
      'What does src/generated/api.ts do?',
      'Look at vendor/a.js, and tell me why it fails.',
      'Write a test for src/generated/api.ts',
      'Do not edit src/generated, change the template in place.',
      'Add a note about vendor/a.js',
      'Why? Open tabs:\n- fix-linting.md: .claude/fix-linting.md\n- src/edit.ts',
    ]) {
      assert.deepEqual(paths(prompt), [], prompt);
    }
  });

  test('is a command in backticks, behind a $ or named to be run', () => {
    assert.deepEqual(commands('Run `npm ci` first.\n$ npm test\nthen use pnpm add'), [
      'npm ci',
      'npm test',
      'pnpm add',
    ]);
    assert.deepEqual(actionsAskedIn('Never use npm here, `npm ci` neither.', PLACE), []);
  });

  test('takes any text, in no time', () => {
    fc.assert(fc.property(fc.string({ unit: CODE_POINT }), (prompt) => void actionsAskedIn(prompt, PLACE)));
    const long = ['edit a/', 'write ', '`x', 'delete src/a.ts, '].map((part) => part.repeat(4_000));
    for (const prompt of long) actionsAskedIn(prompt, PLACE);
  });
});
