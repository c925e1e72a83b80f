import type { SetupPlan } from '../../setup/setup.ts';
import type { CliContext } from '../terminal/command.ts';
import type { Colors, Output } from '../terminal/output.ts';

/** Changes to agents' files, as set-up plans them. */
type PlannedChanges = SetupPlan['agents'][number]['changes'];

/** Prints the changes as unified diffs to stdout, and the reason for each to stderr. */
export async function showChanges(changes: PlannedChanges, { out }: CliContext): Promise<void> {
  const { fileDiff } = await import('../../setup/file-diff.ts');
  for (const change of changes) {
    out.say(change.why);
    out.print(colorDiff(fileDiff(change).trimEnd(), out.colors));
    out.say('');
  }
}

/** The changes as unified diffs, each below its reason. */
export async function changesText(changes: PlannedChanges, { colors }: Pick<Output, 'colors'>): Promise<string> {
  const { fileDiff } = await import('../../setup/file-diff.ts');
  return changes.map((change) => `${change.why}\n${colorDiff(fileDiff(change).trimEnd(), colors)}`).join('\n\n');
}

function colorDiff(diff: string, colors: Colors): string {
  return diff
    .split('\n')
    .map((line) => colorLine(line, colors))
    .join('\n');
}

function colorLine(line: string, colors: Colors): string {
  if (/^(?:---|\+\+\+) /.test(line)) return colors.bold(line);
  if (line.startsWith('+')) return colors.green(line);
  if (line.startsWith('-')) return colors.red(line);
  return line.startsWith('@@') ? colors.cyan(line) : line;
}
