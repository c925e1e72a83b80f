import { configsOf, contextReads, type ReadSettings } from '../context/context-reads.ts';
import { getRecords } from '../retrieval/entries/get.ts';
import type { Store } from '../store/contract/store.ts';
import { askCollection } from './collections/ask.ts';
import { findCollections } from './collections/find-collections.ts';
import { findImpact } from './figures/find-impact.ts';
import { findStats } from './figures/find-stats.ts';
import { findFile } from './project/find-file.ts';
import { findProject } from './project/find-project.ts';
import { findThreads } from './project/find-threads.ts';
import { findContradictions } from './read/find-contradictions.ts';
import { findHistory } from './read/find-history.ts';
import { findHits } from './read/find-hits.ts';
import { findList } from './read/find-list.ts';
import { findPatterns } from './read/find-patterns.ts';
import { findRecall } from './read/find-recall.ts';
import { findResume } from './read/find-resume.ts';
import { findReviewLog } from './read/find-review-log.ts';
import { findSession } from './read/find-session.ts';
import { findStory } from './read/find-story.ts';
import { findTimeline } from './read/find-timeline.ts';
import { findTripped } from './read/find-tripped.ts';
import { findRepeats } from './repeats/find-repeats.ts';
import type { Reads } from './runtime/reads-contract.ts';
import { findWhy } from './why/find-why.ts';

const NEVER = new AbortController().signal;

/** Reads over a store, which may be a read-only one. */
export function createReads(store: Store, settings: ReadSettings): Reads {
  const { userHome, programs } = settings;
  const files = { userHome, programs, excluded: settings['privacy.excludePaths'], configOf: configsOf(settings) };
  return {
    search: (query, now) => findHits(store, query, { now, userHome }),
    timeline: (input, now) => findTimeline(store, input, { now, userHome }),
    get: ({ ids, from }) => getRecords(store, ids, from),
    list: (input, now) => findList(store, input, { now, userHome }),
    reviewLog: (input, now) => findReviewLog(store, input, { now, userHome }),
    history: (input) => findHistory(store, input),
    recall: (input, now) => findRecall(store, input, { now, userHome }),
    collections: (input, now) => findCollections(store, input, { now, userHome }),
    ask: (input, now) => askCollection(store, input, { now, userHome }),
    resume: (input, now) => findResume(store, input, { now, userHome }),
    project: (input, now) => findProject(store, input, { now, userHome }),
    session: (input) => findSession(store, input),
    story: (input) => findStory(store, input),
    threads: (input, now) => findThreads(store, input, { now, userHome }),
    file: (input, now) => findFile(store, input, { now, userHome }),
    why: (input, now, { signal = NEVER } = {}) => findWhy(store, input, { ...files, now, signal }),
    patterns: (input, now) => findPatterns(store, input, { now, userHome }),
    tripwires: (input) => findTripped(store, input, settings),
    impact: (input, now) => findImpact(store, input, { now, userHome }),
    stats: (input, now) => findStats(store, input, { now, userHome }),
    contradictions: (input, now) => findContradictions(store, input, { now, userHome }),
    repeats: (input, now) => findRepeats(store, input, { now, userHome }),
    ...contextReads(store, settings),
  };
}
