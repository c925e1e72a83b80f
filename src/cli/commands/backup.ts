import type { BackupEntry } from '../../api/backup-answers.ts';
import { toCairnError } from '../../core/errors.ts';
import { formatMinute, isoTime } from '../../core/text/calendar.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import type { RestoreOutcome, RestorePlan } from '../../worker/restore-home.ts';
import type { RestoredProtection } from '../../worker/restore-protection.ts';
import { pauseLine, plain } from '../render/show.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, flagOption } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';
import { assertPerson } from '../terminal/person-evidence.ts';
import { stopWorker } from './worker.ts';

const WHY: Readonly<Record<BackupEntry['reason'], string>> = {
  daily: 'made by itself',
  asked: 'asked for',
  upgrade: 'before an upgrade',
  forgotten: 'after something was forgotten',
  replaced: 'replaced by a restored one',
  damaged: 'damaged, and taken out of its place',
};

/** How often a restore stops a worker, where a hook begins another in between. */
const TRIES = 10;
const BY_HAND =
  'Run it in a terminal of your own. Where nobody can: stop the worker, unpack the file with zstd -d, and replace cairn.db with it.';

/** `cairn backup [create|list|verify|restore] [NAME]` */
export const backupCommand: CommandSpec = {
  name: 'backup',
  lists: ['backups'],
  summary: 'create, list, verify and restore backups of the memory',
  details:
    'A backup is a compressed copy of the database that only you can read; Cairn verifies it when it makes it. Cairn makes one a day when something was added (setting backup.daily) and one before each upgrade. It keeps the backups of the last three days and two weeks, and at most twice the size of the database, or of a larger one that a restore replaced. "verify" unpacks one backup, or all, and checks it. "restore" shows what would change and asks. It keeps the memory that it replaces, and the backup that it puts back, for 30 days whatever their size, keeps what you forgot since then forgotten, and reads later sessions again from transcripts that still exist. Only a person can restore, in a terminal outside an agent: a restore removes what was said since, and a backup file could hold anything in your name. Forgetting a memory deletes the backups that contain it.\n\nExamples:\n  cairn backup create\n  cairn backup verify\n  cairn backup restore\n  cairn backup restore cairn-20261125T090000000Z-daily.db.zst',
  arguments: [
    {
      name: 'action',
      help: 'create, list, verify or restore; default list',
      completes: ['list', 'create', 'verify', 'restore'],
    },
    {
      name: 'name',
      help: 'restore: a name from the list or the path of a file, default the newest; verify: default all',
    },
  ],
  options: [
    { flags: '--yes', help: 'restore: do not ask' },
    { flags: '--dry-run', help: 'restore: only show what would change' },
  ],
  async run(input, context) {
    const action = actionOf(input, ['list', 'create', 'verify', 'restore'], { command: 'backup', fallback: 'list' });
    if (action === 'restore') return restore(input, context);
    if (action === 'create') return create(context);
    return list(action === 'verify' ? { verify: input.args[1] ?? '*' } : {}, context);
  },
};

async function create({ io, out, openMemory }: CliContext): Promise<number> {
  const made = await openMemory({ person: false }).backup({ signal: io.signal });
  out.result(made, () => out.print(describe(made, out)));
  return EXIT.ok;
}

async function list(input: { verify?: string }, { io, out, openMemory }: CliContext): Promise<number> {
  const result = await openMemory({ person: false }).backups(input, { signal: io.signal });
  out.result(result, () => {
    for (const backup of result.backups) out.print(describe(backup, out));
    out.say(
      result.backups.length === 0
        ? `No backup is in ${result.folder} yet. To make one: cairn backup create`
        : `In ${result.folder}. To put one back: cairn backup restore NAME`,
    );
  });
  return result.backups.some(({ state }) => state === 'damaged') ? EXIT.failed : EXIT.ok;
}

function describe({ name, reason, at, sizeBytes, events, state, problem }: BackupEntry, { when }: Output): string {
  const holds = events === undefined ? '' : `, ${formatCounted(events, 'event')}`;
  const checked = state === undefined ? '' : state === 'whole' ? '  whole' : `  DAMAGED: ${problem ?? ''}`;
  return `${when(at)}  ${name}  ${formatBytes(sizeBytes)}${holds}  ${WHY[reason]}${checked}`;
}

async function restore(input: CommandInput, context: CliContext): Promise<number> {
  const { io, out, json } = context;
  const config = context.readConfig();
  const { paths } = config;
  const { carryOutRestore, newestBackup, planRestore } = await import('../../worker/restore-home.ts');
  const plan = await planRestore(input.args[1] ?? newestBackup(paths).name, paths);
  try {
    if (!json) for (const line of describePlan(plan)) out.say(line);
    const described = { backup: plan.path, now: plan.now ?? null, held: plan.held };
    if (flagOption(input, 'dryRun')) {
      out.result({ ...described, restored: false }, () => out.say('Nothing was changed.'));
      return EXIT.ok;
    }
    assertPerson(io, { does: 'can replace this memory', fix: BY_HAND });
    await confirm('Replace the current memory with it?', { input, context, command: commandToRepeat('backup', input) });
    const outcome = await takePlace(context, () => carryOutRestore(plan, config, io.now()));
    out.result({ ...described, restored: true, replaced: null, ...outcome }, () => {
      for (const line of describeRestored(outcome, out)) out.say(line);
    });
    return EXIT.ok;
  } finally {
    plan.close();
  }
}

/** Stops the worker and does what needs the home; once more where a hook began another worker in between. */
async function takePlace<Value>(context: CliContext, work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    await stopWorker(context);
    try {
      return await work();
    } catch (error) {
      if (toCairnError(error).code !== 'busy' || tries === TRIES) throw error;
    }
  }
}

function describeRestored(
  { forgotten, withOthers, isUnguarded, isKeyless, ...more }: RestoreOutcome,
  out: Output,
): string[] {
  const lines = ['The memory is as it was then.'];
  if (forgotten > 0) lines.push(`Forgotten since, and not brought back: ${formatCounted(forgotten, 'event')}.`);
  if (withOthers > 0) {
    const what = formatCounted(withOthers, 'memory');
    lines.push(
      `Others keep by sync what was shared since: ${what}. Which, and how to take it back: cairn sync status.`,
    );
  }
  if (isUnguarded) {
    lines.push(
      'The memory that was there cannot be read whole. What you forgot since that backup was made may be back:',
      'cairn forget, once more. What you kept private since may be shared: cairn sync keep ID.',
    );
  }
  if (isKeyless) {
    lines.push(
      'An earlier version of Cairn made that backup, without the key of its home. If that was another home, or one whose',
      'key was lost, "cairn import" may bring back what was forgotten there, and bring prompts a second time.',
    );
  }
  lines.push(...describeProtection(more), ...more.lasting.map((one) => lastingLine(one, out)));
  const { replaced, isDamaged } = more;
  if (isDamaged) lines.push(`What was there is damaged. It is kept for 30 days: ${replaced}`);
  else if (replaced !== undefined) {
    lines.push(`What was there is kept for 30 days. To undo: cairn backup restore ${replaced}`);
  }
  return lines;
}

function lastingLine({ until }: RestoreOutcome['lasting'][number], out: Output): string {
  return pauseLine(until === undefined ? {} : { until: isoTime(until) }, out);
}

/** What the home of the backup left out: what holds here now, and what does not. */
function describeProtection({ pauses, folderPauses, patterns }: RestoredProtection): string[] {
  const lines: string[] = [];
  if (pauses.length > 0) {
    const what = formatCounted(pauses.length, 'pause');
    lines.push(`Brought along, so that no import takes in what they left out: ${what}.`);
  }
  if (folderPauses > 0) {
    const what = formatCounted(folderPauses, 'pause');
    lines.push(
      `Not known here, since a backup has no paths of them: ${what} of folders. An import takes in what they left out.`,
    );
  }
  for (const [key, missing] of Object.entries(patterns)) {
    if (missing.length === 0) continue;
    lines.push(`Left out where that backup was made, and not here (${key}): ${plain(missing.join(', '))}`);
  }
  return lines;
}

function describePlan({ path, now, held }: RestorePlan): string[] {
  const lines = [`The backup ${path} holds ${describeState(held)}.`];
  if (now === undefined) return [...lines, 'The memory now cannot be read, or there is none.'];
  const fewer = now.events - held.events;
  const lost = fewer > 0 ? `: ${formatCounted(fewer, 'event')} more, which would be gone from it` : '';
  return [...lines, `The memory now holds ${describeState(now)}${lost}.`];
}

function describeState({ events, sessions, lastAt }: RestorePlan['held']): string {
  const last = lastAt === undefined ? '' : `, the last of ${formatMinute(new Date(lastAt).toISOString())}`;
  return `${formatCounted(events, 'event')} of ${formatCounted(sessions, 'session')}${last}`;
}
