import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';

type Call = [tool: string, input: JsonObject, output: string];

function endOf([tool, input, output]: Call): ToolEnd {
  return { kind: 'tool.end', tool, input, output, success: true };
}

const bash = (command: string, output: string): Call => ['Bash', { command }, output];

suite('files of an excluded project, read from elsewhere', () => {
  const projects = ['/home/dev/acme', 'client-*', '!/home/dev/client-open'];
  const exclusion = createExclusion({ paths: [], projects });
  const seen = (call: Call) => withoutExcluded(endOf(call), exclusion, '/home/dev/shop');

  for (const call of [
    ['Read', { file_path: '/home/dev/acme/src/pay.ts' }, 'leaving'],
    bash('cat /home/dev/acme/src/pay.ts', 'leaving'),
    bash('cat ../acme/src/pay.ts', 'leaving'),
    bash('cat ~/acme/src/pay.ts | head', 'leaving'),
    bash('cd ../acme && git log', 'leaving'),
    bash('cd "$HOME/acme" && cat a.ts', 'leaving'),
    bash('git -C ../client-b show', 'leaving'),
    ['Grep', { pattern: 'x', path: '/home/dev' }, '/home/dev/acme/a.ts:4:leaving'],
    ['mcp__files__read', { where: 'file:///home/dev/acme/a.ts' }, 'leaving'],
  ] as Call[]) {
    test(`${call[0]} ${JSON.stringify(call[1])} is left out`, () => {
      assert.doesNotMatch(JSON.stringify(seen(call)), /leaving/);
    });
  }

  test('calls for other files stay whole', () => {
    for (const call of [
      ['Read', { file_path: '/home/dev/shop/src/acme.ts' }, 'staying'],
      ['Read', { file_path: 'acme/src/pay.ts' }, 'staying'],
      ['Read', { file_path: '/home/dev/client-open/a.ts' }, 'staying'],
      ['Read', { file_path: '/home/dev/acme-tools/a.ts' }, 'staying'],
      bash('cat *.md', 'staying'),
      bash('find . -name "*.ts" -exec cat {} +', 'staying'),
      bash('git ls-files | xargs cat', 'staying'),
      bash('grep -rn acme src', 'src/a.ts:4:const acme = "staying";'),
      bash('cat ../other/a.ts', 'staying'),
    ] as Call[]) {
      assert.deepEqual(seen(call), endOf(call), JSON.stringify(call[1]));
    }
  });
});
