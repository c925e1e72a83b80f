import { type ItemId, itemId, type ProjectId } from '../core/ids.ts';

/** Id of a note that its caller named: the same name from the same surface in the same project is the same note. */
export function namedNoteId(note: { agent: string; project?: ProjectId | undefined; ref: string }): ItemId {
  return itemId('knowledge', `${note.agent}\0${note.project ?? ''}`, `ref ${note.ref}`);
}
