import type { EventBody } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { namedNoteId } from '../item/named-note.ts';
import { isOwnRemember } from '../tool/own-tool.ts';

const ITEM_ID = /\bo_[a-z2-7]{16}\b/g;

/** An event as far as it tells what it is about. */
export interface ActTarget {
  agent: string;
  project?: ProjectId;
  body: EventBody;
}

/** What an event is about with all that has a place of its own among collections: every event of one is about this, too. */
export const ALL_COLLECTIONS = 'c_aaaaaaaaaaaaaaaa';

/**
 * Public ids of what an event is about: memories, projects, collections; of the most events nothing. An act names it; a
 * note that its caller named is about that note; a call of Cairn's own `remember` is about the note that it made.
 */
export function targetsOf(event: ActTarget): readonly string[] {
  const { body } = event;
  switch (body.kind) {
    case 'retired':
    case 'restored':
      return [...new Set([...body.targets, ...(body.standing ?? []).map(({ id }) => id)])];
    case 'collected':
      return [body.target, ALL_COLLECTIONS];
    default: {
      const target = targetOf(event);
      return target === undefined ? [] : [target];
    }
  }
}

function targetOf({ agent, project, body }: ActTarget): string | undefined {
  switch (body.kind) {
    case 'revised':
    case 'confirmed':
    case 'withdrawn':
    case 'hidden':
    case 'shown':
    case 'renamed':
    case 'pruned':
      return body.target;
    case 'noted':
      return body.detail.ref === undefined
        ? undefined
        : namedNoteId({ agent, project, ref: body.detail.ref, item: body.item });
    case 'tool.end': {
      if (!body.output.includes('o_') || !isOwnRemember(body.tool, body.input)) return undefined;
      const ids = new Set(body.output.match(ITEM_ID) ?? []);
      return ids.size === 1 ? [...ids][0] : undefined;
    }
    default:
      return undefined;
  }
}
