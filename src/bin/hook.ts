// bin: the programs. The only places that read the environment and exit; each hands what it read to the parts that work.
//
// hook.ts is what the hook script runs when no worker answers: hook.cjs AGENT EVENT DELIVERY, payload on stdin. It passes
// the door, leaves a journal file, and for an event that takes context loads context.cjs. It always exits 0.

import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { findDialect } from '../agents/dialects.ts';
import type { ContextNeed, HookReading } from '../agents/shared/contract.ts';
import { homePaths } from '../config/paths.ts';
import { type Config, resolveConfig, resolveHome } from '../config/resolve-config.ts';
import { randomId } from '../core/hash.ts';
import * as LIMITS from '../core/limits.ts';
import type { CleanEvent, Skipped } from '../core/model/event.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { loadExcludedBy } from '../ingest/excluded/without-excluded-beside.ts';
import { openHomeDoor } from '../ingest/home-door.ts';
import { type JournalEntry, writeJournal } from '../ingest/journal.ts';
import { parseHook } from '../ingest/parse-hook.ts';
import { markSilent } from '../ingest/silent-worker.ts';
import { now } from '../platform/clock.ts';
import { readTextIfThere } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { openLog } from '../platform/log.ts';
import { spawnDetached } from '../platform/process/spawn-detached.ts';
import { readStdin, writeStdout } from '../platform/process/standard-streams.ts';
import { loadRareFormsBy } from '../privacy/rare/rare-forms-beside.ts';

/** What `curl` says when it waited in vain. */
const CURL_TIMED_OUT = '28';
/** What the hook script says when it did not ask, because another hook waited in vain. */
const NOT_ASKED = 'silent';

interface Delivery {
  agent: string;
  event: string;
  id: string;
  /** It waited for a worker in vain; or it did not wait, since another one just had. */
  late: boolean;
  held: boolean;
}

/** The part that is loaded only for an event that takes context. */
type ContextModule = typeof import('./context.ts');

async function main(): Promise<void> {
  const [agent = '', event = '', id = randomId(), failure] = process.argv.slice(2);
  const sources = { env: process.env, userHome: process.env.HOME ?? '', readText: readTextIfThere };
  try {
    const waited = { late: failure === CURL_TIMED_OUT, held: failure === NOT_ASKED };
    await takeHook({ agent, event, id, ...waited }, resolveConfig(sources));
  } catch (error) {
    const log = openLog(homePaths(resolveHome(sources)).log, { level: 'error', now, process: 'hook' });
    log.error(`${agent} ${event}: ${error instanceof Error ? error.message : error}`);
  }
}

async function takeHook(delivery: Delivery, config: Config): Promise<void> {
  // Before the journal: a worker that takes the payload in there takes the mark away.
  if (delivery.late) markSilent(config.paths, `${delivery.agent} ${delivery.event}`);
  const payload = readStdin(LIMITS.payloadBytes);
  if (payload === '') return;
  const { reading, entry } = readEntry(delivery, payload, config);
  writeJournal(config.paths.journal, entry);
  if (reading === undefined) return;
  const { need } = reading;
  // What a confirmed tripwire may refuse is judged here until the worker is back.
  const isGuarded = need?.call !== undefined && need.call.output === undefined && existsSync(config.paths.tripwires);
  const starts = (reading.startsWorker || isGuarded) && config.settings['worker.start'] === 'auto';
  // A worker that does not answer holds the home: another one would wait for it.
  if (starts && !delivery.late && !delivery.held) {
    const env = { ...process.env, CAIRN_HOME: config.paths.home };
    spawnDetached({ script: sibling('worker', 'js'), args: [], env });
  }
  // Else what speaks up at a call waits in a worker alone: nobody's tool calls wait for a database to be opened.
  if (need === undefined || (need.occasion === 'call' && !isGuarded)) return;
  try {
    await answer(need, { delivery, entry, config });
  } catch (error) {
    // By its code alone: the class of an error of context.cjs is another one.
    const { code = 'internal' } = error as { code?: string };
    const skipped = { ...entry.skipped, [`no context: ${code}`]: 1 };
    writeJournal(config.paths.journal, { ...entry, skipped });
    throw error;
  }
}

/** What goes to the journal: whatever came, at least as a count of what could not be read. */
function readEntry(
  delivery: Delivery,
  payload: string | undefined,
  config: Config,
): { entry: JournalEntry; reading?: HookReading } {
  const at = now();
  const { agent: name, event, id } = delivery;
  const entry = { version: 1, agent: name, event, delivery: id, at, events: [], reconcile: 'never' } as const;
  const agent = findDialect(name);
  const value = parseHook(agent, payload);
  if (agent === undefined || typeof value === 'string') {
    return { entry: { ...entry, events: [], skipped: { [`${value}`]: 1 } } };
  }
  const reading = agent.readHook(event, value, { at, delivery: id });
  const { transcript, session, sentBy, reconcile } = reading;
  const { events, skipped } = cleanAll(reading, config);
  const named = omitUndefined({ transcript, session, sentBy });
  return { entry: { ...entry, events, skipped, reconcile, ...named }, reading };
}

function cleanAll(reading: HookReading, config: Config): { events: CleanEvent[]; skipped: Skipped } {
  if (reading.events.length === 0) return { events: [], skipped: reading.skipped };
  const door = openHomeDoor({ ...config, anyKey: true });
  const events = reading.events.map(door.clean).filter((event) => event !== undefined);
  return { events, skipped: { ...reading.skipped, ...door.skipped() } };
}

/** Prints the block for the agent, or the refusal of its call. */
async function answer(
  need: ContextNeed,
  { delivery, entry, config }: { delivery: Delivery; entry: JournalEntry; config: Config },
): Promise<void> {
  const dialect = findDialect(delivery.agent);
  if (!config.settings['context.enabled'] || dialect === undefined) return;
  // Loaded here: an event that is only recorded does not pay for SQLite.
  const context = load('context') as ContextModule;
  const deadlineMs = (delivery.late ? config.deadlines.hookLateMs : config.deadlines.hookMs) - performance.now();
  const reply = await context.answerHook({ need, dialect, entry, ...config, deadlineMs });
  if (reply !== '') writeStdout(`${reply}\n`);
}

function load(name: string): unknown {
  const { createRequire } = process.getBuiltinModule('node:module');
  return createRequire(process.argv[1] ?? '')(sibling(name, 'cjs'));
}

/** Path of a program next to this one: built, or in its source form when this one is. */
function sibling(name: string, extension: string): string {
  const [, self = ''] = process.argv;
  return join(dirname(self), `${name}.${extname(self) === '.ts' ? 'ts' : extension}`);
}

loadExcludedBy(() => load('excluded') as typeof import('../ingest/excluded/without-excluded.ts'));
loadRareFormsBy(() => load('rare-forms') as typeof import('../privacy/rare/rare-forms.ts'));
// Ends at once: to run down the event loop costs as much as to write the journal.
main()
  .catch((error: unknown) => ignore(error, 'hook failed'))
  .finally(() => process.exit(0));
