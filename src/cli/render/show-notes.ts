import type { Note } from '../../api/answers.ts';
import type { Output } from '../terminal/output.ts';
import { plain } from './show.ts';

/** Says what a caller should know about an answer, a line each. */
export function showNotes(notes: readonly Note[], out: Output): void {
  for (const note of notes) out.say(`note: ${plain(note.message)}`);
}
