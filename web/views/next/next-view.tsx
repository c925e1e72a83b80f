import type { ContextResult } from '../../../src/api/context-answers.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, idPath, place } from '../../app/router.ts';
import { scopedPath, scopedProject } from '../../app/scope.ts';
import { useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { countOf } from '../../parts/format.ts';
import { ListPeek, Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { BudgetStrip, setBudget } from './budget-strip.tsx';
import { LinePeek, toggleMute } from './line-peek.tsx';
import { LineTable } from './line-table.tsx';
import { nextBudget, toLines } from './lines.ts';
import { Moment, momentOf } from './moment.tsx';
import './next.css';

/** What the next session will be told, line by line: why each, at what cost, what was nearly told and what it lacks. */
export function NextView(_props: ViewProps) {
  const projects = useCall('list', { kinds: ['project'], limit: 100 });
  const entries = projects.value?.entries ?? [];
  const project = scopedProject() ?? entries[0]?.id;
  return (
    <>
      <Bar title="Next session" about="what it will be told, line by line" />
      <SubBar
        end={
          <a class="link" href={scopedPath('/sessions')}>
            What was told to earlier sessions
          </a>
        }
      >
        <Moment project={project} projects={entries} />
      </SubBar>
      <Answered result={projects} failed="The projects could not be read.">
        {() =>
          project === undefined ? (
            <Empty says="There is no project yet.">
              Once an agent worked somewhere, what its next session is told stands here.
            </Empty>
          ) : (
            <Block project={project} />
          )
        }
      </Answered>
    </>
  );
}

function Block({ project }: { project: string }) {
  const moment = momentOf(place.value.query);
  const budget = Number(place.value.query.get('budget') ?? Number.NaN);
  const isReady = moment.at === 'start' || moment.words !== '';
  const input = {
    cwd: project,
    explain: true,
    ...(moment.at === 'prompt' && { prompt: moment.words }),
    ...(moment.at === 'file' && { file: moment.words }),
    ...(moment.agent !== undefined && { agent: moment.agent }),
    ...(Number.isFinite(budget) && { budget }),
  };
  const result = useCall('context', isReady ? input : undefined, { live: 10 });
  if (!isReady) {
    const what = moment.at === 'prompt' ? 'a prompt' : 'the path of a file';
    return <Empty says={`Type ${what} above.`}>It is asked as a hook would ask it, and nothing of it is kept.</Empty>;
  }
  return (
    <Answered result={result} failed="What is told could not be read." rows={8}>
      {(value) => <Lines answer={value} project={project} tookMs={result.tookMs} />}
    </Answered>
  );
}

function Lines(props: { answer: ContextResult; project: string; tookMs: number | undefined }) {
  const { answer, project, tookMs } = props;
  const { explained } = answer;
  const muted = useCall('list', { muted: true, project, limit: 100 });
  const lines = explained === undefined ? undefined : toLines(explained, muted.value?.entries ?? []);
  const all = lines === undefined ? [] : [...lines.told, ...lines.nearly, ...lines.muted];
  const list = useList({ keys: all.map(({ key }) => key), open: (key) => go(idPath(key.split('.')[0] ?? key)) });
  const chosen = all.find(({ key }) => key === list.selected);
  const step = (by: number): void => {
    if (explained !== undefined) setBudget(explained, explained.budget + by);
  };
  useKeys('Next session', [
    { keys: 'm', does: 'Mute the line, or tell it again', run: () => chosen !== undefined && toggleMute(chosen) },
    { keys: '-', does: 'Budget less', run: () => step(-50) },
    { keys: '+|=', does: 'Budget more', run: () => step(50) },
  ]);
  const count = (lines?.told.length ?? 0) + (lines?.nearly.length ?? 0);
  useFoot(
    `${countOf(count, 'candidate')}, ${lines?.told.length ?? 0} told${tookMs === undefined ? '' : ` · ${Math.round(tookMs)} ms`} · looking records nothing`,
  );
  if (explained === undefined || lines === undefined) return null;
  return (
    <ListPeek
      peek={
        list.isPeeking &&
        chosen && <LinePeek line={chosen} lines={lines} answer={answer} onClose={() => list.select(undefined)} />
      }
      rest={<p class="rest quiet">Select a line to see why it is told, and the block as the agent reads it.</p>}
    >
      {!explained.enabled && (
        <div class="note is-warn" role="status">
          <p>
            Hooks tell nothing now: <code>context.enabled</code> is off.
          </p>
        </div>
      )}
      <BudgetStrip answer={answer} explained={explained} />
      <Scroll name="next" label="Lines">
        <LineTable lines={lines} list={list} explained={explained} raiseTo={nextBudget(answer)} />
        {all.length === 0 && (
          <Empty says="Nothing is told at this moment.">
            {place.value.query.get('at') === null
              ? 'Rules that a person stated or confirmed, and the work at hand, stand here once there are some.'
              : 'Nothing in memory bears on this.'}
          </Empty>
        )}
      </Scroll>
    </ListPeek>
  );
}
