import * as LIMITS from '../../core/limits.ts';
import { memoryPage } from '../render/show-memory.ts';
import { sayUnknown } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn get ID…` */
export const getCommand = callCommand('get', {
  aliases: ['show'],
  pages: true,
  lists: ['records'],
  summary: 'show memories in full, by id',
  details: `Takes any id that Cairn shows (memories, events, sessions, projects; at most ${LIMITS.getIds}), or numbers from the last list in this terminal. Exits with 1 when an id is unknown.\n\nExamples:\n  cairn get o_abcdefghijklmnop\n  cairn get 3`,
  arguments: [{ name: 'id', help: 'ids, as search and context show them', required: true, many: true, isId: true }],
  show({ records, missing }, { out }) {
    if (records.length > 0) out.print(records.map((record) => memoryPage(record, out)).join('\n\n'));
    sayUnknown(missing, out);
  },
  isFailure: ({ missing }) => missing.length > 0,
});
