import { useState } from 'preact/hooks';
import type { SessionFigures, StoryStep, ToldBlock } from '../../../src/api/story-answers.ts';
import { ask } from '../../client/ask.ts';
import { cacheKey, recall } from '../../client/call-cache.ts';
import { type CallResult, type Load, useKept } from '../../client/use-kept.ts';

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
  const [, show] = useState(0);
  const read: Load<Story> = async (signal, take) => {
    const isFirst = recall(key) === undefined;
    let story = await readPage(id, undefined, signal);
    for (let page = story; page.next !== undefined; ) {
      if (isFirst) {
        take({ ...story, isWhole: false });
        show((count) => count + 1);
      }
      page = await readPage(id, page.next, signal);
      story = { ...story, steps: joinSteps(story.steps, page.steps) };
    }
    return { ...story, isWhole: true };
  };
  return useKept(key, isLive ? BEATS : false, read);
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
