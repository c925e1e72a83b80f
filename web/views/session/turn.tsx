import type { ComponentChildren } from 'preact';
import type { StoryCall, StoryStep } from '../../../src/api/story-answers.ts';
import { idPath } from '../../app/router.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Delta } from '../../parts/figures.tsx';
import { formatDuration } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { IssueLinks } from '../../parts/issues.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { Diff } from './diff.tsx';
import { countLines } from './diff-rows.ts';
import { Output } from './output.tsx';
import { iconOfStep, type StoryPart, toldTitle } from './parts-of-story.ts';
import { ToldLines } from './told-lines.tsx';

/** How a turn is shown, and what can be done with it. */
export interface TurnView {
  agent: string;
  project: string | undefined;
  isSelected: boolean;
  isOpen: boolean;
  isSplit: boolean;
  onToggle: () => void;
  onSelect: (key: string) => void;
  /** What solved a failure, by the id of the step that failed. */
  solvedBy: ReadonlyMap<string, Solved>;
}

/** What solved a failure: the words of the summary, and the step where it is to be seen. */
export interface Solved {
  says: string;
  by: string | undefined;
  afterMs: number | undefined;
}

/** One part of the conversation: a block of context, a prompt, an answer, or a call with what came of it. */
export function Turn({ part, ...view }: { part: StoryPart } & TurnView) {
  const { of } = part;
  if (of.is === 'step') return <StepTurn part={part} step={of.step} {...view} />;
  return (
    <Article part={part} isSelected={view.isSelected} title={toldTitle(of.block)} aside={`${of.block.tokens} tokens`}>
      <ToldLines block={of.block} />
    </Article>
  );
}

const WHO: Readonly<Record<string, string>> = { person: 'by a person', agent: 'by an agent', tool: 'by a tool' };
const CALLS: Readonly<Record<string, string>> = {
  'file-read': 'Read',
  'file-write': 'Edit',
  command: 'Command',
  research: 'Research',
  delegation: 'Delegation',
};

function StepTurn({ part, step, ...view }: { part: StoryPart; step: StoryStep } & TurnView) {
  const { call, kind, text, stated, commits, issues = [] } = step;
  const title =
    call !== undefined
      ? (CALLS[call.use] ?? call.tool)
      : kind === 'message'
        ? view.agent
        : ({ prompt: 'Prompt', summary: 'Summary of the agent' }[kind as string] ?? 'Note');
  const aside = call === undefined ? (kind === 'message' ? '' : (WHO[step.author] ?? '')) : '';
  return (
    <Article part={part} isSelected={view.isSelected} title={title} aside={aside} step={step}>
      {call === undefined ? <StoredText text={text} /> : <CallBody call={call} step={step} {...view} />}
      {commits.map(({ id, hash, subject, branch }) => (
        <p class="filerow" key={id}>
          <Icon name="commit" small />
          <code>
            <Line text={hash} />
          </code>
          <Line text={subject} />
          {branch !== undefined && (
            <span class="quiet">
              on <Line text={branch} />
            </span>
          )}
        </p>
      ))}
      {issues.length > 0 && (
        <p class="filerow">
          <span class="quiet">Names</span> <IssueLinks issues={issues} project={view.project} />
        </p>
      )}
      {stated.map(({ id, title: says, knowledge, status }) => (
        <p class="filerow" key={id}>
          <Icon name={knowledge ?? 'note'} small label={knowledge ?? 'statement'} />
          <a class="link clip" href={idPath(id)}>
            <Line text={says} />
          </a>
          {status !== undefined && <StateBadge state={status} />}
        </p>
      ))}
    </Article>
  );
}

function CallBody({ call, step, ...view }: { call: StoryCall; step: StoryStep } & TurnView) {
  const solved = view.solvedBy.get(step.id);
  return (
    <>
      {call.command?.includes('\n') === true && <StoredText text={call.command} code />}
      {(call.changes.length === 0 || !call.success) && (
        <Output call={call} eventId={step.eventId} isOpen={view.isOpen} onToggle={view.onToggle} />
      )}
      {call.changes.map((change) => (
        <div key={change.path}>
          {call.changes.length > 1 && (
            <p class="filerow">
              <code>
                <Line text={change.path} />
              </code>
              <Delta {...countLines(change.hunks)} />
            </p>
          )}
          <Diff change={change} isSplit={view.isSplit} />
        </div>
      ))}
      {!call.success && (
        <p class="ended">
          <Badge icon="failed" tone="bad">
            {call.refused ? 'refused' : call.exitCode === undefined ? 'failed' : `exit ${call.exitCode}`}
          </Badge>
          {solved !== undefined && <SolvedWords solved={solved} onSelect={view.onSelect} />}
        </p>
      )}
    </>
  );
}

function SolvedWords({ solved: { says, by, afterMs }, onSelect }: { solved: Solved; onSelect: (key: string) => void }) {
  const when = afterMs === undefined ? 'solved' : `solved ${formatDuration(afterMs)} later`;
  return (
    <span title={says}>
      {by === undefined ? (
        when
      ) : (
        <button type="button" class="link plain" onClick={() => onSelect(by)}>
          {when}
        </button>
      )}
    </span>
  );
}

function Article(props: {
  part: StoryPart;
  isSelected: boolean;
  title: string;
  aside: string;
  step?: StoryStep;
  children: ComponentChildren;
}) {
  const { part, isSelected, title, aside, step, children } = props;
  const call = step?.call;
  const [change] = call?.changes ?? [];
  return (
    <article class={isSelected ? 'turn sel' : 'turn'} aria-current={isSelected ? 'true' : undefined} dir="ltr">
      <header>
        <span class={part.isBad ? 'bad' : ''}>
          <Icon name={step === undefined ? part.icon : iconOfStep(step)} />
        </span>
        <b>{title}</b>
        {aside !== '' && <span>{aside}</span>}
        {step?.subagent !== undefined && <span class="quiet">in a subagent</span>}
        {call !== undefined && (
          <code class="clip">
            <Line text={call.command?.split('\n', 1)[0] ?? call.files.join(', ')} />
          </code>
        )}
        {change !== undefined && call?.changes.length === 1 && <Delta {...countLines(change.hunks)} />}
        <span class="end">
          <Time at={new Date(part.to).toISOString()} as="clock" />
          {call !== undefined && part.took !== '' && <> · {part.took}</>}
        </span>
      </header>
      {children}
    </article>
  );
}
