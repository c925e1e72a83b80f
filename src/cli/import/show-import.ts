import type { FoundAgent, ImportProgress } from '../../api/answers.ts';
import { sum } from '../../core/sum.ts';
import { day } from '../../core/text/calendar.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import { joined, plain, rows, sortedCounts } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';

/** Upper bound on the projects shown by name per agent. */
const PROJECTS_SHOWN = 3;
/** Upper bound on the types of lines or events shown by name, most frequent first; --json has all. */
const TYPES_SHOWN = 8;

/** Shows what can be imported: sessions, size, dates and projects of each agent. */
export function showFound({ agents = [] }: ImportProgress, { out }: Pick<CliContext, 'out'>): void {
  const { bold, dim } = out.colors;
  for (const found of agents) {
    const days = `${day(found.firstAt)} to ${day(found.lastAt)}`;
    const amounts = [amountOf(found), formatBytes(found.bytes), days, readBefore(found)];
    out.print(`${bold(plain(found.title))}  ${joined(amounts, '  ')}`);
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
  const {
    filesTotal,
    bytesTotal,
    filesKnown = 0,
    lines,
    read,
    added,
    completed,
    duplicates,
    unproven,
    waiting = 0,
    leftOut = {},
  } = result;
  const before = filesKnown === 0 ? '' : `, of which ${formatCount(filesKnown)} were read before`;
  const taken: [string, string][] = [
    ['files', `${formatCount(filesTotal)}, ${formatBytes(bytesTotal)}${before}`],
    ['lines', `${formatCount(lines)}, of which ${formatCount(read)} told something`],
    ['added', `${formatCounted(added, 'event')}${inBrackets(result.byKind)}`],
    ['completed', formatCount(completed)],
    ['known before', formatCount(duplicates)],
    ['skipped', `${formatCounted(lines - read, 'line')}${inBrackets(result.skipped)}`],
  ];
  const left = sum(Object.values(leftOut));
  if (left > 0) taken.push(['left out', `${formatCounted(left, 'event')}${inBrackets(leftOut)}`]);
  out.print(rows(taken, out.colors));
  const doubtful = leftOut['perhaps of a pause'] ?? 0;
  if (doubtful > 0)
    out.say(
      `${formatCounted(doubtful, 'event')} of lines without a time can be of a pause: left out, as the pause asks.`,
    );
  const forgotten = leftOut['forgotten before'] ?? 0;
  if (forgotten > 0)
    out.say(
      `${formatCounted(forgotten, 'event')} ${forgotten === 1 ? 'was' : 'were'} forgotten before, or ${forgotten === 1 ? 'stands' : 'stand'} at the beginning of a session without times that begins as a forgotten one did.`,
    );
  const memories = formatCounted(waiting, 'memory');
  if (waiting > 0 && added + completed > 0)
    out.say(`Found by words now, and by meaning as they are embedded: ${memories}. See: cairn status`);
  if (unproven > 0)
    out.say(
      `${formatCounted(unproven, 'statement')} that ${unproven === 1 ? 'claims' : 'claim'} to be a person's ${unproven === 1 ? 'counts' : 'count'} as an agent's. If they are yours: cairn import --mine PATH`,
    );
  showErrors(result, out);
}

/** Says which files could not be read, and why. */
export function showErrors({ errors }: ImportProgress, out: CliContext['out']): void {
  for (const { path, message } of errors) out.say(`could not read ${plain(path)}: ${plain(message)}`);
}

function inBrackets(counts: Record<string, number>): string {
  const all = sortedCounts(counts);
  const more = all.length > TYPES_SHOWN && formatCounted(all.length - TYPES_SHOWN, 'more type');
  return all.length === 0 ? '' : ` (${joined([...all.slice(0, TYPES_SHOWN), more])})`;
}
