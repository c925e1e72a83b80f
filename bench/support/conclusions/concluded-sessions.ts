// bench/support/conclusions: what Cairn concludes of recorded sessions, against what readers of their transcripts marked.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CheckpointDetail, Item, SummaryDetail } from '../../../src/core/model/item.ts';
import { detailOfKind } from '../../../src/core/model/item.ts';
import type { Outcome } from '../../../src/core/model/kinds.ts';
import { recordedSessions } from '../next-session/recorded-sessions.ts';
import { withImported } from '../recorded/imported.ts';

/** What readers marked in a session; times as `2026-01-22T10:11:12`. */
export interface ConclusionLabel {
  /** The agent's own id. */
  session: string;
  /** Rules are made with `tune`; `check` only checks them. */
  half: 'tune' | 'check';
  outcome: Outcome;
  /** Whether readers may differ about the outcome. */
  arguable?: true;
  /** Number of things that stay open at its end. */
  open: number;
  decisions: { at: string; by: 'person' | 'agent'; sure: boolean }[];
  lessons: { at: string; later: boolean }[];
}

/** A marked session with what Cairn made of it. */
export interface ConcludedSession {
  label: ConclusionLabel;
  /** Its items, oldest first. */
  items: Item[];
  title: string;
  summary: SummaryDetail;
  checkpoint: CheckpointDetail | undefined;
}

const MOST = 100_000;
const LABELS = fileURLToPath(new URL('../../conclusion-labels', import.meta.url));

/** Imports the marked sessions below a data folder into a new home. */
export async function concludedSessions(data: string, scratch: string): Promise<ConcludedSession[]> {
  const labels = readConclusionLabels();
  const paths = recordedSessions(data, scratch).flatMap(({ id, path }) => (labels.has(id) ? [path] : []));
  return withImported(paths, async (store) => {
    const concluded: ConcludedSession[] = [];
    for (const { id, agentSession } of await store.log.sessions({ limit: MOST })) {
      const label = labels.get(agentSession);
      if (label === undefined) continue;
      const items = await store.items.list({ session: id }, { limit: MOST, oldestFirst: true });
      const made = items.find((item) => detailOfKind(item, 'summary').summary !== undefined);
      const summary = made === undefined ? undefined : detailOfKind(made, 'summary').summary;
      if (made === undefined || summary === undefined) throw new Error(`session ${agentSession} has no summary`);
      const checkpoint = items
        .map((item) => detailOfKind(item, 'checkpoint').checkpoint)
        .find((one) => one !== undefined && one.compaction === undefined);
      concluded.push({ label, items, title: made.title, summary, checkpoint });
    }
    return concluded.sort((one, other) => (one.label.session < other.label.session ? -1 : 1));
  });
}

/** The marks of `bench/conclusion-labels`, by the agent's own id of the session. */
export function readConclusionLabels(): ReadonlyMap<string, ConclusionLabel> {
  const lines = readFileSync(`${LABELS}/sessions.jsonl`, 'utf8').trimEnd().split('\n');
  const labels = lines.map((line) => JSON.parse(line) as ConclusionLabel);
  return new Map(labels.map((label) => [label.session, label]));
}
