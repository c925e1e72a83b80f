/** Every limit in one place: characters, bytes, counts and milliseconds. Every list, body and loop has one. */
export const LIMITS = {
  /** Characters of one captured string; of a longer one, head and tail are kept. */
  capturedChars: 100_000,
  /** Characters of an item's indexed text. */
  indexedChars: 2_000,
  /** Characters of an item's title. */
  titleChars: 160,
  /** Bytes from which a string of an event is stored compressed, once by content. */
  bodyBytes: 1_024,
  /** Bytes of one hook payload; a larger one is refused and counted. */
  payloadBytes: 32 * 1024 * 1024,
  /** Bytes of one line of a transcript; a longer one is skipped and counted. */
  lineBytes: 32 * 1024 * 1024,
  /** Lines of a file in a row that give no event; one with more is refused: unpacked, nothing at all can be endless. */
  silentLines: 1_000_000,
  /** JSON values in one line of a transcript, which take many times their bytes in memory; one with more is skipped. */
  lineValues: 500_000,
  /** Candidates that the store returns for ranking: by words, and as many again by vector. */
  candidates: 120,
  /** Aggregates that the store returns in addition to these: by words, and as many again by vector. */
  madeCandidates: 12,
  /** Hits of one search, by default and at most. */
  hits: 10,
  hitsMax: 100,
  /**
   * The earliest and latest accepted time in milliseconds since 1970: the years 0 to 9999, written with four digits.
   */
  times: { least: -62_167_219_200_000, most: 253_402_300_799_999 },
  /** Entries of a timeline on each side of its anchor at most. */
  timelineEntries: 50,
  /** Ids of one `get`. */
  getIds: 50,
  /** Tokens of a context block, by occasion, and at most. */
  contextTokens: { start: 450, prompt: 250, file: 150, subagent: 150, max: 2_000 },
  /** UTF-8 bytes of a context block. */
  contextBytes: 8_000,
  /** Milliseconds of one step of bulk work between acknowledgements. */
  bulkStepMs: 20,
  /** Events of one `record` call, and of one transaction of bulk work. */
  recordEvents: 10_000,
  batchEvents: 200,
  /** Bytes of a transcript, or of what was read of it, that one transaction of bulk work takes in; a single line may be longer. */
  batchBytes: 128 * 1024,
  /** Minutes without a request after which the worker exits. */
  ownerIdleMinutes: 10,
  /** Share of items above which a term is common, and the number of newest rows in which a common term is searched. */
  commonTermShare: 0.05,
  newestRows: 50_000,
} as const;
