import type { EventId } from '../../core/model/ids.ts';
import { findImporters, IMPORTERS } from '../../importers/registry.ts';
import type { Log } from '../../store/contract/log.ts';
import { eventsById } from '../runtime/logged-events.ts';

/** What events were brought from, which Cairn does not change: other products' databases and instruction files, paths where they are known. */
export async function importOriginsOf(
  log: Pick<Log, 'events'>,
  ids: readonly EventId[],
  environment: Parameters<typeof findImporters>[0],
): Promise<string[]> {
  const products = new Set<string>();
  const files = new Set<string>();
  for await (const { agent, sources, body } of eventsById(log, ids)) {
    if (!sources.includes('import')) continue;
    if (body.kind === 'noted' && body.author === 'repo')
      for (const file of body.detail.filesRead ?? []) files.add(file);
    else products.add(agent);
  }
  const databases = IMPORTERS.filter(({ name }) => products.has(name)).flatMap(({ name, title }) => {
    const found = findImporters(environment, name).map(({ path }) => path);
    return found.length > 0 ? found : [`the database of ${title}`];
  });
  return [...databases, ...files];
}
