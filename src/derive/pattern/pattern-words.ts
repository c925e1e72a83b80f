import type { JsonObject } from '../../core/json.ts';
import { asString, isJsonObject, objectsIn, textsIn } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { PatternDetail } from '../../core/model/item.ts';
import { baseName, cutText, oneLine } from '../../core/text/text.ts';
import { nameFiles } from '../observation/observe-file.ts';

const MAX_FIXES = 6;
/** Marks that a checker prints before its message. */
const MARKS = /^(?:[\s│┃|>✖✗×●↑↗→↘↓]|\[[A-Z]\])+/u;
const LINE_CHARS = 120;
const NAME_CHARS = 60;

/** Merges the details of findings, oldest first: the newest value of each field counts, fixes are collected, the last six kept. */
export function moreOf(findings: readonly Finding[]): JsonObject {
  const last = findings.at(-1);
  if (last === undefined) return {};
  const all = Object.assign({}, ...findings.map(({ detail }) => detail)) as JsonObject;
  const { fixes: _, changes: __, folders: ___, ...said } = all;
  const fixes = findings.flatMap(({ detail }) => objectsIn(detail.fixes)).slice(-MAX_FIXES);
  return { ...said, label: last.label, ...(fixes.length === 0 ? {} : { fixes }) };
}

/** The title of a pattern, one line. */
export function labelOf(pattern: PatternDetail): string {
  const { more = {}, files, key } = pattern;
  const label = asString(more.label) ?? key;
  if (pattern.pattern !== 'error' && pattern.pattern !== 'fix') return label;
  const failure = failureOfPattern(pattern);
  return pattern.pattern === 'error' ? failure : `${failure} → ${howFixed(more, files)}`;
}

/** The test or command that failed, and the error line where the failure has one. */
function failureOfPattern({ more = {}, key }: PatternDetail): string {
  if (key.startsWith('missing: ')) return `${key.slice('missing: '.length)} is not where it was looked for`;
  const tests = textsIn(more.tests);
  const command = asString(more.command) ?? asString(more.of) ?? 'a call';
  const of = tests.length === 1 ? tests[0] : tests.length > 1 ? `${command} (${tests.length} tests)` : command;
  const name = cutText(oneLine(of ?? command), NAME_CHARS);
  if (key.includes(': ?')) return `${name} failed`;
  return `${name}: ${cutText((asString(more.line) ?? '').replace(MARKS, ''), LINE_CHARS)}`;
}

/** The lines of a pattern's indexed text. */
export function linesOf(pattern: PatternDetail): string[] {
  const { more = {} } = pattern;
  const cause = isJsonObject(more.cause) ? asString(more.cause.text) : undefined;
  const lines = [
    labelOf(pattern),
    textsIn(more.tests).length > 0 ? `Tests: ${textsIn(more.tests).join(', ')}` : undefined,
    pattern.files.length > 0 ? `Files: ${pattern.files.join(', ')}` : undefined,
    cause === undefined ? undefined : `Cause: ${cause}`,
    asString(more.reason) === undefined ? undefined : `Reason: ${asString(more.reason)}`,
  ];
  return lines.filter((line) => line !== undefined);
}

/** How a failure was fixed, from the names of files and commands alone. */
function howFixed(more: JsonObject, files: readonly string[]): string {
  const last = objectsIn(more.fixes).at(-1);
  if (last === undefined) return 'went well later';
  if (last.by === 'place') return `it is ${files[0] ?? 'elsewhere'}`;
  if (last.by === 'edit') return `changed ${nameFiles(files.map(baseName))}`;
  if (last.by === 'command') return `ran ${textsIn(last.commands).slice(0, 3).join(', ')}`;
  return 'went well with another input';
}
