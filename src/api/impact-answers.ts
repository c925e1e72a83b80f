import type { Mean } from '../core/mean.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import type { WilsonShare } from '../core/wilson.ts';
import type { Note } from './answers.ts';

/** Injected memories of one kind, section, agent or occasion, and how many of them were used afterwards. */
export interface ImpactRow {
  name: string;
  used: WilsonShare;
}

/** Blocks of one day, agent or occasion: what they cost, and of how many something was used. */
export interface ImpactCost extends ImpactRow {
  tokens: number;
}

/** A memory that was injected often. */
export interface ImpactMemory {
  id: string;
  kind: ItemKind;
  title: string;
  told: number;
  used: number;
}

/** Sessions of one side of a comparison, by what is counted of a session. */
export interface ImpactSide {
  sessions: number;
  failures: Mean;
  prompts: Mean;
}

/** What telling came to, for `impact`. "Used" is what was seen after a telling: it does not prove that it helped. */
export interface ImpactResult {
  /** ISO 8601, of the first and the last telling that is counted. */
  since?: string;
  until?: string;
  sessions: number;
  /** Blocks that were handed to agents unasked, and their tokens. */
  blocks: number;
  tokens: number;
  /** Blocks of which something was used, and memories in them. */
  used: WilsonShare;
  memories: WilsonShare;
  /** Memories by how they were used; one may be used in several ways. */
  ways: { fetched: number; touched: number; repeated: number; heeded: number };
  days: ImpactCost[];
  agents: ImpactCost[];
  occasions: ImpactCost[];
  sections: ImpactRow[];
  kinds: ImpactRow[];
  /** Failures injected with their known fix, and how many of them did not come again in that session. */
  failures: WilsonShare;
  /** Tripwires that spoke before a call, and how many of them were not met afterwards. */
  tripwires: WilsonShare;
  /** Rules that name a command or a path, injected at a start or a prompt, and how many were not broken afterwards. */
  rules: WilsonShare;
  mostUsed: ImpactMemory[];
  /** Told at least three times and never used. */
  neverUsed: ImpactMemory[];
  /** Sessions with injected context, and the control group without it (setting `meter.control`). */
  control?: { told: ImpactSide; keptBack: ImpactSide };
  notes: Note[];
}

/**
 * What was there when something was said again: `told`: Cairn had told it in that session; `would-tell`: it stands as a rule that
 * Cairn tells at each start; `proposed`: it waits for a person in the review; `no`: Cairn tells nothing of it.
 */
export type RepeatKnown = 'told' | 'would-tell' | 'proposed' | 'no';

/** One time that something was said. `id`: of the prompt. */
export interface RepeatSaying {
  id: string;
  sessionId: string;
  /** ISO 8601. */
  at: string;
  text: string;
  /** Absent for the first time. */
  known?: RepeatKnown;
  /** Id of the memory that Cairn told, would tell, or has as a proposal. */
  by?: string;
}

/** What a person said in several sessions, oldest first. */
export interface Repeat {
  says: RepeatSaying[];
  project?: string;
  /** Path of the file of instructions that holds it now. */
  file?: string;
}

/** A rule that Cairn told, or would have told, in a session in which the person said otherwise. */
export interface WrongTelling {
  id: string;
  text: string;
  sessionId: string;
  /** What the person said, or how the person judged it. */
  by: string;
  byText: string;
  /** ISO 8601. */
  at: string;
}

/** What `repeats` answers. Repetitions are counted, not the first times. */
export interface RepeatsResult {
  sessions: number;
  prompts: number;
  since?: string;
  repetitions: number;
  /** Repetitions that Cairn told, would tell, or has as a proposal; that a file of instructions holds; that nobody tells. */
  counts: { told: number; wouldTell: number; proposed: number; file: number; nobody: number };
  repeats: Repeat[];
  wrong: WrongTelling[];
  tookMs: number;
  notes: Note[];
}
