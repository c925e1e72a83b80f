// derive/failure/remedy: what made a failed call work, in a form that a later session can apply.

import type { JsonObject, JsonValue } from '../../core/json.ts';
import { asObject, asString, textsIn } from '../../core/json.ts';
import { baseName, cutText } from '../../core/text/text.ts';

const CODE_CHARS = 60;
const LEAST_SHARED = 24;
const CALL_CHARS = 90;
const SETTINGS = /\.(?:jsonc?|ya?ml|toml|cfg|ini)$|rc$|\.config\.[cm]?[jt]s$/;

/**
 * What made a failed call work. `call`: other words of the command, after which it works or fails later; `place`: the file lies elsewhere; `step`: commands that had
 * to run first; `change`: a line that became another.
 */
export type Remedy =
  | { how: 'call'; with: string[]; without: string[]; isPart?: true }
  | { how: 'place'; path: string }
  | { how: 'step'; ran: string[] }
  | { how: 'change'; id: string; file: string; from?: string; to: string };

/** True for a file of settings. */
export function isSettings(file: string): boolean {
  return SETTINGS.test(file);
}

/** A remedy as its finding stores it. */
export function remedyToJson(remedy: Remedy): JsonObject {
  return { ...remedy };
}

/** The remedy that a finding stores; `undefined` for anything else. */
export function remedyFromJson(stored: JsonValue | undefined): Remedy | undefined {
  const value = asObject(stored);
  const [id, to, from, file, path] = [value.id, value.to, value.from, value.file, value.path].map(asString);
  if (value.how === 'call') {
    const isPart = value.isPart === true && { isPart: true as const };
    return { how: 'call', with: textsIn(value.with), without: textsIn(value.without), ...isPart };
  }
  if (value.how === 'place' && path !== undefined) return { how: 'place', path };
  if (value.how === 'step') return { how: 'step', ran: textsIn(value.ran) };
  if (value.how !== 'change' || id === undefined || to === undefined || file === undefined) return undefined;
  return { how: 'change', id, file, to, ...(from !== undefined && { from }) };
}

/** What to do, in a few words that follow "fails …;". */
export function remedyWords(remedy: Remedy): string {
  switch (remedy.how) {
    case 'call':
      return callWords(remedy);
    case 'place':
      return `it is ${code(remedy.path, CALL_CHARS)}`;
    case 'step':
      return `works after ${listed(remedy.ran)}`;
    case 'change':
      return changeWords(remedy);
  }
}

/** What a change did, in a few words: "`return err` → `return wrap(err)`". */
export function changeOnly({ from, to }: Extract<Remedy, { how: 'change' }>): string {
  if (from === undefined) return code(to);
  if (to.startsWith(from)) return `${code(to.slice(from.length).trim())} after ${code(from)}`;
  const at = sharedHead(from, to);
  return `${code(`${at === 0 ? '' : '…'}${from.slice(at)}`)} → ${code(`${at === 0 ? '' : '…'}${to.slice(at)}`)}`;
}

function callWords({ with: more, without: less, isPart }: Extract<Remedy, { how: 'call' }>): string {
  const works = isPart ? 'gets further' : 'works';
  if (less.length === 0) return `${works} with ${code(more.join(' '), CALL_CHARS)}`;
  if (more.length === 0) return `${works} without ${code(less.join(' '), CALL_CHARS)}`;
  return `${works} with ${code(more.join(' '), CALL_CHARS)} instead of ${code(less.join(' '), CALL_CHARS)}`;
}

function changeWords(change: Extract<Remedy, { how: 'change' }>): string {
  const isAdded = change.from === undefined || change.to.startsWith(change.from);
  return `mended in ${baseName(change.file)}${isAdded ? ' by' : ':'} ${changeOnly(change)}`;
}

/** Where two lines part, at the beginning of a word; 0 where they share too little to leave it out. */
function sharedHead(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = one.slice(0, at).search(/[\w.$"']*$/);
  return from < LEAST_SHARED ? 0 : from;
}

function listed(commands: readonly string[]): string {
  return commands.map((command) => code(command)).join(', then ');
}

function code(text: string, most = CODE_CHARS): string {
  return `\`${cutText(text, most).replaceAll('`', "'")}\``;
}
