/** A stretch of time in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** A stretch in which nothing happened, and where it is folded to, from 0 to 1 of the whole. */
export interface Idle extends Span {
  start: number;
  end: number;
}

/** Time as a share of the width, with idle time folded. */
export interface TimeScale {
  /** Share, 0 to 1, of a moment. */
  shareOf: (ms: number) => number;
  /** The moment of a share. */
  timeOf: (share: number) => number;
  idles: readonly Idle[];
}

/** Nothing happening for longer than this, and for this share of the time in which something did, is folded. */
const IDLE_MS = 30_000;
const IDLE_SHARE = 0.08;
/** Width of a folded stretch, as a share of the time in which something happened; all of them together at most. */
const FOLDED = 0.07;
const FOLDED_MOST = 0.35;

interface Segment extends Span {
  weight: number;
  isIdle: boolean;
}

/** Makes a scale over spans: active time in proportion, idle time folded to a narrow stretch. */
export function createTimeScale(spans: readonly Span[]): TimeScale {
  const segments = segmentsOf(spans);
  const total = segments.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const starts: number[] = [];
  let sum = 0;
  for (const { weight } of segments) {
    starts.push(sum / total);
    sum += weight;
  }
  const shareOf = (ms: number): number => {
    const at = Math.max(
      0,
      segments.findLastIndex(({ from }) => from <= ms),
    );
    const segment = segments[at];
    if (segment === undefined) return 0;
    const within = (Math.min(ms, segment.to) - segment.from) / Math.max(1, segment.to - segment.from);
    return (starts[at] ?? 0) + (Math.max(0, within) * segment.weight) / total;
  };
  const timeOf = (share: number): number => {
    const at = Math.max(
      0,
      starts.findLastIndex((start) => start <= share),
    );
    const segment = segments[at];
    if (segment === undefined) return 0;
    const within = ((share - (starts[at] ?? 0)) * total) / Math.max(segment.weight, Number.EPSILON);
    return segment.from + Math.min(1, within) * (segment.to - segment.from);
  };
  const idles = segments.flatMap(({ from, to, weight, isIdle }, at): Idle[] => {
    const start = starts[at] ?? 0;
    return isIdle ? [{ from, to, start, end: start + weight / total }] : [];
  });
  return { shareOf, timeOf, idles };
}

function segmentsOf(spans: readonly Span[]): Segment[] {
  const busy: Span[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = busy.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else busy.push({ from, to });
  }
  const active = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const least = Math.max(IDLE_MS, active * IDLE_SHARE);
  const merged: Span[] = [];
  for (const span of busy) {
    const last = merged.at(-1);
    if (last !== undefined && span.from - last.to < least) last.to = span.to;
    else merged.push({ ...span });
  }
  const weights = merged.map(({ from, to }) => Math.max(1_000, to - from));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const fold = whole * Math.min(FOLDED, FOLDED_MOST / Math.max(1, merged.length - 1));
  return merged.flatMap((span, at): Segment[] => {
    const before = merged[at - 1];
    const busySegment = { ...span, weight: weights[at] ?? 0, isIdle: false };
    if (before === undefined) return [busySegment];
    return [{ from: before.to, to: span.from, weight: fold, isIdle: true }, busySegment];
  });
}
