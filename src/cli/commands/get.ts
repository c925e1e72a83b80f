import type { TextSize } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { memoryPage } from '../render/show-memory.ts';
import { sayUnknown } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

function sizeText(id: string, { chars, recorded, from, next }: TextSize): string {
  const kept =
    recorded === undefined
      ? `${formatCount(chars)} characters`
      : `${formatCount(chars)} of ${formatCount(recorded.chars)} characters and ${formatCounted(recorded.lines, 'line')} were kept`;
  if (next !== undefined) return `${id}: ${kept}. The next part: cairn get ${id} --from ${next}`;
  return from === undefined
    ? `${id}: ${kept}. In parts: cairn get ${id} --from 0`
    : `${id}: ${kept}. This was the last part.`;
}

/** `cairn get ID…` */
export const getCommand = callCommand('get', {
  pages: true,
  lists: ['records'],
  summary: 'show memories in full, by id',
  details: `Takes any id that Cairn shows (memories, events, sessions, projects; at most ${LIMITS.getIds}), or numbers from the last list in this terminal. Of a text of more than 20,000 characters it shows head and tail; --from reads it in parts. Exits with 1 when an id is unknown.\n\nExamples:\n  cairn get o_abcdefghijklmnop\n  cairn get o_abcdefghijklmnop --from 0\n  cairn get 3`,
  arguments: [{ name: 'id', help: 'ids, as search and context show them', required: true, many: true, isId: true }],
  shown: { from: 'of a long text the part from this character on, from 0' },
  show({ records, missing }, { out }) {
    if (records.length > 0) out.print(records.map((record) => memoryPage(record, out)).join('\n\n'));
    for (const { id, size } of records) if (size !== undefined) out.say(sizeText(id, size));
    sayUnknown(missing, out);
  },
  isFailure: ({ missing }) => missing.length > 0,
});
