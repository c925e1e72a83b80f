import { useCallback, useRef, useState } from 'preact/hooks';
import type { SessionFigures, StoryStep, ToldBlock } from '../../../src/api/story-answers.ts';
import { ask } from '../../client/ask.ts';
import { cacheKey, keep, recall } from '../../client/call-cache.ts';
import { type CallError, isAborted, toCallError } from '../../client/call-error.ts';
import { changes } from '../../client/change.ts';
import { useAsking } from '../../client/use-asking.ts';
import { beatsOf, type CallResult, stateOf } from '../../client/use-call.ts';

/** A session as far as it was read: all its steps once `isWhole`. */
export interface Story {
  figures: SessionFigures;
  steps: readonly StoryStep[];
  told: readonly ToldBlock[];
  isWhole: boolean;
}

const PAGE = 100;
/** Pulses of live events between two readings of a session. */
const BEATS = 4;

/** The whole story of a session, page after page; of one that goes on (`isLive`) again as events come. */
export function useStory(id: string, isLive: boolean): CallResult<Story> {
  const key = cacheKey('story', { id, whole: true });
  const [round, setRound] = useState(0);
  const [, show] = useState(0);
  const failure = useRef<{ key: string; error: CallError } | undefined>(undefined);

  const read = async (signal: AbortSignal): Promise<void> => {
    const start = performance.now();
    const take = (value: Story): void => {
      keep(key, { value, at: Date.now(), tookMs: performance.now() - start });
      show((count) => count + 1);
    };
    try {
      const isFirst = recall(key) === undefined;
      let story = await readPage(id, undefined, signal);
      for (let page = story; page.next !== undefined; ) {
        if (isFirst) take({ ...story, isWhole: false });
        page = await readPage(id, page.next, signal);
        story = { ...story, steps: joinSteps(story.steps, page.steps) };
      }
      take({ ...story, isWhole: true });
      failure.current = undefined;
    } catch (error) {
      if (!isAborted(error)) failure.current = { key, error: toCallError(error) };
    }
  };
  const asking = useAsking(key, `${changes.value} ${beatsOf(isLive ? BEATS : false)} ${round}`, read);

  const kept = recall(key);
  const error = failure.current?.key === key ? failure.current.error : undefined;
  return {
    value: kept?.value as Story | undefined,
    error,
    state: stateOf({ isIdle: false, hasValue: kept !== undefined, isAsking: asking.isAsking(), error }),
    at: kept?.at,
    tookMs: kept?.tookMs,
    refresh: useCallback(() => setRound((count) => count + 1), []),
  };
}

async function readPage(id: string, cursor: string | undefined, signal: AbortSignal) {
  const asked = { id, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  const { figures, steps, told, nextCursor } = await ask('story', asked, { signal });
  return { figures, steps: steps as readonly StoryStep[], told, next: nextCursor };
}

/** One step may begin on one page and end on the next: what was stated in it is joined. */
function joinSteps(before: readonly StoryStep[], next: readonly StoryStep[]): readonly StoryStep[] {
  const last = before.at(-1);
  const first = next[0];
  if (last?.eventId === undefined || first === undefined || last.eventId !== first.eventId) return [...before, ...next];
  const joined = { ...last, stated: [...last.stated, ...first.stated], commits: [...last.commits, ...first.commits] };
  return [...before.slice(0, -1), joined, ...next.slice(1)];
}
