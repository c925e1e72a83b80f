import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { HealthCheck } from '../../../src/core/model/check.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { go } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { mayChange } from '../../app/who.ts';
import { useCall } from '../../client/use-call.ts';
import { copyText } from '../../parts/announce.ts';
import { Agent, Badge, StateBadge } from '../../parts/badge.tsx';
import { Button, Keys } from '../../parts/button.tsx';
import { countOf, formatBytes, formatDay } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Failed } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Importing, useImport } from './use-import.ts';

const START_TOKENS = 450;

/** The page of a memory that holds nothing: what is set up, what can be taken in, a first question, and where to go next. */
export function Onboarding() {
  const importing = useImport();
  useFoot('0 memories');
  return (
    <>
      <Bar title="Today" about="nothing is remembered yet">
        <Badge icon="jobs">waiting for the first event</Badge>
      </Bar>
      <Scroll name="hello" label="First steps">
        <div class="hello">
          <Stones />
          <p class="hello-title">Nothing is remembered yet</p>
          <p>
            Work with your agent as before; what it learns shows up here while it learns it. Sessions that it has
            already had can be taken in now.
          </p>
          <ol class="steps">
            <SetUpStep />
            <ImportStep importing={importing} />
            <AskStep />
            <Step title="See what the next session is told">
              <p class="dim">
                At most {START_TOKENS} tokens, each line with its reason. You can mute any of them.{' '}
                <a class="link" href={scopedPath('/next')}>
                  Next session
                </a>{' '}
                <Keys keys="g n" />
              </p>
            </Step>
          </ol>
        </div>
      </Scroll>
    </>
  );
}

function Step({
  title,
  beside,
  isDone,
  children,
}: {
  title: string;
  beside?: string;
  isDone?: boolean;
  children: ComponentChildren;
}) {
  return (
    <li class={isDone ? 'done' : undefined}>
      {isDone && (
        <span class="step-done">
          <Icon name="check" label="Done" />
        </span>
      )}
      <div>
        <h2>
          {title} {beside !== undefined && <span class="quiet">{beside}</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}

function SetUpStep() {
  const { value } = useCall('doctor', {});
  const agents = (value?.checks ?? []).filter(({ name }) => name.startsWith('hooks:'));
  const isDone = agents.some(({ status }) => status === 'ok');
  return (
    <Step title={isDone ? 'Agents are set up' : 'Set up your agents'} isDone={isDone}>
      <p class="dim">A hook takes a few milliseconds and never holds an agent up.</p>
      {!isDone && <Command text="cairn setup" />}
      <ul>
        {agents.map((check) => (
          <AgentRow key={check.name} check={check} />
        ))}
      </ul>
    </Step>
  );
}

function AgentRow({ check }: { check: HealthCheck }) {
  return (
    <li class="row">
      <Agent name={check.name.slice('hooks:'.length)} />
      <span class="grow quiet clip">
        <Line text={check.message} />
      </span>
      <StateBadge state={check.status} />
    </li>
  );
}

function ImportStep({ importing }: { importing: Importing }) {
  const { plan, progress, error, start, pause, isRunning } = importing;
  const agents = plan?.agents ?? [];
  const sessions = agents.reduce((sum, agent) => sum + agent.sessions, 0);
  const oldest = agents.map(({ firstAt }) => firstAt).toSorted()[0];
  if (error !== undefined) return <Failed what="The sessions could not be read." error={error} again={start} />;
  return (
    <Step
      title="Take in past sessions"
      beside="found on this machine, nothing is sent"
      isDone={progress?.done === true}
    >
      {plan !== undefined && sessions === 0 && <p class="dim">No agent has left sessions on this machine yet.</p>}
      {sessions > 0 && (
        <p class="dim">
          {countOf(sessions, 'session')} of {countOf(agents.length, 'agent')}
          {oldest !== undefined && `, the oldest of ${formatDay(new Date(oldest))}`}. Keys and passwords are left out
          before anything is written.
        </p>
      )}
      {sessions > 0 && (
        <div class="hello-import">
          <Progress progress={progress} total={plan?.bytesTotal ?? 0} />
          <Button
            small
            {...(isRunning ? {} : { kind: 'primary' as const })}
            onClick={() => (isRunning ? pause() : mayChange() && start())}
          >
            {isRunning ? 'Pause' : progress === undefined ? 'Take them in' : 'Go on'}
          </Button>
        </div>
      )}
    </Step>
  );
}

function Progress({ progress, total }: { progress: ImportProgress | undefined; total: number }) {
  const done = (progress?.bytes ?? 0) + (progress?.bytesKnown ?? 0);
  const most = progress?.bytesTotal ?? total;
  const share = most === 0 ? 0 : Math.min(1, done / most);
  return (
    <>
      <div
        class="prog"
        role="progressbar"
        aria-label="Sessions taken in"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <span class="dim nowrap">
        {progress === undefined
          ? formatBytes(most)
          : `${progress.files + (progress.filesKnown ?? 0)} of ${countOf(progress.filesTotal, 'file')}`}
      </span>
    </>
  );
}

function AskStep() {
  const [words, setWords] = useState('');
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (words.trim() !== '') go(scopedPath(`/search?${new URLSearchParams({ q: words })}`));
  };
  return (
    <Step title="Ask something">
      <p class="dim">As soon as the first sessions are in, try a question that only your past knows.</p>
      <form class="hello-ask" onSubmit={onSubmit}>
        <label class="input">
          <Icon name="search" small />
          <span class="sr">Question</span>
          <input
            value={words}
            placeholder="why do we use idempotency keys"
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <Button type="submit">Search</Button>
      </form>
      <Command text={`cairn search "${words.trim() === '' ? 'why do we use idempotency keys' : words.trim()}"`} />
    </Step>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div class="cmd">
      <code class="clip">
        <Line text={text} />
      </code>
      <Button kind="ghost" small icon="copy" onClick={() => copyText(text, 'Command')}>
        Copy
      </Button>
    </div>
  );
}

function Stones() {
  return (
    <svg class="stones" viewBox="0 0 92 84" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 79h84" opacity=".5" />
      <path d="M12 70c0-6 8-9.5 33-9.500S80 63 80 69s-6 10-35 10-33-3-33-9z" />
      <path d="M22 50.500c0-5.5 7-8.5 23-8.500s25 2.5 25 8-6 10.5-25 10.5-23-4.5-23-10z" />
      <path d="M30 32.500c0-4.5 5-7 16-7s16 3 16 8-6 8.5-16 8.5-16-5-16-9.500z" />
      <path d="M38 17c0-4 3.5-6.5 9-6.500s8.5 3 8.5 7-3.5 8-9 8-8.5-4.5-8.5-8.500z" stroke-dasharray="3 3" />
    </svg>
  );
}
