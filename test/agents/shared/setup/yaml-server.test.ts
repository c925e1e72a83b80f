import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { SetupTarget } from '../../../../src/agents/shared/contract.ts';
import { type YamlServer, yamlServerIn } from '../../../../src/agents/shared/setup/yaml-server.ts';
import { yamlText } from '../../yaml-arbitrary.ts';

const TARGET: SetupTarget = {
  environment: { home: '/home/dev', variables: {} },
  hookCommand: '/home/dev/.cairn/bin/hook',
  mcpCommand: { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] },
};
const FORMS: readonly YamlServer[] = [
  { title: 'One', at: ['mcpServers'], isList: true },
  { title: 'Other', at: ['mcp_servers'] },
];

function added(text: string | undefined, form: YamlServer, target = TARGET): string {
  const result = yamlServerIn('/x.yaml', form, target).add?.(text);
  assert.ok(result !== undefined);
  return result;
}

const removed = (text: string, form: YamlServer): string | undefined =>
  yamlServerIn('/x.yaml', form, TARGET).remove(text);

suite("Cairn's server in a YAML file", () => {
  for (const form of FORMS) {
    test(`is added once and taken out byte for byte, in ${form.at[0]}`, () => {
      fc.assert(
        fc.property(yamlText(), (text) => {
          const once = added(text, form);
          assert.equal(once.split('/home/dev/.cairn/bin/cairn').length, 2);
          assert.equal(added(once, form), once);
          assert.equal(removed(once, form), text);
        }),
        { numRuns: 300 },
      );
      assert.equal(removed(added(undefined, form), form), undefined);
    });
  }

  test('is known in the form in which a program or a person writes it anew, and gets the new place of the program', () => {
    const list = [
      'mcpServers:',
      '  - name: cairn',
      '    command: "/home/dev/.cairn/bin/cairn"',
      '    args:',
      '      - mcp',
      '      - --tools',
      '      - all',
      '  - name: other',
      '    command: npx',
      '',
    ].join('\n');
    const [form, mapped] = FORMS;
    assert.ok(form && mapped);
    assert.equal(added(list, form), list);
    assert.equal(removed(list, form), 'mcpServers:\n  - name: other\n    command: npx\n');
    const map = 'mcp_servers:\n  cairn:\n    command: /old/bin/cairn\n    args: [mcp]\n  other:\n    url: https://x\n';
    assert.equal(
      added(map, mapped),
      'mcp_servers:\n  other:\n    url: https://x\n  cairn: {command: "/home/dev/.cairn/bin/cairn", args: ["mcp"]}\n',
    );
    assert.equal(removed(map, mapped), 'mcp_servers:\n  other:\n    url: https://x\n');
  });

  test('leaves a server of its name that runs something else', () => {
    for (const [text, form] of [
      ['mcpServers:\n  - {name: "cairn", command: stones, args: [mcp]}\n', FORMS[0]],
      ['mcp_servers:\n  cairn: {command: stones}\n', FORMS[1]],
    ] as const) {
      assert.ok(form);
      assert.throws(() => added(text, form), { code: 'invalid_input' });
      assert.equal(removed(text, form), text);
    }
  });
});
