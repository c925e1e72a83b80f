import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unplainPages, unplainTexts } from '../scripts/checks/plain-english.ts';
import {
  describeViolations,
  type Exception,
  parseSource,
  repositoryFiles,
  type TextFile,
  type Violation,
  withoutExceptions,
} from '../scripts/checks/source.ts';
import { TIDY_RULES, tidyViolations } from '../scripts/checks/tidy-rules.ts';
import { duplicates, foldersWithoutOpening, foreignTexts, lockfileHosts } from '../scripts/checks/tidy-tree.ts';
import { repeatedTables, repeatedTypeNames, unplainComments } from '../scripts/checks/word-rules.ts';

// What may stay although it breaks a rule of style, and why. At most five.
const EXCEPTIONS: readonly Exception[] = [];

function violationsOf(files: readonly TextFile[]): Violation[] {
  // Snapshots are made by the build: nobody writes them by hand.
  const written = files.filter(({ path }) => !path.startsWith('test/snapshots/'));
  const sources = written.filter(({ path }) => /^(src|web|test|bench|scripts)\/.*\.tsx?$/.test(path)).map(parseSource);
  const perFile = sources.flatMap((file) => tidyViolations(file));
  const tree = [...foreignTexts(files), ...lockfileHosts(files), ...foldersWithoutOpening(files)];
  const words = [
    ...unplainPages(files),
    ...unplainTexts(files, sources),
    ...unplainComments(sources),
    ...repeatedTypeNames(sources),
    ...repeatedTables(sources),
  ];
  return [...perFile, ...tree, ...words, ...duplicates(sources)];
}

suite('the repository', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { remaining, stale } = withoutExceptions(violationsOf(repositoryFiles(root)), EXCEPTIONS);

  test('keeps the rules of style', () => {
    assert.equal(remaining.length, 0, describeViolations(remaining));
  });

  test('has at most five exceptions, each with a reason and each still needed', () => {
    assert.ok(EXCEPTIONS.length <= 5);
    assert.ok(EXCEPTIONS.every(({ reason }) => reason.length > 20));
    assert.deepEqual(stale, []);
  });
});

// A file for each rule that breaks it, and nothing else. Spelled in parts where this file itself is looked at.
const HOME = ['', 'ro'].join('/');
const LINES_69 = Array.from({ length: 69 }, (_, index) => `  f${index}();\n`).join('');
const PLANTED: Record<string, TextFile> = {
  'file-lines': { path: 'src/core/long.ts', text: '// One.\n'.repeat(401) },
  'function-lines': { path: 'src/core/f.ts', text: `function f() {\n${LINES_69}}\n` },
  'positional-parameters': { path: 'src/core/f.ts', text: 'const f = (a: 1, b: 1, c: 1, d: 1) => a;\n' },
  any: { path: 'src/core/f.ts', text: 'let a: any[];\n' },
  'default-export': { path: 'src/core/f.ts', text: '/** Gives 1. */\nexport default function f() {}\n' },
  barrel: { path: 'src/core/f.ts', text: "export { a } from './a.ts';\nexport * from './b.ts';\n" },
  'kebab-case': { path: 'src/core/fileName.ts', text: 'f();\n' },
  docstring: { path: 'src/core/f.ts', text: '// Gives 1.\nexport const f = () => 1;\n' },
  example: { path: 'src/api/contract.ts', text: '/** A memory. */\nexport interface Memory {\n  close(): void;\n}\n' },
  console: { path: 'src/core/f.ts', text: "console.log('a');\n" },
  process: { path: 'src/core/f.ts', text: "const home = process.env['HOME'];\n" },
  'dropped-error': { path: 'src/core/f.ts', text: 'try { f(); } catch {\n  // It does not matter.\n}\n' },
  'test-escape': { path: 'test/core/f.test.ts', text: `test.${'skip'}('a', () => {});\n` },
  marker: { path: 'src/core/f.ts', text: `// ${'TO'}DO: finish.\nf();\n` },
  using: { path: 'src/core/f.ts', text: 'async function f() { await using a = g(); }\n' },
  'foreign-text': { path: 'docs/a.md', text: `Look into ${HOME}ot/notes.\n` },
  'lockfile-host': { path: 'package-lock.json', text: '{ "resolved": "" }\n' },
  'folder-opening': { path: 'src/core/f.ts', text: '// One line is not enough.\nf();\n' },
  duplicate: { path: 'src/core/f.ts', text: 'one(1);\ntwo(2);\nsix(3);\nten(4);\n'.repeat(6) },
};
const OTHER_BREACHES: Record<string, TextFile[]> = {
  example: [
    {
      path: 'src/store/contract/a.ts',
      text: '/**\n * A contract.\n * @example\n */\nexport interface A {\n  get(): 1;\n}\n',
    },
    { path: 'src/bin/sdk.ts', text: '/** Opens it. */\nexport function open() {}\n' },
  ],
  'dropped-error': [{ path: 'src/core/f.ts', text: 'f().catch(() => {});\n' }],
  process: [{ path: 'src/core/f.ts', text: "import { exit } from 'node:process';\n" }],
  'test-escape': [{ path: 'test/f.test.ts', text: `test('a', { ${'only'}: true }, () => {});\n` }],
  'default-export': [{ path: 'src/core/f.ts', text: 'const f = 1;\nexport { f as default };\n' }],
};

suite('a planted file that breaks a rule of style is found:', () => {
  for (const [rule, file] of Object.entries(PLANTED)) {
    for (const planted of [file, ...(OTHER_BREACHES[rule] ?? [])]) {
      test(`${rule}: ${planted.text.split('\n')[0]?.slice(0, 60)}`, () => {
        const opening = rule === 'folder-opening' ? '' : '// core: words.\n// Nothing else.\n';
        const found = violationsOf([{ path: planted.path, text: `${opening}${planted.text}` }]);
        assert.deepEqual([...new Set(found.map((violation) => violation.rule))], [rule], describeViolations(found));
      });
    }
  }

  test('every rule over files has a planted file', () => {
    assert.deepEqual(
      TIDY_RULES.map(({ name }) => name).filter((name) => PLANTED[name] === undefined),
      [],
    );
  });
});

test('planted words and tables are found: a comment that says too little, a type and a table that stand twice', () => {
  const opening = '// core: words.\n// Nothing else.\n';
  const names = Array.from({ length: 10 }, (_, index) => `'name${index}'`).join(', ');
  const list = (name: string) => `${opening}\n/** Names. */\nexport const ${name} = [${names}];\n`;
  const type = `${opening}\n/** A row. */\nexport interface PlantedRow {\n  a: 1;\n}\n`;
  const planted: Record<string, TextFile[]> = {
    'plain-comment': [
      { path: 'src/core/a.ts', text: `${opening}\n/** ${'O'}f items those that stay. */\nexport const a = 1;\n` },
    ],
    'one-name': ['src/core/a.ts', 'src/privacy/b.ts'].map((path) => ({ path, text: type })),
    'repeated-table': [
      { path: 'src/core/a.ts', text: list('ONE') },
      { path: 'src/privacy/b.ts', text: list('OTHER') },
    ],
  };
  for (const [rule, files] of Object.entries(planted)) {
    const found = violationsOf(files).filter((violation) => violation.rule !== 'folder-opening');
    assert.deepEqual([...new Set(found.map((violation) => violation.rule))], [rule], describeViolations(found));
  }
});

test('a phrase that the word list refuses is found in a page, and not in code, in the list, or in a page that is made', () => {
  const list = {
    path: 'docs/style.md',
    text: '## Say this, not that\n\n| not | but |\n|---|---|\n| in vain, anew | again |\n',
  };
  const foundIn = (text: string, path = 'docs/a.md') =>
    violationsOf([list, { path, text }]).map(({ line, message }) => [line, message]);
  assert.deepEqual(foundIn('It is\nmade Anew.\n'), [[2, '"Anew": again']]);
  assert.deepEqual(foundIn('It was in\nvain.\n'), [[1, '"in vain": again']]);
  assert.deepEqual(foundIn('Say `anew` or\n\n```sh\nanew\n```\n'), []);
  assert.deepEqual(foundIn('<!-- Made by scripts/x.ts -->\nanew\n'), []);
});

test('two engines of one contract may name a type alike, and neither as another room does', () => {
  const text = '// core: words.\n// Nothing else.\n\n/** A row. */\nexport interface PlantedRow {\n  a: 1;\n}\n';
  const foundIn = (...paths: string[]) => violationsOf(paths.map((path) => ({ path, text }))).map(({ rule }) => rule);
  const [here, there] = ['src/store/postgres/log/a.ts', 'src/store/sqlite/log/a.ts'];
  assert.deepEqual(foundIn(here, there), []);
  assert.deepEqual(foundIn(here, there, 'src/store/sqlite/items/b.ts'), ['one-name']);
  assert.deepEqual(foundIn('src/core/a.ts', here), ['one-name']);
});

test('a clean file is left alone', () => {
  const text =
    '// core: words.\n// Nothing else.\n\n/** Gives `a`, at least 1. */\nexport function atLeast(a: number) {\n  return Math.max(a, 1);\n}\n';
  assert.deepEqual(violationsOf([{ path: 'src/core/at-least.ts', text }]), []);
});

test('an exception takes out its own violation, and one that names nothing is stale', () => {
  const violation = { rule: 'any', path: 'src/a.ts', line: 1, message: 'the type any' };
  const used = { rule: 'any', path: 'src/a.ts', reason: 'a test' };
  const unused = { rule: 'any', path: 'src/b.ts', reason: 'a test' };
  assert.deepEqual(withoutExceptions([violation], [used, unused]), { remaining: [], stale: [unused] });
});

test('refuses the phrases of the word list in pages and in texts of the program, not in code', () => {
  const list = { path: 'docs/style.md', text: '## Say this, not that\n\n| not | but |\n|---|---|\n| anew | again |\n' };
  const page = { path: 'README.md', text: '# A\n\nIt reads `anew`, and writes anew.\n' };
  const source = {
    path: 'src/core/f.ts',
    text: "// Made anew.\nconst a = 'anew';\nconst b = `it is made anew`;\n",
  };
  const kept = { path: 'src/derive/f.ts', text: "const a = 'it is made anew';\n" };
  const found = [...unplainPages([list, page]), ...unplainTexts([list], [source, kept].map(parseSource))];
  assert.deepEqual(
    found.map(({ path, line }) => `${path}:${line}`),
    ['README.md:3', 'src/core/f.ts:3'],
  );
});
