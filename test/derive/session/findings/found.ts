import type { Finding } from '../../../../src/core/model/finding.ts';
import type { Item } from '../../../../src/core/model/item.ts';
import type { PatternKind } from '../../../../src/core/model/kinds.ts';
import { createFindingsReducer } from '../../../../src/derive/session/findings/session-reducers.ts';
import { SESSION } from '../../make-event.ts';
import { type Happening, itemsOf } from '../session-items.ts';

/** The findings of a session's items. */
export function foldOf(items: readonly Item[]): Finding[] {
  const fold = createFindingsReducer({ id: SESSION, agent: 'claude-code', startedAt: 0, lastAt: 0 });
  for (const item of items) fold.take(item);
  return fold.end().findings;
}

/** The findings of one kind of what happens in a session. */
export function found(kind: PatternKind, ...happenings: Happening[]): Finding[] {
  return foldOf(itemsOf(...happenings)).filter((finding) => finding.kind === kind);
}
