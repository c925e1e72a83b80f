import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion, type ExclusionRules } from '../../../src/privacy/exclude.ts';

const HOME = '/home/dev';
const SHOP = `${HOME}/shop`;
const OWN: readonly ExclusionRules[] = [
  { paths: ['contracts/'], projects: [] },
  { paths: ['~/shop/contracts/'], projects: [], userHome: HOME },
  { paths: [], projects: ['~/shop/contracts'], userHome: HOME },
];
const ELSEWHERE: readonly ExclusionRules[] = [
  { paths: [], projects: [] },
  { paths: ['~/private/'], projects: ['~/work/acme', 'client-*'], userHome: HOME },
];

function told(command: string, output: string, rules: ExclusionRules): string {
  const end: ToolEnd = { kind: 'tool.end', tool: 'Bash', input: { command }, output, success: true };
  const exclusion = { ...createExclusion(rules), topOf: () => SHOP };
  const left = withoutExcluded(end, exclusion, SHOP);
  return left.kind === 'tool.end' ? `${left.output}` : '';
}

/** Commands that read files and name none of them, nor does their answer. */
const UNNAMED = [
  'rg -I pays',
  'rg -oI "pays .*"',
  'rg -I "pays now"',
  "grep -rhE 'pays (now|then)' .",
  'rg -N --no-heading -I pays',
  'rg --no-filename pays .',
  'ag --nofilename pays',
  'git grep -h pays',
  'grep -rh pays .',
  'rg pays | cut -d: -f3-',
  "grep -rn pays . | awk -F: '{print $3}' | sort | uniq -c",
  "grep -rn pays . | sed 's/^[^:]*:[0-9]*://'",
  'cat $(git diff --name-only HEAD~1)',
  'cat "$(git diff --name-only | head -1)"',
  'cat `rg -l pays`',
  'cat $(rg -l "pays (now|then)")',
  'head -5 $(grep -rl pays .)',
  'sed -n 1,20p $(fd -e md)',
  'for f in $(git diff --name-only); do cat $f; done',
  'for f in $(git status --porcelain | cut -c4-); do sed -n 1,5p "$f" | nl; done',
  'git diff --name-only | while read f; do sed -n 1,20p "$f"; done',
  `git status -s | while IFS= read -r line; do cat "\${line}"; done`,
  'while read f; do cat < "$f"; done < list',
  `mapfile -t all < <(rg -l pays); cat "\${all[@]}"`,
  'f=$(git diff --name-only | head -1); head -20 "$f"',
  'git diff --name-only | xargs cat',
  "git diff --name-only | xargs -n1 sh -c 'wc -l $0; cat $0'",
  "git diff --name-only | xargs -I{} sh -c 'wc -l {}; head -3 {}'",
  'fd . --type f --exec head -5',
  'rg -l pays | xargs sed -n 1,20p',
  'git diff | grep pays',
  "git diff | grep '^+ '",
  'git diff | tail -5',
  "git show HEAD~1 | sed -n '200,210p'",
  'git log -p | grep -A3 pays',
  'git stash show -p | tail -3',
  'git diff | cat -n',
  'git diff | nl -ba',
  'gh pr diff 12 | grep pays',
  'git -C . diff --no-color HEAD~3 | tac',
];

/** The same behind options whose values are no folder, and beside other words that narrow nothing. */
const WITH_VALUES = [
  "cat $(rg -l pays -g '!node_modules')",
  "rg -l pays -g '!node_modules' | xargs sed -n '1,40p'",
  'rg -l pays -t md | xargs cat',
  'rg -l --type md pays | xargs cat',
  "rg -l pays --glob '!dist' | xargs cat",
  "git grep -l pays -- '*.md' | xargs cat",
  "git grep -l pays -- ':!dist' | xargs cat",
  'git grep -h pays HEAD~1',
  'git grep -h pays main',
  "rg --files -g 'src/**' -g '*.md' | xargs cat",
  "rg --files -g '**/a/*' | xargs cat",
  "for f in $(rg -l pays -g '!node_modules'); do sed -n 1,5p $f; done",
  'rg -I -A 3 pays',
  'rg -IA 3 pays',
  'rg -I pays -g "*.md"',
  'rg -n pays -A 3 | cut -d: -f2-',
  'rg -I -m 5 pays',
  'rg -I pays -t md',
  'rg -I pays --sort path',
  'rg -I -e pays -e owes',
  'rg -I -r owes pays',
  'grep -rh -A 5 pays',
  "grep -rh --include '*.md' pays",
  'git grep -h -A 3 pays',
  "rg --files -g '*.md' -g '!node_modules' | xargs head -50",
  'fd -e md -E node_modules/ | xargs cat',
  'fd -E node_modules/ -x cat',
  "find ! -name '*.ts' -exec cat {} +",
  "find \\( -name '*.md' -o -name '*.ts' \\) -exec cat {} +",
  'git ls-tree -r --name-only HEAD | xargs cat',
  "git diff --name-only -- ':!dist' | xargs cat",
  "git diff -- ':!dist' | grep pays",
  'rg -I pays 2>/dev/null',
  'cat $(rg -l pays 2>/dev/null)',
  'rg -n pays 2>&1 | cut -d: -f2-',
  'rg -I pays # in all files',
  'rg -l pays \\\n  | xargs cat',
  'rg -n pays |\n  cut -d: -f2-',
  'ls src && cat $(rg -l pays)',
  'rg -n pays src; rg -I pays',
  'f="$(rg -l pays | head -1)"; cat "$f"',
  "sed -n '/pays (now|then)/p' $(git diff --name-only)",
];

/** Commands whose words, or whose answers, say which files they read. */
const NAMED: readonly (readonly [command: string, output: string])[] = [
  ['rg -I pays src', 'words'],
  ['rg -I "pays (now|then)" src', 'words'],
  ['rg -I -A 3 pays src', 'words'],
  ['rg -I --hidden "it pays" src 2>/dev/null | head -5', 'words'],
  ["rg -I -e pays -e owes -g '!dist' src", 'words'],
  ["rg --files src -g '*.ts' | xargs head -50", 'words'],
  ["ls; cat $(rg -l 'pays (now|then)' src)", 'words'],
  ["git ls-files src | grep -v 'a b' | xargs cat", 'words'],
  ['while read f; do cat "$f"; done < <(rg -l pays src)', 'words'],
  ["git diff --name-only -- src ':!src/b.ts' | xargs cat", 'words'],
  ["rg --files -g 'src/**' | xargs head -50", 'words'],
  ["rg -l pays --glob 'src/*.ts' -g '!dist' | xargs cat", 'words'],
  ['git grep -l pays src | xargs cat', 'words'],
  ['rg --smart-case pays src | cut -d: -f2', 'words'],
  ['rg --fixed-strings --word-regexp -I pays src', 'words'],
  ["find src \\( -name '*.md' -o -name '*.ts' \\) -exec cat {} +", 'words'],
  ["jq -r '.[] | [.id, .title] | @tsv' src/a.json", 'words'],
  ["curl -s localhost | jq -r 'map(.a*2)|.[]'", 'words'],
  ["awk '/a.*/{print}' src/a.ts", 'words'],
  ["rg -n 'it pays' src | sed 's/a b/c/'", 'words'],
  ['grep -h pays src/a.ts', 'words'],
  ['rg -n pays | cut -c1-80', 'src/a.ts:1:words'],
  ['grep -rn pays . | sed "s|^./||" | head', 'src/a.ts:1:words'],
  ['rg -c pays | cut -d: -f2', '1\n2'],
  ['rg --files | sed "s|/.*||" | sort -u', 'docs\nsrc'],
  ["ps aux | grep node | awk '{print $2}'", '123 words'],
  ["git log --oneline | grep fix | awk '{print $1}'", 'a1b2c3d'],
  ['grep -n pays src/a.ts | cut -d: -f2', 'words'],
  ['cat $(git ls-files src)', 'words'],
  ['git diff --name-only -- src | xargs cat', 'words'],
  ['cat $(which cairn)', 'words'],
  ['OUT=$(mktemp); npm test > "$OUT" 2>&1; tail -40 "$OUT"', 'words'],
  ['cat $(git rev-parse --show-toplevel)/package.json', 'words'],
  ['sed -n "$(grep -n pays src/a.ts | cut -d: -f1),+5p" src/a.ts', 'words'],
  ['tail -n $(expr 3 + 4) src/a.ts', 'words'],
  ['for i in 1 2 3; do curl -s localhost | head -5; done', 'words'],
  ['for p in $(ls packages); do (cd packages/$p && npm test | tail -3); done', 'words'],
  ['for f in $(git diff --name-only); do npx eslint $f; done', 'words'],
  ['git diff --name-only | xargs npx prettier --check', 'words'],
  ['while ! curl -s localhost; do sleep 1; done; tail -5 server.log', 'words'],
  ['f=src/a.ts; cat $f', 'words'],
  ['git diff | wc -l', '12'],
  ['git diff | grep -c pays', '12'],
  ['git diff --stat | tail -1', ' 2 files changed, words'],
  ['git diff --name-only | grep ts', 'src/a.ts'],
  ['git show HEAD:src/a.ts | sed -n 1,20p', 'words'],
  ['git diff -- src | grep pays', '+words'],
  ['git diff src/a.ts | tail -5', '+words'],
  ['git log --oneline | grep words', 'a1b2c3d words'],
  ['git diff | grep "^+"', '+++ b/src/a.ts\n+words'],
  ['npm test 2>&1 | tail -20', 'words'],
  ['git commit -m "$(cat <<\'EOF\'\nwords\nEOF\n)"', '[main a1b2c3d] words'],
];

suite('a command that reads files and names none of them', () => {
  for (const command of [...UNNAMED, ...WITH_VALUES]) {
    test(`${command} is left out where a pattern of a person lies below`, () => {
      for (const rules of OWN)
        assert.doesNotMatch(told(command, '+leaving 4711', rules), /leaving/, JSON.stringify(rules));
      for (const rules of ELSEWHERE) assert.equal(told(command, '+staying 4711', rules), '+staying 4711');
    });
  }
  for (const [command, output] of NAMED) {
    test(`${command} stays`, () => {
      for (const rules of [...OWN, ...ELSEWHERE])
        assert.equal(told(command, output, rules), output, JSON.stringify(rules));
    });
  }

  test('a loop that prints the names has each part under one', () => {
    for (const banner of ['== ', '>>> ', '-- ', '# ', '']) {
      const command = `git diff --name-only | while read f; do echo "${banner}$f"; sed -n 1,20p "$f"; done`;
      const output = `${banner}contracts/a.md\nleaving\n${banner}src/a.ts\nstaying`;
      for (const rules of OWN) {
        const left = told(command, output, rules);
        assert.doesNotMatch(left, /leaving/, banner);
        assert.match(left, /staying/, banner);
      }
    }
  });

  test('a loop that prints the names in a form that says nothing of what follows is left out', () => {
    for (const printed of [
      'echo "[$f]"',
      'echo "Reading $f"',
      'echo "- $f"',
      'echo "<<< $f"',
      'printf "File %s has:\\n" "$f"',
      'echo -n "$f "',
    ]) {
      const command = `for f in $(git ls-files); do ${printed}; cat "$f"; done`;
      for (const rules of OWN) assert.doesNotMatch(told(command, 'leaving', rules), /leaving/, printed);
      for (const rules of ELSEWHERE) assert.equal(told(command, 'staying', rules), 'staying');
    }
    for (const printed of [
      'echo "=== $f ==="',
      'echo -e "\\n## $f"',
      'printf "\\n--- %s ---\\n" "$f"',
      'printf "%s\\n" $f',
      `echo "FILE: \${f}"`,
      'echo "== $f ($(wc -l < $f) lines)"',
    ]) {
      const command = `for f in $(git ls-files); do ${printed}; cat "$f"; done`;
      for (const rules of OWN) assert.equal(told(command, 'staying', rules), 'staying', printed);
    }
  });

  test('lines of a diff by one of its two names', () => {
    for (const [command, output] of [
      ['git diff | grep "^+"', '+++ b/contracts/a.md\n+leaving\n+++ b/src/a.ts\n+staying'],
      ['git diff | grep "^-"', '--- a/contracts/a.md\n-leaving\n--- a/src/a.ts\n-staying'],
      ['git diff | tail -9 | grep "^+"', '+leaving\n+++ b/src/a.ts\n+staying'],
    ] as const) {
      for (const rules of OWN) {
        const left = told(command, output, rules);
        assert.doesNotMatch(left, /leaving/, command);
        assert.match(left, /staying/, command);
      }
    }
  });
});

suite('a glob that a program reads, with files of a pattern of a person among its own', () => {
  const rules: ExclusionRules = { paths: ['*.draft.md', 'contracts/'], projects: [] };
  for (const command of [
    "perl -ne 'print' docs/*.md",
    "perl -pe 's/a;b/(c)/' docs/*.md",
    'cut -c1-50 docs/*.md',
    "cut -d ' ' -f2 */a.md",
    'diff docs/*.md',
    'column -t docs/*.md | head',
    'pr -m docs/*.md',
    "sed '' docs/*.md",
    `python3 -c "import sys; [print(open(f).read()) for f in sys.argv[1:]]" */*.md`,
    `node -e "for (const f of process.argv.slice(1)) console.log(fs.readFileSync(f, 'utf8'))" docs/*.md`,
    'grep -h pays docs/*.md',
    'rg -I pays docs/*.md',
    'grep pays docs/*.md | cut -d: -f2',
  ]) {
    test(command, () => assert.doesNotMatch(told(command, 'leaving', rules), /leaving/));
  }

  test('where no such file can be among them, or the answer names them, it stays', () => {
    for (const command of [
      'git diff docs/*.md',
      'gh pr list --search "a*"',
      'node --test test/*.test.ts',
      'python3 scripts/check.py docs/*.md',
      `python3 -c "import sys; print(int(sys.argv[1]) * 2)" 21`,
      `node -e "console.log(2 * 3)" && npx eslint src/*.ts`,
      `node -p "process.argv[1].split('/')" src/*.ts`,
      "perl -pe 's/[a-z]*//; s/(a|b)/c/' src/a.ts",
      "perl -ne 'print if /pays.*/' src/*.ts",
      'cut -d: -f1 src/*.ts',
      'diff src/*.ts',
      "sed '' src/*.ts",
      'grep -h pays src/*.ts',
      "grep -h 'pays.*' src/a.ts",
      "grep -rh pays src --include='*.ts'",
      'grep -n pays docs/*.md',
    ]) {
      const output = command.startsWith('grep -n') ? 'docs/a.md:1:staying' : 'staying';
      assert.equal(told(command, output, rules), output, command);
    }
  });
});

suite('a search of several folders, of which one is excluded, keeps what is of the others', () => {
  const output =
    'src/a.ts:1:staying\ncontracts/a.md:2:leaving\napps/b.ts-3-staying\nleaving\napps/contracts-x/c.ts:1:staying';
  for (const command of [
    'rg -n pays src contracts apps',
    'cd ~/shop && rg -n "pays|owes" src/ contracts/ apps -g "*.ts" | head -40',
    'grep -rn pays src contracts apps | grep -v dist | sort',
    'rg -n pays src contracts apps 2>/dev/null | sed -n 1,80p',
    'rg -n pays src contracts apps; rg -n owes src contracts',
    'git grep -ln pays src contracts apps',
    'find src contracts apps -name "*.ts" | sort',
  ]) {
    test(command, () => {
      for (const rules of OWN) {
        const left = told(command, output, rules);
        assert.doesNotMatch(left, /leaving/, JSON.stringify(rules));
        assert.equal(left.split('staying').length - 1, 3, left);
        assert.match(left, /\[excluded path\]$/);
      }
    });
  }

  for (const command of [
    'rg -I pays src contracts',
    'rg --heading pays src contracts',
    'rg -n pays src contracts | cut -d: -f3',
    'rg -l pays src contracts | xargs cat',
    'find src contracts -name "*.md" -exec cat {} +',
    'rg pays src contracts; cat contracts/a.md',
    'rg pays contracts/a.md; rg pays src apps',
    'cat src/a.ts contracts/a.md',
  ]) {
    test(`${command} does not`, () => {
      for (const rules of OWN) assert.equal(told(command, 'src/a.ts:1:leaving', rules), '[excluded path]');
    });
  }
});
