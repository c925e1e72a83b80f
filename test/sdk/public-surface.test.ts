import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderOpenApi, surfaceLine } from '../../scripts/docs/public-surface.ts';
import { DIST } from '../support/built-program.ts';
import { differencesBetween } from '../support/compare-declarations.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const SNAPSHOT = { declarations: read('test/snapshots/sdk.d.ts'), openapi: read('test/snapshots/openapi.json') };
const HELP =
  'a change of the public surface: npm run build && node scripts/write-snapshots.ts, and say so in CHANGELOG.md';

test('the OpenAPI document is the one of the snapshot', () => {
  assert.equal(renderOpenApi(), SNAPSHOT.openapi, HELP);
});

test('CHANGELOG.md names the snapshots, so that none changes in silence', () => {
  const line = surfaceLine(SNAPSHOT);
  assert.ok(
    read('CHANGELOG.md').split('\n').includes(line),
    `say what changed in CHANGELOG.md, with the line: ${line}`,
  );
});

test('the types of the SDK', async (context) => {
  if (!existsSync(`${DIST}/sdk.d.ts`)) throw new Error('dist/ is not built: npm run build');
  const built = readFileSync(`${DIST}/sdk.d.ts`, 'utf8');
  const before = SNAPSHOT.declarations;

  const CHANGES: Record<string, { from: string; to: string; differs: string }> = {
    'a field renamed': { from: '  hits: Hit[];', to: '  results: Hit[];', differs: 'SearchResult' },
    'an optional field renamed': {
      from: '  readonly?: boolean;',
      to: '  readOnly?: boolean;',
      differs: 'MemoryOptions',
    },
    'a field made optional': { from: '  hits: Hit[];', to: '  hits?: Hit[];', differs: 'SearchResult' },
    'a parameter of a method': {
      from: '  close(): Promise<void>;',
      to: '  close(now?: boolean): Promise<void>;',
      differs: 'Memory',
    },
    'a parameter of a constructor': {
      from: 'message: string, detail?: ErrorDetail)',
      to: 'message: string)',
      differs: 'CairnError',
    },
    'an export that goes': {
      from: 'export type { AgentEventInput, AgentTrace,',
      to: 'export type { AgentEventInput,',
      differs: 'AgentTrace: gone',
    },
    'an export that comes': {
      from: 'export type { AgentEventInput,',
      to: 'export type { AgentEventInput, Settings,',
      differs: 'Settings: added',
    },
  };
  const folder = temporaryFolder(context);
  const [ofNow = [], ...ofChanges] = differencesBetween(
    [
      { before, now: built },
      ...Object.values(CHANGES).map(({ from, to }) => ({ before, now: before.replace(from, to) })),
    ],
    folder,
  );

  await context.test('are those of the snapshot, name by name and field by field', () => {
    assert.equal(ofNow.length, 0, `${HELP}\n${ofNow.join('\n')}`);
  });

  for (const [number, [change, { from, differs }]] of Object.entries(CHANGES).entries()) {
    await context.test(`${change} is found`, () => {
      assert.ok(before.includes(from), `the snapshot has no "${from}"`);
      const differences = ofChanges[number] ?? [];
      assert.ok(
        differences.some((difference) => difference.startsWith(differs)),
        differences.join('\n'),
      );
    });
  }
});
