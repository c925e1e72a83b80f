import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import { itemId } from '../../core/model/ids.ts';
import type { PatternKind } from '../../core/model/kinds.ts';

/** Id of the pattern of a project, kind and key, computed without looking into the store. */
export function patternId({ project, kind, key }: { project?: ProjectId; kind: PatternKind; key: string }): ItemId {
  return itemId('pattern', `${project ?? ''} ${kind} ${key}`, 'pattern');
}
