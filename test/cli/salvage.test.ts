import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { HealthCheck } from '../../src/core/model/check.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { atKeyboard } from './at-keyboard.ts';

const PAGE = 4_096;

/** A memory of some notes whose worker was stopped, and its database. */
async function rememberedAndStopped(context: TestContext): Promise<{ cairn: Cairn; db: string }> {
  const cairn = cairnIn(context);
  for (const bird of ['heron', 'bittern', 'stork']) await cairn.run(['remember', `A ${bird} stands in the reeds`]);
  await cairn.run(['worker', 'stop']);
  return { cairn, db: join(cairn.at.home, 'cairn.db') };
}

/** Overwrites pages, by their numbers from 1 on, with bytes that are none of SQLite's. */
function damage(db: string, ...pages: number[]): void {
  const bytes = readFileSync(db);
  for (const page of pages) bytes.fill(0xa7, (page - 1) * PAGE, page * PAGE);
  writeFileSync(db, bytes);
}

/** The pages on which words stand. */
function pagesWith(db: string, words: string): number[] {
  const bytes = readFileSync(db);
  const pages = new Set<number>();
  for (let at = bytes.indexOf(words); at >= 0; at = bytes.indexOf(words, at + 1)) pages.add(1 + Math.floor(at / PAGE));
  return [...pages];
}

async function examine(cairn: Cairn, args: readonly string[] = []) {
  const { code, stdout } = await cairn.run(['doctor', '--json', ...args]);
  const { checks } = JSON.parse(stdout) as { checks: HealthCheck[] };
  return { code, of: (name: string) => checks.find((check) => check.name === name) };
}

test('a memory that does not open any more is salvaged once a person says yes, and the damaged file is kept', async (context) => {
  const { cairn, db } = await rememberedAndStopped(context);
  damage(db, 1);
  const ill = await examine(cairn);
  assert.equal(ill.code, 1);
  assert.deepEqual([ill.of('database')?.status, ill.of('database')?.fixable], ['failed', true]);
  assert.match(ill.of('database')?.fix ?? '', /^cairn doctor --fix/);

  const refused = (await examine(cairn, ['--fix', '--yes'])).of('database');
  assert.equal(refused?.status, 'failed');
  assert.match(refused?.message ?? '', /Only a person has a damaged memory salvaged/);

  const person = atKeyboard(context, cairn, ['doctor', '--fix']);
  await person.shows('Save what can be read');
  await person.type('y');
  const { stdout } = await person.ended;
  assert.match(stdout, /mended .*database/);
  assert.match(stdout, /salvaged 3 events of 1 session/);
  assert.deepEqual(
    readdirSync(join(cairn.at.home, 'backups')).filter((name) => name.endsWith('-damaged.db')).length,
    1,
  );
  assert.equal((await examine(cairn, ['--deep'])).of('database')?.status, 'ok');
  const { stdout: found } = await cairn.run(['search', '-a', 'bittern', '--json']);
  assert.match(found, /A bittern stands in the reeds/);
});

test('a page of the log is taken from the backup; without --deep the doctor sees it, too', async (context) => {
  const { cairn, db } = await rememberedAndStopped(context);
  await cairn.run(['backup', 'create']);
  await cairn.run(['remember', 'A crane passes']);
  await cairn.run(['worker', 'stop']);
  damage(db, ...pagesWith(db, 'heron'));
  const ill = await examine(cairn);
  assert.equal(ill.code, 1);
  const person = atKeyboard(context, cairn, ['doctor', '--fix', '--yes', '--json']);
  const { stdout } = await person.ended;
  const { salvaged } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    salvaged: { events: number; backup: string; kept: string; lost: unknown[] };
  };
  assert.ok(salvaged.events >= 3, stdout);
  assert.match(salvaged.backup, /-asked\.db\.zst$/);
  assert.ok(existsSync(salvaged.kept));
  const { stdout: found } = await cairn.run(['search', '-a', 'heron', '--json']);
  assert.match(found, /A heron stands in the reeds/);
});
