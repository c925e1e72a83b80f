import type { Memory } from '../../../src/api/contract.ts';

const HOUR_MS = 3_600_000;

/** When the work began, in milliseconds since 1970. */
export const WORK_AT = Date.UTC(2026, 2, 2, 9);

/** Ids and places of what `rememberWork` left in a memory. */
export interface Work {
  /** The session of each of the two days, by its public id. */
  sessions: [string, string];
  project: string;
  /** The id of the decision whose `ref` is `money`. */
  decision: string;
}

/** Fills a memory with two days of work on one project, and a decision. */
export async function rememberWork(memory: Memory): Promise<Work> {
  const at = (hours: number) => WORK_AT + hours * HOUR_MS;
  const on = (sessionId: string, number: string, hours: number) => ({
    agent: 'claude-code',
    sessionId,
    number,
    at: at(hours),
  });
  const edit = { kind: 'tool.end', tool: 'Edit', output: 'ok' };
  const command = { kind: 'tool.end', tool: 'Bash' };
  await memory.record([
    { kind: 'session.start', ...on('monday', 'm0', 0) },
    { kind: 'prompt', text: 'The checkout rounds totals wrongly. Find out why.', ...on('monday', 'm1', 0.1) },
    {
      ...command,
      input: { command: 'npm test' },
      output: 'FAIL test/totals.test.ts\nError: `sum` lost a cent',
      success: false,
      exitCode: 1,
      ...on('monday', 'm2', 0.2),
    },
    {
      ...edit,
      input: { file_path: 'src/totals.ts', old_string: 'Math.round(sum)', new_string: 'sum' },
      ...on('monday', 'm3', 0.3),
    },
    { ...command, input: { command: 'npm test' }, output: 'ok 12', exitCode: 0, ...on('monday', 'm4', 0.4) },
    {
      kind: 'message',
      text: 'The totals are integer cents now; nothing is rounded any more.',
      ...on('monday', 'm5', 0.5),
    },
    { kind: 'turn.end', ...on('monday', 'm6', 0.6) },
    { kind: 'prompt', text: 'Write the refund endpoint next.', ...on('tuesday', 't1', 24) },
    { ...edit, input: { file_path: 'src/refunds.ts', old_string: 'a', new_string: 'b' }, ...on('tuesday', 't2', 24.1) },
    { kind: 'message', text: 'The refund endpoint answers with the totals in cents.', ...on('tuesday', 't3', 24.2) },
    { kind: 'turn.end', ...on('tuesday', 't4', 24.3) },
  ]);
  const { id } = await memory.remember({
    text: 'We keep money as integer cents, never as floating point.',
    kind: 'decision',
    ref: 'money',
    reason: 'Rounding lost a cent.',
    concepts: ['money'],
    at: at(1),
  });
  await memory.settled();
  const sessions = new Map<string, string>();
  let project = '';
  for await (const event of memory.events({ follow: false })) {
    if (event.agent === 'claude-code') sessions.set(event.at.slice(8, 10), event.sessionId);
    project = event.project ?? project;
  }
  return { sessions: [sessions.get('02') ?? '', sessions.get('03') ?? ''], project, decision: id };
}
