import type { TestContext } from 'node:test';
import { type Step, writeClaudeSession } from '../../bench/support/claude-transcript.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { type FreshHome, type FreshOptions, openFresh } from '../support/fresh-home.ts';

const HOUR_MS = 3_600_000;

/** A memory that took in sessions of Claude Code one after the other, the last one an hour ago. */
export interface ToldSessions extends OpenedMemory {
  at: FreshHome;
  /** The blocks of a session that begins now: of its start, of prompts, about a file. */
  blocks: (of?: { prompts?: readonly string[]; file?: string }) => Promise<string>;
}

/** Writes transcripts as Claude Code keeps them below a fresh home, and imports them. */
export async function tellSessions(
  context: TestContext,
  sessions: (project: string) => readonly (readonly Step[])[],
  options: Partial<FreshOptions> = {},
): Promise<ToldSessions> {
  const opened = openFresh(context, options);
  const { memory, at } = opened;
  const all = sessions(at.project);
  const paths = all.flatMap((steps, n) => {
    const endsAt = Date.now() - (all.length - n) * HOUR_MS;
    return writeClaudeSession(steps, { home: at.userHome, project: at.project, name: `session ${n}`, endsAt }).paths;
  });
  for await (const _progress of memory.import({ paths }));
  await memory.settled();
  return {
    ...opened,
    async blocks({ prompts = [], file } = {}) {
      const asked = [{}, ...prompts.map((prompt) => ({ prompt })), ...(file === undefined ? [] : [{ file }])];
      const told: string[] = [];
      for (const of of asked) told.push((await memory.context({ cwd: at.project, ...of })).text);
      return told.join('\n');
    },
  };
}
