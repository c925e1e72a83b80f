/** Every limit in one place: characters, bytes, counts and milliseconds. A limit stands on every list, body and loop. */
export const LIMITS = {
  /** Characters of one captured string; beyond, head and tail are kept (mission C9). */
  capturedChars: 100_000,
  /** Characters of an item's indexed text. */
  indexedChars: 2_000,
  /** Characters of an item's title. */
  titleChars: 160,
  /** Bytes from which a string of an event is kept compressed, once by content. */
  bodyBytes: 1_024,
  /** Bytes of one hook payload that is read; a larger one is refused and counted. */
  payloadBytes: 32 * 1024 * 1024,
  /** Bytes of one line of a transcript that is parsed; a longer one is skipped and counted. */
  lineBytes: 32 * 1024 * 1024,
  /** Candidates that the store hands to ranking: by words, and as many by vector. */
  candidates: 120,
  /** Of these, beside them, of what is made of other memories: by words, and as many by vector. */
  madeCandidates: 12,
  /** Hits of one search, by default and at most. */
  hits: 10,
  hitsMax: 100,
  /** Milliseconds since 1970 of the first and the last time that is taken: the years 0 to 9999, written with four digits. */
  times: { least: -62_167_219_200_000, most: 253_402_300_799_999 },
  /** Entries of a timeline on each side of its anchor at most. */
  timelineEntries: 50,
  /** Ids of one `get`. */
  getIds: 50,
  /** Tokens of a context block, by default and at most (mission R6). */
  contextTokens: { start: 1_200, prompt: 400, file: 200, max: 2_000 },
  /** UTF-8 bytes of a context block. */
  contextBytes: 8_000,
  /** Milliseconds of one step of bulk work between acknowledgements. */
  bulkStepMs: 20,
  /** Events of one record call and of one transaction of bulk work. */
  recordEvents: 10_000,
  batchEvents: 200,
  /** Minutes without a request after which the owner leaves. */
  ownerIdleMinutes: 10,
  /** Share of items above which a term is common, and the number of newest rows a common term searches (design §11). */
  commonTermShare: 0.05,
  newestRows: 50_000,
} as const;
