import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { isJsonObject, parseJson } from '../core/json.ts';
import { namesIn, readTextIfThere, removeFile } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';

/** The event that set-up sends through a hook. No agent sends it, so nothing of it is stored. */
export const CHECK_EVENT = 'CairnSetupCheck';

const PAUSE_MS = 50;

/** Dependencies of the check of a hook. */
export interface HookCheck {
  /** Absolute path of the hook script. */
  hook: string;
  /** Program and arguments to run instead of the script: the fallback that it runs while no worker answers. */
  words?: readonly [string, ...string[]];
  /** Its whole environment, instead of this process's. */
  env?: Readonly<Record<string, string>>;
  agent: string;
  /** Folder of the journal. */
  journal: string;
  /** How often the running worker received this agent's check event; `undefined` when no worker runs. */
  seenByWorker: () => Promise<number | undefined>;
  /** By default the product's deadlines. */
  deadlines?: Pick<Deadlines, 'trialMs' | 'arrivalMs'> | undefined;
}

/**
 * Runs the installed hook as the agent will, and checks that its payload arrives: at the worker, or in the journal when
 * none runs. Leaves nothing behind. Throws `internal` with the failure.
 */
export async function verifyHook(check: HookCheck): Promise<'worker' | 'journal'> {
  const { arrivalMs } = check.deadlines ?? DEADLINES;
  for (;;) {
    const before = await check.seenByWorker();
    const { code, output } = await runHook(check);
    if (code !== 0 || output !== '')
      throw failed(`it exited with ${code} and printed ${JSON.stringify(output)}`, check);
    for (const end = Date.now() + arrivalMs; ; await sleep(PAUSE_MS)) {
      if (takeFromJournal(check)) return 'journal';
      const seen = await check.seenByWorker();
      if ((seen ?? 0) > (before ?? 0)) return 'worker';
      // The worker left meanwhile, as one of another build does, and nobody can ask it what it received.
      if (before !== undefined && seen === undefined) break;
      if (Date.now() > end) throw failed('its payload did not arrive', check);
    }
  }
}

function runHook(check: HookCheck): Promise<{ code: number | null; output: string }> {
  const { hook, words, agent, env, deadlines = DEADLINES } = check;
  const [program, ...args] = words ?? [hook];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, agent, CHECK_EVENT], {
      ...(env === undefined ? {} : { env }),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: deadlines.trialMs,
      // Node cannot start a Windows script without its shell.
      shell: hook.endsWith('.cmd'),
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => output.push(part));
    child.stderr.on('data', (part: Buffer) => output.push(part));
    child.on('error', (error) => reject(new CairnError('internal', `${hook} does not run: ${error.message}`)));
    child.on('close', (code) => resolve({ code, output: Buffer.concat(output).toString('utf8') }));
    child.stdin.on('error', (error) => ignore(error, 'hook did not read its input'));
    child.stdin.end(JSON.stringify({ session_id: 'cairn-setup-check', hook_event_name: CHECK_EVENT }));
  });
}

function takeFromJournal({ journal, agent }: HookCheck): boolean {
  const paths = namesIn(journal).map((name) => join(journal, name));
  const found = paths.filter((path) => {
    const entry = parseJson(readIfThere(path));
    return isJsonObject(entry) && entry.event === CHECK_EVENT && entry.agent === agent;
  });
  found.forEach(removeFile);
  return found.length > 0;
}

/** The worker may take in the file, and so delete it, at any moment. */
function readIfThere(path: string): string {
  try {
    return readTextIfThere(path) ?? '';
  } catch (error) {
    ignore(error, 'journal file is gone');
    return '';
  }
}

function failed(why: string, { hook, agent }: HookCheck): CairnError {
  return new CairnError('internal', `The hook was written, but a trial run failed: ${why}. No agent was changed.`, {
    fix: `echo '{}' | '${hook}' ${agent} ${CHECK_EVENT}`,
  });
}
