import type { JsonObject } from '../../core/json.ts';
import { asNumber, asObject, asString, isJsonObject, objectsIn, textsIn } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { PatternDetail } from '../../core/model/item.ts';
import type { PatternKind } from '../../core/model/kinds.ts';
import { baseName, cutText, oneLine } from '../../core/text/text.ts';
import { missingFileOf } from '../failure/error-fingerprint.ts';
import { type Remedy, remedyFromJson, remedyWords } from '../failure/remedy.ts';
import { nameFiles } from '../observation/observe-file.ts';

const MAX_FIXES = 6;
const MAX_CHECKS = 5;
/** Least share of the turns that changed files after which a usual check was run. */
const USUAL = 0.2;
const TITLE_CHARS = 158;
const LEAST_LINE = 24;
/** Marks that a checker prints before its message. */
const MARKS = /^(?:[\s│┃|>✖✗×●↑↗→↘↓]|\[[A-Z]\])+/u;
/** Where a checker found an error. */
const PLACE = /^\S+\.\w{1,5}:\d+(?::\d+)?:? /;
/** The rule at the end of its message, and the ruler of a checker. */
const RULE_MARK = /\s*\([a-z]\w+\)$|\s*━+$/;
const LINE_CHARS = 120;
const NAME_CHARS = 60;

/** Merges the details of findings, oldest first: the newest value of each field counts, fixes are collected, the last six kept. */
export function moreOf(findings: readonly Finding[]): JsonObject {
  const last = findings.at(-1);
  if (last === undefined) return {};
  const all = Object.assign({}, ...findings.map(({ detail }) => detail)) as JsonObject;
  const { fixes: _, changes: __, checks: ___, ...said } = all;
  const fixes = findings.flatMap(({ detail }) => objectsIn(detail.fixes)).slice(-MAX_FIXES);
  const label = COMPOSED[last.kind]?.(findings) ?? last.label;
  const steps = last.kind === 'workflow' ? { steps: usualChecks(findings).map(({ name }) => name) } : {};
  return { ...said, ...steps, label, ...(fixes.length === 0 ? {} : { fixes }) };
}

/** Labels that count over all findings. */
const COMPOSED: Partial<Record<PatternKind, (findings: readonly Finding[]) => string>> = {
  workflow(findings) {
    const turns = turnsOf(findings);
    const checks = usualChecks(findings).map(({ name, count }) => `${name} (${count})`);
    return `After a change these are run, of ${turns} turns that changed files: ${checks.join(', ')}`;
  },
  architecture(findings) {
    const [one = '', other = ''] = findings[0]?.files ?? [];
    const [ofOne = 0, ofOther = 0] = changesOf(findings);
    const both = findings.reduce((sum, { count }) => sum + count, 0);
    const [seldom, often] = ofOne <= ofOther ? [one, other] : [other, one];
    return `A change of ${seldom} mostly comes with one of ${often}: ${both} of ${Math.min(ofOne, ofOther)} times`;
  },
};

/** The checks that were run after at least a fifth of the turns that changed files, the most frequent first. */
export function usualChecks(findings: readonly Finding[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { detail } of findings) {
    for (const [name, count] of Object.entries(isJsonObject(detail.checks) ? detail.checks : {})) {
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
    }
  }
  const least = USUAL * turnsOf(findings);
  const usual = [...counts].map(([name, count]) => ({ name, count })).filter(({ count }) => count >= least);
  return usual.sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1)).slice(0, MAX_CHECKS);
}

function turnsOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { detail }) => sum + (asNumber(detail.changes) ?? 0), 0);
}

/** How often each of the two files of findings changed. */
export function changesOf(findings: readonly Finding[]): number[] {
  const changes = findings.map(({ detail }) => (Array.isArray(detail.changes) ? detail.changes.map(Number) : [1, 1]));
  return [0, 1].map((side) => changes.reduce((sum, pair) => sum + (pair[side] ?? 1), 0));
}

/** The title of a pattern, one line. */
export function labelOf(pattern: PatternDetail): string {
  const { more = {}, files, key } = pattern;
  const label = asString(more.label) ?? key;
  if (pattern.pattern !== 'error' && pattern.pattern !== 'fix') return label;
  if (pattern.pattern === 'error') return failureOfPattern(pattern);
  const remedied = shortestRemedy(more);
  if (remedied !== undefined) return lessonOf(pattern, remedied);
  const cause = more.lesson === true && isJsonObject(more.cause) ? asString(more.cause.text) : undefined;
  const fixed = howFixed(more, files);
  if (cause === undefined) return `${failureOfPattern(pattern)} → ${fixed}`;
  const name = nameOfFailed(pattern);
  const said = cutText(
    cause.replace(/[\s.!:]+$/, ''),
    Math.max(TITLE_CHARS - name.length - fixed.length - 12, LEAST_LINE),
  );
  return `${name} failed: ${said}; ${fixed}`;
}

/** The remedy of fewest words, of several: a line has room for it. */
function shortestRemedy(more: JsonObject): StoredRemedy | undefined {
  return remediesIn(more)
    .toReversed()
    .sort((one, other) => remedyWords(one.remedy).length - remedyWords(other.remedy).length)[0];
}

/** A remedy with what its fix stores of the failure that it mended. */
interface StoredRemedy {
  remedy: Remedy;
  line: string;
  call: string | undefined;
}

function remediesIn({ fixes }: JsonObject): StoredRemedy[] {
  return objectsIn(fixes).flatMap(({ remedy: stored }) => {
    const remedy = remedyFromJson(stored);
    const { line, call } = asObject(stored);
    return remedy === undefined ? [] : [{ remedy, line: asString(line) ?? '', call: asString(call) }];
  });
}

/** What failed and what to do: "`gh pr diff --stat` fails: unknown flag: --stat; works without `--stat`". */
function lessonOf({ more = {} }: PatternDetail, { remedy, line: printed, call }: StoredRemedy): string {
  const words = remedyWords(remedy);
  if (remedy.how === 'place') return `${baseName(remedy.path)} is not where it was looked for; ${words}`;
  const tests = textsIn(more.tests);
  const named = cutText(call ?? asString(more.command) ?? 'a call', NAME_CHARS);
  const what = asString(more.rule) ?? (tests.length === 1 ? tests[0] : `\`${named}\` fails`) ?? '';
  const line = printed.replace(PLACE, '').replace(MARKS, '').replace(RULE_MARK, '').trim();
  const room = Math.max(TITLE_CHARS - what.length - words.length - 4, LEAST_LINE);
  return `${what}${line === '' ? '' : `: ${cutText(line, room)}`}; ${words}`;
}

/** The test or command that failed, and the error line where the failure has one. */
function failureOfPattern(pattern: PatternDetail): string {
  const { more = {}, key } = pattern;
  const name = nameOfFailed(pattern);
  if (missingFileOf(key) !== undefined) return name;
  if (key.includes(': ?')) return `${name} failed`;
  return `${name}: ${cutText((asString(more.line) ?? '').replace(MARKS, ''), LINE_CHARS)}`;
}

/** The test, command or file that failed. */
function nameOfFailed({ more = {}, key }: PatternDetail): string {
  const missing = missingFileOf(key);
  if (missing !== undefined) return `${missing} is not where it was looked for`;
  const tests = textsIn(more.tests);
  const command = asString(more.command) ?? asString(more.of) ?? 'a call';
  const of = tests.length === 1 ? tests[0] : tests.length > 1 ? `${command} (${tests.length} tests)` : command;
  return cutText(oneLine(of ?? command), NAME_CHARS);
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
    ...remediesOf(pattern),
    asString(more.reason) === undefined ? undefined : `Reason: ${asString(more.reason)}`,
  ];
  return lines.filter((line) => line !== undefined);
}

/** All that mended a failure, with the line that it is about. */
function remediesOf({ pattern, more = {} }: PatternDetail): string[] {
  if (pattern !== 'fix') return [];
  return remediesIn(more).map(({ remedy, line }) => `${line}: ${remedyWords(remedy)}`);
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
