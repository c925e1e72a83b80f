import { asString, objectsIn, textsIn } from '../core/json.ts';
import type { ItemOf } from '../core/model/item.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import { baseName } from '../core/text/text.ts';
import { isInformative } from '../derive/failure/error-fingerprint.ts';
import { nameOf, PROGRAM } from '../retrieval/validity/trust.ts';
import type { Store } from '../store/contract/store.ts';
import { type BlockRequest, isUsable } from './lines/block-request.ts';
import { type ContextLine, dateOf, factLine } from './lines/context-line.ts';

type PatternItem = ItemOf<'pattern'>;

const LOOKED_AT = 100;
const MAX_FIXES = 3;
const MAX_WORKFLOWS = 2;
const MAX_FILES = 4;
const WORTH = { fix: 34, workflow: 30 } as const;
/** Age up to which a fix is shown at a start; an older one is shown when its error comes back. */
const RECENT_MS = 60 * DAY_MS;

/** Lines for the recurring patterns of a project at a start: errors that came back with their fixes, workflows. */
export async function patternLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  if (request.project === undefined) return [];
  const listed = await store.items.list({ kinds: ['pattern'], project: request.project }, { limit: LOOKED_AT });
  const patterns = listed
    .filter((item) => item.kind === 'pattern')
    .filter((item) => isUsable(item, request) && isRecent(item, request));
  const counts = new Map(
    patterns.filter(isError).map(({ detail }) => [detail.pattern?.key, detail.pattern?.count ?? 0]),
  );
  const fixes = patterns.flatMap((item) => fixLine(item, counts.get(item.detail.pattern?.key) ?? 0));
  const workflows = withoutParts(patterns).flatMap(workflowLine);
  return [...fixes.slice(0, MAX_FIXES), ...workflows.slice(0, MAX_WORKFLOWS)];
}

function isRecent({ detail }: PatternItem, { now }: BlockRequest): boolean {
  return detail.pattern !== undefined && detail.pattern.lastAt >= now - RECENT_MS;
}

function isError({ detail }: PatternItem): boolean {
  return detail.pattern?.pattern === 'error';
}

/** A recurring error and its fix, in names of commands and files only. */
function fixLine(item: PatternItem, seen: number): ContextLine[] {
  const { pattern } = item.detail;
  if (pattern?.pattern !== 'fix' || !isInformative(pattern.key)) return [];
  const times = Math.max(seen, pattern.count);
  const how = howFixed(item);
  if (times < 2 || how === undefined) return [];
  const text = `Error of ${commandOf(item)} seen ${times} times, last ${dateOf(pattern.lastAt)}; ${how}`;
  return [factLine(item, { section: 'patterns', worth: WORTH.fix, text })];
}

function howFixed(item: PatternItem): string | undefined {
  const { more = {}, files = [] } = item.detail.pattern ?? {};
  const last = objectsIn(more.fixes).at(-1);
  const commands = textsIn(last?.commands).filter((command) => PROGRAM.test(command));
  if (last?.by === 'edit' && files.length > 0)
    return `fixed by changing ${files.slice(0, MAX_FILES).map(shortName).join(', ')}`;
  if (last?.by === 'command' && commands.length > 0)
    return `went well after ${commands.slice(0, MAX_FILES).join(', ')}`;
  return undefined;
}

function workflowLine(item: PatternItem): ContextLine[] {
  const steps = stepsOf(item);
  const count = item.detail.pattern?.count ?? 0;
  if (steps.length === 0 || !steps.every((step) => PROGRAM.test(step))) return [];
  const text = `Commands often run after each other here: ${steps.join(', ')} (${count} times)`;
  return [factLine(item, { section: 'patterns', worth: WORTH.workflow, text })];
}

/** Workflows, most frequent first, without those that are part of a longer one of the same frequency. */
function withoutParts(patterns: readonly PatternItem[]): PatternItem[] {
  const workflows = patterns.filter(({ detail }) => detail.pattern?.pattern === 'workflow');
  const count = ({ detail }: PatternItem): number => detail.pattern?.count ?? 0;
  const whole = workflows.filter((item) => {
    const steps = stepsOf(item).join('\n');
    return !workflows.some(
      (other) => other !== item && count(other) >= count(item) && stepsOf(other).join('\n').includes(steps),
    );
  });
  return whole.sort((one, other) => count(other) - count(one) || (one.id < other.id ? -1 : 1));
}

function stepsOf({ detail }: PatternItem): string[] {
  return textsIn(detail.pattern?.more?.steps);
}

function commandOf({ detail }: PatternItem): string {
  const command = asString(detail.pattern?.more?.command);
  return command !== undefined && PROGRAM.test(command) ? command : 'a call';
}

function shortName(path: string): string {
  return nameOf(baseName(path));
}
