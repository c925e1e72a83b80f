import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventBody, Reply, ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';
import { diffOf } from './several-files.ts';

const SHOP = '/home/dev/shop';
const DEFAULTS = createExclusion({ paths: [], projects: [] });
const OWN = createExclusion({ paths: ['contracts/', 'my notes/'], projects: [] });

type Call = readonly [tool: string, input: JsonObject, result?: JsonObject];

function endOf([tool, input, result]: Call, reply?: Reply): ToolEnd {
  const end: ToolEnd = { kind: 'tool.end', tool, input, output: 'answer', success: true };
  return { ...end, ...(result !== undefined && { result }), ...(reply !== undefined && { reply }) };
}

suite('a call whose words speak of a file that holds secrets stays whole', () => {
  const todos = [
    { content: 'Write the loader', status: 'pending', activeForm: 'Writing the loader' },
    { content: 'Document the variables in .env', status: 'pending', activeForm: 'Documenting the variables in .env' },
    { content: '.env', status: 'pending', activeForm: '.env' },
  ];
  const options = [
    { label: 'Use .env', description: 'dotenv at start' },
    { label: '.env', description: 'as it is' },
  ];
  const questions = [{ question: 'Where do settings come from?', header: '.env', multiSelect: false, options }];
  const answers = { 'Where do settings come from?': '.env', 'Who rotates them?': 'Vault' };
  const calls: readonly Call[] = [
    ['TodoWrite', { todos }, { oldTodos: [], newTodos: todos }],
    ['update_plan', { explanation: 'plan', plan: [{ step: 'Load variables from .env', status: 'pending' }] }],
    ['write_todos', { todos: [{ description: 'Load .env', status: 'pending' }] }],
    ['SetTodoList', { todos: [{ title: '.env', status: 'pending' }] }],
    ['manage_todo_list', { operation: 'write', todoList: [{ id: 1, title: '.env', status: 'not-started' }] }],
    ['TaskCreate', { subject: 'Load .env', description: 'Load', activeForm: 'Loading .env' }],
    ['TaskUpdate', { taskId: '1', activeForm: '.env', metadata: { topic: 'server.key' } }],
    ['AskUserQuestion', { questions }, { questions, answers }],
    ['ask_user_question', { questions, answers }],
    ['request_user_input', { questions }],
    ['question', { questions: [{ question: 'Which?', header: 'x', options }] }],
    ['ask_followup_question', { question: 'Which?', follow_up: ['.env', 'Vault'] }],
    ['ExitPlanMode', { plan: 'load .env' }],
    ['ExitPlanMode', { plan: '# Plan\n1. Load .env\n', allowedPrompts: [{ tool: 'Bash', prompt: 'load .env' }] }],
    ['Skill', { skill: 'deploy', args: 'setup .env' }],
    ['mcp__postgres__query', { sql: 'select u.name, u.key from users u where u.key' }],
    ['mcp__playwright__browser_evaluate', { function: '() => window.app.key' }],
    ['mcp__linear__create_issue', { title: 'x', labels: ['.env'], team: 'load .env, or not, .env' }],
    ['mcp__context7__get-library-docs', { context7CompatibleLibraryID: '/x/dotenv', topic: '.env' }],
    ['exec_command', { cmd: 'npm test', justification: 'the tests load .env' }],
  ];
  for (const call of calls) {
    test(`${call[0]} ${JSON.stringify(call[1])}`, () => {
      const end = endOf(call);
      assert.equal(withoutExcluded(end, DEFAULTS, SHOP), end);
      const start: EventBody = { kind: 'tool.start', tool: call[0], input: call[1] };
      assert.equal(withoutExcluded(start, DEFAULTS, SHOP), start);
    });
  }
});

suite('a call that names one is left out', () => {
  const calls: readonly Call[] = [
    ['mcp__fs__read', { path: 'my certs/server.key' }],
    ['mcp__fs__read', { document: '/home/dev/My Files/prod.env' }],
    ['mcp__fs__read', { document: '~/My Files/prod.env' }],
    ['mcp__fs__read', { document: '../My Files/prod.env' }],
    ['mcp__fs__read', { document: '.env' }],
    ['mcp__fs__read', { documents: ['src/a.ts', '.env'] }],
    ['mcp__fs__read', { documents: 'src/a.ts, .env' }],
    ['mcp__terminal__run', { args: '-n 5 .env' }],
    ['mcp__terminal__run', { program: 'cat', args: ['.env'] }],
    ['mcp__terminal__send', { input: 'cat .env' }],
    ['write_stdin', { session_id: 1, chars: 'cat .env\n' }],
    ['mcp__questions__read', { question_file: '.env' }],
    ['mcp__todo__todowrite', { list: '.env' }],
  ];
  for (const call of calls) {
    test(`${call[0]} ${JSON.stringify(call[1])}`, () => {
      assert.doesNotMatch(JSON.stringify(withoutExcluded(endOf(call), DEFAULTS, SHOP)), /answer/);
    });
  }

  test('by a pattern of a person also in a text with blanks', () => {
    const call: Call = ['mcp__fs__read', { document: 'my notes/a.md' }];
    assert.doesNotMatch(JSON.stringify(withoutExcluded(endOf(call), OWN, SHOP)), /answer/);
  });

  test('a plan without the part of a diff that is of an excluded file', () => {
    const plan = `Change\n${diffOf('contracts/a.md', 'leaving')}${diffOf('src/a.ts', 'staying')}`;
    const left = JSON.stringify(withoutExcluded(endOf(['ExitPlanMode', { plan }, { plan }]), OWN, SHOP));
    assert.doesNotMatch(left, /leaving/);
    assert.match(left, /staying/);
  });
});

suite('what a person said of a call stays', () => {
  const refused: Reply = { origin: 'person', refused: true, text: 'never edit the env file, use Vault' };
  const calls: readonly Call[] = [
    ['Edit', { file_path: `${SHOP}/.env`, old_string: 'A=1', new_string: 'A=2' }],
    ['Edit', { file_path: `${SHOP}/contracts/a.md`, old_string: 'A', new_string: 'B' }],
    ['Bash', { command: 'cat .env contracts/a.md' }],
    ['apply_patch', { patch: '*** Begin Patch\n*** Update File: contracts/a.md\n@@\n+x\n*** End Patch' }],
    ['mcp__fs__read', { id: 1 }, { filePath: 'contracts/a.md' }],
  ];
  test('who refused it, and why', () => {
    for (const call of calls) {
      const left = withoutExcluded(endOf(call, refused), OWN, SHOP) as ToolEnd;
      assert.deepEqual(left.reply, refused, call[0]);
    }
    const short: Reply = { origin: 'person', refused: true, text: '.env' };
    assert.deepEqual((withoutExcluded(endOf(['Read', { file_path: 'a' }], short), OWN) as ToolEnd).reply, short);
  });

  test('without the contents of an excluded file that it shows', () => {
    const text = '<file path="contracts/a.md">\nleaving\n</file>\nstaying';
    const answers = [{ question: 'Which?', answer: text }];
    for (const reply of [{ ...refused, text }, { origin: 'person', answers } as Reply]) {
      const calls: readonly Call[] = [
        ['Edit', { file_path: '.env' }],
        ['AskUserQuestion', { questions: [] }],
      ];
      for (const call of calls) {
        const left = JSON.stringify(withoutExcluded(endOf(call, reply), OWN, SHOP));
        assert.doesNotMatch(left, /leaving/);
        assert.match(left, /staying/);
      }
    }
  });
});
