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

suite('what a search tells relative to another folder than that of the session', () => {
  const hit = (path: string): string => `${path}:4:leaving\n${path.replace('acme', 'open')}:4:staying`;
  const calls: Call[] = [
    bash('cd ~/work && grep -rn x .', hit('./acme/a.ts')),
    bash('cd .. && rg -n x work', hit('work/acme/a.ts')),
    bash('cd .. && cd work && rg -n x', hit('acme/a.ts')),
    bash('(cd "$HOME/work" && rg -n x)', hit('acme/a.ts')),
    bash('cd "../work"; head -5 */a.ts', '==> acme/a.ts <==\nleaving\n\n==> open/a.ts <==\nstaying'),
    bash('git -C ../work grep -n x', hit('acme/a.ts')),
    bash('npm --prefix=/home/dev/work run lint', 'acme/a.ts(4,1): leaving\nopen/a.ts(4,1): staying'),
    ['exec_command', { cmd: 'rg -n x', workdir: '/home/dev/work' }, hit('acme/a.ts')],
    ['exec_command', { cmd: 'cd work && rg -n x', workdir: '/home/dev' }, hit('acme/a.ts')],
    ['shell', { command: ['bash', '-lc', 'cd ../work; rg -n x'] }, hit('acme/a.ts')],
    ['run_terminal_cmd', { command: 'grep -rn x .', cwd: '../work' }, hit('./acme/a.ts')],
    ['mcp__shell__run', { args: { command: 'grep -rn x .', cwd: '/home/dev/work' } }, hit('./acme/a.ts')],
    ['Grep', { pattern: 'x', path: '~/work' }, hit('acme/a.ts')],
    [
      'search_file_content',
      { pattern: 'x', dir_path: '/home/dev/work' },
      'File: acme/a.ts\nL4: leaving\n---\nFile: open/a.ts\nL4: staying\n---',
    ],
    ['search_files', { regex: 'x', path: '../work' }, 'acme/a.ts\n│----\n│leaving\n│----\n\nopen/a.ts\n│staying'],
  ];
  for (const rules of [
    { paths: [], projects: ['~/work/acme'] },
    { paths: [], projects: ['/home/dev/work/acme/**'] },
    { paths: ['~/work/acme/'], projects: [] },
    { paths: ['/home/dev/work/**/acme/'], projects: [] },
  ]) {
    const exclusion = createExclusion({ ...rules, userHome: '/home/dev' });
    for (const call of calls) {
      test(`${call[0]} ${JSON.stringify(call[1])} by ${JSON.stringify(rules)}`, () => {
        const told = JSON.stringify(withoutExcluded(endOf(call), exclusion, '/home/dev/shop'));
        assert.doesNotMatch(told, /leaving/);
        assert.match(told, /staying/);
      });
    }
  }
});

suite('files of an excluded project, read from elsewhere', () => {
  const projects = ['/home/dev/acme', 'client-*', '!/home/dev/client-open'];
  const exclusion = createExclusion({ paths: [], projects });
  const seen = (call: Call) => withoutExcluded(endOf(call), exclusion, '/home/dev/shop');

  for (const call of [
    ['Read', { file_path: '/home/dev/acme/src/pay.ts' }, 'leaving'],
    bash('cat /home/dev/acme/src/pay.ts', 'leaving'),
    bash('cat ../acme/src/pay.ts', 'leaving'),
    bash('cat ~/acme/src/pay.ts | head', 'leaving'),
    bash('cat "$HOME"/acme/src/pay.ts', 'leaving'),
    bash('cd ../acme && git log', 'leaving'),
    bash('cd "$HOME/acme" && cat a.ts', 'leaving'),
    bash('git -C ../client-b show', 'leaving'),
    ['Grep', { pattern: 'x', path: '/home/dev' }, '/home/dev/acme/a.ts:4:leaving'],
    ['Grep', { pattern: 'x', path: '/home/dev/client-b' }, 'leaving'],
    bash('cd client-b && cat notes.md', 'leaving'),
    bash('tar cf - ../client-b', 'leaving'),
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
      ['Read', { file_path: '/home/dev/shop/src/client-api.ts' }, 'staying'],
      bash('npm run client-build', 'staying'),
      bash('git checkout -b feature/client-login && docker compose up client-x', 'staying'),
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

suite('a file behind a folder that another command or a variable says', () => {
  const reading = [
    'cat "$(git rev-parse --show-toplevel)/contracts/a.md"',
    'cat "$(git rev-parse --show-toplevel)"/contracts/a.md',
    'cat $(pwd)/contracts/a.md',
    'cat `pwd`/contracts/a.md',
    'cat "$(cd "$(dirname "$0")" && pwd)/contracts/a.md"',
    'ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/contracts/a.md"',
    `cat "\${ROOT}"/contracts/a.md`,
    `cat \${ROOT:-.}/contracts/a.md`,
    'cd "$(git rev-parse --show-toplevel)/contracts" && cat a.md',
    'cd "$(git rev-parse --show-toplevel)" && cat contracts/a.md',
    `python3 -c "print(open(f'{d}/contracts/a.md').read())"`,
    `node -e "console.log(readFileSync(\`\${d}/contracts/a.md\`))"`,
  ];
  for (const rules of [
    { paths: ['~/shop/contracts/'], projects: [] },
    { paths: [], projects: ['~/shop/contracts'] },
  ]) {
    const rulesOf = createExclusion({ ...rules, userHome: '/home/dev' });
    const exclusion = { ...rulesOf, topOf: () => '/home/dev/shop' };
    const seen = (command: string, cwd: string): string =>
      JSON.stringify(withoutExcluded(endOf(bash(command, 'answer')), exclusion, cwd));
    for (const command of reading) {
      test(`${command} by ${JSON.stringify(rules)}`, () => {
        assert.doesNotMatch(seen(command, '/home/dev/shop'), /answer/);
        assert.doesNotMatch(seen(command, '/home/dev/shop/web'), /answer/);
      });
    }
    test(`other files stay, by ${JSON.stringify(rules)}`, () => {
      for (const command of [
        'cat "$(git rev-parse --show-toplevel)/docs/contracts.md"',
        'cat "$HOME/contracts/a.md"',
        `cat "\${HOME}/contracts/a.md"`,
        'cat $(npm root)/contracts-kit/a.md',
        'cat /srv/contracts/a.md',
        'cd "$(git rev-parse --show-toplevel)" && cat web/a.md',
        'cat $ROOT/web/a.md',
      ]) {
        assert.match(seen(command, '/home/dev/shop'), /answer/, command);
      }
    });
  }
});

suite('many files that a command reads at once, an excluded project among them', () => {
  const reading = [
    'cat ~/work/*/a.md',
    'cat ../work/*/a.md',
    'cd ../work && cat */a.md',
    'head -q ~/work/{acme,open}/a.md',
    'cat ~/work/{ac*,open}/a.md',
    'cat /home/dev/*/*/a.md',
    'tail -n 3 "$HOME"/*/acme/a.md | sort',
    'for f in ~/work/*/a.md; do cat "$f"; done',
    'for d in ../work/*/; do (cd $d && cat a.md); done',
    'for d in ~/work/*/; do git -C "$d" log -1 -p; done',
    'for f in $(find ~/work -name a.md); do cat $f; done',
    'find ~/work -name a.md -exec cat {} +',
    'find -L ../work -name a.md | xargs cat',
    'cd ~/work && find . -name a.md | xargs cat',
    'fd -e md . ~/work -x cat',
    'find ~ -name a.md | xargs cat',
    'find .. -name a.md | xargs cat',
    'ls ~/work/*/a.md | xargs cat',
    'echo ~/work/*/a.md | xargs cat',
    'cat $(ls -d ../work/*/a.md)',
    'grep -rh pays ~/work',
  ];
  const staying = [
    'cat src/*/a.ts',
    'cat */*.md',
    'cat ~/open/*/a.md',
    'cat ../work/open/*.md',
    'cat ~/work/{open,shut}/a.md',
    'cat ~/work/open*/*.md',
    'git ls-files | xargs cat',
    'find . -name "*.ts" -exec cat {} +',
    'find src -name "*.ts" | xargs head -5',
    'find ~/open ../other | xargs cat',
    'find ~/work/open -exec cat {} +',
    'grep -rh pays .',
    'for f in src/*.ts; do cat $f; done',
    'for d in packages/*; do (cd $d && npm test | tail -5); done',
    'for f in $(find src -name a.ts); do cat $f; done',
    'cat *.md | head',
    'ls ~/work/*',
  ];
  const own = { paths: [], projects: ['~/work/*', '!~/work/open*', '!~/work/shut'] };
  for (const rules of [
    { paths: [], projects: ['~/work/acme', 'client-*'] },
    { paths: [], projects: ['/home/dev/work/acme/**'] },
    { paths: ['~/work/acme/'], projects: [] },
    own,
  ]) {
    const exclusion = createExclusion({ ...rules, asides: ['/home/dev/.cairn/asides'], userHome: '/home/dev' });
    const told = (command: string): ToolEnd =>
      withoutExcluded(endOf(bash(command, 'words')), exclusion, '/home/dev/shop') as ToolEnd;
    for (const command of reading) {
      test(`${command} by ${JSON.stringify(rules)} is left out`, () => {
        assert.doesNotMatch(`${told(command).output}`, /words/);
      });
    }
    for (const command of staying) {
      // They name the folder above, all of which is excluded but for two.
      if (rules === own && ['ls ~/work/*', 'cat ~/work/{open,shut}/a.md'].includes(command)) continue;
      test(`${command} by ${JSON.stringify(rules)} stays`, () => {
        assert.equal(told(command).output, 'words');
      });
    }
  }

  test('a folder that no person excluded takes nothing from the others', () => {
    const exclusion = createExclusion({ paths: [], projects: [], asides: ['/home/dev/.cairn/asides'] });
    for (const command of ['find ~ -name a.md | xargs cat', 'cat /home/dev/*/*/a.md', 'grep -rh pays /home/dev']) {
      const end = endOf(bash(command, 'words'));
      assert.deepEqual(withoutExcluded(end, exclusion, '/home/dev/shop'), end, command);
    }
  });
});
