import { chmodSync, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../../config/paths.ts';
import { type HealthFinding, runCheck } from '../../core/model/check.ts';
import type { DiskLimits } from '../../platform/disk-room.ts';
import { refuseSharedFileSystem } from '../../platform/file-system.ts';
import { removeFile, writeDurable } from '../../platform/files.ts';
import { isHomeKeyDamaged, replaceHomeKey } from '../../platform/home-key.ts';
import { ignore } from '../../platform/ignored.ts';
import { homeKeysIn } from '../../store/sqlite/database-file.ts';
import { diskFinding } from './check-machine.ts';

/** Folders whose files other programs carry elsewhere, perhaps in the middle of a write. */
const SYNCED =
  /\/(?:Dropbox|OneDrive[^/]*|Google ?Drive[^/]*|GoogleDrive-[^/]*|Mobile Documents|CloudStorage|Nextcloud|ownCloud|MEGA|pCloud[^/]*|Sync|Syncthing)(?:\/|$)/i;
const OTHERS = 0o077;
const SHOWN_MAX = 3;

/** The folder of all data: whether it is there, its own, writable, and on a disk that keeps what is written. */
export async function checkHome(paths: HomePaths, limits: DiskLimits): Promise<HealthFinding[]> {
  const { home } = paths;
  const stat = statSync(home, { throwIfNoEntry: false });
  if (stat === undefined) {
    return [{ name: 'home', status: 'warning', message: `${home} is not there yet.`, fix: 'cairn setup' }];
  }
  if (!stat.isDirectory()) {
    const fix = 'Move it away, or set CAIRN_HOME to a folder.';
    return [{ name: 'home', status: 'failed', message: `${home} is not a folder.`, fix }];
  }
  return [
    { name: 'home', status: 'ok', message: `${home} holds all data.` },
    ...(await runCheck('home-modes', () => [modesFinding(paths)])),
    ...(await runCheck('home-writable', () => [writableFinding(home)])),
    ...(await runCheck('home-key', () => [keyFinding(paths)])),
    ...(await runCheck('disk', () => [freeFinding(home, limits)])),
    ...(await runCheck('file-system', () => [fileSystemFinding(home)])),
    syncedFinding(home),
  ];
}

function keyFinding({ key, db }: HomePaths): HealthFinding {
  const name = 'home-key';
  if (!isHomeKeyDamaged(key)) return { name, status: 'ok', message: 'The key of the home is whole.' };
  return {
    name,
    status: 'failed',
    message: `${key} is damaged: no worker starts, and hooks are kept in the journal.`,
    fix: 'Put it back from the database, or make a new one: cairn doctor --fix',
    mend() {
      const [known] = keysOf(db);
      const aside = replaceHomeKey(key, known);
      if (known !== undefined) return `it is put back from the database, and the damaged one is ${aside}.`;
      return `a new key is made, and the damaged one is ${aside}. Prompts that transcripts tell again may be kept twice, and what you forgot may come back with them.`;
    },
  };
}

/** The keys that the database has; none where it cannot be read. */
function keysOf(db: string): Uint8Array[] {
  if (!existsSync(db)) return [];
  try {
    return homeKeysIn(db);
  } catch (error) {
    ignore(error, 'the database has no keys that can be read');
    return [];
  }
}

function modesFinding({ home, journal, backups }: HomePaths): HealthFinding {
  const name = 'home-modes';
  if (process.platform === 'win32') return { name, status: 'ok', message: 'Access is a matter of the folder here.' };
  const open = [home, ...[home, journal, backups].flatMap(entriesOf)].filter(
    (path) => (lstatSync(path).mode & OTHERS) !== 0,
  );
  if (open.length === 0) return { name, status: 'ok', message: 'Nobody else may read it.' };
  const more = open.length > SHOWN_MAX ? ` and ${open.length - SHOWN_MAX} more` : '';
  return {
    name,
    status: 'warning',
    message: `Others may read ${open.slice(0, SHOWN_MAX).join(', ')}${more}.`,
    fix: `chmod -R go-rwx '${home}'`,
    mend() {
      for (const path of open) chmodSync(path, lstatSync(path).mode & 0o7777 & ~OTHERS);
      return 'only you may read it now.';
    },
  };
}

/** What lies in a folder of the home. The program and what Node compiled are nobody's secret. */
function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name !== 'app' && name !== 'cache' && name !== 'bin')
    .map((name) => join(folder, name))
    .filter((path) => !lstatSync(path).isSymbolicLink());
}

function writableFinding(home: string): HealthFinding {
  const probe = join(home, `.doctor-${process.pid}.tmp`);
  writeDurable(probe, 'ok\n');
  removeFile(probe);
  return { name: 'home-writable', status: 'ok', message: 'It can be written.' };
}

function freeFinding(home: string, limits: DiskLimits): HealthFinding {
  const { bavail, bsize } = statfsSync(home);
  return diskFinding(bavail * bsize, limits);
}

function fileSystemFinding(home: string): HealthFinding {
  refuseSharedFileSystem(home);
  return { name: 'file-system', status: 'ok', message: 'It is on a disk of this machine.' };
}

function syncedFinding(home: string): HealthFinding {
  const [folder] = SYNCED.exec(home) ?? [];
  if (folder === undefined) return { name: 'synced-folder', status: 'ok', message: 'It is in no synced folder.' };
  return {
    name: 'synced-folder',
    status: 'warning',
    message: `It lies in a folder that another program syncs (${folder.replaceAll('/', '')}), which can damage a database.`,
    fix: 'Set CAIRN_HOME to a folder that is not synced, and move the home there.',
  };
}
