// A program that is killed at any step of bringing a database of any earlier version to this one.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { MIGRATIONS, migrate } from '../../src/store/sqlite/engine/migrate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { answersOf, fillStore, writeFirstSchema } from '../store/sqlite/engine/first-schema.ts';
import { tried } from '../support/attack.ts';
import { runModule } from '../support/run-program.ts';
import { sized } from '../support/suite-size.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Kills that are tried from each version; SQLite prepares a few steps for each statement. */
const KILLS = sized({ small: 1, default: 3, full: 60 });
const VERSIONS = MIGRATIONS.slice(0, -1).map(({ version }) => version);
const TRIED = VERSIONS.filter((version) => sized({ small: version % 12 === 1, default: true, full: true }));

const OPEN = fileURLToPath(new URL('../../src/store/sqlite/open-sqlite-store.ts', import.meta.url));

/**
 * Opens a database for writing in a process that kills itself at a step: SQLite asks whether it may take each, just before a
 * statement runs. Without a step to die at it prints how many there were.
 */
async function openAndDie(path: string, step: number): Promise<{ signal: string | null; steps: number }> {
  const { signal, stdout, stderr } = await runModule(`
    import { DatabaseSync } from 'node:sqlite';
    let steps = 0;
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      this.setAuthorizer(() => {
        steps += 1;
        if (steps === ${step}) process.kill(process.pid, 'SIGKILL');
        return 0;
      });
      return exec.call(this, sql);
    };
    const { openSqliteStore } = await import(${JSON.stringify(OPEN)});
    await openSqliteStore({ path: ${JSON.stringify(path)} }).close();
    process.stdout.write(String(steps));
  `);
  assert.equal(signal === 'SIGKILL' || stdout !== '', true, stderr);
  return { signal, steps: Number(stdout) };
}

test('a database of each version, whose migration is killed at any step, has all its answers afterwards', async (context) => {
  const folder = temporaryFolder(context);
  const first = join(folder, 'first.db');
  const filled = await fillStore(join(folder, 'filled.db'));
  await filled.close();
  writeFirstSchema(join(folder, 'filled.db'), first);
  const wanted = await answersAfter(first, folder);
  for (const version of TRIED) {
    await context.test(`from version ${version}`, async (inner) => {
      const old = join(folder, `version-${version}.db`);
      copyFileSync(first, old);
      const db = openDatabase(old);
      migrate(db, MIGRATIONS.slice(0, version));
      db.close();
      const path = join(folder, 'killed.db');
      const fresh = (): void => {
        for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
        rmSync(join(folder, 'backups'), { recursive: true, force: true });
        copyFileSync(old, path);
      };
      fresh();
      const { steps } = await openAndDie(path, 0);
      const stride = Math.max(1, Math.floor(steps / KILLS));
      let kills = 0;
      for (let step = 1 + (version % stride); step <= steps; step += stride) {
        fresh();
        assert.equal((await openAndDie(path, step)).signal, 'SIGKILL');
        assert.deepEqual(await answersAfter(path, folder), wanted, `killed at step ${step} of ${steps}`);
        kills += 1;
      }
      tried(inner, kills);
    });
  }
});

/** Brings a copy of a file up in this process and gives what it answers. */
async function answersAfter(path: string, folder: string): Promise<unknown> {
  const copy = join(folder, 'asked.db');
  for (const end of ['', '-wal', '-shm']) rmSync(`${copy}${end}`, { force: true });
  copyFileSync(path, copy);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  const store = openSqliteStore({ path: copy });
  try {
    assert.deepEqual(await store.check(), []);
    return await answersOf(store);
  } finally {
    await store.close();
  }
}
