import { CairnError } from '../../core/errors.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { issueAsked } from '../../core/text/issue-names.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';

/** Upper bound on memories that name an issue, the latest ones. */
const MOST = 1_000;

/**
 * The memories that name an issue or request, at most 1,000, newest first: `#12` is also `owner/name#12` where that is the
 * project's remote, and the other way round. Throws `invalid_input` for a text that names none.
 */
export async function itemsOfIssue(store: Store, asked: string, filter: ItemFilter): Promise<Item[]> {
  const name = issueAsked(asked);
  if (name === undefined) {
    throw new CairnError('invalid_input', `issue: ${JSON.stringify(asked.slice(0, 60))} names no issue.`, {
      fix: 'Give it as #12, owner/name#12, ABC-12, or by its address.',
    });
  }
  const found = new Map<string, Item>();
  for (const spelt of await spellings(store, name, filter.project)) {
    const items = await store.items.list({ ...filter, ...spelt }, { limit: MOST });
    for (const item of items) found.set(item.id, item);
  }
  return [...found.values()].toSorted((one, other) => other.at - one.at).slice(0, MOST);
}

/** How an issue may be named, and in which project that means it. */
async function spellings(
  store: Store,
  name: string,
  project: ProjectId | undefined,
): Promise<{ concept: string; project?: ProjectId }[]> {
  const [, owner = '', number] = /^(.*?)([#!]\d+)$/.exec(name) ?? [];
  if (number === undefined) return [{ concept: name }];
  const projects = (await store.log.projects()).map(({ id, joined, remote }) => ({
    ids: [id, joined],
    place: remote?.split('/').slice(1).join('/').toLowerCase(),
  }));
  if (owner === '') {
    const here = project === undefined ? undefined : projects.find(({ ids }) => ids.includes(project))?.place;
    return [{ concept: name }, ...(here === undefined ? [] : [{ concept: `${here}${number}` }])];
  }
  const theirs = projects.filter(({ place }) => place === owner.toLowerCase());
  return [{ concept: name }, ...theirs.map(({ ids: [id] }) => ({ concept: number, project: id as ProjectId }))];
}
