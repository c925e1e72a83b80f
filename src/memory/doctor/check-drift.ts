import type { Agent } from '../../agents/shared/contract.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { formatCount } from '../../core/text/format-count.ts';
import { parseLineCount, weekOf } from '../../ingest/line-counts.ts';
import type { StoredCount } from '../../store/contract/log.ts';

/** Weeks that count as recent: this one and the last. */
const RECENT_WEEKS = 2;
/** Lines below which a share says nothing. */
const MIN_LINES = 50;
/** A share of skipped lines has risen when it is this much higher, and this many times as high, as before. */
const RISE = 0.1;
const RISE_TIMES = 1.25;
const TYPES_SHOWN = 5;

/** Lines of an agent in a stretch of weeks. */
interface Lines {
  read: number;
  skipped: Map<string, number>;
  formats: Set<string>;
}

/**
 * For each agent whose transcripts were read: whether its lines are of the form that they were. A share of skipped lines
 * that rose, or a version of the format that was not seen before, means that the agent may write what Cairn does not know.
 */
export function checkDrift(
  agents: readonly Pick<Agent, 'name' | 'title'>[],
  counts: Readonly<Record<string, StoredCount>>,
  at: number,
): HealthFinding[] {
  const recentFrom = weekOf(at) - RECENT_WEEKS + 1;
  return agents.flatMap(({ name, title }) => {
    const [before, recent] = linesOf(name, counts, recentFrom);
    if (total(recent) === 0) return [];
    return [{ name: `drift:${name}`, ...findingOf(title, before, recent) }];
  });
}

function findingOf(title: string, before: Lines, recent: Lines): Pick<HealthFinding, 'status' | 'message' | 'fix'> {
  const known = before.formats;
  const fresh = known.size === 0 ? [] : [...recent.formats].filter((version) => !known.has(version));
  const told: string[] = [];
  if (fresh.length > 0) {
    told.push(`The format of its transcripts is new: version ${fresh.join(', ')}, before ${[...known].join(', ')}.`);
  }
  const share = `${percent(recent)} of ${formatCount(total(recent))} lines of ${title} since last week gave no event`;
  if (hasRisen(before, recent)) told.push(`${share}, before ${percent(before)}: ${typesOf(before, recent)}.`);
  if (told.length === 0) return { status: 'ok', message: `${share}${past(before)}.` };
  const fix = 'Update Cairn; if it stays, report these types: cairn doctor --json';
  return {
    status: 'warning',
    message: [`${title} may write a form that Cairn does not know.`, ...told].join(' '),
    fix,
  };
}

function hasRisen(before: Lines, recent: Lines): boolean {
  if (total(before) < MIN_LINES || total(recent) < MIN_LINES) return false;
  const [was, is] = [shareOf(before), shareOf(recent)];
  return is - was >= RISE && is >= was * RISE_TIMES;
}

/** The types whose share grew most. */
function typesOf(before: Lines, recent: Lines): string {
  const growth = (type: string, n: number): number =>
    n / total(recent) - (before.skipped.get(type) ?? 0) / total(before);
  const types = [...recent.skipped].toSorted((one, other) => growth(...other) - growth(...one));
  return types
    .slice(0, TYPES_SHOWN)
    .filter(([type, n]) => growth(type, n) > 0)
    .map(([type, n]) => `${type} ${formatCount(n)}${before.skipped.has(type) ? '' : ' (new)'}`)
    .join(', ');
}

function past(before: Lines): string {
  return total(before) < MIN_LINES ? '' : `, before ${percent(before)}`;
}

function percent(lines: Lines): string {
  return `${Math.round(shareOf(lines) * 100)} %`;
}

function shareOf(lines: Lines): number {
  return total(lines) === 0 ? 0 : 1 - lines.read / total(lines);
}

function total({ read, skipped }: Lines): number {
  return [...skipped.values()].reduce((sum, n) => sum + n, read);
}

/** The lines of an agent before a week, and from it on. */
function linesOf(name: string, counts: Readonly<Record<string, StoredCount>>, from: number): [Lines, Lines] {
  const empty = (): Lines => ({ read: 0, skipped: new Map(), formats: new Set() });
  const both: [Lines, Lines] = [empty(), empty()];
  for (const [key, { n }] of Object.entries(counts)) {
    const { agent, week, type, format } = parseLineCount(key);
    if (agent !== name) continue;
    const lines = both[week < from ? 0 : 1];
    if (format !== undefined) lines.formats.add(format);
    else if (type === undefined) lines.read += n;
    else lines.skipped.set(type, (lines.skipped.get(type) ?? 0) + n);
  }
  return both;
}
