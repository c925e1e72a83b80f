import { paragraphs } from './note-row.ts';
import { type SourceRow, textIn } from './source-row.ts';

/** Title and text of a summary, from the columns that several products have in common. */
export function summaryIn(row: SourceRow): { title: string | undefined; text: string | undefined } {
  return {
    title: textIn(row, 'title', 'request', 'completed'),
    text: paragraphs([
      ['Request', textIn(row, 'request')],
      ['Investigated', textIn(row, 'investigated')],
      ['Learned', textIn(row, 'learned')],
      ['Completed', textIn(row, 'completed')],
      ['Next steps', textIn(row, 'next_steps')],
      ['Notes', textIn(row, 'notes')],
    ]),
  };
}
