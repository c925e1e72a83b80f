import { useState } from 'preact/hooks';
import type { JobEntry } from '../../../src/api/home-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { type ListState, rowProps, rowTab, useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { countOf } from '../../parts/format.ts';
import { Facts, ListPeek, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import './jobs.css';
import { jobState, nameOfJob, progressOf } from './job-words.ts';

/** What the worker has still to do: jobs that wait, are under way or were given up; each can be stopped or tried again. */
export function JobsView(_props: ViewProps) {
  const jobs = useCall('jobs', {}, { live: 4 });
  const rows = jobs.value?.jobs ?? [];
  const list = useList({ keys: rows.map(({ id }) => String(id)) });
  const chosen = rows.find(({ id }) => String(id) === list.selected);
  const [stopping, setStopping] = useState<JobEntry | undefined>(undefined);
  const retry = (job: JobEntry | undefined): void => {
    if (job !== undefined && mayChange()) void retryJob(job);
  };
  const stop = (job: JobEntry | undefined): void => {
    if (job !== undefined && mayChange()) setStopping(job);
  };
  useKeys('Jobs', [
    { keys: 'r', does: 'Try again now', run: () => retry(chosen) },
    { keys: 'c', does: 'Cancel…', run: () => stop(chosen) },
  ]);
  const waiting = jobs.value?.waiting;
  useFoot(
    waiting === undefined
      ? ''
      : `${countOf(rows.length, 'job')} · to be derived: ${countOf(waiting.events, 'event')}, ${countOf(waiting.sessions, 'session')}, ${countOf(waiting.patterns, 'pattern')}`,
  );
  return (
    <>
      <Bar title="Jobs" about="what the worker has still to do" />
      <ListPeek
        peek={
          list.isPeeking &&
          chosen !== undefined && (
            <JobPeek
              job={chosen}
              onClose={() => list.select(undefined)}
              onRetry={() => retry(chosen)}
              onStop={() => stop(chosen)}
            />
          )
        }
        rest={<p class="rest quiet">Select a job to see how far it is, why it failed, and what can be done.</p>}
      >
        <Answered result={jobs} failed="The jobs could not be read.">
          {() =>
            rows.length === 0 ? (
              <Empty says="No job waits.">
                What the worker does in the background stands here while it does it: embedding, distilling, a rebuild.
              </Empty>
            ) : (
              <VirtualList
                label="Jobs"
                name="jobs"
                items={rows}
                keyOf={({ id }) => String(id)}
                sizeOf={() => 32}
                current={list.selected}
              >
                {(job, index) => <JobRow job={job} list={list} isFirst={index === 0} />}
              </VirtualList>
            )
          }
        </Answered>
      </ListPeek>
      {stopping !== undefined && <StopDialog job={stopping} onClose={() => setStopping(undefined)} />}
    </>
  );
}

function JobRow({ job, list, isFirst }: { job: JobEntry; list: ListState; isFirst: boolean }) {
  const { says, icon, tone } = jobState(job);
  const key = String(job.id);
  return (
    <div class="row job" {...rowProps(list, key)}>
      <span class="num quiet">{job.id}</span>
      <a class="title clip" href={`/jobs?sel=${key}`} tabIndex={rowTab(list, key, isFirst)}>
        {nameOfJob(job.kind)}{' '}
        <span class="quiet">
          <Line text={job.key} />
        </span>
      </a>
      <span class="meta">
        {job.error !== undefined && (
          <span class="clip bad hide-m job-error">
            <Line text={job.error} />
          </span>
        )}
        <Badge icon={icon} tone={tone}>
          {says}
        </Badge>
        <span class="quiet hide-s">
          <Time at={job.dueAt} />
        </span>
      </span>
    </div>
  );
}

function JobPeek(props: { job: JobEntry; onClose: () => void; onRetry: () => void; onStop: () => void }) {
  const { job, onClose, onRetry, onStop } = props;
  const { says, icon, tone } = jobState(job);
  const far = progressOf(job);
  return (
    <Peek
      label={`Job ${job.id}`}
      about={
        <Badge icon={icon} tone={tone}>
          {says}
        </Badge>
      }
      onClose={onClose}
      decide={
        <>
          <Button kind={job.state === 'dead' ? 'primary' : 'plain'} keys="r" onClick={onRetry}>
            Try again now
          </Button>
          <Button keys="c" onClick={onStop}>
            Cancel…
          </Button>
        </>
      }
    >
      <PeekSection>
        <p class="big">{nameOfJob(job.kind)}</p>
      </PeekSection>
      <PeekSection title="How far">
        {far !== undefined && (
          <p class="job-far">
            <span>{far.says}</span>
            {far.share !== undefined && <progress max="1" value={far.share} aria-label="Progress" />}
          </p>
        )}
        <Facts
          facts={[
            ['Job', String(job.id)],
            ['About', job.key],
            ['Tried', countOf(job.attempts, 'time')],
            [job.state === 'leased' ? 'Lease until' : 'Due', <Time key="due" at={job.dueAt} as="whole" />],
          ]}
        />
      </PeekSection>
      {job.error !== undefined && (
        <PeekSection title="Why it failed">
          <StoredText text={job.error} />
        </PeekSection>
      )}
    </Peek>
  );
}

function StopDialog({ job, onClose }: { job: JobEntry; onClose: () => void }) {
  const stop = async (): Promise<void> => {
    const done = await change('jobs', { cancel: job.id }, { says: `Job ${job.id} is cancelled` });
    if (done !== undefined) onClose();
  };
  return (
    <Dialog
      title={`Cancel job ${job.id}?`}
      onClose={onClose}
      action={{ label: 'Cancel the job', kind: 'danger', run: () => void stop() }}
    >
      <p>
        {nameOfJob(job.kind)}: {job.state === 'leased' ? 'it stops at its next step.' : 'it is taken out.'} No memory is
        lost; what it would have done waits until it is started again.
      </p>
    </Dialog>
  );
}

function retryJob(job: JobEntry) {
  return change('jobs', { retry: job.id }, { says: `Job ${job.id} is tried again` });
}
