import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportProgress } from '../../src/api/answers.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { projectId } from '../../src/core/model/ids.ts';
import { EXPORT_HEADER } from '../../src/importers/export-format.ts';
import { homeIdOf, parseRecord, SYNC_VERSION, sharedEventId } from '../../src/sync/wire.ts';
import { openFresh } from '../support/fresh-home.ts';

// The id of a project is a hash of its identity: with a secret redacted it would be another project, so it is refused.

const SECRET = `ghp_${'a1B2'.repeat(9)}`;
const IDENTITY = `git.example/acme/x-${SECRET}-y`;

test('a record of a project whose name holds a secret is refused', () => {
  const home = homeIdOf('ada');
  const [target, version] = ['o_aaaaaaaaaaaaaaaa', 1_770_000_000_000];
  const record = (identity: string): JsonObject => ({
    version: SYNC_VERSION,
    kind: 'event',
    id: sharedEventId({ home, target, version }),
    home,
    member: 'Ada',
    at: version,
    project: { identity },
    memory: {
      target,
      version,
      item: {
        kind: 'knowledge',
        title: 'We use pnpm.',
        text: 'We use pnpm.',
        at: version,
        author: 'person',
        detail: {},
      },
    },
  });
  assert.equal(typeof parseRecord(record('git.example/acme/x')), 'object');
  assert.equal(parseRecord(record(IDENTITY)), 'projects whose name holds a secret');
});

test('so is a project of an export', async (context) => {
  const { memory, store, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const path = join(at.root, 'export.jsonl');
  const project = { project: { id: projectId(IDENTITY), identity: IDENTITY } };
  writeFileSync(path, `${EXPORT_HEADER}\n${JSON.stringify(project)}\n`);
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ paths: [path], mine: true })) last = progress;
  assert.deepEqual(last?.skipped, { 'projects whose name holds a secret': 1 });
  assert.deepEqual(
    (await store.log.projects()).filter(({ identity }) => identity.includes(SECRET)),
    [],
  );
});
