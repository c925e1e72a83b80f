import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CairnError } from '../../../src/core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/core/json.ts';

/** One message of a corpus. `at` is as its author wrote it, empty when he did not. */
export interface Doc {
  group: string;
  id: string;
  session: string;
  at: string;
  role: string;
  text: string;
}

/** One question of a corpus: the messages and the sessions that answer it, and messages that must not be given. */
export interface Question {
  group: string;
  id: string;
  query: string;
  gold: string[];
  gold_sessions: string[];
  forbidden?: string[];
  cat: string;
}

/** Messages and questions about them; what is of one group is one memory. */
export interface Corpus {
  name: string;
  docs: Doc[];
  questions: Question[];
}

/** Reads a corpus from its folder, line by line; `invalid_input` names the file and the line that is wrong. */
export async function readCorpus(folder: string): Promise<Corpus> {
  const docs: Doc[] = [];
  const questions: Question[] = [];
  await readRows(join(folder, 'docs.jsonl'), (row) => {
    const { group, id, session, text } = textsOf(row, ['group', 'id', 'session', 'text']);
    docs.push({ group, id, session, text, ...textsOf(row, ['at', 'role'], '') });
  });
  await readRows(join(folder, 'queries.jsonl'), (row) => {
    const { group, id, query } = textsOf(row, ['group', 'id', 'query']);
    const forbidden = row.forbidden === undefined ? {} : { forbidden: listOf(row, 'forbidden') };
    const gold = { gold: listOf(row, 'gold'), gold_sessions: listOf(row, 'gold_sessions') };
    questions.push({ group, id, query, ...gold, ...forbidden, ...textsOf(row, ['cat'], '') });
  });
  return { name: basename(resolve(folder)), docs, questions };
}

/** Writes a corpus as a folder that `readCorpus` reads. */
export function writeCorpus(folder: string, { docs, questions }: Corpus): void {
  mkdirSync(folder, { recursive: true });
  const write = (file: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  write('docs.jsonl', docs);
  write('queries.jsonl', questions);
}

async function readRows(path: string, take: (row: JsonObject) => void): Promise<void> {
  let number = 0;
  try {
    for await (const line of linesOf(path)) {
      number += 1;
      if (line.trim() !== '') take(rowOf(line));
    }
  } catch (error) {
    if (isMissing(error)) refuse(`There is no ${path}.`, error);
    refuse(`${path}, line ${number}: ${error instanceof Error ? error.message : error}`, error);
  }
}

/** Lines end with a line feed only: `node:readline` also ends them with characters that may stand in JSON. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function refuse(message: string, cause: unknown): never {
  const fix = 'A corpus is a folder with docs.jsonl and queries.jsonl; see bench/README.md.';
  throw new CairnError('invalid_input', message, { fix, cause });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function rowOf(line: string): JsonObject {
  const row = JSON.parse(line.replace(/^\uFEFF/, '')) as JsonValue;
  if (!isJsonObject(row)) throw new Error('it is no object');
  return row;
}

function textsOf<Name extends string>(
  row: JsonObject,
  names: readonly Name[],
  otherwise?: string,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(row[name], name, otherwise)])) as Record<Name, string>;
}

function textOf(value: JsonValue | undefined, name: string, otherwise: string | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if ((value === undefined || value === null) && otherwise !== undefined) return otherwise;
  throw new Error(value === undefined ? `"${name}" is missing` : `"${name}" is no text`);
}

function listOf(row: JsonObject, name: string): string[] {
  const value = row[name] ?? [];
  if (!Array.isArray(value)) throw new Error(`"${name}" is no list`);
  return value.map((one) => textOf(one, name, undefined));
}
