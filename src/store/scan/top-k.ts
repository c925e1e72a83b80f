/** Collects row numbers with scores and keeps the `limit` best. */
export interface TopK {
  /** Scores at or below this one no longer count. */
  readonly least: number;
  /** Adds the first `count` entries of `places` with their scores; `numbers` maps a place to its row number. */
  add(found: { places: Int32Array; scores: Float32Array; numbers: Float64Array }, count: number): void;
  /** The best row numbers, in no order. */
  take(): number[];
}

/** Builds an empty collection; one `add` adds at most `most` entries. */
export function createTopK(limit: number, most: number): TopK {
  const numbers = new Float64Array(2 * limit + most);
  const scores = new Float32Array(2 * limit + most);
  let size = 0;
  let least = Number.NEGATIVE_INFINITY;
  const cut = (): void => {
    if (size <= limit) return;
    least = scores.slice(0, size).sort()[size - limit] ?? least;
    let kept = 0;
    for (let i = 0; i < size && kept < limit; i += 1) {
      if ((scores[i] ?? 0) < least) continue;
      numbers[kept] = numbers[i] ?? 0;
      scores[kept] = scores[i] ?? 0;
      kept += 1;
    }
    size = kept;
  };
  return {
    get least() {
      return least;
    },
    add(found, count) {
      for (let i = 0; i < count; i += 1) {
        numbers[size] = found.numbers[found.places[i] ?? 0] ?? 0;
        scores[size] = found.scores[i] ?? 0;
        size += 1;
      }
      if (size > 2 * limit) cut();
    },
    take() {
      cut();
      return [...numbers.subarray(0, size)];
    },
  };
}
