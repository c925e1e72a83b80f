import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { insertYaml, removeYaml, yamlChildren } from '../../../../src/agents/shared/setup/edit-yaml.ts';
import { withoutYamlHooks, withYamlHooks } from '../../../../src/agents/shared/setup/yaml-hooks.ts';
import { yamlText } from '../../yaml-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const HOOKS = { agent: 'hermes', title: 'Hermes', hooks: [{ event: 'pre_llm_call' }, { event: 'on_session_end' }] };
const line = (event: string): string => `- {command: "${HOOK} hermes ${event}", timeout: 5}`;

suite('the hooks of a YAML file', () => {
  test('are added once and taken out byte for byte, whatever stands around them', () => {
    fc.assert(
      fc.property(yamlText(), (text) => {
        const once = withYamlHooks(text, HOOK, HOOKS);
        for (const { event } of HOOKS.hooks) {
          const ours = yamlChildren(once, ['hooks', event]).filter((child) => child.includes('bin/hook'));
          assert.deepEqual(
            ours.map((child) => child.trim()),
            [line(event)],
          );
        }
        for (const own of text.split('\n'))
          if (!/hooks|pre_llm_call/.test(own)) assert.ok(once.includes(own.trimEnd()));
        assert.equal(withYamlHooks(once, HOOK, HOOKS), once);
        assert.equal(withoutYamlHooks(once, HOOKS), text);
      }),
      { numRuns: 500 },
    );
  });

  test('make a new file, which goes with them', () => {
    const text = withYamlHooks(undefined, HOOK, HOOKS);
    assert.equal(
      text,
      `hooks:\n  pre_llm_call:\n    ${line('pre_llm_call')}\n  on_session_end:\n    ${line('on_session_end')}\n`,
    );
    assert.equal(withoutYamlHooks(text, HOOKS), undefined);
    assert.equal(withoutYamlHooks(`${text}model: x\n`, HOOKS), 'model: x\n');
  });

  test('are known in the form in which a program writes the file anew', () => {
    const text = [
      'hooks:',
      '  on_session_end:',
      `  - command: ${HOOK} hermes`,
      '      on_session_end',
      '    timeout: 5',
      '  pre_llm_call:',
      "  - command: 'say hello'",
      `  - command: '${HOOK} hermes pre_llm_call'`,
      '    timeout: 5',
      'model: x',
      '',
    ].join('\n');
    assert.equal(withYamlHooks(text, HOOK, HOOKS), text);
    assert.equal(withoutYamlHooks(text, HOOKS), "hooks:\n  pre_llm_call:\n  - command: 'say hello'\nmodel: x\n");
  });

  test('of another place are replaced', () => {
    const old = withYamlHooks('model: x\n', '/srv/old/bin/hook', HOOKS);
    assert.equal(withYamlHooks(old, HOOK, HOOKS), withYamlHooks('model: x\n', HOOK, HOOKS));
  });

  test('are not put into what is written in one line, in two documents or in no form of keys', () => {
    for (const text of ['hooks: {pre_llm_call: []}\n', 'hooks: *other\n', 'a: 1\n---\nb: 2\n', '- a\n', '{"a": 1}\n']) {
      assert.throws(() => withYamlHooks(text, HOOK, HOOKS), { code: 'damaged' }, text);
    }
  });
});

test('a key of a block is put into it and taken out again', () => {
  const text = 'mcp_servers:\n  # mine\n  other:\n    command: x\n\nmodel: x\n';
  const added = insertYaml(text, ['mcp_servers'], 'cairn: {command: "cairn", args: ["mcp"]}');
  assert.equal(
    added,
    'mcp_servers:\n  # mine\n  other:\n    command: x\n  cairn: {command: "cairn", args: ["mcp"]}\n\nmodel: x\n',
  );
  assert.equal(
    removeYaml(added, ['mcp_servers'], (child) => child.trim().startsWith('cairn:')),
    text,
  );
});
