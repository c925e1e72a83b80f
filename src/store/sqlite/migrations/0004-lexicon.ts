import type { Migration } from './migration.ts';

/** Words as items contain them, to recognise fragments and misspellings in queries. */
export const lexicon: Migration = {
  version: 4,
  minReader: 4,
  minWriter: 4,
  sql: `
-- Each word of the index once, folded but not stemmed (core/text/terms.ts says which); of older items the stems, which is what is
-- left of their words without reading all of them.
CREATE TABLE lexicon (word TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
INSERT INTO lexicon (word) SELECT term FROM terms
  WHERE length(term) BETWEEN 4 AND 40 AND term GLOB '[a-z]*' AND term NOT GLOB '*[0-9]*[0-9]*[0-9]*';
`,
};
