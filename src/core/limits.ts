// Every limit in one place: characters, bytes, counts and milliseconds. Every list, body and loop has one. Constants of
// their own, so that a bundle holds those alone that its program reads.

/** Characters of one captured string; of a longer one, head and tail are kept. */
export const capturedChars = 100_000;
/** Characters of an item's indexed text. */
export const indexedChars = 2_000;
/** Characters of an item's title. */
export const titleChars = 160;
/** Bytes from which a string of an event is stored compressed, once by content. */
export const bodyBytes = 1_024;
/** Bytes of one hook payload; a larger one is refused and counted. */
export const payloadBytes = 32 * 1024 * 1024;
/** Bytes of one line of a transcript; a longer one is skipped and counted. */
export const lineBytes = 32 * 1024 * 1024;
/** Bytes of a line after which a file is given up: no agent writes a longer one, and a sparse file may hold nothing else. */
export const endlessLineBytes = 1024 * 1024 * 1024;
/** Lines of a file in a row that give no event; one with more is refused: unpacked, nothing at all can be endless. */
export const silentLines = 1_000_000;
/** JSON values in one line of a transcript, which take many times their bytes in memory; one with more is skipped. */
export const lineValues = 500_000;
/** Candidates that the store returns for ranking: by words, and as many again by vector. */
export const candidates = 120;
/** Aggregates that the store returns in addition to these: by words, and as many again by vector. */
export const madeCandidates = 12;
/** Hits of one search by default. */
export const hits = 10;
/** Hits of one search at most. */
export const hitsMax = 100;
/**
 * The earliest and latest accepted time in milliseconds since 1970: the years 0 to 9999, written with four digits.
 */
export const times = { least: -62_167_219_200_000, most: 253_402_300_799_999 } as const;
/** Entries of a timeline on each side of its anchor at most. */
export const timelineEntries = 50;
/** Ids of one `get`. */
export const getIds = 50;
/** Tokens of a context block, by occasion, and at most. */
export const contextTokens = { start: 450, prompt: 250, file: 150, subagent: 150, max: 2_000 } as const;
/** UTF-8 bytes of a context block. */
export const contextBytes = 8_000;
/** Milliseconds of one step of bulk work between acknowledgements. */
export const bulkStepMs = 20;
/** Events of one `record` call. */
export const recordEvents = 10_000;
/** Events of one transaction of bulk work. */
export const batchEvents = 200;
/** Bytes of a transcript, or of what was read of it, that one transaction of bulk work takes in; a single line may be longer. */
export const batchBytes = 128 * 1024;
/** Minutes without a request after which the worker exits. */
export const ownerIdleMinutes = 10;
/** Share of items above which a term is common. */
export const commonTermShare = 0.05;
/** Number of newest rows in which a common term is searched. */
export const newestRows = 50_000;
