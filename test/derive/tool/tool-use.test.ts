import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { OWN_TOOLS } from '../../../src/derive/tool/own-tool.ts';
import { toolUseOf } from '../../../src/derive/tool/tool-use.ts';
import { ALL_TOOLS } from '../../../src/mcp/tools.ts';

const FILE = { file_path: 'a.ts' };
const LINE = { command: 'ls' };

const KNOWN: readonly (readonly [string, JsonObject, string])[] = [
  ['Read', FILE, 'read'],
  ['read_file', { absolute_path: '/a' }, 'read'],
  ['Edit', FILE, 'edit'],
  ['MultiEdit', FILE, 'edit'],
  ['NotebookEdit', { notebook_path: 'a.ipynb' }, 'edit'],
  ['StrReplaceFile', { path: 'a' }, 'edit'],
  ['editor', { path: 'a', new_text: 'x' }, 'edit'],
  ['replace', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'edit'],
  ['Write', FILE, 'write'],
  ['create', { path: 'a', file_text: 'x' }, 'write'],
  ['apply_patch', { command: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' }, 'patch'],
  ['patch', { mode: 'replace', path: 'a', old_string: 'x', new_string: 'y' }, 'edit'],
  ['patch', { mode: 'patch', patch: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' }, 'patch'],
  ['patch', { id: 'ticket-1', status: 'closed' }, 'foreign'],
  ['Bash', LINE, 'shell'],
  ['run_shell_command', LINE, 'shell'],
  ['exec_command', { cmd: 'ls' }, 'shell'],
  ['shell', { command: ['bash', '-lc', 'ls'] }, 'shell'],
  ['run_commands', { commands: ['ls'] }, 'shell'],
  ['BashOutput', { bash_id: '1' }, 'shell-output'],
  ['Grep', { pattern: 'x' }, 'search'],
  ['Glob', { pattern: 'x' }, 'search'],
  ['WebFetch', { url: 'https://x' }, 'fetch'],
  ['google_web_search', { query: 'x' }, 'web-search'],
  ['Task', { prompt: 'x' }, 'delegate'],
  ['spawn_agent', { message: 'x' }, 'delegate'],
  ['TodoWrite', { todos: [] }, 'todo'],
  ['TaskUpdate', { taskId: '1' }, 'todo'],
  ['update_plan', { plan: [] }, 'todo'],
  ['Skill', { skill: 'x' }, 'skill'],
  ['skill', { name: 'x' }, 'skill'],
  ['SlashCommand', { command: '/x' }, 'skill'],
  ['Monitor', LINE, 'shell'],
  ['EnterWorktree', {}, 'other'],
  ['AskUserQuestion', {}, 'other'],
];

test('knows what the tools of all agents do', () => {
  for (const [tool, input, use] of KNOWN) assert.equal(toolUseOf(tool, input), use, tool);
});

test("counts another's server, and names that no agent is known to have or that fetch others' words, as foreign", () => {
  for (const tool of [
    'mcp__linear__get_issue',
    'mcp_lab_search',
    'lab__search',
    'lab-search',
    'lab_search',
    'search',
    'ToolSearch',
    'fetch_copilot_cli_documentation',
    'WebBrowser',
    'ReadConsole',
  ]) {
    assert.equal(toolUseOf(tool, { query: 'x' }), 'foreign', tool);
  }
  assert.equal(toolUseOf('create', { title: 'x' }), 'foreign');
  assert.equal(toolUseOf('ReadMcpResource', { server: 'x' }), 'foreign');
});

test("recognises Cairn's own tools under every agent's spelling and from a shell", () => {
  for (const tool of [
    'mcp__cairn__search',
    'mcp__plugin_cairn_cairn__get',
    'mcp_cairn_search',
    'cairn-search',
    '@cairn/get',
    'cairn__by_file',
    'cairn___remember',
  ]) {
    assert.equal(toolUseOf(tool, { query: 'x' }), 'own', tool);
  }
  for (const tool of [
    'mcp__evil_cairn__search',
    'mcp__cairn_evil__search',
    'cairn-evil-search',
    'evil_cairn_search',
    'mcp__cairn__anything',
    'mcp__plugin_evil_cairn__search',
  ]) {
    assert.equal(toolUseOf(tool, { query: 'x' }), 'foreign', tool);
  }
  assert.deepEqual([...OWN_TOOLS].sort(), ALL_TOOLS.map(({ name }) => name).sort(), 'they are those of the server');
  for (const command of [
    'cairn search x',
    'cd a && ~/.cairn/bin/cairn get o_1',
    'npx cairn-memory search x',
    `bash -c 'cairn get x'`,
  ]) {
    assert.equal(toolUseOf('Bash', { command }), 'own', command);
  }
  for (const command of ['cat cairn.md', 'git clone https://x/cairn', 'grep cairn README']) {
    assert.equal(toolUseOf('Bash', { command }), 'shell', command);
  }
});
