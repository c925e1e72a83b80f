import type { JsonValue } from '../../core/json.ts';
import { isJsonObject, parseJson } from '../../core/json.ts';
import { isCutByAgent } from './cut-marks.ts';
import {
  type AskedNames,
  type CutTextOptions,
  cutText,
  EXCLUDED_MARK,
  isExcludedKey,
  isExcludedName,
} from './cut-text.ts';
import { mapped, mappedList } from './map-texts.ts';

const DEPTH_MAX = 100;
/** A text within a structured answer. */
const QUOTED = /"((?:[^"\\\n]|\\.)*)"/g;
/** Fields that say of which form an answer is. */
const FORM = /^(?:type|kind|mode|status)$/;

/** What is left of an answer, and what was left out of it as a whole. */
export interface ResultCut {
  value: JsonValue;
  hidden: ReadonlySet<string>;
}

/**
 * A structured answer without what it tells of excluded files: an object that names one keeps the name alone, where its texts do
 * not say themselves which part is of which file. The same value where nothing is left out. Linear.
 */
export function cutResult(value: JsonValue, options: CutTextOptions): ResultCut {
  const hidden = new Set<string>();
  return { value: cut(value, { options, hidden }, 0), hidden };
}

/** The same of an output, which may be a structured answer as text, as a whole or line by line. */
export function cutOutput(text: string, options: CutTextOptions): string {
  if (options.only !== undefined || !options.names.mayBeIn(text)) return cutText(text, options);
  if (/^\s*[[{]/.test(text)) {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null) {
      const left = cutResult(value, options).value;
      return left === value ? text : JSON.stringify(left);
    }
    // Nobody knows what is of which name in an answer that was cut.
    if (isCutByAgent(text) && [...text.matchAll(QUOTED)].some(([, name]) => isName(`${name}`, options.names)))
      return EXCLUDED_MARK;
    const lines = text.split('\n');
    const left = lines.map((line) =>
      line.startsWith('{') && options.names.mayBeIn(line) ? cutLine(line, options) : line,
    );
    if (left.some((line, i) => line !== lines[i])) return cutText(left.join('\n'), options);
  }
  return cutText(text, options);
}

function cutLine(line: string, options: CutTextOptions): string {
  const value = parseJson(line);
  if (!isJsonObject(value)) return line;
  const left = cutResult(value, options).value;
  return left === value ? line : JSON.stringify(left);
}

interface Cutting {
  options: CutTextOptions;
  hidden: Set<string>;
}

function cut(value: JsonValue, cutting: Cutting, depth: number): JsonValue {
  if (depth > DEPTH_MAX) return EXCLUDED_MARK;
  if (typeof value === 'string') return cutOutput(value, cutting.options);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mappedList(value, (one) => cut(one, cutting, depth + 1));
  const { names, only } = cutting.options;
  const isNamed = Object.values(value).some((one) => namesOne(one, names));
  return mapped(value, (one, key) =>
    only === undefined && ((isNamed && !FORM.test(key)) || isExcludedKey(key, names))
      ? hide(one, cutting, depth + 1)
      : cut(one, cutting, depth + 1),
  );
}

/** The names in a value, with a mark for each other text, but for one that says which part is of which file. */
function hide(value: JsonValue, cutting: Cutting, depth: number): JsonValue {
  const { names } = cutting.options;
  if (typeof value === 'string') {
    if (value === '' || isName(value, names)) return value;
    const left = cutText(value, { ...cutting.options, isSearch: true });
    if (left !== value) return left;
    cutting.hidden.add(value);
    return EXCLUDED_MARK;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return EXCLUDED_MARK;
  if (Array.isArray(value)) {
    // A list of names, of which one is excluded.
    if (value.some((one) => isName(one, names)) && value.every((one) => typeof one === 'string')) return value;
    return value.map((one) => hide(one, cutting, depth + 1));
  }
  return mapped(value, (one) => hide(one, cutting, depth + 1));
}

/** True for a name, for a list of which one is a name, and for one in an object of its own, as `rg --json` writes it. */
function namesOne(value: JsonValue, names: AskedNames): boolean {
  if (Array.isArray(value)) return value.some((one) => isName(one, names));
  return isName(value, names) || (isJsonObject(value) && isName(value.text ?? null, names));
}

function isName(value: JsonValue, names: AskedNames): value is string {
  return typeof value === 'string' && isExcludedName(value, names);
}
