import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion, type ExclusionRules } from '../../../src/privacy/exclude.ts';
import { bash, type Call, diffOf } from './several-files.ts';

const HOME = '/home/dev';
const SHOP = `${HOME}/shop`;
const FILE = 'contracts/a.md';

/** Patterns of a person that name `contracts/a.md` of the project. */
const OWN: Readonly<Record<string, ExclusionRules>> = {
  'at any depth': { paths: ['contracts/'], projects: [] },
  'from the home': { paths: ['~/shop/contracts/'], projects: [], userHome: HOME },
  'of projects': { paths: [], projects: ['~/shop/contracts'], userHome: HOME },
};
/** Patterns of nothing that can lie in the project. */
const ELSEWHERE: Readonly<Record<string, ExclusionRules>> = {
  'those for secret files': { paths: [], projects: [] },
  'a folder elsewhere': { paths: ['~/private/'], projects: ['~/work/acme'], userHome: HOME },
};

function endOf([tool, input, output, result]: Call): ToolEnd {
  return { kind: 'tool.end', tool, input, output, success: true, ...(result !== undefined && { result }) };
}

function told(call: Call, rules: ExclusionRules): string {
  const exclusion = createExclusion(rules);
  return JSON.stringify(withoutExcluded(endOf(call), { ...exclusion, topOf: () => SHOP }, SHOP));
}

const MARKS = [
  '[cut: 90000 of 190000 characters, 3000 lines]',
  '…23145 tokens truncated…',
  '…412 chars truncated…',
  '[... omitted 234 of 456 lines ...]',
  '... [234 lines truncated] ...',
  '... [12345 characters omitted] ...',
  '...123 lines truncated...',
  '< truncated lines 78-229 >',
  '[... 1,200 more lines omitted ...]',
  '...[truncated]',
  '... [CONTENT TRUNCATED] ...',
  '... (output truncated) ...',
  '... [OUTPUT TRUNCATED - 123 chars omitted out of 456 total] ...',
];
/** Marks that stand on a line of their own alone. */
const LINES = [
  '<response clipped>',
  '<output_truncated chars="123"/>',
  '[truncated]',
  '[trimmed 123 lines]',
  '-- output truncated (123 lines) --',
  '--- 123 lines truncated ---',
  '=== TRUNCATED 123 LINES ===',
  '~~~ 123 lines skipped ~~~',
  '(... 123 more lines ...)',
  '… +123 lines (ctrl+o to expand)',
  '[...]',
];

/** Answers that were cut, by the mark between their parts; the second is of a file that the answer no longer names. */
const CUTS: Readonly<Record<string, (mark: string) => Call>> = {
  'a diff': (mark) =>
    bash('git diff', `${diffOf('src/a.ts', 'staying')}\n${mark}\n+leaving\n${diffOf('b.ts', 'staying')}`),
  'a diff, by blank lines': (mark) =>
    bash(
      'git show',
      `${diffOf('src/a.ts', 'staying')}\n\n${mark}\n\n+leaving\n\n+leaving\n${diffOf('b.ts', 'staying')}`,
    ),
  'a diff, within a line': (mark) =>
    bash('git diff', `${diffOf('src/a.ts', 'staying')}+x${mark}leaving\n+leaving\n${diffOf('b.ts', 'staying')}`),
  'a diff, within a line of the excluded file': (mark) =>
    bash(
      'git diff',
      `${diffOf('src/a.ts', 'staying')}${diffOf(FILE, `leaving${mark}leaving`)}${diffOf('b.ts', 'staying')}`,
    ),
  'a patch': (mark) =>
    bash('cat x.patch', `*** Update File: src/a.ts\n+staying\n${mark}\n+leaving\n*** Update File: b.ts\n+staying`),
  'hits below names': (mark) =>
    bash('rg -n --heading pays', `src/a.ts\n1:staying\n${mark}\n12:leaving\n13-leaving\n\nb.ts\n1:staying`),
  'hits below names, of a tool': (mark) => [
    'grep',
    { pattern: 'pays' },
    `${SHOP}/src/a.ts:\n  Line 1: staying\n${mark}\n  Line 12: leaving\n\n${SHOP}/b.ts:\n  Line 1: staying`,
  ],
  head: (mark) => bash('head -n 5 *', `==> src/a.ts <==\nstaying\n${mark}\nleaving\n\n==> b.ts <==\nstaying`),
  'a loop': (mark) =>
    bash(
      'while read f; do echo "== $f"; npx tsc $f; done < list',
      `== src/a.ts\nstaying\n${mark}\nleaving\n== b.ts\nstaying`,
    ),
  'files in tags': (mark) => [
    'mcp__pack',
    {},
    `<file path="a.ts">\nstaying\n${mark}\nleaving\n</file>\n<file path="b.ts">\nstaying\n</file>`,
  ],
};

suite('of a text that was cut, what follows the cut is of no known file', () => {
  for (const mark of [...MARKS, ...LINES]) {
    for (const [what, callOf] of Object.entries(CUTS)) {
      // The door, among others, writes its mark on a line of its own.
      if ((mark.startsWith('[cut') || LINES.includes(mark)) && what.includes('within')) continue;
      test(`${what}, by ${mark}`, () => {
        for (const [form, rules] of Object.entries(OWN)) {
          const left = told(callOf(mark), rules);
          assert.doesNotMatch(left, /leaving/, form);
          assert.match(left, /staying/, form);
          assert.ok(left.includes('b.ts'), form);
        }
      });
    }
  }

  test('it stays where no pattern of a person can mean it', () => {
    for (const mark of [...MARKS.slice(1), ...LINES]) {
      const [tool, input, output] = (CUTS['a diff'] as (mark: string) => Call)(mark);
      const call: Call = [tool, input, output];
      for (const [form, rules] of Object.entries(ELSEWHERE)) {
        assert.equal(told(call, rules), JSON.stringify(endOf(call)), `${mark} by ${form}`);
      }
    }
  });

  test('lines of a diff that speak of such stay', () => {
    const lines = [
      '+  truncated: boolean;',
      '-// output truncated',
      ' [truncated]',
      '- skipped',
      '+...rest',
      '--omitted--;',
    ];
    const call = bash('git diff', `${diffOf('src/a.ts', 'x')}${lines.join('\n')}\n+staying`);
    for (const rules of Object.values(OWN)) assert.equal(told(call, rules), JSON.stringify(endOf(call)));
  });

  test('the lines of a log that was cut stay', () => {
    const call = bash(
      'npm test',
      `ok 1 src/a.test.ts\n✔ one\n…512 tokens truncated…\n✔ two\n- three\n+ four\n1 failed`,
    );
    for (const rules of Object.values(OWN)) assert.equal(told(call, rules), JSON.stringify(endOf(call)));
  });

  test('an answer of names and values that was cut, where one is of an excluded file', () => {
    const output = `{"src/a.ts":["1: x"],"${FILE}":["3: leaving…23145 tokens truncated…"leaving"],"b.ts":["x"]}`;
    for (const rules of Object.values(OWN)) assert.doesNotMatch(told(['mcp__s__search', {}, output], rules), /leaving/);
  });
});

suite('what stands of a diff before its first header', () => {
  const torn: Record<string, Call> = {
    'the end of a diff': bash('git diff | tail -40', `+leaving\n leaving\n\n-leaving\n${diffOf('b.ts', 'staying')}`),
    'a part of a commit': bash("git show | sed -n '200,260p'", ` leaving\n leaving\n${diffOf('b.ts', 'staying')}`),
    'behind what a shell says': [
      'exec_command',
      { cmd: 'git diff | tail -40' },
      `Chunk ID: a1\nOutput:\n+leaving\n${diffOf('b.ts', 'staying')}`,
    ],
    'the end of a commit': bash(
      'git log -p | tail -99',
      `+leaving\n\ncommit 1234567890\n\n    staying\n\n${diffOf('b.ts', 'staying')}`,
    ),
    'in colours': bash('git diff --color | tail', `\u001b[32m+leaving\u001b[m\n\u001b[1m${diffOf('b.ts', 'staying')}`),
  };
  for (const [what, call] of Object.entries(torn)) {
    test(what, () => {
      for (const [form, rules] of Object.entries(OWN)) {
        const left = told(call, rules);
        assert.doesNotMatch(left, /leaving/, form);
        assert.match(left, /staying/, form);
      }
      for (const rules of Object.values(ELSEWHERE)) assert.equal(told(call, rules), JSON.stringify(endOf(call)));
    });
  }

  test('what stands before a diff and is none of it stays', () => {
    const diff = diffOf('b.ts', 'x');
    for (const call of [
      bash('git show', `commit 1234567890\nAuthor: Ada\n\n    a\n    - b\n\n${diff}`),
      bash('git show --stat -p', `commit 1234567890\n\n    a\n---\n b.ts | 2 +-\n 1 file changed\n\n${diff}`),
      bash('git status -s; git diff', ` M b.ts\n D c.ts\n${diff}`),
      bash('git log -p --format=%s', `a\n\n${diff}\nb\n\n${diff}`),
      bash('git log', 'commit 1234567890\n\n    a\n    + b\n\ncommit 2345678901\n\n    c'),
      bash('npm test; git diff', `- one\n+ two\n\n${diff}`),
      bash(
        'git diff main --stat && echo "---" && git diff main',
        ` b.ts | 2 +-\n img.png | Bin 0 -> 9 bytes\n 2 files changed, 1 insertion(+), 1 deletion(-)\n---\n${diff}`,
      ),
      bash('git diff --stat && git diff', ` b.ts | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n${diff}`),
    ]) {
      for (const rules of Object.values(OWN)) assert.equal(told(call, rules), JSON.stringify(endOf(call)));
    }
  });
});

suite('names above what is of them', () => {
  const headings: Record<string, string> = {
    'a code block of Cursor': `\`\`\`1:3:${FILE}\nleaving\n\nleaving\n\`\`\`\nstaying`,
    'a name in code': `staying\n\`${FILE}\`:\n\`\`\`md\nleaving\n\`\`\`\nstaying`,
    'a name in bold': `**${FILE}**\n\`\`\`md\nleaving\n\`\`\`\nstaying`,
    'a name with its lines': `1. \`${FILE}\` (lines 3-9)\n\`\`\`\nleaving\n\`\`\`\nstaying`,
    'a name in brackets': `[${FILE}:1-3]\nleaving\n\nleaving\n\n[src/b.ts:1-3]\nstaying`,
    'a name before its lines': `${FILE} (1-3)\nleaving\nleaving\nsrc/b.ts (1-3)\nstaying`,
    'a heading of delta': `${FILE}\n────────────\n\n───┐\n1: │\n───┘\n│ 1  │leaving\n\nsrc/b.ts\n────────────\n│ 1 │staying`,
  };
  for (const [what, text] of Object.entries(headings)) {
    test(what, () => {
      for (const [form, rules] of Object.entries(OWN)) {
        const call: Call = ['SemanticSearch', { query: 'pays' }, text];
        const left = told(call, rules);
        assert.doesNotMatch(left, /leaving/, form);
        assert.match(left, /staying/, form);
      }
    });
  }

  test('a page that tells where a setting stands stays', () => {
    const call = bash('cat README.md', 'Put the name into `.env`:\n```sh\nNAME=x\n```\n**.env**\n```\nA=1\n```');
    for (const rules of Object.values({ ...OWN, ...ELSEWHERE })) {
      assert.equal(told(call, rules), JSON.stringify(endOf(call)));
    }
  });

  test('a filter leaves the names of a diff alone', () => {
    const call = bash(
      'git diff -U0 | grep "^[+-]"',
      `--- a/${FILE}\n+++ b/${FILE}\n-old\n+leaving\n--- a/b.ts\n+++ b/b.ts\n+staying`,
    );
    for (const [form, rules] of Object.entries(OWN)) {
      const left = told(call, rules);
      assert.doesNotMatch(left, /leaving/, form);
      assert.match(left, /staying/, form);
    }
  });
});
