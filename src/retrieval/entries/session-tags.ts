import type { SessionTag } from '../../api/session-answers.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';

/** Topics of a session that are read: those that Cairn found, and its tags. */
const TOPICS_READ = 200;
const PREFIX = 'tag ';

/** The name under which a tag is kept as a topic of its session. */
export function tagRef(tag: string): string {
  return `${PREFIX}${tag}`;
}

/** The topics of a session, and apart from them its tags: topics that somebody put on it. Hidden ones only where asked for. */
export async function topicsAndTags(
  store: Pick<Store, 'items'>,
  session: SessionId,
  { hidden = false }: { hidden?: boolean } = {},
): Promise<{ topics: Item[]; tags: Item[] }> {
  const filter = { session, kinds: ['topic' as const], ...(hidden && { hidden }) };
  const items = await store.items.list(filter, { limit: TOPICS_READ, oldestFirst: true });
  const { tags = [], topics = [] } = Object.groupBy(items, isTag);
  return { topics, tags };
}

function isTag({ detail, event }: Item): 'tags' | 'topics' {
  return event !== undefined && detail.ref?.startsWith(PREFIX) === true ? 'tags' : 'topics';
}

/** A tag as an answer has it. */
export function toTag({ id, title, author }: Item): SessionTag {
  return { id, name: title, author };
}
