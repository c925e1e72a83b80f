import { diffLines } from 'diff';
import type { FileChange, Hunk } from '../../api/story-answers.ts';
import { safeText } from '../../core/text/safe-text.ts';
import type { Colors } from '../terminal/output.ts';

/** The changed lines of a file, with `+` and `-`, hunk by hunk as a unified diff heads them. */
export function patchLines({ hunks, cut }: FileChange, colors: Colors): string[] {
  const lines = hunks.flatMap((hunk) => [colors.cyan(hunkHead(hunk)), ...hunkLines(hunk, colors)]);
  return cut ? [...lines, colors.dim('the change is longer than this')] : lines;
}

function hunkHead({ line, newLine = line }: Hunk): string {
  return line === undefined ? '@@' : `@@ -${line} +${newLine} @@`;
}

function hunkLines({ before, after }: Hunk, colors: Colors): string[] {
  return diffLines(before, after).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => {
        const text = safeText(line);
        if (added) return colors.green(`+${text}`);
        return removed ? colors.red(`-${text}`) : ` ${text}`;
      }),
  );
}
