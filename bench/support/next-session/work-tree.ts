import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isOwnBranch } from '../../../src/context/threads/relate-sessions.ts';
import {
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsIn,
  parseJson,
} from '../../../src/core/json.ts';
import { callsIn } from './changed-files.ts';
import type { Point, RecordedSession } from './recorded-sessions.ts';

/** Milliseconds for which what was changed on the main branch lies uncommitted on the disk. */
const CARRIED_MS = 3 * 86_400_000;
const MOVED = /^(?:git )?mv (?:-[a-z]+ )?(\S+) (\S+)$/;
const REMOVED = /^(?:git )?rm (?:-[a-z]+ )*(\S+)$/;
const NAMED = /(?<![\w/.-])(?:[\w.@-]+\/)+[\w.@-]*[\w-]\.[a-z]{1,5}\b/g;
const TEXT_CHARS = 200_000;

/**
 * Lays the developer's own work over a checkout: what the earlier sessions of the branch wrote, edited, moved and removed,
 * as far as the checkout does not hold it; what was changed on the main branch only for three days.
 */
export function layOutWork({ next, before }: Point, project: string): void {
  for (const session of before.toSorted((one, other) => one.firstAt - other.firstAt)) {
    for (const { at, branch, name, input } of claudeCalls(session)) {
      if (at >= next.firstAt) break;
      const isOnDisk = isOwnBranch(branch) ? branch === next.branch : next.firstAt - at < CARRIED_MS;
      if (isOnDisk) redo({ name, input }, { root: session.root, project });
    }
  }
}

/**
 * Makes the files that earlier sessions named, for a project whose repository is not in the set: each holds what the calls
 * that named it, and their outputs, said.
 */
export function layOutNamed({ next, before }: Point, project: string): void {
  const texts = new Map<string, string>();
  for (const session of before) {
    for (const { at, text } of callTexts(session)) {
      if (at >= next.firstAt) break;
      for (const path of new Set(text.replaceAll(`${session.root}/`, '').match(NAMED))) {
        texts.set(path, `${texts.get(path) ?? ''}${text}\n`.slice(-TEXT_CHARS));
      }
    }
  }
  for (const [path, text] of texts) {
    const place = join(project, normalize(path));
    if (place.startsWith(`${project}/`)) write(place, text);
  }
}

interface Call {
  name: string;
  input: JsonObject;
}

function* claudeCalls({ path }: RecordedSession): Generator<Call & { at: number; branch: string }> {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (!line.includes('"tool_use"')) continue;
    const json = asObject(parseJson(line));
    const at = Date.parse(asString(json.timestamp) ?? '');
    const branch = asString(json.gitBranch) ?? '';
    for (const call of callsIn(json)) yield { at, branch, ...call };
  }
}

/** Does again what a call did to the files; what does not fit the checkout, since it is merged or not made there, is left. */
function redo({ name, input }: Call, { root, project }: { root: string; project: string }): void {
  const placeOf = (path: string | undefined): string | undefined => {
    if (path === undefined || (path.startsWith('/') && !path.startsWith(`${root}/`))) return undefined;
    const place = join(project, path.startsWith('/') ? path.slice(root.length + 1) : path);
    return place.startsWith(`${project}/`) ? place : undefined;
  };
  const place = placeOf(asString(input.file_path));
  if (name === 'Write' && place !== undefined && !existsSync(place)) {
    write(place, asString(input.content) ?? '');
  }
  const edits = name === 'Edit' ? [input] : name === 'MultiEdit' ? objectsIn(input.edits) : [];
  for (const { old_string, new_string } of edits) edit(place, asString(old_string), asString(new_string));
  if (name !== 'Bash') return;
  for (const command of (asString(input.command) ?? '').split(/\s*(?:&&|;|\n)\s*/)) {
    const [, from, to] = MOVED.exec(command) ?? [];
    const [source, target] = [placeOf(from), placeOf(to)];
    if (source !== undefined && target !== undefined && isFile(source) && !existsSync(target)) {
      mkdirSync(dirname(target), { recursive: true });
      renameSync(source, target);
    }
    const removed = placeOf(REMOVED.exec(command)?.[1]);
    if (removed !== undefined && isFile(removed)) rmSync(removed);
  }
}

function edit(place: string | undefined, before: string | undefined, after: string | undefined): void {
  if (place === undefined || !before || after === undefined || !isFile(place)) return;
  const text = readFileSync(place, 'utf8');
  if (text.includes(before))
    writeFileSync(
      place,
      text.replace(before, () => after),
    );
}

function* callTexts({ path }: RecordedSession): Generator<{ at: number; text: string }> {
  let at = 0;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const json = asObject(parseJson(line));
    at = Date.parse(asString(json.timestamp) ?? '') || at;
    const called = json.type === 'response_item' ? asObject(json.payload) : asObject(json.data);
    const text = ['arguments', 'input', 'output', 'result'].map((field) => plain(called[field])).join('\n');
    const content = asObject(json.message).content;
    const blocks = objectsIn(content).filter(({ type }) => type === 'tool_use' || type === 'tool_result');
    yield { at, text: text + blocks.map(plain).join('\n') };
  }
}

function plain(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join('\n');
  return isJsonObject(value) ? Object.values(value).map(plain).join('\n') : '';
}

function write(place: string, text: string): void {
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  } catch (error) {
    // A name that was a file once and a folder later cannot be both.
    if (!['ENOTDIR', 'EEXIST', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
