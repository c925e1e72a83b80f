import './projects.css';
import { useState } from 'preact/hooks';
import type { ProjectPage } from '../../../src/api/project-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { scopedPath } from '../../app/scope.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { countOf, formatDay } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id, IdLink } from '../../parts/id.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { ThreadState } from '../threads/thread-row.tsx';

const FILES = 12;
const THREADS = 6;
const NAME_CHARS = 80;

/** A project: what its sessions show and its repository does not say, its threads, the files most worked on. */
export function ProjectView({ params }: ViewProps) {
  const id = params.id ?? '';
  const page = useCall('project', { project: id });
  const [isNaming, setNaming] = useState(false);
  const name = page.value?.project?.name;
  const rename = (): void => {
    if (name !== undefined && mayChange()) setNaming(true);
  };
  useKeys('Project', [{ keys: 'e', does: 'Rename', run: rename }]);
  useFoot(page.value === undefined ? '' : `of the latest ${countOf(page.value.sessions, 'session')}`);
  return (
    <>
      <Bar title={name ?? 'Project'} crumb={<a href={scopedPath('/projects')}>Projects</a>}>
        <Button kind="ghost" keys="e" onClick={rename} disabled={name === undefined}>
          Rename
        </Button>
      </Bar>
      <Answered result={page} failed="The project could not be read.">
        {(value) => <ProjectBody id={id} page={value} />}
      </Answered>
      {isNaming && name !== undefined && <RenameDialog id={id} name={name} onClose={() => setNaming(false)} />}
    </>
  );
}

function ProjectBody({ id, page }: { id: string; page: ProjectPage }) {
  if (page.project === undefined) return <Empty says="This project is not known here." />;
  const span =
    page.firstAt === undefined || page.lastAt === undefined
      ? ''
      : `, ${formatDay(new Date(page.firstAt))} – ${formatDay(new Date(page.lastAt))}`;
  return (
    <Scroll name="project" label="Project">
      <div class="ppage">
        <p class="strip dim">
          <span>
            {countOf(page.sessions, 'session')}
            {span}
          </span>
          <a class="link" href={`/sessions?${new URLSearchParams({ project: id })}`}>
            Sessions
          </a>
          <a class="link" href={`/search?${new URLSearchParams({ project: id })}`}>
            Search in it
          </a>
          <Id id={id} />
        </p>
        <div class="pgrid">
          <Threads id={id} />
          <Files id={id} />
          {page.sections.map(({ title, lines }) => (
            <section key={title} class="wide">
              <h2>{title}</h2>
              <ul>
                {lines.map(({ text, ids }, at) => (
                  <li key={`${at}${ids[0]}`} class="pline">
                    <StoredText text={text} />
                    {ids[0] !== undefined && <IdLink id={ids[0]} />}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {page.sections.length === 0 && (
          <Empty says="Nothing comes back in its sessions yet that its repository does not say.">
            Commands and their gaps, files that are hard to find, what is left open and standing wishes will be here.
          </Empty>
        )}
      </div>
    </Scroll>
  );
}

function Threads({ id }: { id: string }) {
  const result = useCall('threads', { project: id });
  return (
    <section>
      <h2>
        Threads{' '}
        <a class="link" href={`/threads?${new URLSearchParams({ project: id })}`}>
          all
        </a>
      </h2>
      <Answered result={result} failed="The threads could not be read." rows={3}>
        {({ threads }) =>
          threads.length === 0 ? (
            <p class="quiet">No session worked on something yet.</p>
          ) : (
            <ul>
              {threads.slice(0, THREADS).map(({ title, state, lastAt, sessions: [last] }) => (
                <li key={last?.id ?? title} class="filerow">
                  <ThreadState state={state} />
                  <a
                    class="link clip grow"
                    href={`/sessions/${last?.id ?? ''}?${new URLSearchParams({ project: id })}`}
                  >
                    <Line text={title} />
                  </a>
                  <span class="quiet">
                    <Time at={lastAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}

function Files({ id }: { id: string }) {
  const result = useCall('file', { project: id });
  return (
    <section>
      <h2>
        Files most worked on{' '}
        <a class="link" href={`/files?${new URLSearchParams({ project: id })}`}>
          all
        </a>
      </h2>
      <Answered result={result} failed="The files could not be read." rows={3}>
        {({ files }) =>
          files.length === 0 ? (
            <p class="quiet">No session worked on a file yet.</p>
          ) : (
            <ul>
              {files.slice(0, FILES).map(({ path, edits, reads }) => (
                <li key={path} class="filerow">
                  <Icon name="file" small />
                  <a
                    class="link mono clip grow"
                    href={`/files?${new URLSearchParams({ path, project: id })}`}
                    title={path}
                  >
                    <Line text={path} />
                  </a>
                  <span class="quiet nowrap">{edits > 0 ? countOf(edits, 'edit') : countOf(reads, 'read')}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}

/** Gives a project another name; it can be taken back. */
function RenameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [words, setWords] = useState(name);
  const save = (): void => {
    onClose();
    const next = words.trim();
    if (next === name) return;
    change(
      'update',
      { id, changes: { name: next } },
      {
        says: next === '' ? 'The project has its own name again' : `Renamed to ${next}`,
        undo: () => ask('update', { id, changes: { name } }),
      },
    );
  };
  return (
    <Dialog title="Rename the project" onClose={onClose} action={{ label: 'Rename', run: save }}>
      <label class="field">
        <span>Name; empty for its own</span>
        <span class="input">
          <input value={words} maxLength={NAME_CHARS} onInput={(event) => setWords(event.currentTarget.value)} />
        </span>
      </label>
    </Dialog>
  );
}
