import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { wrapOwnWords } from '../../../src/privacy/own-words.ts';
import { readLines } from './fixtures.ts';

const user = (uuid: string, content: string): JsonObject => ({
  type: 'user',
  uuid,
  sessionId: 's1',
  message: { role: 'user', content },
});

suite('what Claude Code shows beside a prompt', () => {
  const attachment = (of: JsonObject): JsonObject => ({
    type: 'attachment',
    uuid: 'a1',
    sessionId: 's1',
    attachment: of,
  });
  const bodies = (...lines: JsonObject[]) => readLines(lines).events.map(({ body }) => body);

  test('is a call that read it, where it names a file, a folder or what another server holds', () => {
    const file = { type: 'text', file: { filePath: '/srv/shop/a.md', content: 'All of it.', totalLines: 1 } };
    assert.deepEqual(bodies(attachment({ type: 'file', filename: '/srv/shop/a.md', content: file })), [
      { kind: 'tool.end', tool: 'Read', input: { file_path: '/srv/shop/a.md' }, output: 'All of it.', success: true },
    ]);
    assert.deepEqual(bodies(attachment({ type: 'directory', path: '/srv/shop', content: 'a.md' })), [
      { kind: 'tool.end', tool: 'LS', input: { path: '/srv/shop' }, output: 'a.md', success: true },
    ]);
    const content = { contents: [{ uri: 'issue://5', text: 'Issue 5' }] };
    assert.deepEqual(bodies(attachment({ type: 'mcp_resource', server: 'github', uri: 'issue://5', content })), [
      {
        kind: 'tool.end',
        tool: 'mcp__github__read_resource',
        input: { uri: 'issue://5' },
        output: 'Issue 5',
        success: true,
      },
    ]);
  });

  test('is a message that a program handed on, where it names none; Cairn’s own words alone are none', () => {
    const hook = (text: string) => attachment({ type: 'hook_additional_context', content: [text] });
    assert.deepEqual(bodies(hook('Words of some other hook.')), [
      { kind: 'notification', message: 'Words of some other hook.' },
    ]);
    assert.deepEqual(bodies(hook(wrapOwnWords(['[o_qi2m634xa6rsktyx] The tests run on Node 24 only.']))), []);
    assert.deepEqual(bodies(attachment({ type: 'date_change', content: 'It is another day by now.' })), []);
  });

  test('names each file of a list, so that an excluded one is known', () => {
    const memories = [
      { path: '/srv/a.md', content: 'The amounts are cents.' },
      { path: '/srv/"b>.md', content: 'And dates are UTC.' },
    ];
    const files = [{ uri: 'file:///srv/a.ts', diagnostics: [{ message: 'Type x is not y.', severity: 'Error' }] }];
    assert.deepEqual(
      bodies(
        attachment({ type: 'relevant_memories', memories }),
        attachment({ type: 'diagnostics', files, isNew: true }),
      ),
      [
        {
          kind: 'notification',
          message:
            '<file path="/srv/a.md">\nThe amounts are cents.\n</file>\n<file path="/srv/?b?.md">\nAnd dates are UTC.\n</file>',
        },
        { kind: 'notification', message: '<file path="file:///srv/a.ts">\nType x is not y.\n</file>' },
      ],
    );
  });

  test('is the output of a command that the person ran, also where reading stops before the output', () => {
    const typed = user('b1', '<bash-input>make docs</bash-input>');
    const shown = user('b2', '<bash-stdout>built</bash-stdout><bash-stderr>one warning</bash-stderr>');
    const end = {
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: 'make docs' },
      output: 'built\none warning',
      success: true,
    };
    assert.deepEqual(bodies(typed, shown), [end]);
    const { parser } = readLines([typed]);
    assert.equal(parser.position(JSON.stringify(typed).length + 1).resumeAt, 0);
  });
});
