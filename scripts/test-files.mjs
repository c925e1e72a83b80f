// Which test files run, and which of them share a process; where they write.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// A start of Node that loads what most test files load takes as long as their tests: so many files share one.
const FILES_A_PROCESS = 24;
// What these test is a process itself: its memory, its signals, its end.
const ALONE = /^test\/(?:torture|platform|bin)\//;
// What a file that shares a process must not do: change or look at what all of it has, or hook into the tests of others.
const OF_PROCESS =
  /process\.env\.\w+ = |delete process\.env|process\.(?:chdir|exit|umask|on|once|setuid|seteuid|getActiveResourcesInfo)\(|process\.(?:pid|report)\b|\btakeIgnored\(|\bmock\.|globalThis|^(?:before|beforeEach|afterEach)\(/m;

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'cairn-';
const DEAD_MS = 3_600_000;

/** The test files below a folder of the repository; without files and folders of the names `except`. */
export function testFiles(root, folder, except = []) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (except.includes(entry.name)) return [];
    if (entry.isDirectory()) return testFiles(root, `${folder}/${entry.name}`);
    return entry.name.endsWith('.test.ts') ? [`${folder}/${entry.name}`] : [];
  });
}

/**
 * Gives the files for `node --test`: those that share a process, at most twenty-four of one folder of `test`, are replaced by
 * a module that imports them one after the other. One that cannot be imported is a failed test, as is each that fails.
 */
export function inBatches(root, files) {
  const folder = join(root, '.cache', 'batches');
  mkdirSync(folder, { recursive: true });
  const alone = files.filter((file) => !mayShare(root, file));
  const rooms = new Map();
  for (const file of files.filter((one) => !alone.includes(one))) {
    const room = file.split('/')[1];
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  const batches = [...rooms].flatMap(([room, all]) =>
    slices(all, FILES_A_PROCESS).map((slice, i) => {
      const path = `.cache/batches/${room}-${i + 1}.mjs`;
      writeFileSync(join(root, path), batchOf(root, slice));
      return path;
    }),
  );
  return [...batches, ...alone];
}

function mayShare(root, file) {
  return file.split('/').length > 2 && !ALONE.test(file) && !OF_PROCESS.test(readFileSync(join(root, file), 'utf8'));
}

function slices(all, size) {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

function batchOf(root, files) {
  const names = files.map((file) => [file, pathToFileURL(join(root, file)).href]);
  return `import { test } from 'node:test';
const FILES = ${JSON.stringify(names)};
for (const [file, url] of FILES) {
  await import(url).catch((error) => test(file, () => Promise.reject(error)));
}
`;
}

/**
 * Runs `work` with a folder for what tests write: in memory where the system has room there, since most of what a test
 * of a database waits for is the disk, else the system's own. It is removed afterwards, with those of runs that were killed.
 */
export async function withScratch(work) {
  const folder = scratchFolder();
  if (folder === undefined) return work({});
  mkdirSync(folder, { recursive: true });
  // As `/tmp`: some tests start programs of another user.
  chmodSync(folder, 0o1777);
  try {
    return await work({ TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scratchFolder() {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return undefined;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES || freemem() < ROOM_BYTES || forbidsPrograms()) return undefined;
  } catch {
    return undefined;
  }
  for (const name of readdirSync(MEMORY))
    if (isOfDeadRun(name)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  return join(MEMORY, `${PREFIX}${process.pid}`);
}

function forbidsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return mounts.some(([, at, , options = '']) => at === MEMORY && options.split(',').includes('noexec'));
}

// Its process is gone, and nothing was made in it for a while: a process of another container is not seen here.
function isOfDeadRun(name) {
  const [, pid] = /^cairn-(\d+)$/.exec(name) ?? [];
  if (pid === undefined || existsSync(`/proc/${pid}`)) return false;
  return Date.now() - statSync(join(MEMORY, name)).mtimeMs > DEAD_MS;
}
