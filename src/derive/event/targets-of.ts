import type { EventBody } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { namedNoteId } from '../item/named-note.ts';
import { isOwnRemember } from '../tool/own-tool.ts';
import { isOfTripwire } from './held-rules.ts';

const ITEM_ID = /\bo_[a-z2-7]{16}\b/g;

/** The fields of an event that say what it is about. */
export interface ActTarget {
  agent: string;
  project?: ProjectId;
  body: EventBody;
}

/** Target of every event about a collection, besides the collection's own id, so that all of them are found together. */
export const ALL_COLLECTIONS = 'c_aaaaaaaaaaaaaaaa';

/**
 * Public ids of the memories, projects and collections that an event is about; none for most events. An act names its target,
 * a note with a caller's name is about that note, and a call of Cairn's own `remember` is about the note that it made.
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
      if (target === undefined) return [];
      return isOfTripwire(body) ? [...new Set([target, ...body.rules])] : [target];
    }
  }
}

function targetOf({ agent, project, body }: ActTarget): string | undefined {
  switch (body.kind) {
    case 'revised':
    case 'confirmed':
    case 'withdrawn':
    case 'superseded':
    case 'reopened':
    case 'hidden':
    case 'shown':
    case 'muted':
    case 'unmuted':
    case 'revoked':
    case 'renamed':
    case 'merged':
    case 'pruned':
    case 'shared':
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
