import type { FoundAgent, ImportProgress } from '../../api/answers.ts';
import { day } from '../../core/text/calendar.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain, rows } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';

/** Upper bound on the projects shown by name per agent. */
const PROJECTS_SHOWN = 3;
/** Upper bound on the types of lines or events shown by name, most frequent first; --json has all. */
const TYPES_SHOWN = 8;

/** Shows what can be imported: sessions, size, dates and projects of each agent. */
export function showFound({ agents = [] }: ImportProgress, { out }: Pick<CliContext, 'out'>): void {
  const { bold, dim } = out.colors;
  for (const found of agents) {
    const amounts = [
      amountOf(found),
      formatBytes(found.bytes),
      `${day(found.firstAt)} to ${day(found.lastAt)}`,
      readBefore(found),
    ];
    out.print(`${bold(plain(found.title))}  ${amounts.filter((part) => part !== '').join('  ')}`);
    const projects = projectsOf(found);
    if (projects !== '') out.print(dim(`  ${projects}`));
  }
}

function amountOf({ sessions, files }: FoundAgent): string {
  const more = files > sessions ? ` and ${formatCount(files - sessions)} of subagents` : '';
  return `${formatCounted(sessions, 'session')}${more}`;
}

function readBefore({ files, filesKnown }: FoundAgent): string {
  if (filesKnown === 0) return '';
  return filesKnown === files ? 'all read before' : `${formatCount(filesKnown)} read before`;
}

function projectsOf({ projects, projectsTotal }: FoundAgent): string {
  const shown = projects
    .slice(0, PROJECTS_SHOWN)
    .map(({ name, sessions }) => `${plain(name)} ${formatCount(sessions)}`);
  const more =
    projectsTotal > shown.length ? ` and ${formatCounted(projectsTotal - shown.length, 'more project')}` : '';
  return `${shown.join(', ')}${more}`;
}

/** Shows what an import did. */
export function showImported(result: ImportProgress, { out }: Pick<CliContext, 'out'>): void {
  const { filesTotal, bytesTotal, filesKnown = 0, lines, read, added, completed, duplicates, waiting = 0 } = result;
  const before = filesKnown === 0 ? '' : `, of which ${formatCount(filesKnown)} were read before`;
  const taken: [string, string][] = [
    ['files', `${formatCount(filesTotal)}, ${formatBytes(bytesTotal)}${before}`],
    ['lines', `${formatCount(lines)}, of which ${formatCount(read)} told something`],
    ['added', `${formatCounted(added, 'event')}${inBrackets(result.byKind)}`],
    ['completed', formatCount(completed)],
    ['known before', formatCount(duplicates)],
    ['skipped', `${formatCounted(lines - read, 'line')}${inBrackets(result.skipped)}`],
  ];
  out.print(rows(taken, out.colors));
  if (waiting > 0) {
    out.say(
      `Found by words now, and by meaning as they are embedded: ${formatCounted(waiting, 'memory')}. See: cairn status`,
    );
  }
  showErrors(result, out);
}

function showErrors({ errors }: ImportProgress, out: CliContext['out']): void {
  for (const { path, message } of errors) out.say(`could not read ${plain(path)}: ${plain(message)}`);
}

function inBrackets(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, TYPES_SHOWN).map(([name, value]) => `${plain(name)} ${formatCount(value)}`);
  const more = sorted.length > shown.length ? [formatCounted(sorted.length - shown.length, 'more type')] : [];
  return shown.length === 0 ? '' : ` (${[...shown, ...more].join(', ')})`;
}
