// cli/sessions: what `cairn sessions` does with a session as a whole: its text, and its way back into an agent. What the
// session's steps are, `sessions` knows.

import { resolve } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { formatBytes } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { readSessionEvents } from '../../sessions/session-events.ts';
import { sessionMarkdown } from '../../sessions/session-markdown.ts';
import { plain } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { writeExportFile } from '../terminal/export-file.ts';
import { escapeActs } from '../terminal/output.ts';

/** What `cairn sessions export` is asked for: as Markdown, or as the lines that `cairn import` takes. */
export interface SessionExport {
  id: string;
  as: 'markdown' | 'jsonl';
  /** A file that is not there yet; default stdout. */
  file?: string | undefined;
}

/** Writes a session as it is kept. */
export async function exportSession({ id, as, file }: SessionExport, context: CliContext): Promise<void> {
  const { io, out, openMemory } = context;
  const memory = openMemory({ person: false });
  const options = { signal: io.signal };
  const { id: session, title } = await memory.session(id, options);
  const lines = memory.export({ session }, options);
  const texts = as === 'jsonl' ? jsonLines(lines) : sessionMarkdown(await readSessionEvents(lines), title);
  if (file === undefined) {
    for await (const text of texts) io.stdout.write(as === 'jsonl' ? text : safeText(text));
    return;
  }
  const { sizeBytes } = await writeExportFile(resolve(io.cwd, file), async ({ write }) => {
    for await (const text of texts) write(text);
  });
  out.result({ session, file, bytes: sizeBytes }, () => out.say(`${formatBytes(sizeBytes)} are in ${plain(file)}.`));
}

async function* jsonLines(lines: AsyncIterable<JsonObject>): AsyncGenerator<string> {
  for await (const line of lines) yield `${escapeActs(JSON.stringify(line))}\n`;
}
