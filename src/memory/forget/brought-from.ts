import type { EventId } from '../../core/model/ids.ts';
import { findSources, SOURCES } from '../../importers/registry.ts';
import { breathe } from '../../platform/breathe.ts';
import type { Log } from '../../store/contract/log.ts';

const PAGE = 200;

/** What events were brought from, which Cairn does not change: other products' databases and instruction files, paths where they are known. */
export async function broughtFrom(
  log: Pick<Log, 'events'>,
  ids: readonly EventId[],
  environment: Parameters<typeof findSources>[0],
): Promise<string[]> {
  const products = new Set<string>();
  const files = new Set<string>();
  for (let start = 0; start < ids.length; start += PAGE) {
    for (const { agent, sources, body } of await log.events(ids.slice(start, start + PAGE))) {
      if (!sources.includes('import')) continue;
      if (body.kind === 'noted' && body.author === 'repo')
        for (const file of body.detail.filesRead ?? []) files.add(file);
      else products.add(agent);
    }
    await breathe();
  }
  const databases = SOURCES.filter(({ name }) => products.has(name)).flatMap(({ name, title }) => {
    const found = findSources(environment, name).map(({ path }) => path);
    return found.length > 0 ? found : [`the database of ${title}`];
  });
  return [...databases, ...files];
}
