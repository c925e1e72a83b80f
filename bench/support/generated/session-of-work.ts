import type { CleanEvent, EventBody } from '../../../src/core/model/event.ts';
import { numberedEventId, projectId, sessionId } from '../../../src/core/model/ids.ts';
import { variedText } from './varied-text.ts';

const AGENT = 'claude-code';
const SESSION = 'long';
/** The folder in which the session works, and what its project is known by. */
export const ROOT = '/home/dev/shop';
const BEGAN = Date.UTC(2026, 5, 1, 9);
const STEP_MS = 5_000;
/** Events of one turn. */
const TURN = 20;
const WORDS = variedText(5, 1_000_000);

/** Events of one long session of work, from a place to before another: prompts, words, changes, reads, failures and successes. */
export function workedEvents(from: number, to: number): CleanEvent[] {
  return Array.from({ length: to - from }, (_, i) => eventAt(from + i));
}

function eventAt(number: number): CleanEvent {
  const key = { agent: AGENT, session: SESSION, phase: 'worked', number: String(number) };
  return {
    agent: AGENT,
    agentSession: SESSION,
    session: sessionId(AGENT, SESSION),
    project: projectId(ROOT),
    key: { id: numberedEventId(key) },
    at: BEGAN + number * STEP_MS,
    cwd: ROOT,
    source: 'transcript',
    authority: 2,
    privacy: 1,
    body: bodyAt(number),
  };
}

function bodyAt(number: number): EventBody {
  const file = `${ROOT}/src/part-${number % 7}/file-${number % 43}.ts`;
  const command = `npm test -- part-${number % 7}`;
  switch (number % TURN) {
    case 0:
      return { kind: 'prompt', text: `Please change ${text(number, 200)}.`, origin: 'person' };
    case 1:
    case 11:
      return {
        kind: 'message',
        text: `${text(number, 250)}. We decided that ${text(number + 3, 60)}. Next: ${text(number, 60)}.`,
      };
    case 5:
    case 6:
      return {
        kind: 'tool.end',
        tool: 'Bash',
        input: { command },
        output: `FAIL\nTypeError: ${text(number, 40)}\n${text(number, 600)}`,
        success: false,
        exitCode: 1,
      };
    case 9:
      return {
        kind: 'tool.end',
        tool: 'Bash',
        input: { command },
        output: 'all tests passed',
        success: true,
        exitCode: 0,
      };
    case 2:
    case 4:
    case 7:
    case 8:
    case 13:
    case 16:
      return {
        kind: 'tool.end',
        tool: 'Edit',
        input: { file_path: file, old_string: text(number, 150), new_string: text(number + 1, 200) },
        output: '',
        success: true,
      };
    default:
      return { kind: 'tool.end', tool: 'Read', input: { file_path: file }, output: text(number, 1_500), success: true };
  }
}

function text(seed: number, chars: number): string {
  const start = (seed * 7_919) % (WORDS.length - chars);
  return WORDS.slice(start, start + chars);
}
