import type { FoundAgent, ImportProgress } from '../../api/answers.ts';
import { bytes, count, counted } from '../../core/text/amounts.ts';
import { day } from '../../core/text/minute.ts';
import { plain, rows } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';

/** Projects of an agent that are shown by name. */
const PROJECTS_SHOWN = 3;
/** Types of lines or events that are shown by name, the most common ones; --json has all. */
const TYPES_SHOWN = 8;

/** Shows what there is to import: sessions, size, dates and projects of each agent. */
export function showFound({ agents = [] }: ImportProgress, { out }: Pick<CliContext, 'out'>): void {
  const { bold, dim } = out.colors;
  for (const found of agents) {
    const amounts = [
      amountOf(found),
      bytes(found.bytes),
      `${day(found.firstAt)} to ${day(found.lastAt)}`,
      readBefore(found),
    ];
    out.print(`${bold(plain(found.title))}  ${amounts.filter((part) => part !== '').join('  ')}`);
    const projects = projectsOf(found);
    if (projects !== '') out.print(dim(`  ${projects}`));
  }
}

function amountOf({ sessions, files }: FoundAgent): string {
  const more = files > sessions ? ` and ${count(files - sessions)} of subagents` : '';
  return `${counted(sessions, 'session')}${more}`;
}

function readBefore({ files, filesKnown }: FoundAgent): string {
  if (filesKnown === 0) return '';
  return filesKnown === files ? 'all read before' : `${count(filesKnown)} read before`;
}

function projectsOf({ projects, projectsTotal }: FoundAgent): string {
  const shown = projects.slice(0, PROJECTS_SHOWN).map(({ name, sessions }) => `${plain(name)} ${count(sessions)}`);
  const more = projectsTotal > shown.length ? ` and ${counted(projectsTotal - shown.length, 'more project')}` : '';
  return `${shown.join(', ')}${more}`;
}

/** Shows what an import did. */
export function showImported(result: ImportProgress, { out }: Pick<CliContext, 'out'>): void {
  const { filesTotal, bytesTotal, filesKnown = 0, lines, read, added, completed, duplicates, waiting = 0 } = result;
  const before = filesKnown === 0 ? '' : `, of which ${count(filesKnown)} were read before`;
  const taken: [string, string][] = [
    ['files', `${count(filesTotal)}, ${bytes(bytesTotal)}${before}`],
    ['lines', `${count(lines)}, of which ${count(read)} told something`],
    ['added', `${counted(added, 'event')}${inBrackets(result.byKind)}`],
    ['completed', count(completed)],
    ['known before', count(duplicates)],
    ['skipped', `${counted(lines - read, 'line')}${inBrackets(result.skipped)}`],
  ];
  out.print(rows(taken, out.colors));
  if (waiting > 0) {
    out.say(
      `Found by words now, and by meaning as they are embedded: ${counted(waiting, 'memory')}. See: cairn status`,
    );
  }
  showErrors(result, out);
}

function showErrors({ errors }: ImportProgress, out: CliContext['out']): void {
  for (const { path, message } of errors) out.say(`could not read ${plain(path)}: ${plain(message)}`);
}

function inBrackets(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, TYPES_SHOWN).map(([name, value]) => `${plain(name)} ${count(value)}`);
  const more = sorted.length > shown.length ? [counted(sorted.length - shown.length, 'more type')] : [];
  return shown.length === 0 ? '' : ` (${[...shown, ...more].join(', ')})`;
}
