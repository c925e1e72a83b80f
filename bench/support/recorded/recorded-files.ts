import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENTS } from '../../../src/agents/registry.ts';
import type { Agent } from '../../../src/agents/shared/contract.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import { listFiles } from '../../../src/platform/files.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What lies beside transcripts: payloads of hooks, and what a session's own reader looks up in files about it. */
const BESIDE =
  /agent-acompact-[\w-]+\.jsonl$|hooks[\w-]*\.jsonl$|\.meta\.json$|state\.json$|summary\.json$|manifest\.json$|session_index\.jsonl$|antigravity\/.*\.md$|\/migration$/;
/** Printed by a command of the agent, no file that it keeps; the same session stands in its database. */
const EXPORTED = /transcript\.export\.json$/;
/** Kimi CLI's other file of a session, which says the same; it is read where the first one is empty. */
const SECOND = /transcripts\/kimi\/.*context\.jsonl$|kimi-cli\/transcript\.context\.jsonl$/;
const OPENCODE_PART = /opencode\/storage_\w+\/(?:message|part)\//;
const DATABASE_ROWS = /db-rows\.jsonl$/;
/** Names of the databases that were recorded as rows, by agent. */
const DATABASES: Readonly<Record<string, string>> = {
  crush: 'crush.db',
  hermes: 'state.db',
  openclaw: 'openclaw.sqlite',
  opencode: 'opencode.db',
};

/** Folders of recorded files, by agent. A folder of another agent's that lies below one is that one's. */
const FOLDERS: Readonly<Record<string, string>> = {
  'transcripts/claude-code': 'claude-code',
  'transcripts/claude-code-team': 'claude-code',
  'transcripts/codex': 'codex',
  'transcripts/kimi': 'kimi-cli',
  'transcripts/cline': 'cline',
  'transcripts/agents/antigravity': 'antigravity',
  'transcripts/agents/claude': 'claude-code',
  'transcripts/agents/codex': 'codex',
  'transcripts/agents/copilot': 'copilot-cli',
  'transcripts/agents/cursor': 'cursor',
  'transcripts/agents/droid': 'droid',
  'transcripts/agents/gemini': 'gemini-cli',
  'transcripts/agents/grok': 'grok',
  'transcripts/agents/hermes': 'hermes',
  'transcripts/agents/kimi': 'kimi-code',
  'transcripts/agents/openclaw': 'openclaw',
  'transcripts/agents/opencode': 'opencode',
  'transcripts/agents/pi': 'pi',
  'transcripts/agents/qwen': 'qwen-code',
  'live/claude': 'claude-code',
  'live/cline': 'cline',
  'live/antigravity': 'antigravity',
  'live/codex': 'codex',
  'live/copilot': 'copilot-cli',
  'live/crush': 'crush',
  'live/gemini': 'gemini-cli',
  'live/grok': 'grok',
  'live/hermes': 'hermes',
  'live/kimi': 'kimi-code',
  'live/kimi-cli': 'kimi-cli',
  'live/openclaw': 'openclaw',
  'live/opencode': 'opencode',
  'live/pi': 'pi',
  'live/qwen': 'qwen-code',
};

/** Folders of recordings of agents that Cairn does not read. */
const NOT_READ = ['aider', 'continue', 'gptme', 'kilo', 'vibe'].map((name) => `live/${name}/`);

/** A recorded transcript: what its agent's reader opens, and the files that hold what it reads. */
export interface RecordedTranscript {
  agent: Agent;
  path: string;
  sources: string[];
}

/** All recorded transcripts, and the files that no agent claims, relative to the data. */
export interface RecordedFiles {
  transcripts: RecordedTranscript[];
  unclaimed: string[];
}

/** Where data for development lies: `CAIRN_DATA`, else beside the repository. `undefined` when it does not. */
export function dataFolder(): string | undefined {
  const folder = resolve(ROOT, process.env.CAIRN_DATA ?? '../shared/data');
  return existsSync(join(folder, 'transcripts')) ? folder : undefined;
}

/** The recorded files by the agent that reads them. Databases that were recorded as rows are made in `scratch`. */
export function recordedFiles(data: string, scratch: string): RecordedFiles {
  const files = ['transcripts', 'live'].flatMap((folder) => listFiles(join(data, folder))).sort();
  const transcripts: RecordedTranscript[] = [];
  const unclaimed: string[] = [];
  for (const path of files.filter((file) => !BESIDE.test(file) && !EXPORTED.test(file))) {
    const name = relative(data, path);
    if (NOT_READ.some((folder) => name.startsWith(folder))) continue;
    const agent = agentOf(name);
    if (agent === undefined) unclaimed.push(name);
    else if (OPENCODE_PART.test(path) || isSecond(path)) continue;
    else transcripts.push({ agent, ...placed(path, { agent, files, scratch }) });
  }
  return { transcripts, unclaimed };
}

/** The values of a recorded file: its lines, or the whole of one that is one. What is no JSON is text. */
export function recordsOf(path: string): JsonObject[] {
  const text = readFileSync(path, 'utf8');
  const whole = path.endsWith('.jsonl') ? undefined : parseJson(text);
  if (whole !== undefined) return isJsonObject(whole) ? [whole] : [{ list: whole }];
  return text.split('\n').map(parseJson).filter(isJsonObject);
}

function agentOf(name: string): Agent | undefined {
  const folder = Object.keys(FOLDERS).find((own) => name.startsWith(`${own}/`));
  return AGENTS.find((agent) => agent.name === FOLDERS[folder ?? '']);
}

function isSecond(path: string): boolean {
  const first = path.replace('context.jsonl', 'wire.jsonl');
  return SECOND.test(path) && existsSync(first) && readFileSync(first, 'utf8').trim().includes('\n');
}

/** Where the agent's reader opens a recorded file: there, or in `scratch`, under the name that the reader expects. */
function placed(path: string, { agent, files, scratch }: { agent: Agent; files: readonly string[]; scratch: string }) {
  const own = join(scratch, agent.name, basename(path, '.jsonl'));
  if (DATABASE_ROWS.test(path)) {
    return { path: writeDatabase(path, join(own, DATABASES[agent.name] ?? '')), sources: [path] };
  }
  if (path.includes('/antigravity/')) {
    // The folder says which session it is: these lie beside each other.
    return { path: copied(path, join(own, '.system_generated/logs/transcript.jsonl')), sources: [path] };
  }
  const chat = /\/live\/grok\/transcript(?<state>.*)\.chat_history\.jsonl$/.exec(path);
  if (chat !== null) {
    const summary = join(dirname(path), 'transcript.summary.json');
    copied(summary, join(own, 'summary.json'));
    return { path: copied(path, join(own, 'chat_history.jsonl')), sources: [path] };
  }
  const storage = /^.*\/opencode\/storage_\w+\//.exec(path)?.[0];
  if (storage === undefined) return { path, sources: [path] };
  const session = recordsOf(path)[0]?.id;
  const messages = files.filter((file) => file.startsWith(`${storage}message/${session}/`));
  const ids = messages.map((file) => recordsOf(file)[0]?.id);
  const parts = files.filter((file) => file.startsWith(`${storage}part/`) && ids.includes(messageOf(file)));
  return { path, sources: [path, ...messages, ...parts] };
}

function copied(from: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  return to;
}

function messageOf(part: string): string | undefined {
  const { messageID } = recordsOf(part)[0] ?? {};
  return typeof messageID === 'string' ? messageID : undefined;
}

/**
 * Makes the database whose rows were recorded: a line is a row with the name of its table, or the SQL of a table whose
 * rows follow. Tables whose SQL was not recorded are made of the names of their columns.
 */
function writeDatabase(rowsFile: string, path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  // Rows of tables that others refer to were not all recorded.
  db.exec('PRAGMA foreign_keys = OFF');
  const lines = recordsOf(rowsFile);
  const tables = new Set<unknown>();
  for (const { schema, sql } of lines) {
    if (typeof sql !== 'string') continue;
    db.exec(sql);
    tables.add(schema);
  }
  for (const [table, rows] of Map.groupBy(
    lines.filter((line) => line.table !== undefined),
    (row) => String(row.table),
  )) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'table');
    const quoted = columns.map((name) => `"${name}"`).join();
    if (!tables.has(table)) db.exec(`CREATE TABLE "${table}" (${quoted})`);
    for (const row of rows) {
      const values = columns.map((name) => toCell(row[name] ?? null));
      db.run(`INSERT INTO "${table}" (${quoted}) VALUES (${columns.map(() => '?').join()})`, ...values);
    }
  }
  db.close();
  return path;
}

function toCell(value: JsonValue): string | number | null {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
