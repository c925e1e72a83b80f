// cli/privacy: looks with the rules of today for secrets in what is remembered and in the agents' own transcripts. It
// counts by kind and place, and names events and files; no value of a secret leaves this room.

import { join } from 'node:path';
import type { Agent } from '../../agents/shared/contract.ts';
import type { LoggedEvent } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { HomePaths } from '../../config/paths.ts';
import { asObject, asString, type JsonValue } from '../../core/json.ts';
import { commandOf } from '../../derive/tool/tool-input.ts';
import { readLines } from '../../ingest/transcripts/read-lines.ts';
import { readTrash, trashFile } from '../../memory/forget/trash.ts';
import { namesIn, removeFile } from '../../platform/files.ts';
import { addCounts } from '../../privacy/bound-text.ts';
import { printsSecret, withoutPrintedSecret } from '../../privacy/printed-secrets.ts';
import { redact } from '../../privacy/redact.ts';
import { sanitize } from '../../privacy/sanitize.ts';
import type { SetupEnvironment } from '../../setup/setup.ts';

/** Secrets by kind. */
export type SecretCounts = Record<string, number>;

/** What of the memory holds secrets by the rules of today. */
export interface MemoryScan {
  /** Events that were looked at. */
  events: number;
  /** Ids of those with a secret. */
  ids: string[];
  /** By kind of secret. */
  found: SecretCounts;
  places: { agent: string; event: string; events: number; secrets: number }[];
}

/** A transcript that holds secrets in plain text. */
export interface OpenTranscript {
  agent: string;
  path: string;
  found: SecretCounts;
}

/**
 * A file of the home beside the database that holds secrets: what was forgotten and can be brought back (`batch` names it),
 * or a damaged file of the journal.
 */
export interface KeptFile {
  path: string;
  batch?: string;
  found: SecretCounts;
}

/** Characters of a line of a transcript that are looked at. */
const LINE_MAX = 1_000_000;

/** Looks at every event; in order of the log. */
export async function scanMemory(
  log: AsyncIterable<LoggedEvent>,
  progress: (events: number) => void,
): Promise<MemoryScan> {
  const scan: MemoryScan = { events: 0, ids: [], found: {}, places: [] };
  const places = new Map<string, MemoryScan['places'][number]>();
  for await (const { seq: _, id, kind, agent, sessionId: __, ...rest } of log) {
    scan.events += 1;
    progress(scan.events);
    const found = { ...secretsIn(rest as unknown as JsonValue) };
    if (isPrinted(rest)) addCounts(found, { secret: 1 });
    const secrets = totalOf(found);
    if (secrets === 0) continue;
    scan.ids.push(id);
    addCounts(scan.found, found);
    const name = `${agent} ${kind}`;
    const place = places.get(name) ?? { agent, event: kind, events: 0, secrets: 0 };
    places.set(name, { ...place, events: place.events + 1, secrets: place.secrets + secrets });
  }
  scan.places = [...places.values()].sort((one, other) => other.secrets - one.secrets);
  return scan;
}

/** Looks at the transcripts that the agents themselves keep, line by line; those without a secret are left out. */
export async function scanTranscripts(
  { agents, environment }: SetupEnvironment,
  progress: (path: string) => void,
): Promise<{ files: number; open: OpenTranscript[] }> {
  const files = agents.flatMap((agent: Agent) => agent.findTranscripts(environment));
  const paths = new Map(files.map(({ path, agent }) => [path, agent]));
  const open: OpenTranscript[] = [];
  for (const [path, agent] of paths) {
    progress(path);
    const found = await secretsOfFile(path);
    if (totalOf(found) > 0) open.push({ agent, path, found });
  }
  return { files: paths.size, open };
}

/** Looks at the trash and at the damaged files of the journal; those without a secret are left out. */
export async function scanKept(paths: Pick<HomePaths, 'trash' | 'journal'>): Promise<KeptFile[]> {
  const trash = readTrash(paths).map(({ batch }) => ({ path: trashFile(paths, batch), batch }));
  const damaged = namesIn(paths.journal).filter((name) => name.endsWith('.damaged'));
  const kept: KeptFile[] = [];
  for (const file of [...trash, ...damaged.map((name) => ({ path: join(paths.journal, name) }))]) {
    const found = await secretsOfFile(file.path);
    if (totalOf(found) > 0) kept.push({ ...file, found });
  }
  return kept;
}

/** Erases files of the trash with all that they would bring back, and damaged files of the journal; returns how many. */
export async function eraseKept(memory: Pick<Memory, 'forget'>, kept: readonly KeptFile[]): Promise<number> {
  const batches = kept.flatMap(({ batch }) => batch ?? []);
  if (batches.length > 0) await memory.forget({ ids: batches, now: true });
  for (const { path, batch } of kept) if (batch === undefined) removeFile(path);
  return kept.length;
}

/** The secrets in the lines of a file. */
async function secretsOfFile(path: string): Promise<SecretCounts> {
  const found: SecretCounts = {};
  for await (const lines of readLines(path, 0)) {
    for (const { text } of lines) addCounts(found, redact(text.slice(0, LINE_MAX)).counts);
  }
  return found;
}

/** Number of secrets of all kinds. */
export function totalOf(found: SecretCounts): number {
  return Object.values(found).reduce((sum, count) => sum + count, 0);
}

/** True for a call that printed a secret, which has no form. */
function isPrinted({ input, output }: Readonly<Record<string, unknown>>): boolean {
  const command = commandOf(asObject(input));
  const text = asString(output) ?? '';
  return command !== undefined && printsSecret(command) && withoutPrintedSecret(text) !== text;
}

function secretsIn(value: JsonValue): SecretCounts {
  return sanitize(value).redacted;
}
