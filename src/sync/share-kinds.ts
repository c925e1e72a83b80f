import type { Item } from '../core/model/item.ts';
import { detailOfKind } from '../core/model/item.ts';
import { isOver } from '../core/model/kinds.ts';
import { isFromMember } from '../derive/event/shared-item.ts';
import { RULES } from '../derive/item/rules.ts';
import type { SharedRow } from '../store/contract/sync.ts';
import { sharedHash } from './to-memory.ts';

/** What a person can choose to share of a project. Words of tools, prompts and messages are none of it. */
export const SHARE_KINDS = ['knowledge', 'summaries', 'patterns', 'notes', 'topics', 'commits'] as const;

/** A kind that can be shared. */
export type ShareKind = (typeof SHARE_KINDS)[number];

/** What is shared where a person names no kinds. */
export const DEFAULT_KINDS: readonly ShareKind[] = ['knowledge', 'summaries', 'patterns'];

/**
 * The kind under which a memory can be shared; `undefined` for what is never shared: what others wrote, an agent's proposals in
 * passing, what is hidden, retired, or came from another home, and what was withdrawn or superseded unless others have these words
 * already (`row`: what was shared of it), who then have to hear that they no longer count.
 */
export function shareKindOf(item: Item, row?: Pick<SharedRow, 'state' | 'hash'>): ShareKind | undefined {
  const { detail } = item;
  const isAway = detail.hidden === true || detail.retired !== undefined || detail.echo === true;
  if (isAway || isFromMember(item)) return undefined;
  if (isOver(detail.status) && !isWithOthers(item, row)) return undefined;
  switch (item.kind) {
    case 'knowledge':
      return isStated(item) && item.detail.scope !== 'thread' ? 'knowledge' : undefined;
    case 'observation':
      return item.detail.observation === 'note' && isOwn(item) ? 'notes' : undefined;
    case 'summary':
      return item.detail.compaction === undefined ? 'summaries' : undefined;
    case 'pattern':
      // Each home makes tripwires of the rules that its person accepted.
      return item.detail.pattern?.pattern === 'tripwire' ? undefined : 'patterns';
    case 'topic':
      return 'topics';
    case 'commit':
      return 'commits';
    default:
      return undefined;
  }
}

/** The kinds of items that can be of some kinds that are shared. */
export function itemKindsOf(kinds: readonly ShareKind[]): Item['kind'][] {
  const items: Readonly<Record<ShareKind, Item['kind']>> = {
    knowledge: 'knowledge',
    summaries: 'summary',
    patterns: 'pattern',
    notes: 'observation',
    topics: 'topic',
    commits: 'commit',
  };
  return kinds.map((kind) => items[kind]);
}

/**
 * True where what is over was handed on while it counted, in the words that it has now, or waits to be handed on as over, which it
 * does only after that.
 */
function isWithOthers(item: Item, row: Pick<SharedRow, 'state' | 'hash'> | undefined): boolean {
  if (row === undefined || row.state === 'gone') return false;
  if (row.hash === sharedHash(item)) return true;
  const { supersededBy: _by, ...detail } = item.detail;
  return (
    (row.state === 'sent' || row.state === 'left') &&
    row.hash === sharedHash({ ...item, detail: { ...detail, status: 'proposed' } } as Item)
  );
}

/** True for what a person stated or confirmed, or an agent on purpose; a sentence in passing stays a proposal of this home. */
function isStated(item: Item): boolean {
  const { status } = detailOfKind(item, 'knowledge');
  if (item.author === 'person' || status === 'confirmed') return true;
  return item.author === 'agent' && item.rule === RULES.noted;
}

function isOwn({ author }: Item): boolean {
  return author === 'person' || author === 'agent';
}
