import type { Entry, ListResult } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { joined, pageWidth, plain } from '../render/show.ts';
import { sessionColumns } from '../render/show-places.ts';
import { sessionPage } from '../render/show-session.ts';
import { storyLines } from '../render/show-story.ts';
import type { Shown } from '../terminal/output.ts';
import { projectNames } from '../terminal/project-names.ts';
import { type BrowserScope, sessionsAsked } from './asked.ts';
import type { View } from './view.ts';

/** Steps on a page of a story. */
const STEPS = 50;

/** What the list of sessions is built from. `first`: the answer to `sessionsAsked`, asked for before all else was loaded. */
export interface SessionViewDeps {
  memory: Memory;
  asked: BrowserScope;
  out: Shown;
  first: Promise<ListResult>;
  /** Collects the agents that are seen. */
  agents: Set<string>;
}

/** Sessions, newest first; their pages are the summary and then the story, step by step. */
export function createSessionView({ memory, asked, out, first, agents }: SessionViewDeps): View<Entry> {
  let early: Promise<ListResult> | undefined = first;
  let names: ReadonlyMap<string, string> | undefined;
  return {
    title: 'Sessions',
    short: 'Sessions',
    hints: 'enter open  / search  r resume  a all projects',
    narrows: ['agent', 'outcome'],
    async *read(cursor, signal) {
      const input = { ...sessionsAsked(asked), ...omitUndefined({ cursor }) };
      const answer = early ?? memory.list(input, { signal });
      early = undefined;
      const { entries, nextCursor } = await answer;
      for (const { agent } of entries) if (agent !== undefined) agents.add(agent);
      if (asked.everywhere) names ??= await projectNames(memory, signal);
      yield { rows: entries, next: nextCursor };
    },
    columns: (rows) => [
      { title: 'when', cell: ({ at }) => out.when(at) },
      ...sessionColumns(rows, { projects: asked.everywhere ? names : undefined, colors: out.colors }),
    ],
    brief: (entry) => briefOf(entry, out),
    async more({ id }, width, signal) {
      return sessionPage(await memory.session(id, { signal }), { ...out, columns: width });
    },
    page: ({ id }, width, signal) => sessionParts(memory, id, { out: { ...out, columns: width }, signal }),
    empty: () =>
      asked.everywhere
        ? 'There are no such sessions yet. Past sessions of your agents: cairn import'
        : 'There are no such sessions of this project yet. All projects: a. Past sessions of your agents: cairn import',
  };
}

/** The page of a session in parts: its summary, how it is resumed, and its story from the first step on. */
export async function* sessionParts(
  memory: Memory,
  id: string,
  { out, signal }: { out: Shown; signal: AbortSignal },
): AsyncIterable<string> {
  yield sessionPage(await memory.session(id, { signal }), out);
  let cursor: string | undefined;
  do {
    const { nextCursor, ...part } = await memory.story({ id, limit: STEPS, ...omitUndefined({ cursor }) }, { signal });
    const head = cursor === undefined && `\n${out.colors.bold('Step by step')}`;
    yield joined([head, ...storyLines(part, { width: pageWidth(out.columns) }, out)], '\n');
    cursor = nextCursor;
  } while (cursor !== undefined);
}

function briefOf({ id, at, agent = '', title, session }: Entry, { colors, when }: Shown): string {
  const figures = session && [
    formatCounted(session.prompts, 'prompt'),
    formatCounted(session.commands, 'command'),
    session.failures > 0 && formatCounted(session.failures, 'failure'),
    session.commits > 0 && formatCounted(session.commits, 'commit'),
    session.files > 0 && `${formatCounted(session.files, 'file')} +${session.added} -${session.removed}`,
  ];
  const facts = [colors.cyan(id), plain(agent), when(at), plain(session?.branch ?? '')];
  return joined([colors.bold(plain(title)), joined(facts, colors.dim(' · ')), figures && joined(figures)], '\n');
}
