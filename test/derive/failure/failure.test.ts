import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { failureOf } from '../../../src/derive/failure/failure.ts';
import { toolEnd } from '../make-event.ts';

const ran = (command: string, output: string, over: Partial<ToolEnd> = {}): ToolEnd =>
  toolEnd('Bash', { command }, { output, success: false, exitCode: 1, ...over });
const keyOf = (command: string, output: string): string | undefined => failureOf(ran(command, output))?.key;

describe('failures of many toolchains', () => {
  const told: readonly [string, string, string][] = [
    [
      'go test ./...',
      '--- FAIL: TestParse (0.01s)\n    parse_test.go:41: expected 3 fields, got 2\nFAIL\nFAIL\texample.com/shop/parse\t0.3s',
      'go: TestParse: expected n fields, got n',
    ],
    ['go build ./...', '# example.com/shop\n./cart.go:12:7: undefined: Basket', 'go: undefined: basket'],
    [
      'cargo build',
      'error[E0382]: borrow of moved value: `basket`\n --> src/cart.rs:9:5',
      'rust: error[e0382]: borrow of moved value: basket',
    ],
    [
      'npx tsc --noEmit',
      "src/cart.ts(3,7): error TS2304: Cannot find name 'Basket'.",
      'tsc: error ts2304: cannot find name basket',
    ],
    [
      'npm test',
      '✖ adds to the basket (3.1ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      'npm test: adds to the basket: assertionerror [err_assertion]: expected values to be strictly equal',
    ],
    [
      'pytest',
      "E       KeyError: 'basket'\n=== short test summary info ===\nFAILED tests/test_cart.py::test_add - KeyError: 'basket'",
      'pytest: tests/test_cart.py::test_add: e keyerror: basket',
    ],
    [
      'python -m unittest',
      'FAIL: test_add (test_cart.CartTest)\n----\nTraceback (most recent call last):\n  File "/a/b.py", line 3, in test_add\nAssertionError: 1 != 2',
      'python unittest: test_add: assertionerror: n != n',
    ],
    [
      'python run.py',
      'Traceback (most recent call last):\n  File "/home/x/run.py", line 9, in <module>\nZeroDivisionError: division by zero',
      'python: zerodivisionerror: division by zero',
    ],
    [
      'npm install',
      'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree',
      'npm: npm error code eresolve',
    ],
    [
      'git push',
      'To example.com:shop.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs',
      'git: [rejected] main -> main (fetch first)',
    ],
    [
      'docker build .',
      'ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2',
      'docker: error: failed to solve: process text did not complete successfully: exit code: n',
    ],
    ['frobnicate', 'bash: frobnicate: command not found', 'shell: bash: frobnicate: command not found'],
    [
      'java -jar app.jar',
      'Exception in thread "main" java.lang.NullPointerException: basket is null\n\tat shop.Cart.add(Cart.java:12)',
      'java: exception in thread main java.lang.nullpointerexception: basket is null',
    ],
    [
      'curl -fsS https://example.com/x',
      'curl: (22) The requested URL returned error: 404',
      'curl: curl: (n) the requested url returned error: n',
    ],
  ];
  for (const [command, output, key] of told) {
    test(`${command}: ${key}`, () => assert.equal(keyOf(command, output), key));
  }
});

describe('a failure', () => {
  test('is the same whatever paths, numbers, ids and times stand in it', () => {
    const one = 'panic: session 3f2a9c1e-0000-4000-8000-1234567890ab in /home/one/shop/a.go:12 timed out after 3.2s';
    const other = 'panic: session 77777777-0000-4000-8000-abcdefabcdef in /srv/x/y/b.go:340 timed out after 17s';
    assert.equal(keyOf('go run .', one), keyOf('go run .', other));
    assert.notEqual(keyOf('go run .', one), keyOf('go run .', 'panic: no session'));
  });

  test('of a missing file is told by the name of the file', () => {
    assert.equal(keyOf('cat src/basket.ts', 'cat: src/basket.ts: No such file or directory'), 'missing: basket.ts');
    const read = toolEnd('Read', { file_path: '/w/src/basket.ts' }, { output: 'File does not exist.', success: false });
    assert.equal(failureOf(read)?.key, 'missing: basket.ts');
  });

  test('of a tool that edits is what it said first, not what it was given', () => {
    const output =
      '<tool_use_error>String to replace not found in file.\nString: throw new Error("fatal error")</tool_use_error>';
    const edit = toolEnd(
      'Edit',
      { file_path: '/w/a.ts', old_string: 'x', new_string: 'y' },
      { output, success: false },
    );
    assert.equal(failureOf(edit)?.key, 'edit: string to replace not found in file');
  });

  test('of which nothing is known has a key of its own, and names the tests', () => {
    assert.equal(keyOf('make thing', 'building\nall of it\n'), 'make thing: ?');
    const several = failureOf(ran('npm test', '✖ one (1ms)\n✖ two (2ms)'));
    assert.deepEqual(several?.tests, ['one', 'two']);
  });

  test('is seen behind a pipe that loses the exit code, for tests and builds alone', () => {
    const lost = { success: true, exitCode: 0 };
    const output = '--- FAIL: TestParse (0.01s)\nFAIL\texample.com/shop\t0.3s';
    assert.equal(failureOf(ran('go test ./... 2>&1 | tail -5', output, lost))?.tests?.[0], 'TestParse');
    assert.equal(failureOf(ran('grep -rn FAIL . | head', output, lost)), undefined);
    assert.equal(failureOf(ran('go test ./...', 'ok  \texample.com/shop\t0.3s', lost)), undefined);
  });

  test('is none where a command only answers no, and none that a person refused or interrupted', () => {
    assert.equal(failureOf(ran('grep -rn basket src', '')), undefined);
    assert.equal(failureOf(ran('diff a b', '1c1\n< a\n> b')), undefined);
    assert.equal(failureOf(ran('which frobnicate', '')), undefined);
    assert.equal(failureOf(ran('git diff --quiet', '')), undefined);
    assert.equal(failureOf(ran('npm test', "The user doesn't want to proceed with this tool use.")), undefined);
    assert.equal(failureOf(ran('npm test', 'Error: x', { interrupted: true })), undefined);
    assert.notEqual(failureOf(ran('grep -Z --nope x', 'grep: unrecognized option', { exitCode: 2 })), undefined);
  });

  test('is read from a line of a megabyte, in Chinese and from noise in time that grows with its length', () => {
    const long = `${'x/y '.repeat(250_000)}`;
    assert.ok(failureOf(ran('npm test', `Error: ${long}`))?.key.length ?? 0 <= 200);
    assert.equal(keyOf('构建', '错误：找不到模块'), 'command: 错误：找不到模块');
    for (const noise of ['(', '"', "'", '/', ':', '\\', '1.', 'a@', 'Error: '.repeat(2)]) {
      failureOf(ran('npm test', noise.repeat(100_000)));
    }
  });
});
