import type { Note } from '../../api/answers.ts';
import type { Output } from '../terminal/output.ts';
import { plain } from './show.ts';

/** Prints the notes on an answer, one per line. */
export function showNotes(notes: readonly Note[], out: Output): void {
  for (const note of notes) out.say(`note: ${plain(note.message)}`);
}
