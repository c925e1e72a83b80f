import { asNumber, asObject, asString, type JsonValue } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { editsOf, objectsOf, pathOf, textField } from './tool-input.ts';
import { patchText, toolUseOf } from './tool-use.ts';

/** A stretch of a file before and after a change; `line`, `newLine`: its first line, from 1, where the agent said it. */
export interface ChangedStretch {
  before: string;
  after: string;
  line?: number;
  newLine?: number;
}

/** What a call changed in one file, as its path was given. */
export interface ChangedStretches {
  path: string;
  hunks: ChangedStretch[];
}

const WRITTEN = ['content', 'file_text', 'fileText', 'contents', 'text', 'new_text', 'CodeContent'];
const FILE = /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b\/)?)(.{1,400})$/;
const PLACE = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})/;

/** What a call changed, file by file: as its agent reported it, else as the call asked for it; [] for any other call. */
export function fileChangesOf(body: ToolEnd): ChangedStretches[] {
  const use = toolUseOf(body.tool, body.input);
  const path = pathOf(body.input) ?? '';
  const reported = reportedHunks(body.result);
  if (reported.length > 0 && path !== '') return [{ path, hunks: reported }];
  const patch = patchText(body.input);
  if (patch !== undefined && (use === 'patch' || use === 'shell')) return patchChanges(patch);
  if (use === 'edit') return [{ path, hunks: editsOf(body.input).filter(isChange) }];
  if (use === 'write')
    return [{ path, hunks: [{ before: '', after: textField(body.input, WRITTEN) ?? '', newLine: 1 }] }];
  return [];
}

function isChange({ before, after }: ChangedStretch): boolean {
  return before !== after;
}

/** The hunks of a structured patch, as Claude Code reports them. */
function reportedHunks(result: JsonValue | undefined): ChangedStretch[] {
  return objectsOf(asObject(result).structuredPatch).map(({ lines, oldStart, newStart }) =>
    stretchOf(Array.isArray(lines) ? lines.map((line) => asString(line) ?? '') : [], {
      line: asNumber(oldStart),
      newLine: asNumber(newStart),
    }),
  );
}

/** The changes of a patch in the form of `apply_patch` or of `diff -u`. */
function patchChanges(patch: string): ChangedStretches[] {
  const files: ChangedStretches[] = [];
  let lines: string[] = [];
  let at: { line?: number; newLine?: number } = {};
  const close = (): void => {
    if (lines.some((line) => /^[+-]/.test(line))) files.at(-1)?.hunks.push(stretchOf(lines, at));
    lines = [];
    at = {};
  };
  for (const line of patch.split('\n')) {
    const file = FILE.exec(line)?.[1];
    if (file !== undefined || /^(?:--- |diff --git |@@|\*\*\* )/.test(line)) close();
    if (file !== undefined && file.trim() !== '/dev/null')
      files.push({ path: file.replace(/\t.*$/, '').trim(), hunks: [] });
    const place = PLACE.exec(line);
    if (place !== null) at = { line: Number(place[1]), newLine: Number(place[2]) };
    else if (/^[ +-]/.test(line) && file === undefined && !line.startsWith('--- ')) lines.push(line);
  }
  close();
  return files.filter(({ hunks }) => hunks.length > 0);
}

function stretchOf(
  lines: readonly string[],
  { line, newLine }: { line?: number | undefined; newLine?: number | undefined },
): ChangedStretch {
  const of = (sign: string): string =>
    lines
      .filter((text) => text.startsWith(' ') || text.startsWith(sign))
      .map((text) => text.slice(1))
      .join('\n');
  return {
    before: of('-'),
    after: of('+'),
    ...(line === undefined ? {} : { line }),
    ...(newLine === undefined ? {} : { newLine }),
  };
}
