import type { Entry, ResumeResult } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import * as LIMITS from '../../core/limits.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { joined, type Part, plain, rows } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { type BrowserScope, projectOf } from './asked.ts';

/** A day at a glance; every list is bounded, and `more` says that there are more sessions. */
interface Today {
  sessions: Entry[];
  more: boolean;
  last: Entry | null;
  /** What the work left open, in one sentence. */
  open: string | null;
  proposed: number;
  /** The block that the next session reads. */
  next: { lines: number; tokens: number };
}

/** Prints today in five lines: sessions, the last one, what is open, what waits for a person, the block of the next session. */
export async function showToday(memory: Memory, asked: BrowserScope, { io, out }: CliContext): Promise<number> {
  const today = await readToday(memory, asked, { since: new Date(io.now()).setHours(0, 0, 0, 0), signal: io.signal });
  out.result(today, ({ last, open, proposed, next }) => {
    const lines: [string, Part][] = [
      ['today', `${sessionsLine(today)}${asked.everywhere ? '' : '; for all projects: cairn -a'}`],
      ['last', last === null ? 'none yet; past sessions: cairn import' : lastLine(last, out.when)],
      ['open', open === null ? 'nothing' : plain(open)],
      [
        'review',
        proposed === 0 ? 'nothing waits' : `${formatCounted(proposed, 'proposal')} for you to judge: cairn review`,
      ],
      [
        'next',
        `a session here is told ${formatCounted(next.lines, 'line')}, ${formatCounted(next.tokens, 'token')}: cairn context`,
      ],
    ];
    out.print(rows(lines, out.colors));
  });
  return EXIT.ok;
}

async function readToday(
  memory: Memory,
  asked: BrowserScope,
  { since, signal }: { since: number; signal: AbortSignal },
): Promise<Today> {
  const project = projectOf(asked);
  const listed = { project, limit: LIMITS.hitsMax };
  const [newest, day, proposals, context, state] = await Promise.all([
    memory.list({ kinds: ['session'], project, limit: 1 }, { signal }),
    memory.list({ kinds: ['session'], since, ...listed }, { signal }),
    memory.list({ kinds: ['knowledge'], status: 'proposed', ...listed }, { signal }),
    memory.context({ cwd: asked.here }, { signal }),
    memory.resume({ project }, { signal }),
  ]);
  return {
    sessions: day.entries,
    more: day.nextCursor !== undefined,
    last: newest.entries[0] ?? null,
    open: openOf(state),
    proposed: proposals.entries.length,
    next: { lines: context.items.length, tokens: context.tokens },
  };
}

function openOf({ state }: ResumeResult): string | null {
  const [failing] = state?.failing ?? [];
  const [open] = [...(state?.open ?? []), ...(state?.questions ?? []), ...(state?.nextSteps ?? [])];
  return open?.text ?? (failing === undefined ? null : `failing: ${failing.command}`);
}

function sessionsLine({ sessions, more }: Today): string {
  const sum = (of: 'commits' | 'failures'): number =>
    sessions.reduce((total, { session }) => total + (session?.[of] ?? 0), 0);
  const some = (count: number, name: string): Part => count > 0 && formatCounted(count, name);
  return joined([
    more ? `${formatCount(sessions.length)} sessions and more` : formatCounted(sessions.length, 'session'),
    some(sum('commits'), 'commit'),
    some(sum('failures'), 'failure'),
  ]);
}

function lastLine({ id, at, title }: Entry, when: (at: string) => string): string {
  return joined([when(at), plain(title), id], '  ');
}
