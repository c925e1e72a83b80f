import type { LineLack } from '../../core/model/kinds.ts';
import type { ContextLine } from './context-line.ts';

/** What a line lacks: the words where they differ from the usual, the tokens missing, the memory that says otherwise. */
export interface Lack {
  code: LineLack;
  says?: string;
  tokens?: number;
  by?: string;
}

/** A line that was considered and left out. */
export interface LeftLine {
  line: ContextLine;
  lack: Lack;
}

/** Collects why each line came into a block or not. A block without one is built the same way. */
export interface Trail {
  /** Says that a line is left out; said again of the same line, the later counts. */
  leave(line: ContextLine, lack: Lack | LineLack): void;
  /** Says of the lines of `before` that are not among `after` what they lack. */
  leaveOthers(before: readonly ContextLine[], after: readonly ContextLine[], lack: Lack | LineLack): void;
  /** Says which lines came into the block. */
  tell(lines: readonly ContextLine[]): void;
  readonly told: readonly ContextLine[];
  readonly left: readonly LeftLine[];
}

/** Opens the trail of a block. */
export function createTrail(): Trail {
  const left = new Map<unknown, LeftLine>();
  let told: readonly ContextLine[] = [];
  const leave: Trail['leave'] = (line, lack) => {
    left.set(line.draft ?? line, { line, lack: typeof lack === 'string' ? { code: lack } : lack });
  };
  return {
    leave,
    leaveOthers(before, after, lack) {
      const kept = new Set(after.map(({ draft }) => draft));
      for (const line of before) if (!kept.has(line.draft)) leave(line, lack);
    },
    tell(lines) {
      told = lines;
      for (const { draft } of lines) left.delete(draft);
    },
    get told() {
      return told;
    },
    get left() {
      return [...left.values()];
    },
  };
}

/** Lines with the number that names each of them, however it is worded later. */
export function numbered(lines: readonly ContextLine[]): ContextLine[] {
  return lines.map((line, draft) => ({ ...line, draft }));
}
