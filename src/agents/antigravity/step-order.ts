import { dropOldest } from '../../core/drop-oldest.ts';
import { asNumber, asObject, type JsonObject } from '../../core/json.ts';

/** Role of a step: an answer may call tools, a prompt starts a turn, a tool step is a result, a running one has none yet. */
export type StepKind = 'answer' | 'prompt' | 'tool' | 'running' | 'other';

/** Upper bound on the steps in memory, and on the steps between an answer and the result of one of its calls. */
const KEPT = 200;
/** Number of steps after which a missing step is given up. */
const PATIENCE = 50;

const KINDS: readonly string[] = ['answer', 'prompt', 'tool', 'running', 'other'] satisfies StepKind[];

/** The answer that made a call, and the index of the call's result among those of that answer, from 0. */
export interface Asked {
  answer: number;
  index: number;
}

/**
 * Numbers and kinds of the steps read so far. Steps are numbered from 0 without gaps, but their lines may be out of
 * order: the call to which a result belongs is known once all steps from the answer to the result were read.
 */
export interface StepOrder {
  note(number: number, kind: StepKind): void;
  /**
   * The call to which a tool's step belongs; `waits` while an earlier step is missing, `undefined` when there is no
   * call.
   */
  askedBy(number: number): Asked | 'waits' | undefined;
  /** True when no further result of an answer's calls can come, since a later answer or prompt follows. */
  isOver(answer: number): boolean;
  /**
   * The step with the result of a call: `tool` when it was already read, possibly before the reading resumed at an
   * earlier line, `running` when it has none yet; `undefined` when there is no such step.
   */
  resultOf(asked: Asked): { number: number; kind: 'tool' | 'running' } | undefined;
  /** The state for a later reading: the number up to which all steps were read, and the kinds of those after it. */
  state(): JsonObject;
}

/** Builds the order from the state of an earlier reading. */
export function createStepOrder({ upTo, ahead }: JsonObject): StepOrder {
  const kinds = new Map<number, StepKind>();
  let read = asNumber(upTo) ?? -1;
  let highest = read;
  const advance = (): void => {
    read = Math.max(read, highest - PATIENCE);
    while (kinds.has(read + 1)) read += 1;
  };
  const order: StepOrder = {
    note(number, kind) {
      if (kind !== 'running' || !kinds.has(number)) kinds.set(number, kind);
      dropOldest(kinds, KEPT);
      highest = Math.max(highest, number);
      advance();
    },
    askedBy(number) {
      let index = 0;
      for (let before = number - 1; before >= 0 && before > number - KEPT; before -= 1) {
        const kind = kinds.get(before);
        if (kind === undefined && before > read) return 'waits';
        if (kind === 'answer') return { answer: before, index };
        if (kind === 'prompt') return undefined;
        // A step that never came counts as a result as well.
        if (kind !== 'other') index += 1;
      }
      return undefined;
    },
    isOver(answer) {
      for (let after = answer + 1; after <= Math.min(highest, answer + KEPT); after += 1) {
        const kind = kinds.get(after);
        if (kind === 'answer' || kind === 'prompt') return true;
        if (kind === undefined && after > read) return false;
      }
      return highest > answer + KEPT;
    },
    resultOf({ answer, index }) {
      let left = index;
      for (let after = answer + 1; after < answer + KEPT; after += 1) {
        const kind = kinds.get(after);
        if (kind === 'other') continue;
        if (kind !== 'tool' && kind !== 'running') return undefined;
        if (left === 0) return { number: after, kind };
        left -= 1;
      }
      return undefined;
    },
    state() {
      if (highest <= read) return { upTo: read };
      const later = [...kinds].filter(([number]) => number > read).map(([number, kind]) => [`${number}`, kind]);
      return { upTo: read, ahead: Object.fromEntries(later) as JsonObject };
    },
  };
  for (const [number, kind] of Object.entries(asObject(ahead)))
    if (KINDS.includes(String(kind))) order.note(Number(number), kind as StepKind);
  return order;
}
