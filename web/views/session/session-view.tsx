import './session.css';
import { useMemo, useState } from 'preact/hooks';
import type { SessionResult } from '../../../src/api/session-answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { isActive } from '../../app/live.ts';
import { place, setQuery } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { useMedia } from '../../app/use-media.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import type { CallResult } from '../../client/use-kept.ts';
import { Keys } from '../../parts/button.tsx';
import { countOf } from '../../parts/format.ts';
import { Answered, Empty } from '../../parts/states.tsx';
import { TabPanel, Tabs } from '../../parts/tabs.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { isPrompt, partsOfStory, type StoryPart } from './parts-of-story.ts';
import { SessionFacts, SessionHead } from './session-facts.tsx';
import { SessionMemories } from './session-memories.tsx';
import { SessionSummaryPanel } from './session-summary.tsx';
import { SessionTree } from './session-tree.tsx';
import { createTimeScale } from './time-scale.ts';
import { Timeline } from './timeline.tsx';
import { type Solved, Turn } from './turn.tsx';
import { type Story, useStory } from './use-story.ts';

const TABS = ['tree', 'timeline', 'summary', 'memories'] as const;
type TabName = (typeof TABS)[number];
const TURN_PX = 120;

/** A session: its facts, and step by step as a conversation beside its tree, along the time, summed up, and what it left. */
export function SessionView({ params }: ViewProps) {
  const id = params.id ?? '';
  const session = useCall('session', { id }, { live: 4 });
  const isLive = session.value !== undefined && session.value.endedAt === undefined && isActive(session.value.id);
  const story = useStory(id, isLive);
  const tab = TABS.find((one) => one === place.value.query.get('tab')) ?? 'tree';
  const title = session.value === undefined ? 'Session' : withoutOutcome(session.value.title);
  useFoot(footOf(story));
  useKeys('Session', [
    { keys: 'v', does: 'Tree, timeline', run: () => setQuery({ tab: tab === 'timeline' ? undefined : 'timeline' }) },
  ]);
  return (
    <>
      <Bar title={title} crumb={<a href={scopedPath('/sessions')}>Sessions</a>} />
      <Answered result={session} failed="The session could not be read.">
        {(found) => (
          <>
            <SessionHead session={found} story={story.value} isLive={isLive} />
            <SessionFacts session={found} story={story.value} />
            <Tabs
              name="session"
              label="Ways to look at the session"
              value={tab}
              onChange={(next) => setQuery({ tab: next === 'tree' ? undefined : next, sel: undefined })}
              tabs={[
                { value: 'tree', label: 'Tree' },
                { value: 'timeline', label: 'Timeline' },
                { value: 'summary', label: 'Summary' },
                { value: 'memories', label: 'Memories' },
              ]}
            />
            <TabPanel name="session" value={tab} class="spanel">
              {tab === 'summary' && <SessionSummaryPanel session={found} />}
              {tab === 'memories' && <SessionMemories id={found.id} />}
              {(tab === 'tree' || tab === 'timeline') && <StoryPanel tab={tab} session={found} story={story} />}
            </TabPanel>
          </>
        )}
      </Answered>
    </>
  );
}

function StoryPanel({ tab, session, story }: { tab: TabName; session: SessionResult; story: CallResult<Story> }) {
  return (
    <Answered result={story} failed="The steps of the session could not be read.">
      {(value) =>
        value.steps.length === 0 && value.told.length === 0 ? (
          <Empty says="Nothing is known of what happened in this session." />
        ) : (
          <StoryBody tab={tab} session={session} story={value} />
        )
      }
    </Answered>
  );
}

function StoryBody({ tab, session, story }: { tab: TabName; session: SessionResult; story: Story }) {
  const parts = useMemo(() => partsOfStory(story), [story]);
  const scale = useMemo(() => createTimeScale(parts), [parts]);
  const solvedBy = useMemo(() => solvedIn(session, parts), [session, parts]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const isNarrow = useMedia('(max-width: 640px)');
  const { query } = place.value;
  const isSplit = query.get('diff') === null ? !isNarrow : query.get('diff') === 'two';
  const selected = partHolding(parts, query.get('sel') ?? undefined);
  const select = (key: string | undefined): void => setQuery({ sel: key });
  const toggle = (key: string): void => {
    const next = new Set(unfolded);
    if (!next.delete(key)) next.add(key);
    setUnfolded(next);
  };
  useStoryKeys({ parts, selected, select, toggle, isSplit });
  if (tab === 'timeline') {
    return (
      <Timeline
        parts={parts}
        selected={selected}
        onSelect={(key) => setQuery({ sel: key, tab: undefined }, { push: true })}
        scale={scale}
      />
    );
  }
  return (
    <div class="cols v-session">
      <nav class="scroll stree" aria-label="Parts of the session">
        <SessionTree parts={parts} selected={selected} onSelect={select} scale={scale} />
        <p class="quiet hints hide-s" aria-hidden="true">
          <Keys keys="[ ]" /> prompts <Keys keys="j k" /> steps <Keys keys="v" /> timeline <Keys keys="d" /> diff
        </p>
      </nav>
      <div class="talk">
        <VirtualList
          label="Conversation"
          name={`talk ${session.id}`}
          items={parts}
          keyOf={({ key }) => key}
          sizeOf={() => TURN_PX}
          current={selected}
          align="start"
          isMeasured
        >
          {(part) => (
            <Turn
              part={part}
              agent={session.agent}
              project={session.project}
              isSelected={part.key === selected}
              isOpen={unfolded.has(part.key)}
              isSplit={isSplit}
              onToggle={() => toggle(part.key)}
              onSelect={select}
              solvedBy={solvedBy}
            />
          )}
        </VirtualList>
      </div>
    </div>
  );
}

/** The keys of a session: prompts, steps, an output, the columns of diffs. */
function useStoryKeys(props: {
  parts: readonly StoryPart[];
  selected: string | undefined;
  select: (key: string | undefined) => void;
  toggle: (key: string) => void;
  isSplit: boolean;
}): void {
  const { parts, selected, select, toggle, isSplit } = props;
  const step = (by: 1 | -1, isMeant: (part: StoryPart) => boolean = () => true): void => {
    const at = parts.findIndex(({ key }) => key === selected);
    const rest = by === 1 ? parts.slice(at + 1) : parts.slice(0, at === -1 ? 0 : at).toReversed();
    select((rest.find(isMeant) ?? (at === -1 ? parts[0] : undefined))?.key ?? selected);
  };
  useKeys('Session', [
    { keys: ']', does: 'Next prompt', run: () => step(1, isPrompt) },
    { keys: '[', does: 'Former prompt', run: () => step(-1, isPrompt) },
    { keys: 'j|ArrowDown', does: 'Next step', run: () => step(1) },
    { keys: 'k|ArrowUp', does: 'Former step', run: () => step(-1) },
    { keys: 'Enter|o', does: 'Fold, unfold an output', run: () => selected !== undefined && toggle(selected) },
    { keys: 'd', does: 'Diff: one or two columns', run: () => setQuery({ diff: isSplit ? 'one' : 'two' }) },
    { keys: 'Escape', run: () => select(undefined) },
  ]);
}

/** Key of the part that an id names: its own, that of its event, of a commit or of a statement in it. */
function partHolding(parts: readonly StoryPart[], id: string | undefined): string | undefined {
  if (id === undefined || parts.some(({ key }) => key === id)) return id;
  return parts.find(({ of }) => {
    if (of.is !== 'step') return false;
    const { eventId, commits, stated } = of.step;
    return eventId === id || [...commits, ...stated].some((one) => one.id === id);
  })?.key;
}

/** What solved which failed step, as the summary says. */
function solvedIn({ summary }: SessionResult, parts: readonly StoryPart[]): ReadonlyMap<string, Solved> {
  const byKey = new Map(parts.map((part) => [part.key, part]));
  const solved = new Map<string, Solved>();
  for (const { text, ids } of summary?.problemsSolved ?? []) {
    const failed = ids.find((id) => byKey.get(id)?.isBad === true);
    const from = failed === undefined ? undefined : byKey.get(failed);
    const to = ids.map((id) => byKey.get(id)).find((part) => part !== undefined && part.to > (from?.to ?? 0));
    if (failed === undefined || from === undefined) continue;
    solved.set(failed, { says: text, by: to?.key, afterMs: to === undefined ? undefined : to.to - from.to });
  }
  return solved;
}

function footOf({ value, tookMs }: CallResult<Story>): string {
  if (value === undefined) return '';
  const took = tookMs === undefined ? '' : ` · ${Math.round(tookMs)} ms`;
  return `${countOf(value.steps.length, 'step')}${took} · ${value.isWhole ? 'whole session loaded' : 'more is being read'}`;
}
