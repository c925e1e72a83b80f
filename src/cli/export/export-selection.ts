import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { fileSize } from '../../platform/files.ts';
import type { CliContext } from '../terminal/command.ts';
import { createExportFile, type ExportOptions, writeExportFile } from '../terminal/export-file.ts';
import { escapeActs } from '../terminal/output.ts';
import { type ChosenMemories, type SelectedPart, selectMemories } from './selection.ts';
import { writeDatabase } from './write-database.ts';
import { type TextForm, writeTexts } from './write-texts.ts';

/** Where a selection goes, and in what form. */
export interface ChosenExport extends ExportOptions {
  form: TextForm | 'sqlite';
  /** The absolute path of a file; default stdout, which takes no database. */
  path: string | undefined;
}

/** What was written. */
export interface SelectionWritten {
  memories: number;
  bytes: number;
}

/** Writes chosen memories as the calls of the memory give them; `undefined` where they went to stdout. */
export async function exportSelection(
  selection: ChosenMemories,
  { form, path, ...options }: ChosenExport,
  { io, out, openMemory }: CliContext,
): Promise<SelectionWritten | undefined> {
  let memories = 0;
  const count = (part: SelectedPart): void => {
    memories += part.memories.length;
    if (path !== undefined) out.progress(`${formatCounted(memories, 'memory')} …`);
  };
  const parts = counted(selectMemories(openMemory({ person: false }), selection, io.signal), count);
  if (form === 'sqlite') {
    if (path === undefined) throw new Error('a database goes to a file');
    await createExportFile(path, options, (target) => writeDatabase(target, parts));
    return { memories, bytes: fileSize(path) };
  }
  const shown = form === 'json' ? escapeActs : safeText;
  if (path === undefined) {
    for await (const text of writeTexts(parts, form)) io.stdout.write(shown(text));
    return undefined;
  }
  const { sizeBytes } = await writeExportFile(
    path,
    async ({ write }) => {
      for await (const text of writeTexts(parts, form)) write(shown(text));
    },
    options,
  );
  return { memories, bytes: sizeBytes };
}

async function* counted(
  parts: AsyncIterable<SelectedPart>,
  count: (part: SelectedPart) => void,
): AsyncGenerator<SelectedPart> {
  for await (const part of parts) {
    count(part);
    yield part;
  }
}
