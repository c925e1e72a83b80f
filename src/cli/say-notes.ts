import type { Note } from '../memory/answers.ts';
import type { Output } from './output.ts';
import { plain } from './show.ts';

/** Says what a caller should know about an answer, a line each. */
export function sayNotes(notes: readonly Note[], out: Output): void {
  for (const note of notes) out.say(`note: ${plain(note.message)}`);
}
