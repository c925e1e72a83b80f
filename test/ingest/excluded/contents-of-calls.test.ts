import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';
import { diffOf } from './several-files.ts';

const HOME = '/home/dev';
const SHOP = `${HOME}/shop`;
const RULES = {
  'a pattern of a name': { paths: ['contracts/'], projects: [] },
  'a pattern from the home': { paths: ['~/shop/contracts/'], projects: [] },
  'a project': { paths: [], projects: ['~/shop/contracts'] },
};

interface Rules {
  paths: string[];
  projects: string[];
  cwd?: string;
}

/** What is kept of a call, as text. */
function told({ cwd = SHOP, ...rules }: Rules, tool: string, input: JsonObject): string {
  const body: ToolEnd = { kind: 'tool.end', tool, input, output: 'ok', success: true };
  return JSON.stringify(withoutExcluded(body, createExclusion({ ...rules, userHome: HOME }), cwd));
}

suite('nothing of the contents that a tool writes into an excluded file is kept, whatever its length and form', () => {
  const contents = {
    'one word': 'zanzibar',
    'a short line': 'zanzibar pays 4000',
    'a cell': "# zanzibar pays\nrate = 'zanzibar 4000'\n",
    'a file of 300 characters': 'zanzibar pays '.repeat(21),
    'a line that begins as a path does': 'contracts/a.md zanzibar',
    'an address': 'postgres://app:zanzibar@db/prod',
  };
  const fields =
    'content contents text new_string new_str newText new_source newSource file_text fileText file_content code_edit newCode value key data body source'.split(
      ' ',
    );
  const files = { path: 'contracts/a.md', file_path: `${SHOP}/contracts/a.md`, notebook_path: 'contracts/a.ipynb' };
  for (const [form, rules] of Object.entries(RULES)) {
    for (const [what, text] of Object.entries(contents)) {
      test(`${what}, by ${form}`, () => {
        for (const [name, path] of Object.entries(files)) {
          for (const field of fields) {
            for (const more of [{ [field]: text }, { [field]: [text] }, { edits: [{ [field]: text }] }]) {
              const left = told(rules, 'write', { [name]: path, ...more });
              assert.doesNotMatch(left, /zanz/, JSON.stringify(more));
              assert.ok(left.includes(path), left);
            }
          }
        }
      });
    }
  }
});

suite('of a command that works in an excluded folder only what names an excluded file as it stands is kept', () => {
  const writing = [
    "cat > a.md <<'EOF'\nThe contract pays zanzibar a month.\nEnds in May.\nEOF",
    "echo 'zanzibar pays 5000' >> a.md",
    'git commit -am "raise to zanzibar"',
    'git commit -m zanzibar',
    "echo 'password=zanzibar' >> x.conf",
    `echo 'passphrase: "zanzibar horse battery"' > x.conf`,
    "echo 'postgres://app:zanzibar@db/prod' >> x.conf",
    'PASSWORD=zanzibar ./run.sh',
    "'zanzibar' > a.md",
  ];
  for (const [form, rules] of Object.entries(RULES)) {
    test(`behind a cd, and with a folder of the call, by ${form}`, () => {
      for (const command of writing) {
        for (const folder of ['contracts', `${SHOP}/contracts`, '~/shop/contracts', '"$HOME/shop/contracts"']) {
          assert.doesNotMatch(told(rules, 'Bash', { command: `cd ${folder} && ${command}` }), /zanz/, command);
        }
        for (const field of ['workdir', 'cwd', 'dir_path']) {
          const input = { cmd: command, [field]: `${SHOP}/contracts` };
          assert.doesNotMatch(told(rules, 'exec_command', input), /zanz/, command);
          assert.doesNotMatch(told(rules, 'shell', { ...input, cmd: ['bash', '-lc', command] }), /zanz/, command);
        }
        assert.doesNotMatch(told({ ...rules, cwd: `${SHOP}/contracts/2026` }, 'Bash', { command }), /zanz/, command);
      }
    });
  }

  test('nor what it writes into an excluded file from elsewhere', () => {
    for (const [form, rules] of Object.entries(RULES)) {
      for (const command of [
        "cat > contracts/a.md <<'EOF'\ncontracts/zanzibar pays\nEOF",
        'echo "contracts/a.md pays zanzibar" > contracts/a.md',
        "echo 'token=contracts/zanzibar' >> contracts/a.md",
      ]) {
        assert.doesNotMatch(told(rules, 'Bash', { command }), /zanz/, `${form} ${command}`);
      }
    }
  });

  test('nor on default settings', () => {
    const none = { paths: [], projects: [] };
    for (const folder of ['~/.ssh', '~/.gnupg', `${HOME}/.azure`]) {
      const left = told(none, 'Bash', { command: `cd ${folder} && echo 'password=zanzibar' >> x` });
      assert.doesNotMatch(left, /zanz/);
      assert.ok(left.includes(`cd … ${folder}`), left);
    }
  });

  test('the program and the names of excluded files are kept', () => {
    for (const [command, kept] of [
      ['echo "x" >> contracts/a.md', 'echo … contracts/a.md'],
      ['cat "contracts/a.md"', 'cat … contracts/a.md'],
      ['cd config && grep -n MAIL ".env.local" | head', 'cd … .env.local'],
      ['cd ~/.aws && echo "x" > credentials', 'cd … credentials'],
    ] as const) {
      const left = JSON.parse(told(RULES['a pattern of a name'], 'Bash', { command })) as ToolEnd;
      assert.equal(left.input.command, kept);
    }
  });
});

suite('what a file that is read says of an excluded one in a section of its own is left out', () => {
  const own = { paths: ['contracts/'], projects: [] };
  const none = { paths: [], projects: [] };
  const shown = (rules: { paths: string[]; projects: string[] }, path: string, content: string): string => {
    const input = { file_path: path };
    const result = { type: 'text', file: { filePath: path, content } };
    const output = content.replace(/^/gm, '     7→');
    const body: ToolEnd = { kind: 'tool.end', tool: 'Read', input, output, result, success: true };
    const text = { ...body, result: [{ type: 'text', text: content.replace(/^/gm, '00007| ') }] };
    const exclusion = createExclusion({ ...rules, userHome: HOME });
    return JSON.stringify([body, text].map((one) => withoutExcluded(one, exclusion, SHOP)));
  };
  const diff = (path: string): string =>
    `${diffOf('src/a.ts', 'staying')}${diffOf(path, 'leaving')}${diffOf('src/b.ts', 'staying b')}`;

  test('a diff, wherever it lies', () => {
    for (const path of ['/tmp/pr.diff', '/tmp/pr.txt', 'pr.diff', 'docs/review.md', `${SHOP}/0001-x.patch`]) {
      for (const left of [shown(own, path, diff('contracts/a.md')), shown(none, path, diff('.env'))]) {
        assert.doesNotMatch(left, /leaving/, path);
        assert.equal(left.split('staying').length - 1, 8, path);
      }
    }
  });

  test('files that were put into one outside the project', () => {
    const packed = (path: string): string =>
      ['src/a.ts', path, 'src/b.ts']
        .map((one) => `<file path="${one}">\n${one === path ? 'leaving' : 'staying'}\n</file>\n`)
        .join('');
    for (const left of [
      shown(own, '/tmp/x.xml', packed('contracts/a.md')),
      shown(none, '/tmp/x.xml', packed('.env')),
    ]) {
      assert.doesNotMatch(left, /leaving/);
      assert.equal(left.split('staying').length - 1, 8);
    }
  });

  test('words of a file of the project stay, also a name alone', () => {
    for (const content of [
      '.env\nnode_modules',
      'contracts/a.md:12:staying',
      '{"path": "contracts/a.md", "is": 1}',
      '.env',
    ])
      assert.doesNotMatch(shown(own, 'src/a.json', content), /excluded path/, content);
  });
});
