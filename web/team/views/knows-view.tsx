import { TEAM_PATHS, type TeamKnows, type TeamProject, type TopicPart } from '../../../src/api/team/team-pages.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { place, type QueryChanges, setQuery, withQuery } from '../../app/router.ts';
import { useTypedQuery } from '../../app/use-typed-query.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { FilterChip } from '../../parts/chip.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTeam, useTeamRows } from '../ask-team.ts';

const TYPED_MS = 300;
/** Names of people beside a folder, file or concept. */
const SHOWN = 3;

const COLUMNS: readonly Column<TeamKnows['people'][number]>[] = [
  { head: 'Name', cell: ({ name }) => <Line text={name} /> },
  { head: 'Memories', cell: ({ memories }) => formatCount(memories), isFigure: true },
  { head: 'Sessions', cell: ({ sessions }) => formatCount(sessions), isFigure: true },
  { head: 'Last', cell: ({ at }) => <Time at={at} as="day" /> },
  { head: 'For example', cell: ({ latest }) => <Latest of={latest} /> },
];

/** Whose shared sessions and knowledge touch a project, a folder, a file or a concept. */
export function KnowsView(_props: ViewProps) {
  const { query } = place.value;
  const [project, path, concept] = ['project', 'path', 'concept'].map((name) => query.get(name) ?? undefined);
  const result = useTeam<TeamKnows>(TEAM_PATHS.knows, { project, path, concept });
  const read = result.value?.read ?? 0;
  useFoot(
    result.value === undefined
      ? ''
      : `${result.value.isCut ? 'the newest ' : ''}${countOf(read, 'memory', 'memories')} read`,
  );
  return (
    <>
      <Bar title="Who knows what" about="by what members shared" />
      <Asked project={project} path={path} concept={concept} />
      <Scroll name="knows" label="Who knows what">
        <Answered result={result} failed="Who knows it could not be read.">
          {({ people, places, concepts }) =>
            people.length === 0 ? (
              <Empty says="Nothing that members shared touches this.">
                Ask about a folder above it, or another word.
              </Empty>
            ) : (
              <>
                <div class="team-table">
                  <Table label="People" columns={COLUMNS} rows={people} keyOf={({ name }) => name} />
                </div>
                <div class="team-parts">
                  <Parts title="Folders and files" parts={places} to={(part) => ({ path: below(path, part) })} isPath />
                  <Parts title="Concepts" parts={concepts} to={({ name }) => ({ concept: name })} />
                </div>
              </>
            )
          }
        </Answered>
      </Scroll>
    </>
  );
}

interface AskedProps {
  project: string | undefined;
  path: string | undefined;
  concept: string | undefined;
}

/** What is asked: a project, a place in it, a concept. */
function Asked({ project, path, concept }: AskedProps) {
  const projects = useTeamRows<TeamProject>(TEAM_PATHS.projects, {});
  const [typedPath, typePath] = useTypedQuery('path', TYPED_MS);
  const [typedConcept, typeConcept] = useTypedQuery('concept', TYPED_MS);
  const parts = (path ?? '').split('/').filter((part) => part !== '');
  return (
    <>
      <SubBar>
        <div class="chips">
          <FilterChip
            label="Project"
            value={project}
            choices={projects.rows.map(({ id, name, remote }) => ({ value: id, label: name === '' ? remote : name }))}
            onChange={(value) => setQuery({ project: value, path: undefined, concept: undefined }, { push: true })}
          />
        </div>
        <Typed label="File or folder" words={typedPath} type={typePath} example="src/pay" />
        <Typed label="Concept" words={typedConcept} type={typeConcept} example="retry" />
      </SubBar>
      {(parts.length > 0 || concept !== undefined) && (
        <nav class="team-crumbs" aria-label="What is asked about">
          <a class="link" href={toAsked({ path: undefined, concept: undefined })}>
            everything
          </a>
          {parts.map((part, index) => (
            <span key={parts.slice(0, index + 1).join('/')}>
              <span class="quiet"> / </span>
              <a class="link mono" href={toAsked({ path: parts.slice(0, index + 1).join('/') })}>
                <Line text={part} />
              </a>
            </span>
          ))}
          {concept !== undefined && (
            <span>
              <span class="quiet"> about </span>
              <Line text={concept} />
            </span>
          )}
        </nav>
      )}
    </>
  );
}

function Typed(props: { label: string; words: string; type: (words: string) => void; example: string }) {
  return (
    <label class="input">
      <span class="sr">{props.label}</span>
      <input
        value={props.words}
        placeholder={`${props.label}, as ${props.example}`}
        spellcheck={false}
        onInput={(event) => props.type(event.currentTarget.value)}
      />
    </label>
  );
}

function Parts(props: {
  title: string;
  parts: readonly TopicPart[];
  to: (part: TopicPart) => QueryChanges;
  isPath?: boolean;
}) {
  const { title, parts, to, isPath = false } = props;
  if (parts.length === 0) return null;
  const most = Math.max(...parts.map(({ memories }) => memories));
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {parts.map((part) => {
          const { name, isFolder = false, memories, people } = part;
          return (
            <li key={`${name}${isFolder}`} class="team-part">
              <Icon name={isPath ? (isFolder ? 'folder' : 'file') : 'topic'} small />
              <a class={isPath ? 'link mono clip' : 'link clip'} href={toAsked(to(part))}>
                <Line text={isFolder ? `${name}/` : name} />
              </a>
              <span class="clip">
                <Line text={people.slice(0, SHOWN).join(', ')} />
                {people.length > SHOWN && <span class="quiet"> +{people.length - SHOWN}</span>}
              </span>
              <meter min={0} max={most} value={memories} aria-label={countOf(memories, 'memory', 'memories')} />
              <span class="num">{formatCount(memories)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Latest({ of }: { of: TeamKnows['people'][number]['latest'] }) {
  return (
    <ul class="team-latest">
      {of.map(({ id, title }) => (
        <li key={id} class="clip">
          <a class="link" href={`/knowledge?${new URLSearchParams({ sel: id })}`}>
            <Line text={title} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function below(path: string | undefined, { name }: TopicPart): string {
  return path === undefined ? name : `${path.replace(/\/+$/, '')}/${name}`;
}

function toAsked(changes: QueryChanges): string {
  return withQuery('/knows', place.value.query, changes);
}
