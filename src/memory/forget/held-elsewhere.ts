import { join } from 'node:path';
import type { Note } from '../../api/answers.ts';
import type { HomePaths } from '../../config/paths.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { namesIn } from '../../platform/files.ts';
import { searchFile } from '../../platform/search-file.ts';
import { readTrash, type TrashBatch, trashFile } from './trash.ts';

/**
 * Notes on files of the home beside the database that hold all words of a query, as they are typed or in small letters:
 * batches of the trash, and damaged files of the journal, which Cairn cannot read.
 */
export async function noteHeldElsewhere(
  paths: Pick<HomePaths, 'trash' | 'journal'>,
  query: string | undefined,
): Promise<Note[]> {
  const words = query === undefined ? [] : query.split(/\s+/).filter((word) => wordsOf(word).length > 0);
  if (words.length === 0) return [];
  const notes: Note[] = [];
  for (const one of readTrash(paths)) if (await holdsAll(trashFile(paths, one.batch), words)) notes.push(inTrash(one));
  for (const name of namesIn(paths.journal).filter((one) => one.endsWith('.damaged'))) {
    const path = join(paths.journal, name);
    if (!(await holdsAll(path, words))) continue;
    const message = `${path} holds these words. It is damaged, and Cairn cannot take it in: delete it`;
    notes.push({ code: 'in_journal', message });
  }
  return notes;
}

/** The note on a batch that holds words which are forgotten now. */
export function inTrash({ batch }: Pick<TrashBatch, 'batch'>): Note {
  const message = `What was forgotten before as ${batch} holds these words, and can still be brought back. For good: cairn forget ${batch} --now`;
  return { code: 'in_trash', message };
}

async function holdsAll(path: string, words: readonly string[]): Promise<boolean> {
  const forms = words.flatMap((word) => [word, word.toLowerCase()]);
  const { found } = await searchFile(
    path,
    forms.map((form) => Buffer.from(form, 'utf8')),
  );
  return words.every((_, place) => found.has(2 * place) || found.has(2 * place + 1));
}
