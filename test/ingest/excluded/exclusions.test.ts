import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';

type Call = readonly [tool: string, input: JsonObject];

const RULES = {
  default: createExclusion({ paths: [], projects: [] }),
  own: createExclusion({ paths: ['contracts/', '/home/dev/shop/contracts/'], projects: [] }),
};

function told([tool, input]: Call, exclusion = RULES.default): ToolEnd {
  const end: ToolEnd = { kind: 'tool.end', tool, input, output: 'answer', success: true };
  return withoutExcluded(end, exclusion, '/home/dev/shop') as ToolEnd;
}

const bash = (command: string): Call => ['Bash', { command }];

suite('what a call leaves out names no file that it reads', () => {
  const calls: readonly Call[] = [
    ['Grep', { pattern: 'x', glob: '!*.env', output_mode: 'content' }],
    ['Grep', { pattern: 'x', glob: '!**/*.pem' }],
    ['grep_search', { query: 'x', include_pattern: '*.ts,!*.env', exclude_pattern: '*.env' }],
    ['read_many_files', { include: ['src/**', '!**/.env'], exclude: ['**/.env', '.ssh/'] }],
    ['mcp__fs__tree', { path: 'src', excludePatterns: ['.env'], ignore_dirs: ['.ssh'] }],
    bash('grep -rn foo . --exclude=.env --exclude-dir=.ssh'),
    bash('grep -rn foo . --exclude ".env" --exclude-dir={.ssh,.aws}'),
    bash("find . -type f -not -name '.env' | head"),
    bash('find . ! -path ./prod.env -type f'),
    bash("find . \\! -iname '*.env'"),
    bash('find . -name .ssh -prune -o -name "*.ts" -print'),
    bash('find . \\( -name .ssh -o -name .env \\) -prune -o -print'),
    bash('rsync -a --exclude .env --exclude=server.key ./ x/ && npm test'),
    bash('tree -a -I "node_modules|.git|.env"'),
    bash('fd -H -E .git -E .env'),
    bash("rg foo -g '!.env' --glob=!server.key"),
    bash("git diff -- . ':!.env' ':(exclude)prod.env'"),
  ];
  for (const call of calls) {
    test(`${call[0]} ${JSON.stringify(call[1])}`, () => {
      assert.equal(told(call).output, 'answer');
      assert.deepEqual(told(call).input, call[1]);
      const { command } = call[1];
      if (typeof command === 'string') assert.notEqual(told(bash(`${command}; cat .env`)).output, 'answer');
    });
  }

  test('nor by a pattern of a person', () => {
    const calls: readonly Call[] = [
      bash('grep -rn foo . --exclude-dir=contracts'),
      bash('find . -not -path "./contracts/*" -type f'),
      bash("rg foo -g '!contracts/a.md'"),
      ['Grep', { pattern: 'x', glob: '!contracts/**' }],
      ['read_many_files', { include: ['src/**'], exclude: ['contracts/**'] }],
    ];
    for (const call of calls) {
      assert.equal(told(call, RULES.own).output, 'answer', JSON.stringify(call));
    }
  });
});

suite('what looks like that and names a file', () => {
  const calls: readonly Call[] = [
    bash('rsync --exclude-from=.env ./ x/'),
    bash('rsync --exclude x .env y'),
    bash('grep --exclude="$(cat .env)" x a'),
    bash('grep --exclude=a x .env'),
    bash('find . -name .env -exec cat {} +'),
    bash('find . -not -not -name .env -exec cat {} +'),
    bash('find . ! -name x -o -name .env -exec cat {} +'),
    bash('find . \\( -name .env -exec cat {} + \\) -prune'),
    bash('find . -not -name .env -prune -exec cat {} +'),
    bash('grep -I x .env'),
    bash('fd -I .env -x cat'),
    bash('rg -E utf8 x .env'),
    bash('! cat .env'),
    bash("git -c alias.x='!cat prod.env' x"),
    bash("tree -I 'a' .ssh"),
    ['Grep', { pattern: 'x', glob: '*.ts,.env' }],
    ['Grep', { pattern: 'x', path: '.env', glob: '!a' }],
    ['read_many_files', { include: ['.env'], exclude: ['src'] }],
  ];
  for (const call of calls) {
    test(`${call[0]} ${JSON.stringify(call[1])}`, () => {
      assert.notEqual(told(call).output, 'answer');
    });
  }
});
