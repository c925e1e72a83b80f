import { NOTED_ITEMS, type Noted } from '../../core/model/event.ts';
import { type ItemId, itemId, type ProjectId } from '../../core/model/ids.ts';

/** Id of a note with a caller's name: the same name from the same surface in the same project is the same note. */
export function namedNoteId(note: {
  agent: string;
  project?: ProjectId | undefined;
  ref: string;
  item?: string | undefined;
}): ItemId {
  return itemId(notedItemKind(note.item) ?? 'knowledge', `${note.agent}\0${note.project ?? ''}`, `ref ${note.ref}`);
}

/** The kind of an imported memory that is neither a note nor a rule; `undefined` for any other word. */
export function notedItemKind(item: string | undefined): Noted['item'] {
  return NOTED_ITEMS.find((known) => known === item);
}
