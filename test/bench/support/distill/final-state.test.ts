import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { finalStateOf, isNamed } from '../../../../bench/support/distill/final-state.ts';

let made = 0;
const line = (value: object): string => JSON.stringify(value);
const prompt = (text: string): string =>
  line({ type: 'user', uuid: `u${++made}`, message: { role: 'user', content: text } });

/** A call and its result as the two lines of a transcript. */
function call(name: string, input: object, result: { output?: string; failed?: boolean } = {}): string[] {
  const id = `call${++made}`;
  const { output = '', failed = false } = result;
  return [
    line({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } }),
    line({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: failed, content: output }] },
    }),
  ];
}

suite('where a session stood', () => {
  test('is its last request that says something, the files changed and the open entries of its list', () => {
    const todos = [
      { content: 'Write the parser', status: 'completed' },
      { content: 'Test the parser', status: 'in_progress' },
    ];
    const state = finalStateOf([
      prompt('please write a parser for dates'),
      ...call('Edit', { file_path: '/project/src/parse.ts' }),
      ...call('Edit', { file_path: '/project/src/left.ts' }, { failed: true }),
      ...call('TodoWrite', { todos }),
      prompt('yes and yes'),
      prompt('<command-name>/clear</command-name>'),
      'no JSON',
    ]);
    assert.deepEqual(state, {
      request: 'please write a parser for dates',
      files: ['parse.ts'],
      todos: ['Test the parser'],
    });
  });

  test('has a failing command until one like it, or one with the same test, succeeds', () => {
    const failed = call('Bash', { command: 'go test -run TestParserOfDates ./src | tail' }, { output: '--- FAIL: x' });
    assert.equal(finalStateOf(failed).failing, 'go test -run TestParserOfDates ./src | tail');
    const other = call('Bash', { command: 'mise run test -- TestParserOfDates' });
    assert.equal(finalStateOf([...failed, ...other]).failing, undefined);
    const looked = call('Bash', { command: 'ls /nowhere' }, { failed: true });
    assert.equal(finalStateOf(looked).failing, undefined);
    const refused = call(
      'Bash',
      { command: 'git push' },
      { failed: true, output: "doesn't want to proceed with this tool use" },
    );
    assert.equal(finalStateOf(refused).failing, undefined);
  });

  test('is looked up in a text by names and by most of the words of a request', () => {
    const text =
      'Asked last: "Please write a *parser* for dates"; changed src/parse.ts; `go test -run TestParserOfDates` failed';
    assert.ok(isNamed({ kind: 'file', word: 'parse.ts' }, text));
    assert.ok(isNamed({ kind: 'request', word: 'please write a parser for the dates' }, text));
    assert.ok(!isNamed({ kind: 'request', word: 'rename every variable in the parser' }, text));
    assert.ok(isNamed({ kind: 'failing', word: 'mise run test -- TestParserOfDates' }, text));
    assert.ok(!isNamed({ kind: 'failing', word: 'mix test --seed 0' }, text));
    assert.ok(!isNamed({ kind: 'todo', word: 'Test the parser' }, text));
  });
});
