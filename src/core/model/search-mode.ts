/** By what is looked and ranked: by words and by meaning with all that tells (`hybrid`, the default), or by one of the two. */
export const SEARCH_MODES = ['hybrid', 'words', 'vectors'] as const;
/** A mode of searching. */
export type SearchMode = (typeof SEARCH_MODES)[number];
