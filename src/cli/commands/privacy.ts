import type { Memory } from '../../api/contract.ts';
import type { PrivacyResult } from '../../api/home-answers.ts';
import { agentMark } from '../../config/agent-mark.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import { sum } from '../../core/sum.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import {
  eraseKept,
  type KeptFile,
  type MemoryScan,
  type OpenTranscript,
  type SecretCounts,
  scanKept,
  scanMemory,
  scanTranscripts,
  totalOf,
} from '../privacy/scan-secrets.ts';
import { joined, plain, sortedCounts, titled } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, flagOption } from '../terminal/options.ts';
import type { Colors, Output } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const LISTED = 10;
const SHOW_EVENTS = 1_000;

const shown = callCommand('privacy', {
  summary: 'show counts of what was redacted, excluded, forgotten and retired, or scan for secrets',
  details:
    'Cairn replaces secrets of known forms before it writes anything, and keeps no copy of them. What you forgot is gone; a hash lets Cairn refuse it later. "cairn review hidden" lists what agents hid. "scan" applies today\'s rules to the memory, which older rules filtered, to the trash, to damaged files of the journal, and to the transcripts that agents keep. It names the kinds of secrets and where they are, never the secrets. In a terminal it then asks whether to erase the events and files that hold them, and makes the backups again; --yes skips the question. Agents\' transcripts are yours to clean.\n\nExamples:\n  cairn privacy\n  cairn privacy scan\n  cairn privacy scan --dry-run --json',
  show(result, { out }) {
    out.print(privacyPage(result, out.colors));
    showNotes(result.notes, out);
  },
});

/** `cairn privacy [show|scan]` */
export const privacyCommand: CommandSpec = {
  ...shown,
  arguments: [{ name: 'action', help: 'show (the default) or scan', completes: ['show', 'scan'] }],
  options: [
    ...(shown.options ?? []),
    { flags: '--dry-run', help: 'scan: only show what it finds' },
    { flags: '--yes', help: 'scan: erase without asking' },
  ],
  run(input, context) {
    const action = actionOf(input, ['show', 'scan'], { command: 'privacy', fallback: 'show' });
    return action === 'scan' ? scan(input, context) : shown.run({ ...input, args: [] }, context);
  },
};

async function scan(input: CommandInput, context: CliContext): Promise<number> {
  const { io, out, json, openMemory, readConfig, setupPlace } = context;
  const memory = openMemory({ person: isPerson(io) });
  const events = memory.events({ after: 0, follow: false }, { signal: io.signal });
  const inMemory = await scanMemory(events, (count) => {
    if (count % SHOW_EVENTS === 0) out.progress(`${formatCounted(count, 'event')} …`);
  });
  const config = readConfig();
  const kept = await scanKept(config.paths);
  const transcripts = await scanTranscripts(await setupPlace(config), (path) => out.progress(plain(path)));
  out.progress('');
  const { ids, ...counts } = inMemory;
  const found = { ...counts, ids, kept, transcripts: transcripts.open, transcriptFiles: transcripts.files };
  if (!json) showScan(inMemory, { kept, ...transcripts }, out);
  const isAsked = flagOption(input, 'yes') || (!json && io.stdin.isTTY === true && io.stderr.isTTY === true);
  const what = amounts(ids.length, kept.length);
  if (what === '' || flagOption(input, 'dryRun') || !isAsked) {
    out.result(found, () => {
      if (what !== '') out.say(`To erase ${what}: cairn privacy scan --yes`);
    });
    return EXIT.ok;
  }
  if (!isPerson(io) && agentMark(io.env) !== undefined) throw onlyAPerson();
  await confirm(`Erase ${what} for good?`, { input, context, command: 'cairn privacy scan' });
  const files = isPerson(io) ? await eraseKept(memory, kept) : 0;
  const erased = { ...(await eraseAll(memory, ids, context)), files };
  out.result({ ...found, erased }, () => {
    out.print(`erased ${amounts(erased.events, files) || 'nothing'}`);
  });
  if (files < kept.length)
    out.say(`${formatCounted(kept.length, 'file')} of the home hold some: only a person erases them.`);
  if (erased.hidden > 0)
    out.say(`${formatCounted(erased.hidden, 'event')} others recorded: only a person erases them.`);
  return erased.hidden > 0 || files < kept.length ? EXIT.failed : EXIT.ok;
}

function amounts(events: number, files: number): string {
  const parts = [
    events === 0 ? [] : [formatCounted(events, 'event')],
    files === 0 ? [] : [formatCounted(files, 'file')],
  ];
  return parts.flat().join(' and ');
}

function onlyAPerson(): CairnError {
  return new CairnError(
    'not_allowed',
    'Only a person erases, and this is the terminal of an agent. Nothing was changed.',
    {
      fix: 'cairn privacy scan, typed by a person',
    },
  );
}

/** Erases events by their ids; what the caller may not erase is hidden instead. */
async function eraseAll(memory: Memory, ids: readonly string[], { io, out }: CliContext) {
  const erased = { events: 0, hidden: 0 };
  for (let at = 0; at < ids.length; at += LIMITS.getIds) {
    out.progress(`Erasing ${at} of ${ids.length} …`);
    const batch = ids.slice(at, at + LIMITS.getIds);
    const report = await memory.forget({ ids: batch, now: true }, { signal: io.signal });
    if (report.state === 'hidden') erased.hidden += batch.length;
    else erased.events += report.events;
  }
  out.progress('');
  return erased;
}

function showScan(
  { events, ids, found, places }: MemoryScan,
  { files, open, kept }: { files: number; open: OpenTranscript[]; kept: KeptFile[] },
  out: Output,
): void {
  const looked = `${formatCounted(events, 'event')} and ${formatCounted(files, 'transcript')} were looked at.`;
  out.say(looked);
  out.print(
    ids.length === 0
      ? 'No secret of a known form is in memory.'
      : `${out.colors.bold('In memory')} ${formatCounted(totalOf(found), 'secret')} in ${formatCounted(ids.length, 'event')}: ${kindsOf(found)}`,
  );
  for (const { agent, event, events: count, secrets } of places) {
    out.print(
      `  ${plain(event)} of ${plain(agent)}: ${formatCounted(secrets, 'secret')} in ${formatCounted(count, 'event')}`,
    );
  }
  for (const { path, batch, found: there } of kept) {
    const name = batch === undefined ? 'In a damaged file of the journal' : 'In the trash';
    out.print(`${out.colors.bold(name)} ${plain(batch ?? path)}: ${kindsOf(there)}`);
  }
  if (open.length === 0) return;
  out.print(`${out.colors.bold('In plain text in transcripts of agents')}, which Cairn does not change:`);
  for (const { agent, path, found: there } of open) {
    out.print(`  ${plain(path)} of ${plain(agent)}: ${kindsOf(there)}`);
  }
}

function kindsOf(found: SecretCounts): string {
  return sortedCounts(found).map(plain).join(', ');
}

function privacyPage({ redacted, excluded, forgotten, trash, retired }: PrivacyResult, colors: Colors): string {
  const total = sum(redacted.map(({ count }) => count));
  const patterns = [...excluded.paths, ...excluded.projects].map(plain).join(', ');
  return joined(
    [
      titled(
        `Redacted: ${formatCounted(total, 'secret')}`,
        redacted
          .map(({ kind, count, lastDay, where: [most] }) => {
            const place = most === undefined ? '' : `, most of them in ${plain(most.event)} of ${plain(most.agent)}`;
            return `${plain(kind)} ${formatCount(count)} ${colors.dim(`last ${lastDay}${place}`)}`;
          })
          .join('\n'),
        colors,
      ) || 'No secret was redacted.',
      `${colors.bold('Excluded')} ${patterns || 'nothing but the built-in files'}; ${formatCounted(excluded.events, 'event')} of excluded projects came and went.`,
      titled(
        'Forgotten',
        forgotten
          .slice(0, LISTED)
          .map(
            ({ at, events, sessions }) =>
              `${formatMinute(at)} ${formatCounted(events, 'event')}${sessions === 0 ? '' : `, ${formatCounted(sessions, 'whole session')}`}`,
          )
          .join('\n'),
        colors,
      ) || 'Nothing was forgotten.',
      titled(
        'Forgotten, and can be brought back by cairn forget --undo',
        trash
          .slice(0, LISTED)
          .map(
            ({ batch, at, events, until }) =>
              `${batch} ${formatMinute(at)} ${formatCounted(events, 'event')}, erased for good from ${formatMinute(until)} on`,
          )
          .join('\n'),
        colors,
      ),
      titled(
        'Retired, and can be brought back',
        retired
          .slice(0, LISTED)
          .map(
            ({ batch, at, items, prunedFrom }) =>
              `${batch} ${formatMinute(at)} ${formatCounted(items, 'memory')}, pruned from ${formatMinute(prunedFrom)} on`,
          )
          .join('\n'),
        colors,
      ),
    ],
    '\n\n',
  );
}
