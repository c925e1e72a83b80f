// What the rules of `test/tidy.test.ts` and `test/architecture.test.ts` share: parsed sources, violations, exceptions.
// The rules are pure functions over files, so that a test can hand them a file that breaks one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** A file of the repository: `path` from its root with `/`, `text` as UTF-8. */
export interface TextFile {
  path: string;
  text: string;
}

/** A parsed TypeScript file. */
export interface SourceFile extends TextFile {
  program: ReturnType<typeof parseSync>['program'];
  comments: readonly Comment[];
}

/** A comment; `start` and `end` are offsets in UTF-16 units, `value` is without its marks. */
export interface Comment {
  type: 'Line' | 'Block';
  value: string;
  start: number;
  end: number;
}

/** A rule broken at a place. */
export interface Violation {
  rule: string;
  path: string;
  line: number;
  message: string;
}

/** A violation that stays, and why. */
export interface Exception {
  rule: string;
  path: string;
  reason: string;
}

/** Callbacks by kind of syntax node. */
export type Visitors = ConstructorParameters<typeof Visitor>[0];

/** The text files that git tracks or would add, without those that are deleted. */
export function repositoryFiles(root: string): TextFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  const paths = [...new Set(listed)].filter((path) => path !== '').sort();
  const files = paths.map((path) => ({ path, text: readText(join(root, path)) }));
  return files.filter((file): file is TextFile => file.text !== undefined && !file.text.includes('\0'));
}

/** Parses a TypeScript file; throws when it is not one. */
export function parseSource(file: TextFile): SourceFile {
  const { program, comments, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  return { ...file, program, comments };
}

/** Calls `visitors` for the nodes of a file. */
export function visit(file: SourceFile, visitors: Visitors): void {
  new Visitor(visitors).visit(file.program);
}

/** The line of an offset, from 1. */
export function lineAt(file: TextFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length;
}

/** Number of lines of a text. */
export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Takes out what the exceptions name; `stale` are the exceptions that name nothing. */
export function withoutExceptions(
  violations: readonly Violation[],
  exceptions: readonly Exception[],
): { remaining: Violation[]; stale: Exception[] } {
  const covers = (exception: Exception, { rule, path }: Violation): boolean =>
    exception.rule === rule && exception.path === path;
  return {
    remaining: violations.filter((violation) => !exceptions.some((exception) => covers(exception, violation))),
    stale: exceptions.filter((exception) => !violations.some((violation) => covers(exception, violation))),
  };
}

/** Violations as text, one a line, in the order of files. */
export function describeViolations(violations: readonly Violation[]): string {
  const lines = violations.map(({ rule, path, line, message }) => `${path}:${line} ${rule}: ${message}`);
  return `\n${lines.sort().join('\n')}\n`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
