import type { Agent, TranscriptFile } from '../../agents/shared/contract.ts';
import { newestChange } from '../../agents/shared/transcripts/newest-change.ts';
import type { StatusResult } from '../../api/home-answers.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { DAY_MS, formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { snapshotStamp } from '../../ingest/transcripts/read-lines.ts';
import { now } from '../../platform/clock.ts';
import { redact } from '../../privacy/redact.ts';
import type { DoctorDeps } from './doctor-deps.ts';

/** A worker reads a transcript seconds after its session wrote it. */
const BEHIND_MS = 10 * 60_000;
/** Milliseconds without a change after which an agent counts as unused. */
const IN_USE_MS = 30 * DAY_MS;
/** Milliseconds by which an agent's last use may be newer than its newest session: it was started without a prompt. */
const IDLE_MS = 7 * DAY_MS;
/** Hooks that fire before a session has any event. */
const START = /session.?start/i;

type TranscriptReading = Awaited<ReturnType<typeof readingOf>>;

/** Evidence that an agent was used; `at` in milliseconds since 1970. */
interface Use {
  at: number;
  /** `~/.pi changed 2 days ago`. */
  what: string;
}

/**
 * Checks that the transcripts of an agent are read: fine only when events were found in them, or when there are none to
 * read.
 */
export async function checkTranscripts(
  agent: Agent,
  { store, environment }: Pick<DoctorDeps, 'store' | 'environment'>,
  hooks: StatusResult['hooks'],
): Promise<HealthFinding> {
  const name = `transcripts:${agent.name}`;
  const { title, capabilities } = agent;
  if (capabilities.transcripts === undefined) {
    return { name, status: 'ok', message: `${title} keeps no transcripts that Cairn can read.` };
  }
  const reading = await readingOf(agent.findTranscripts(environment), store);
  const fault = faultIn(reading, agent) ?? useFault(reading, agent, lastUse(agent, { environment, hooks }));
  if (fault !== undefined) return { name, status: 'warning', ...fault };
  if (reading.found === 0) return { name, status: 'ok', message: `${title} has no transcripts here.` };
  const without = reading.empty === 0 ? '' : ` No event came of ${formatCount(reading.empty)} of them.`;
  const message = `Read: ${formatCounted(reading.read, 'transcript')}.${without}${neverRead(reading)}`;
  return { name, status: 'ok', message };
}

/**
 * How far the transcripts of an agent were read. `empty`: those read without finding an event; `newestAt`: the time of the
 * last change to one of them in milliseconds since 1970, 0 without any.
 */
async function readingOf(files: readonly TranscriptFile[], store: DoctorDeps['store']) {
  const reading = { found: files.length, unread: 0, behind: 0, read: 0, empty: 0, newestAt: 0 };
  for (const file of files) {
    reading.newestAt = Math.max(reading.newestAt, snapshotStamp(file.path).modifiedAt);
    const offset = await store.log.offset(redact(file.path).text);
    const isQuiet = file.modifiedAt < now() - BEHIND_MS;
    if (offset === undefined) reading.unread += 1;
    else if (offset.sizeBytes < file.sizeBytes && isQuiet) reading.behind += 1;
    else {
      reading.read += 1;
      if (offset.told === false) reading.empty += 1;
    }
  }
  return reading;
}

/** The fault with the transcripts that were found; `undefined` for none. */
function faultIn(reading: TranscriptReading, { name, title }: Agent): { message: string; fix: string } | undefined {
  const { behind, read, unread, empty } = reading;
  const fix = `cairn import --agent ${name}`;
  if (behind > 0) {
    const message = `There is more than was read in ${formatCounted(behind, 'transcript')} of ${title}.${neverRead(reading)}`;
    return { message, fix };
  }
  if (read === 0 && unread > 0) return { message: `Nothing of ${title} was read.${neverRead(reading)}`, fix };
  if (read === 0 || empty < read) return undefined;
  const message = `No event came of ${formatCounted(read, 'transcript')} of ${title}: empty, or of a form that Cairn does not know.`;
  return { message: `${message}${neverRead(reading)}`, fix: newerForm(name, title) };
}

/** The fault of an agent that was used while none of its transcripts is from that time. */
function useFault(
  { found, newestAt }: TranscriptReading,
  { name, title }: Agent,
  use: Use | undefined,
): { message: string; fix: string } | undefined {
  if (use === undefined || use.at < now() - IN_USE_MS || use.at <= newestAt + IDLE_MS) return undefined;
  const missing =
    found === 0
      ? 'no session in a form that Cairn knows was found'
      : `its newest session in a form that Cairn knows is of ${formatMinute(new Date(newestAt).toISOString())}`;
  return { message: `${title} is used here (${use.what}), but ${missing}.`, fix: newerForm(name, title) };
}

function newerForm(name: string, title: string): string {
  const ask = `Ask something of ${title}, then: cairn import --agent ${name}`;
  return `${ask}; if nothing comes of it, update Cairn: this version of ${title} may keep its sessions in a newer form`;
}

function neverRead({ unread }: TranscriptReading): string {
  return unread === 0 ? '' : ` ${formatCount(unread)} were never read: cairn import`;
}

/** The last evidence of use: a change in the agent's own folders, otherwise one of its hooks. */
function lastUse(
  agent: Agent,
  { environment, hooks }: Pick<DoctorDeps, 'environment'> & { hooks: StatusResult['hooks'] },
): Use | undefined {
  const changes = (agent.workFolders?.(environment) ?? []).map((folder) => ({ folder, at: newestChange(folder) ?? 0 }));
  const [change] = changes.toSorted((one, other) => other.at - one.at);
  if (change !== undefined) {
    return { at: change.at, what: `${redact(change.folder).text} changed ${daysAgo(change.at)}` };
  }
  const fired = hooks.filter(
    ({ agent: of, event }) => of === agent.name && !/^Cairn/.test(event) && !START.test(event),
  );
  const last = fired
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1);
  return last === undefined ? undefined : { at: Date.parse(last), what: `its last hook fired ${formatMinute(last)}` };
}

function daysAgo(at: number): string {
  const days = Math.floor((now() - at) / DAY_MS);
  return days <= 0 ? 'today' : `${formatCounted(days, 'day')} ago`;
}
