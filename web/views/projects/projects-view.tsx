import './projects.css';
import type { Entry } from '../../../src/api/answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { go } from '../../app/router.ts';
import { rowTab, useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';

/** Where a project is shown; the rest of the page then looks at it alone. */
export function projectPath(id: string): string {
  return `/projects/${id}?${new URLSearchParams({ project: id })}`;
}

/** The projects that sessions worked in, the one worked on last first. */
export function ProjectsView(_props: ViewProps) {
  const result = useCall('list', { kinds: ['project'] }, { live: 10 });
  const entries = result.value?.entries ?? [];
  const list = useList({ keys: entries.map(({ id }) => id), open: (id) => go(projectPath(id)) });
  useFoot(countOf(entries.length, 'project'));
  return (
    <>
      <Bar title="Projects" />
      <Answered result={result} failed="The projects could not be read.">
        {(value) =>
          value.entries.length === 0 ? (
            <Empty says="Projects will be here." action={<code>cairn import</code>}>
              A project is the folder that an agent worked in.
            </Empty>
          ) : (
            <VirtualList<Entry>
              label="Projects"
              name="projects"
              items={value.entries}
              keyOf={({ id }) => id}
              sizeOf={() => 32}
              current={list.selected}
            >
              {(entry, index) => (
                <div
                  class="row prow"
                  data-row={entry.id}
                  aria-current={list.selected === entry.id ? 'true' : undefined}
                >
                  <Icon name="projects" />
                  <a class="title clip" href={projectPath(entry.id)} tabIndex={rowTab(list, entry.id, index === 0)}>
                    <Line text={entry.title} />
                  </a>
                  <span class="clip quiet mono hide-s">
                    <Line text={entry.snippet} />
                  </span>
                  <span class="num quiet">
                    <Time at={entry.at} />
                  </span>
                </div>
              )}
            </VirtualList>
          )
        }
      </Answered>
    </>
  );
}
