import { copyFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { sha256Hex } from '../core/hash.ts';
import { asObject, asString, isJsonObject, parseJson } from '../core/json.ts';
import { ensureFolder, readBytesIfThere, readTextIfThere, syncFolder } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { currentProgram } from '../platform/process/installed-program.ts';
import { removeLeft } from '../platform/process/remove-left.ts';

const DESCRIPTION = 'build.json';
const FILE_BYTES = 256 * 1024 * 1024;
const HASH_CHARS = 8;
/** The names under which a program is copied, and the link to it made. */
const LEFT = /^\.(?:current|\d+\.\d+\.\d+.*-[0-9a-f]{8})-(\d+)$/;

/** A built program: its folder, version, and the SHA-256 of each of its files by relative path. */
export interface BuiltProgram {
  folder: string;
  version: string;
  files: Record<string, string>;
  /** Name of its folder under `app/`: the version and a hash of all files, so that two builds never share a folder. */
  name: string;
}

/** Reads the manifest of a build. Throws `unsupported` when the folder has none, as in a clone that was not built. */
export function readBuiltProgram(folder: string): BuiltProgram {
  const text = readTextIfThere(join(folder, DESCRIPTION));
  const build = parseJson(text ?? '');
  const version = isJsonObject(build) ? asString(build.version) : undefined;
  if (text === undefined || version === undefined || !isJsonObject(build) || !isJsonObject(build.files)) {
    throw new CairnError('unsupported', `${folder} holds no built program to install`, { fix: 'npm run build' });
  }
  const files = build.files as Record<string, string>;
  return { folder, version, files, name: `${version}-${sha256Hex(text).slice(0, HASH_CHARS)}` };
}

/** True when `app/current` is this build. */
export function isInstalled(program: BuiltProgram, paths: HomePaths): boolean {
  if (currentProgram(paths) !== program.name) return false;
  return statSync(join(paths.appCurrent, DESCRIPTION), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Copies a build to `app/<version>-<hash>`, checks every file against the build's own hashes, then switches
 * `app/current` to it atomically. Keeps the previous program and the one that the worker runs; returns the new folder.
 */
export function installProgram(program: BuiltProgram, paths: HomePaths): string {
  const folder = join(paths.app, program.name);
  removeLeft(paths.app, LEFT);
  const before = currentProgram(paths);
  if (statSync(join(folder, DESCRIPTION), { throwIfNoEntry: false }) === undefined) copyProgram(program, folder);
  const link = join(paths.app, `.current-${process.pid}`);
  rmSync(link, { force: true });
  symlinkSync(program.name, link, 'junction');
  renameSync(link, paths.appCurrent);
  syncFolder(paths.app);
  dropOthers(paths.app, [program.name, before, programOfWorker(paths)]);
  return folder;
}

function copyProgram(program: BuiltProgram, folder: string): void {
  const staging = join(dirname(folder), `.${basename(folder)}-${process.pid}`);
  try {
    for (const file of Object.keys(program.files)) copyChecked(program, staging, file);
    copyFileSync(join(program.folder, DESCRIPTION), join(staging, DESCRIPTION));
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function copyChecked(program: BuiltProgram, staging: string, file: string): void {
  const target = join(staging, file);
  ensureFolder(dirname(target));
  copyFileSync(join(program.folder, file), target);
  const bytes = readBytesIfThere(target, FILE_BYTES);
  if (bytes !== undefined && sha256Hex(bytes) === program.files[file]) return;
  throw new CairnError('damaged', `${join(program.folder, file)} is not what the build made`, {
    fix: 'Install Cairn again, or in a clone: npm run build',
  });
}

/** The name of the program that the worker runs: it loads files of it for as long as it lives. */
function programOfWorker({ state }: HomePaths): string | undefined {
  return asString(asObject(parseJson(readTextIfThere(state) ?? '')).program);
}

/** Removes older programs. The previous one stays, since the server of an agent's session may still run it. */
function dropOthers(app: string, kept: readonly (string | undefined)[]): void {
  for (const entry of readdirSync(app, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.') || kept.includes(entry.name)) continue;
    try {
      rmSync(join(app, entry.name), { recursive: true, force: true });
    } catch (error) {
      ignore(error, 'old program could not be removed');
    }
  }
}
