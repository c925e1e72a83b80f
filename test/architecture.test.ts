import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '../scripts/build/bundle.ts';
import { ENTRIES } from '../scripts/build/entries.ts';
import {
  crowdedFolders,
  emptyFolders,
  forbiddenImports,
  importCircles,
  importsOf,
  roomOf,
  staleRows,
  strayModules,
  strayOpens,
  straySql,
  wrongSigns,
} from '../scripts/checks/room-rules.ts';
import {
  describeViolations,
  type Exception,
  parseSource,
  repositoryFiles,
  type TextFile,
  type Violation,
  withoutExceptions,
} from '../scripts/checks/source.ts';
import { strayWebImports } from '../scripts/checks/web-rules.ts';

// Imports and the like that may stay although the table has no place for them. At most five.
const EXCEPTIONS: readonly Exception[] = [];
// The rooms that the hook's bundle may hold: whoever makes it heavier does it here, in plain sight.
const HOOK_ROOMS: readonly string[] = [
  'agents',
  'agents/*',
  'agents/shared/dialects',
  'agents/shared/opencode',
  'agents/shared/transcripts',
  'bin',
  'config',
  'core',
  'core/model',
  'core/text',
  'derive/tool',
  'ingest',
  'ingest/excluded',
  'platform',
  'platform/process',
  'privacy',
  'privacy/kinds',
  'privacy/rare',
];
const root = fileURLToPath(new URL('..', import.meta.url));

function violationsOf(files: readonly TextFile[]): Violation[] {
  const sources = files.filter(({ path }) => /^(?:src|web)\/.*\.tsx?$/.test(path)).map(parseSource);
  const rules = [forbiddenImports, importCircles, crowdedFolders, strayModules, strayOpens, straySql, strayWebImports];
  return rules.flatMap((rule) => rule(sources));
}

suite('the house', () => {
  const empty = ['src', 'web', 'test', 'bench', 'docs'].filter((folder) => existsSync(join(root, folder)));
  const files = repositoryFiles(root);
  const parsed = files.filter(({ path }) => /^src\/.*\.ts$/.test(path)).map(parseSource);
  const tree = [...wrongSigns(files), ...staleRows(parsed), ...empty.flatMap((folder) => emptyFolders(root, folder))];
  const { remaining, stale } = withoutExceptions([...violationsOf(files), ...tree], EXCEPTIONS);

  test('has rooms of a size that import only as their table says, each with a sign', () => {
    assert.equal(remaining.length, 0, describeViolations(remaining));
  });

  test('has at most five exceptions, each with a reason and each still needed', () => {
    assert.ok(EXCEPTIONS.length <= 5);
    assert.ok(EXCEPTIONS.every(({ reason }) => reason.length > 20));
    assert.deepEqual(stale, []);
  });
});

test("the hook's bundle holds what the hook imports, of few rooms, and keeps its limit", () => {
  const args = [join(root, 'scripts', 'run.mjs'), 'build', '--if-needed'];
  const build = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(build.status, 0, build.stderr);
  const { singles } = JSON.parse(readFileSync(join(root, 'dist', 'build.json'), 'utf8')) as { singles: Bundle[] };
  const hook = singles.find(({ output }) => output === 'hook-main.cjs');
  const own = hook?.modules.filter((path) => path.startsWith('src/')) ?? [];
  const imported = importedBy('src/bin/hook.ts');
  assert.deepEqual(
    own.filter((path) => !imported.has(path)),
    [],
  );
  assert.deepEqual(
    [...new Set(own.map(roomOf))].filter((room) => !HOOK_ROOMS.includes(room)),
    [],
  );
  assert.deepEqual(
    HOOK_ROOMS.filter((room) => !own.some((path) => roomOf(path) === room)),
    [],
  );
  assert.deepEqual(
    hook?.modules.filter((path) => !path.startsWith('src/')),
    [],
  );
  // An agent's hook may load only its dialect, not its places, transcripts or settings.
  for (const path of own.filter((path) => roomOf(path) === 'agents/*')) {
    assert.doesNotMatch(path, /\/(?:places|setup|transcript|snapshot|database|files)[^/]*$/);
  }
  const limit = ENTRIES.find(({ output }) => output === 'hook-main.cjs')?.limit?.maxBytes ?? 0;
  assert.ok((hook?.bytes ?? Infinity) <= limit, `${hook?.bytes} bytes`);
});

/** A source and all that it imports over any number of steps, as paths from the root. */
function importedBy(entry: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !existsSync(join(root, path)) || !path.endsWith('.ts')) continue;
    seen.add(path);
    const file = parseSource({ path, text: readFileSync(join(root, path), 'utf8') });
    waiting.push(...importsOf(file).map(({ to }) => to));
  }
  return seen;
}

const PLANTED: { rule: string; files: TextFile[] }[] = [
  { rule: 'import', files: [{ path: 'src/core/a.ts', text: "import { b } from '../store/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/client/a.ts', text: "import { b } from '../http/api.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/ingest/a.ts', text: "import type { B } from '../store/sqlite/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/agents/one/a.ts', text: "import { b } from '../two/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/cli/a.ts', text: "const { b } = await import('../memory/open.ts');\n" }] },
  { rule: 'import', files: [{ path: 'src/derive/a.ts', text: "export * from '../platform/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/core/a.ts', text: "import { b } from '../../test/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/cellar/a.ts', text: 'f();\n' }] },
  {
    rule: 'web-import',
    files: [{ path: 'web/a.ts', text: "import { openMemory } from '../src/worker/open-memory.ts';\n" }],
  },
  { rule: 'web-import', files: [{ path: 'web/a.tsx', text: "import { check } from '../src/api/check-input.ts';\n" }] },
  { rule: 'web-import', files: [{ path: 'web/app/a.ts', text: "import { parse } from 'smol-toml';\n" }] },
  { rule: 'stray-module', files: [{ path: 'src/bin/a.ts', text: "import { DatabaseSync } from 'node:sqlite';\n" }] },
  { rule: 'stray-module', files: [{ path: 'src/bin/a.ts', text: "process.getBuiltinModule('node:crypto');\n" }] },
  { rule: 'stray-open', files: [{ path: 'src/setup/a.ts', text: "import { readFileSync } from 'node:fs';\n" }] },
  { rule: 'stray-open', files: [{ path: 'src/setup/a.ts', text: "import * as fs from 'node:fs';\n" }] },
  { rule: 'stray-open', files: [{ path: 'src/memory/a.ts', text: "openSync(path, 'r');\n" }] },
  { rule: 'stray-sql', files: [{ path: 'src/retrieval/search/a.ts', text: "run('SELECT id FROM items');\n" }] },
  { rule: 'stray-sql', files: [{ path: 'src/memory/a.ts', text: 'run(`\n  UPDATE items SET a = 1`);\n' }] },
];

suite('a planted file that breaks the house is found:', () => {
  for (const { rule, files } of PLANTED) {
    test(`${rule}: ${files[0]?.path} ${files[0]?.text.replaceAll('\n', ' ').trim()}`, () => {
      const found = violationsOf(files);
      assert.deepEqual([...new Set(found.map((violation) => violation.rule))], [rule], describeViolations(found));
    });
  }

  test('circle: two files, and two rooms, that import each other, types included', () => {
    const files = (one: string, other: string) => [
      { path: `src/${one}`, text: `import type { B } from '../${other}';\n` },
      { path: `src/${other}`, text: `import { a } from '../${one}';\n` },
    ];
    const circles = (one: string, other: string) =>
      importCircles(files(one, other).map(parseSource)).map(({ message }) => message);
    assert.deepEqual(circles('http/a.ts', 'mcp/b.ts'), [
      'src/http/a.ts -> src/mcp/b.ts -> src/http/a.ts',
      'http -> mcp -> http',
    ]);
    const apart = [
      { path: 'src/http/a.ts', text: "import { b } from '../mcp/b.ts';\n" },
      { path: 'src/http/c.ts', text: '' },
      { path: 'src/mcp/b.ts', text: "import type { C } from '../http/c.ts';\n" },
    ];
    assert.deepEqual(
      importCircles(apart.map(parseSource)).map(({ message }) => message),
      ['http -> mcp -> http'],
    );
  });

  test('folder-files: a folder of 26 sources, unless it holds one for each of something', () => {
    const files = (room: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `src/${room}/f${index}.ts`, text: '' }));
    assert.deepEqual(crowdedFolders(files('core', 25)), []);
    assert.deepEqual(crowdedFolders(files('core', 26)).length, 1);
    assert.deepEqual(crowdedFolders(files('cli/commands', 40)), []);
  });

  test('stale-row: a row without a room, and one that allows what nobody imports', () => {
    const rows = [
      { room: 'core', may: ['core/text'] },
      { room: 'cellar', may: [] },
    ];
    const found = staleRows([parseSource({ path: 'src/core/a.ts', text: 'f();\n' })], rows);
    assert.deepEqual(
      found.map(({ message }) => message),
      ['core imports nothing of core/text', 'there is no room cellar'],
    );
  });

  test('room-sign: a folder without a README, one that leaves out a room, one that names another', () => {
    const sources = [
      { path: 'src/core/a.ts', text: '' },
      { path: 'src/core/model/b.ts', text: '' },
    ];
    const sign = (rooms: string) => ({
      path: 'src/core/README.md',
      text: `# core\n\n- In: a.\n- Out: b.\n- Main file: c.\n- May not: d.\n- Rooms: ${rooms}\n`,
    });
    const messages = (files: readonly TextFile[]) => wrongSigns(files).map(({ message }) => message);
    assert.deepEqual(messages(sources), ['has no README.md']);
    assert.deepEqual(messages([...sources, sign('`model`.')]), []);
    assert.deepEqual(messages([...sources, sign('`text`.')]), [
      'does not name the room model',
      'names text, which is not there',
    ]);
    assert.equal(
      messages([...sources, { path: 'src/core/README.md', text: '# core\n\n- Rooms: `model`.\n' }]).length,
      4,
    );
  });

  test('empty-folder: a folder below a folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-house-'));
    try {
      mkdirSync(join(folder, 'src', 'cellar'), { recursive: true });
      assert.deepEqual(
        emptyFolders(folder, 'src').map(({ path }) => path),
        ['src/cellar'],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

suite('what the table allows is left alone:', () => {
  const allowed = [
    {
      path: 'web/app/a.tsx',
      text: "import { render } from 'preact';\nimport type { Memory } from '../../src/api/contract.ts';\nimport { CALLS } from '../../src/api/calls.ts';\n",
    },
    { path: 'src/client/a.ts', text: "import type { Memory } from '../api/contract.ts';\n" },
    {
      path: 'src/ingest/a.ts',
      text: "import { registry } from '../agents/registry.ts';\nimport '../store/contract/store.ts';\n",
    },
    { path: 'src/sdk/a.ts', text: "import { openMemoryIn } from '../worker/open-memory.ts';\n" },
    { path: 'src/agents/one/a.ts', text: "import { b } from './b.ts';\nimport { c } from '../shared/c.ts';\n" },
    { path: 'src/cli/a.ts', text: "print('Update the settings?');\n" },
    { path: 'src/store/sqlite/a.ts', text: "run('SELECT id FROM items');\n" },
  ];
  for (const file of allowed) {
    test(`${file.path} ${file.text.split('\n')[0]}`, () => assert.deepEqual(violationsOf([file]), []));
  }
});
