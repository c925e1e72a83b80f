import { closeSync, createWriteStream, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { createRandom, variedText } from './varied-text.ts';

/** A transcript of one agent that is written for a bench. */
export interface BigTranscript {
  agent: string;
  /** What form it has. */
  form: string;
  /** Writes about `bytes` bytes of it (before packing) into a folder; returns its path. */
  write(folder: string, bytes: number): Promise<string> | string;
}

const CWD = '/home/dev/shop';
const BEGAN = Date.UTC(2026, 5, 1, 9);
const STEP_MS = 20_000;
/** Calls between two prompts. */
const CALLS = 12;

/** A call of a generated session, with what was asked and said around it. */
interface Step {
  index: number;
  at: number;
  prompt?: string;
  said: string;
  command: string;
  output: string;
}

/** Steps of a session without end: each about 9 kB, no text twice. */
function* stepsOf(seed: number): Generator<Step> {
  const random = createRandom(seed);
  const words = variedText(seed, 4_000_000);
  const text = (chars: number): string => {
    const start = Math.floor(random() * (words.length - chars));
    return words.slice(start, start + chars);
  };
  for (let index = 0; ; index += 1) {
    yield {
      index,
      at: BEGAN + index * STEP_MS,
      ...(index % CALLS === 0 ? { prompt: `${text(300)} ${index}` } : {}),
      said: `${text(250)} ${index}.`,
      command: `make ${text(20).trim()}-${index}`,
      output: `${index} ${text(1_000 + Math.floor(random() * 15_000))}`,
    };
  }
}

/** One transcript for each way in which a store is read. */
export const BIG_TRANSCRIPTS: readonly BigTranscript[] = [
  {
    agent: 'claude-code',
    form: 'lines of JSON',
    write: (folder, bytes) =>
      writeText(join(folder, '-home-dev-shop', `${uuid(1)}.jsonl`), linesUpTo(bytes, claudeLines)),
  },
  {
    agent: 'codex',
    form: 'lines of JSON, packed with zstd',
    write: async (folder, bytes) => {
      const path = join(folder, 'sessions/2026/06/01', `rollout-2026-06-01T09-00-00-${uuid(2)}.jsonl.zst`);
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(Readable.from(linesUpTo(bytes, codexLines)), createZstdCompress(), createWriteStream(path));
      return path;
    },
  },
  {
    agent: 'cline',
    form: 'one JSON value',
    write: (folder, bytes) =>
      writeText(join(folder, '1780304400000_big', '1780304400000_big.messages.json'), clineText(bytes)),
  },
  { agent: 'opencode', form: 'SQLite', write: (folder, bytes) => writeOpenCode(join(folder, 'opencode.db'), bytes) },
];

function uuid(number: number): string {
  return `01a2005b-5985-7da0-94f0-${String(number).padStart(12, '0')}`;
}

function writeText(path: string, parts: Iterable<string>): string {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  for (const part of parts) writeSync(file, part);
  closeSync(file);
  return path;
}

function* linesUpTo(bytes: number, linesOf: (step: Step) => unknown[]): Generator<string> {
  let written = 0;
  for (const step of stepsOf(5)) {
    const text = linesOf(step)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    yield text;
    written += text.length;
    if (written >= bytes) return;
  }
}

function claudeLines({ index, at, prompt, said, command, output }: Step): unknown[] {
  const timestamp = new Date(at).toISOString();
  const common = { sessionId: uuid(1), cwd: CWD, version: '2.1.0', gitBranch: 'main', isSidechain: false, timestamp };
  const id = (kind: string): string => `${kind}${index}-5985-7da0-94f0-000000000001`;
  const call = { type: 'tool_use', id: `toolu_${index}`, name: 'Bash', input: { command } };
  const result = { type: 'tool_result', tool_use_id: `toolu_${index}`, content: output };
  const message = { id: `msg_${index}`, type: 'message', role: 'assistant', model: 'claude-opus-4' };
  return [
    ...(prompt === undefined
      ? []
      : [{ ...common, type: 'user', uuid: id('p'), parentUuid: null, message: { role: 'user', content: prompt } }]),
    { ...common, type: 'assistant', uuid: id('a'), message: { ...message, content: [{ type: 'text', text: said }] } },
    { ...common, type: 'assistant', uuid: id('c'), message: { ...message, content: [call] } },
    {
      ...common,
      type: 'user',
      uuid: id('r'),
      message: { role: 'user', content: [result] },
      toolUseResult: { stdout: output, stderr: '', interrupted: false },
    },
  ];
}

function codexLines({ index, at, prompt, said, command, output }: Step): unknown[] {
  const timestamp = new Date(at).toISOString();
  const line = (type: string, payload: unknown): unknown => ({ timestamp, type, payload });
  const item = (payload: unknown): unknown => line('response_item', payload);
  const asked =
    prompt === undefined
      ? []
      : [
          item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }),
          line('event_msg', { type: 'user_message', message: prompt }),
        ];
  const call = { name: 'shell', arguments: JSON.stringify({ command: ['bash', '-lc', command] }) };
  return [
    ...(index === 0 ? [line('session_meta', { id: uuid(2), timestamp, cwd: CWD, cli_version: '0.60.0' })] : []),
    ...asked,
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] }),
    item({ type: 'function_call', call_id: `call_${index}`, ...call }),
    item({
      type: 'function_call_output',
      call_id: `call_${index}`,
      output: JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.1 } }),
    }),
  ];
}

function* clineText(bytes: number): Generator<string> {
  yield '{"version":1,"agent":"lead","sessionId":"1780304400000_big","messages":[';
  let written = 0;
  for (const { index, at, prompt, said, command, output } of stepsOf(6)) {
    const call = { type: 'tool_use', id: `call_${index}`, name: 'run_commands', input: { commands: [command] } };
    const answer = JSON.stringify([{ query: command, result: output, success: true }]);
    const messages = [
      ...(prompt === undefined
        ? []
        : [{ id: `p${index}`, role: 'user', ts: at, content: [{ type: 'text', text: prompt }] }]),
      { id: `a${index}`, role: 'assistant', ts: at, content: [{ type: 'text', text: said }, call] },
      {
        id: `r${index}`,
        role: 'user',
        ts: at,
        content: [{ type: 'tool_result', tool_use_id: `call_${index}`, content: answer }],
      },
    ];
    const text = messages.map((message) => JSON.stringify(message)).join(',');
    yield written === 0 ? text : `,${text}`;
    written += text.length;
    if (written >= bytes) break;
  }
  yield ']}';
}

/** A message of OpenCode with its parts. */
interface BigMessage {
  role: 'user' | 'assistant';
  parts: object[];
  time: object;
  parentID?: string;
  modelID?: string;
}

/** The tables of OpenCode as far as they are read, with one session. */
function writeOpenCode(path: string, bytes: number): string {
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  db.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE INDEX message_session ON message (session_id, time_created, id);
    CREATE INDEX part_message ON part (message_id, id);`);
  db.transaction(() => {
    let written = 0;
    let asked = '';
    db.run('INSERT INTO session VALUES (?, NULL, ?, ?, ?)', 'ses_big', CWD, BEGAN, BEGAN);
    const put = (id: string, at: number, { parts, ...data }: BigMessage): void => {
      db.run('INSERT INTO message VALUES (?, ?, ?, ?, ?)', id, 'ses_big', at, at, JSON.stringify(data));
      for (const [place, part] of parts.entries()) {
        const text = JSON.stringify(part);
        db.run('INSERT INTO part VALUES (?, ?, ?, ?, ?)', `prt_${id}_${place}`, id, 'ses_big', at, text);
        written += text.length;
      }
    };
    for (const step of stepsOf(7)) {
      const { index, at, prompt, command, output } = step;
      const number = String(index).padStart(8, '0');
      const time = { created: at, completed: at + 1, start: at, end: at + 1 };
      const said = { type: 'text', text: step.said };
      if (prompt !== undefined) {
        asked = `msg_${number}a`;
        put(asked, at, { role: 'user', time, parts: [{ type: 'text', text: prompt }] });
      }
      const state = { status: 'completed', input: { command }, output, metadata: { exit: 0 }, time };
      const call = { type: 'tool', callID: `call_${index}`, tool: 'bash', state };
      put(`msg_${number}b`, at + 1, { role: 'assistant', parentID: asked, modelID: 'lab', time, parts: [said, call] });
      if (written >= bytes) break;
    }
    db.run('UPDATE session SET time_updated = (SELECT max(time_updated) FROM message)');
  });
  db.close();
  return path;
}
