import { dirname } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { appendSynced, ensureFolder, removeFile } from '../../platform/files.ts';
import { runCommand } from '../../platform/process/run-command.ts';
import { planRestore, type RestoredSession } from '../../sessions/restore-session.ts';
import { readSessionEvents } from '../../sessions/session-events.ts';
import { plain } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { writeExportFile } from '../terminal/export-file.ts';

/** Upper bounds on how long the agent takes a session in, and on what it prints. */
const TAKE_IN_MS = 60_000;
const OUTPUT_BYTES = 1024 * 1024;

/** What `cairn sessions restore` is asked for. */
export interface SessionRestore {
  id: string;
  /** Name of an agent; default the session's own. */
  to?: string | undefined;
  dryRun: boolean;
}

/** Writes a session as an agent's own, for the agent to resume. A file that is there is never written over. */
export async function restoreSession({ id, to, dryRun }: SessionRestore, context: CliContext): Promise<void> {
  const { io, out, openMemory, readConfig, setupPlace } = context;
  const memory = openMemory({ person: false });
  const options = { signal: io.signal };
  const { id: session, title } = await memory.session(id, options);
  const events = await readSessionEvents(memory.export({ session }, options));
  const { agents, environment } = await setupPlace(readConfig());
  const plan = planRestore(events, { seed: session, title, agents, environment, to });
  if (!dryRun) await write(plan, context);
  const { files, added: _, ...rest } = plan;
  const written = files.map(({ path, text }) => ({ path, bytes: Buffer.byteLength(text) }));
  out.result({ session, ...rest, files: written, written: !dryRun }, () => {
    if (dryRun) for (const { path, text } of files) out.print(`${plain(path)}\n${safeText(text)}`);
    show(plan, { written, dryRun }, context);
  });
}

/** Writes the files, and has the agent take them in where it keeps its sessions in a database. */
async function write({ files, added = [], takeIn, cwd }: RestoredSession, { io }: CliContext): Promise<void> {
  for (const { path, text } of files) {
    ensureFolder(dirname(path));
    await writeExportFile(path, (file) => file.write(text));
  }
  for (const { path, text } of added) appendSynced(path, text);
  if (takeIn === undefined) return;
  const limits = { timeoutMs: TAKE_IN_MS, maxBytes: OUTPUT_BYTES };
  const outcome = await runCommand({ words: takeIn, input: '', env: io.env, cwd, signal: io.signal, ...limits });
  if (outcome.kind !== 'printed') {
    throw new CairnError('unwritable', `"${takeIn.join(' ')}" did not take the session in: ${outcome.kind}.`, {
      fix: `In ${cwd}: ${takeIn.join(' ')}`,
    });
  }
  for (const { path } of files) removeFile(path);
}

function show(
  { steps, leftOut, cwd, resume, takeIn }: RestoredSession,
  { written, dryRun }: { written: readonly { path: string; bytes: number }[]; dryRun: boolean },
  { out }: CliContext,
): void {
  for (const { path, bytes } of written) {
    const held = `${formatCounted(steps, 'step')}, ${formatBytes(bytes)}`;
    if (takeIn === undefined) out.say(`${plain(path)}${dryRun ? ' would hold' : ' holds'} ${held}.`);
    else out.say(`${dryRun ? 'Would be' : 'Was'} taken in by "${takeIn.slice(0, -1).join(' ')}": ${held}.`);
  }
  if (leftOut > 0)
    out.say(`${formatCounted(leftOut, 'earlier prompt')} and what followed them are left out: too long.`);
  out.say(dryRun ? 'Nothing was written: this was a dry run.' : `To continue it, in ${plain(cwd)}: ${plain(resume)}`);
}
