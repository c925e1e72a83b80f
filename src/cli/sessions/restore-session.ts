import { dirname } from 'node:path';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { ensureFolder } from '../../platform/files.ts';
import { planRestore, type RestoredSession } from '../../sessions/restore-session.ts';
import { readSessionEvents } from '../../sessions/session-events.ts';
import { plain } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { writeExportFile } from '../terminal/export-file.ts';

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
  if (!dryRun) await write(plan);
  const { files, takeIn: _, ...rest } = plan;
  const written = files.map(({ path, text }) => ({ path, bytes: Buffer.byteLength(text) }));
  out.result({ session, ...rest, files: written, written: !dryRun }, () => {
    if (dryRun) for (const { path, text } of files) out.print(`${plain(path)}\n${safeText(text)}`);
    show(plan, { written, dryRun }, context);
  });
}

async function write({ files }: RestoredSession): Promise<void> {
  for (const { path, text } of files) {
    ensureFolder(dirname(path));
    await writeExportFile(path, (file) => file.write(text));
  }
}

function show(
  { steps, leftOut, cwd, resume }: RestoredSession,
  { written, dryRun }: { written: readonly { path: string; bytes: number }[]; dryRun: boolean },
  { out }: CliContext,
): void {
  for (const { path, bytes } of written) {
    out.say(
      `${plain(path)}${dryRun ? ' would hold' : ' holds'} ${formatCounted(steps, 'step')}, ${formatBytes(bytes)}.`,
    );
  }
  if (leftOut > 0)
    out.say(`${formatCounted(leftOut, 'earlier prompt')} and what followed them are left out: too long.`);
  out.say(dryRun ? 'Nothing was written: this was a dry run.' : `To go on with it, in ${plain(cwd)}: ${plain(resume)}`);
}
