import type { Memory } from '../../src/api/contract.ts';

/** What a test says of one session of `recordSession`. */
export interface WorkedSession {
  id: string;
  /** When it begins, in milliseconds since 1970. */
  at: number;
  /** Words that stand in its prompt, its failing command and its last message. */
  words?: string;
}

const MINUTE = 60_000;

/** Records a session in which a test fails, a file is changed, the test succeeds and a decision is said. */
export async function recordSession(memory: Memory, { id, at, words = '' }: WorkedSession): Promise<void> {
  const turn = (minutes: number) => ({ sessionId: id, at: at + minutes * MINUTE });
  const failing = `npm test ${words}`.trim();
  const output = `FAIL test/cart.test.ts\nTypeError: cannot read properties of undefined (reading 'total') ${words}\n1 failed`;
  const run = (n: number, minutes: number, isFixed: boolean) => ({
    ...turn(minutes),
    kind: 'tool.end' as const,
    tool: 'Bash',
    number: `run ${n}`,
    input: { command: failing },
    output: isFixed ? 'all 12 tests passed' : output,
    success: isFixed,
    exitCode: isFixed ? 0 : 1,
  });
  await memory.record([
    { ...turn(0), kind: 'prompt', text: `Fix the failing test of the cart ${words}`, number: 'p1' },
    run(1, 1, false),
    run(2, 2, false),
    {
      ...turn(3),
      kind: 'tool.end',
      tool: 'Edit',
      number: 'edit 1',
      input: { file_path: 'src/cart.ts', old_string: 'a.total', new_string: 'a?.total' },
      success: true,
    },
    run(3, 4, true),
    { ...turn(5), kind: 'message', text: `We decided to keep prices in integer cents ${words}. All tests pass.` },
    { ...turn(6), kind: 'turn.end' },
  ]);
}
