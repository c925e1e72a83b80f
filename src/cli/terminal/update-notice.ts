import type { HomePaths } from '../../config/paths.ts';
import { isNewer } from '../../core/is-newer.ts';
import { asNumber, asObject, asString, parseJson } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { readTextIfThere, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { CliContext } from './command.ts';

/** What is known of newer versions: when npm was last asked, what it said, and when a person was last told. */
interface KnownUpdate {
  /** Milliseconds since 1970. */
  askedAt?: number;
  newest?: string;
  /** Milliseconds since 1970. */
  toldAt?: number;
}

/** Keeps what npm said of the newest version. */
export function keepNewest(path: string, newest: string | undefined, askedAt: number): void {
  write(path, { ...read(path), newest, askedAt });
}

/**
 * Tells a person at most once a day of a newer version, and has npm asked at most once a day, by a process of its own that
 * nothing waits for. Does nothing until `update.notice` is set.
 */
export async function sayUpdate(context: CliContext): Promise<void> {
  const { io, out, json, version } = context;
  if (json || io.stderr.isTTY !== true) return;
  const paths = pathsWhereWanted(context);
  // Last, since it reads the table of processes.
  if (paths === undefined || io.whyNoPerson?.() !== undefined) return;
  const { askedAt = 0, newest, toldAt = 0 } = read(paths.update);
  const now = io.now();
  if (isDayAgo(askedAt, now)) context.startUpdateCheck();
  if (newest === undefined || !isDayAgo(toldAt, now)) return;
  if (!isNewer(newest, version)) return;
  out.say(`Cairn ${newest} is available; this is ${version}. To install it: cairn update`);
  write(paths.update, { newest, askedAt, toldAt: now });
}

/** The files of the home where a person wants to hear of newer versions. */
function pathsWhereWanted({ readConfig }: CliContext): HomePaths | undefined {
  try {
    const { paths, settings } = readConfig();
    return settings['update.notice'] ? paths : undefined;
  } catch (error) {
    // The command was done without them.
    ignore(error, 'the settings cannot be read: no notice of a newer version');
    return undefined;
  }
}

/** Whether a day has gone by; also true of a time to come, after a clock was set back. */
function isDayAgo(at: number, now: number): boolean {
  return Math.abs(now - at) >= DAY_MS;
}

function read(path: string): KnownUpdate {
  const { askedAt, newest, toldAt } = asObject(parseJson(readTextIfThere(path) ?? ''));
  return omitUndefined({ askedAt: asNumber(askedAt), newest: asString(newest), toldAt: asNumber(toldAt) });
}

function write(path: string, known: { [Key in keyof KnownUpdate]: KnownUpdate[Key] | undefined }): void {
  try {
    writeDurable(path, `${JSON.stringify(known)}\n`);
  } catch (error) {
    ignore(error, 'what npm said of the newest version was not kept');
  }
}
