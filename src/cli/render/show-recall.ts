import type { RecallResult } from '../../api/answers.ts';
import { safeText } from '../../core/text/safe-text.ts';
import type { Output } from '../terminal/output.ts';
import { showNotes } from './show-notes.ts';

/** The ids at the end of a sentence of an answer, and the space before the next one. */
const IDS = / (\[[a-z]_[a-z2-7]{16}(?:, [a-z]_[a-z2-7]{16})*\])\.(?: |$)/g;

/** Prints an answer, a sentence a line; the ids that it rests on stand behind its full stop, dimmed on a terminal. */
export function showRecall({ text, notes }: Pick<RecallResult, 'text' | 'notes'>, out: Output): void {
  if (text === '') out.say('Memory holds nothing about this.');
  else
    out.print(
      safeText(text)
        .replace(IDS, (_, ids: string) => `. ${out.colors.dim(ids)}\n`)
        .trimEnd(),
    );
  showNotes(notes, out);
}
