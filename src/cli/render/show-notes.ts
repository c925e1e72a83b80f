import type { Note } from '../../api/answers.ts';
import { safeText } from '../../core/text/safe-text.ts';
import type { Output } from '../terminal/output.ts';
import { plain } from './show.ts';

/** Prints the notes on an answer, one per line. */
export function showNotes(notes: readonly Note[], out: Output): void {
  for (const note of notes) out.say(`note: ${plain(note.message)}`);
}

/** Prints an answer in prose with its notes; `otherwise` when there is no text. */
export function showText({ text, notes }: { text: string; notes: readonly Note[] }, otherwise: string, out: Output) {
  if (text !== '') out.print(safeText(text));
  else out.say(otherwise);
  showNotes(notes, out);
}

/** Says which kinds of secrets were taken out of what was stored, if any. */
export function sayRedacted(redacted: Readonly<Record<string, number>>, out: Output): void {
  const kinds = Object.keys(redacted);
  if (kinds.length > 0) out.say(`Secrets were taken out: ${kinds.join(', ')}.`);
}

/** Says which ids are unknown, if any, and what shows ids. */
export function sayUnknown(missing: readonly string[], out: Output): void {
  if (missing.length > 0)
    out.say(`Unknown: ${missing.map((id) => plain(id) || '""').join(', ')}. To find ids: cairn search "words"`);
}
