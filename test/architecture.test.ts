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
  cyclicImports,
  emptyFolders,
  forbiddenImports,
  strayModules,
  strayOpens,
  straySql,
} from '../scripts/checks/architecture-rules.ts';
import { IMPORT_TABLE } from '../scripts/checks/import-table.ts';
import {
  describeViolations,
  type Exception,
  parseSource,
  repositoryFiles,
  type TextFile,
  type Violation,
  withoutExceptions,
} from '../scripts/checks/source.ts';

// Imports and the like that may stay although the table of design §3 has no place for them. At most five.
const EXCEPTIONS: readonly Exception[] = [];
// All that the hook's bundle is made of: whoever makes it heavier does it here, in plain sight.
const HOOK_MODULES: readonly string[] = [
  'node_modules/@noble/hashes/_md.js',
  'node_modules/@noble/hashes/_u64.js',
  'node_modules/@noble/hashes/sha2.js',
  'node_modules/@noble/hashes/utils.js',
  'src/agents/dialects.ts',
  'src/agents/shared/claude-dialect.ts',
  'src/agents/shared/claude-events.ts',
  'src/agents/shared/claude-identity.ts',
  'src/agents/shared/claude-prompt.ts',
  'src/agents/shared/claude-tool-result.ts',
  'src/agents/shared/copilot-tool.ts',
  'src/agents/shared/gemini-parts.ts',
  'src/agents/shared/gemini-shell.ts',
  'src/agents/shared/tally.ts',
  'src/agents/shared/transcript-authority.ts',
  'src/bin/hook.ts',
  'src/capture/door.ts',
  'src/capture/journal.ts',
  'src/capture/own-tools.ts',
  'src/capture/parse-hook.ts',
  'src/capture/without-excluded.ts',
  'src/config/paths.ts',
  'src/config/resolve-config.ts',
  'src/config/setting-value.ts',
  'src/config/settings.ts',
  'src/core/deadlines.ts',
  'src/core/errors.ts',
  'src/core/glob.ts',
  'src/core/hash.ts',
  'src/core/ids.ts',
  'src/core/json.ts',
  'src/core/lazy.ts',
  'src/core/limits.ts',
  'src/core/memoize-last.ts',
  'src/core/text.ts',
  'src/derive/own-tool.ts',
  'src/derive/shell.ts',
  'src/derive/tool-input.ts',
  'src/memory/home-door.ts',
  'src/platform/clock.ts',
  'src/platform/files.ts',
  'src/platform/home-key.ts',
  'src/platform/ignored.ts',
  'src/platform/log.ts',
  'src/platform/spawn-detached.ts',
  'src/platform/standard-streams.ts',
  'src/privacy/anchors.ts',
  'src/privacy/bound-text.ts',
  'src/privacy/exclude.ts',
  'src/privacy/find-secrets.ts',
  'src/privacy/header-values.ts',
  'src/privacy/kinds/cloud-kinds.ts',
  'src/privacy/kinds/code-kinds.ts',
  'src/privacy/kinds/form-kinds.ts',
  'src/privacy/kinds/model-kinds.ts',
  'src/privacy/kinds/service-kinds.ts',
  'src/privacy/named-secrets.ts',
  'src/privacy/own-words.ts',
  'src/privacy/private-keys.ts',
  'src/privacy/private-tags.ts',
  'src/privacy/randomness.ts',
  'src/privacy/redact.ts',
  'src/privacy/sanitize.ts',
  'src/privacy/secret-files.ts',
  'src/privacy/secret-kinds.ts',
  'src/privacy/secret-names.ts',
  'src/privacy/secret-values.ts',
  'src/privacy/secret.ts',
  'src/privacy/system-tags.ts',
  'src/privacy/token-kind.ts',
  'src/privacy/value-joint.ts',
  'src/privacy/value-reader.ts',
];
const root = fileURLToPath(new URL('..', import.meta.url));

function violationsOf(files: readonly TextFile[]): Violation[] {
  const sources = files.filter(({ path }) => /^src\/.*\.ts$/.test(path)).map(parseSource);
  return [forbiddenImports, cyclicImports, strayModules, strayOpens, straySql].flatMap((rule) => rule(sources));
}

suite('the house', () => {
  const empty = ['src', 'test', 'bench', 'docs'].filter((folder) => existsSync(join(root, folder)));
  const found = [...violationsOf(repositoryFiles(root)), ...empty.flatMap((folder) => emptyFolders(root, folder))];
  const { remaining, stale } = withoutExceptions(found, EXCEPTIONS);

  test('imports only as its table says', () => {
    assert.equal(remaining.length, 0, describeViolations(remaining));
  });

  test('has at most five exceptions, each with a reason and each still needed', () => {
    assert.ok(EXCEPTIONS.length <= 5);
    assert.ok(EXCEPTIONS.every(({ reason }) => reason.length > 20));
    assert.deepEqual(stale, []);
  });

  test('has a table without a circle, whose rows name rows', () => {
    const known = new Set(IMPORT_TABLE.map(({ part }) => part));
    const settled = new Set<string>();
    for (let before = -1; before < settled.size; ) {
      before = settled.size;
      for (const { part, may } of IMPORT_TABLE) if (may.every((name) => settled.has(name))) settled.add(part);
    }
    assert.deepEqual(
      [...known].filter((part) => !settled.has(part)),
      [],
    );
    assert.deepEqual(
      IMPORT_TABLE.flatMap(({ types }) => types ?? []).filter((name) => !known.has(name)),
      [],
    );
  });
});

test("the hook's bundle holds the listed modules and keeps its limits", () => {
  if (!ENTRIES.some(({ output }) => output === 'hook-main.cjs')) return;
  const args = [join(root, 'scripts', 'run.mjs'), 'build', '--if-needed'];
  const build = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(build.status, 0, build.stderr);
  const { singles } = JSON.parse(readFileSync(join(root, 'dist', 'build.json'), 'utf8')) as { singles: Bundle[] };
  const hook = singles.find(({ output }) => output === 'hook-main.cjs');
  const isOneAgents = (path: string): boolean => /^src\/agents\/(?!shared\/)[^/]+\//.test(path);
  assert.deepEqual(
    hook?.modules.filter((path) => !isOneAgents(path)),
    HOOK_MODULES,
  );
  // Of an agent: what its payloads mean. Its places, transcripts and settings are no business of a hook.
  for (const path of hook?.modules.filter(isOneAgents) ?? []) {
    assert.doesNotMatch(path, /\/(?:places|setup|transcript|snapshot|database|files)[^/]*$/);
  }
  const limit = ENTRIES.find(({ output }) => output === 'hook-main.cjs')?.limit?.maxBytes ?? 0;
  assert.ok((hook?.bytes ?? Infinity) <= limit, `${hook?.bytes} bytes`);
});

const PLANTED: { rule: string; files: TextFile[] }[] = [
  { rule: 'import', files: [{ path: 'src/core/a.ts', text: "import { b } from '../store/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/client/a.ts', text: "import { b } from '../http/api.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/capture/a.ts', text: "import type { B } from '../store/sqlite/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/agents/one/a.ts', text: "import { b } from '../two/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/cli/a.ts', text: "const { b } = await import('../memory/open.ts');\n" }] },
  { rule: 'import', files: [{ path: 'src/derive/a.ts', text: "export * from '../platform/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/core/a.ts', text: "import { b } from '../../test/b.ts';\n" }] },
  { rule: 'import', files: [{ path: 'src/cellar/a.ts', text: 'f();\n' }] },
  { rule: 'stray-module', files: [{ path: 'src/bin/a.ts', text: "import { DatabaseSync } from 'node:sqlite';\n" }] },
  { rule: 'stray-module', files: [{ path: 'src/bin/a.ts', text: "process.getBuiltinModule('node:crypto');\n" }] },
  { rule: 'stray-open', files: [{ path: 'src/setup/a.ts', text: "import { readFileSync } from 'node:fs';\n" }] },
  { rule: 'stray-open', files: [{ path: 'src/setup/a.ts', text: "import * as fs from 'node:fs';\n" }] },
  { rule: 'stray-open', files: [{ path: 'src/memory/a.ts', text: "openSync(path, 'r');\n" }] },
  { rule: 'stray-sql', files: [{ path: 'src/recall/a.ts', text: "run('SELECT id FROM items');\n" }] },
  { rule: 'stray-sql', files: [{ path: 'src/memory/a.ts', text: 'run(`\n  UPDATE items SET a = 1`);\n' }] },
];

suite('a planted file that breaks the house is found:', () => {
  for (const { rule, files } of PLANTED) {
    test(`${rule}: ${files[0]?.path} ${files[0]?.text.replaceAll('\n', ' ').trim()}`, () => {
      const found = violationsOf(files);
      assert.deepEqual([...new Set(found.map((violation) => violation.rule))], [rule], describeViolations(found));
    });
  }

  test('cycle: two folders that import each other', () => {
    const files = [
      { path: 'src/http/a.ts', text: "import { b } from '../mcp/b.ts';\n" },
      { path: 'src/mcp/b.ts', text: "import { a } from '../http/a.ts';\n" },
    ];
    assert.deepEqual(
      cyclicImports(files.map(parseSource)).map(({ message }) => message),
      ['http -> mcp -> http'],
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
    { path: 'src/client/a.ts', text: "import type { Api } from '../http/api.ts';\n" },
    {
      path: 'src/capture/a.ts',
      text: "import { registry } from '../agents/registry.ts';\nimport '../store/contract.ts';\n",
    },
    { path: 'src/sdk/a.ts', text: "import { openLocal } from '../memory/open.ts';\n" },
    { path: 'src/agents/one/a.ts', text: "import { b } from './b.ts';\nimport { c } from '../shared/c.ts';\n" },
    { path: 'src/cli/a.ts', text: "print('Update the settings?');\n" },
    { path: 'src/store/sqlite/a.ts', text: "run('SELECT id FROM items');\n" },
  ];
  for (const file of allowed) {
    test(`${file.path} ${file.text.split('\n')[0]}`, () => assert.deepEqual(violationsOf([file]), []));
  }
});
