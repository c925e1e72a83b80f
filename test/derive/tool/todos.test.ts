import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldTodos, isOpenTodo, todoChangeOf } from '../../../src/derive/tool/todos.ts';
import { toolEnd } from '../make-event.ts';

test('reads the whole list of every agent that tells one', () => {
  const expected = {
    list: [
      { text: 'Write it', status: 'completed' },
      { text: 'Test it', status: 'in_progress' },
    ],
  };
  const calls = [
    toolEnd('TodoWrite', {
      todos: [
        { content: 'Write it', status: 'completed', activeForm: 'Writing' },
        { content: 'Test it', status: 'in_progress', activeForm: 'Testing' },
      ],
    }),
    toolEnd('update_plan', {
      plan: [
        { step: 'Write it', status: 'completed' },
        { step: 'Test it', status: 'in_progress' },
      ],
    }),
    toolEnd('SetTodoList', {
      todos: [
        { title: 'Write it', status: 'Done' },
        { title: 'Test it', status: 'In Progress' },
      ],
    }),
    toolEnd('write_todos', {
      todos: [
        { description: 'Write it', status: 'completed' },
        { description: 'Test it', status: 'in_progress' },
      ],
    }),
  ];
  for (const call of calls) assert.deepEqual(todoChangeOf(call), expected, call.tool);
});

test('follows tasks that are added and changed one by one', () => {
  const changes = [
    toolEnd(
      'TaskCreate',
      { subject: 'Write it', description: 'x' },
      { result: { task: { id: '1', subject: 'Write it' } } },
    ),
    toolEnd(
      'TaskCreate',
      { subject: 'Test it', description: 'x' },
      { output: 'Task #2 created successfully: Test it' },
    ),
    toolEnd('TaskUpdate', { taskId: '1', status: 'completed' }),
    toolEnd('TaskUpdate', { taskId: '2', status: 'in_progress', subject: 'Test all of it' }),
    toolEnd('TaskUpdate', { taskId: '9', status: 'completed' }),
  ].flatMap((call) => todoChangeOf(call) ?? []);
  const todos = foldTodos(changes);
  assert.deepEqual(todos, [
    { id: '1', text: 'Write it', status: 'completed' },
    { id: '2', text: 'Test all of it', status: 'in_progress' },
  ]);
  assert.deepEqual(
    todos.filter(isOpenTodo).map((todo) => todo.text),
    ['Test all of it'],
  );
});

test('a later list replaces what was known, and a call that failed says nothing', () => {
  const first = todoChangeOf(toolEnd('TodoWrite', { todos: [{ content: 'a', status: 'pending' }] }));
  const failed = todoChangeOf(
    toolEnd('TodoWrite', { todos: [{ content: 'b', status: 'pending' }] }, { success: false }),
  );
  assert.equal(failed, undefined);
  assert.deepEqual(foldTodos([first ?? { list: [] }, { list: [] }]), []);
});
