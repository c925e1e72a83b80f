import { go, idPath } from '../../app/router.ts';
import { rowProps, rowTab, useList } from '../../app/use-list.ts';
import { BY_ID, usePages } from '../../client/use-pages.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';

/** What a session left in memory, the newest first. */
export function SessionMemories({ id }: { id: string }) {
  const pages = usePages('list', { session: id, limit: 100 }, BY_ID);
  const list = useList({ keys: pages.rows.map((entry) => entry.id), open: (entry) => go(idPath(entry)) });
  return (
    <AnsweredPages
      pages={pages}
      failed="The memories of this session could not be read."
      empty={<Empty says="This session left nothing in memory." />}
    >
      <VirtualList
        label="Memories of the session"
        name="memories"
        items={pages.rows}
        keyOf={BY_ID.keyOf}
        sizeOf={() => 28}
        current={list.selected}
        onNearEnd={pages.more}
      >
        {(entry, index) => (
          <div class="row" {...rowProps(list, entry.id)}>
            <span class="quiet">
              <Time at={entry.at} as="clock" />
            </span>
            <Icon name={nameKind(entry).icon} />
            <span class="kind quiet hide-s">{nameKind(entry).says}</span>
            <a class="title clip grow" href={idPath(entry.id)} tabIndex={rowTab(list, entry.id, index === 0)}>
              <Line text={entry.title} />
            </a>
            {entry.status !== undefined && <StateBadge state={entry.status} />}
          </div>
        )}
      </VirtualList>
    </AnsweredPages>
  );
}
