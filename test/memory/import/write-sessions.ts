import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FreshHome } from '../../support/fresh-home.ts';

/** A made-up session of Claude Code: in which project, how many turns, and when it was active last. */
export interface MadeSession {
  name: string;
  folder: string;
  turns: number;
  /** Days before the first of November 2026. */
  daysAgo: number;
}

const LAST_DAY = Date.UTC(2026, 10, 1);
const DAY_MS = 86_400_000;

/** Writes a session where Claude Code keeps it; each turn is a prompt, a command with its output and an answer. */
export function writeSession({ userHome }: Pick<FreshHome, 'userHome'>, made: MadeSession): string {
  const { name, folder, turns, daysAgo } = made;
  const path = join(userHome, '.claude/projects', folder.replaceAll('/', '-'), `${name}.jsonl`);
  const start = LAST_DAY - daysAgo * DAY_MS;
  const lines = Array.from({ length: turns }, (_, turn) => linesOfTurn(made, turn, start + turn * 60_000)).flat();
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const end = (start + turns * 60_000) / 1_000;
  utimesSync(path, end, end);
  return path;
}

function linesOfTurn({ name, folder }: MadeSession, turn: number, at: number): unknown[] {
  const line = (part: number, fields: object): object => ({
    uuid: `${name}-${turn}-${part}`,
    sessionId: name,
    cwd: folder,
    version: '2.1.0',
    timestamp: new Date(at + part * 1_000).toISOString(),
    ...fields,
  });
  const said = `The ${name} of turn ${turn} keeps its prices in cents, since rounding lost some of them before.`;
  const tool = {
    type: 'tool_use',
    id: `toolu_${name}_${turn}`,
    name: 'Bash',
    input: { command: `npm test -- ${name} ${turn}` },
  };
  const assistant = (id: string, content: unknown) => ({
    type: 'assistant',
    message: { id, role: 'assistant', content: [content] },
  });
  const result = { type: 'tool_result', tool_use_id: tool.id, content: `${said}\n${`line of ${name} `.repeat(80)}` };
  return [
    line(0, {
      type: 'user',
      promptId: `${name}-${turn}`,
      message: { role: 'user', content: `Fix turn ${turn} of ${name}` },
    }),
    line(1, assistant(`msg_${name}_${turn}_a`, tool)),
    line(2, { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: { stdout: result.content } }),
    line(3, assistant(`msg_${name}_${turn}_b`, { type: 'text', text: said })),
  ];
}
