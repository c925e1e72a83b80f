/** What of each task's policy must stand in a block: one pattern for each point of it, all of them wanted. Made by hand from `policy`. */
export const POLICY_WORDS: Readonly<Record<string, readonly RegExp[]>> = {
  'boltons-budget-001': [/\b(?:7|seven)\b/i],
  'boltons-cachekey-001': [/utm_content/i, /gclid/i, /sort/i, /empty/i, /trailing slash|path (?:keeps|case)/i],
  'boltons-discount-001': [/percent\w*[^.]{0,40}(?:first|before)/i],
  'boltons-featflag-001': [/user_id[^.]{0,30}:[^.]{0,20}flag|colon/i, /beta-/i, /<|strict|below/i],
  'boltons-findhashtags-001': [/year/i, /1900|2099|4-digit|four-digit/i],
  'boltons-mimemap-001': [/text\/csv/i, /x-yaml/i, /charset/i, /octet-stream/i],
  'boltons-pluralize-001': [/persons/i, /indexes/i, /matrixes/i],
  'boltons-retryjitter-001': [/429/, /408/, /\b(?:4|four)\b/i, /30/],
  'boltons-seqledger-001': [/100/, /SequenceGapError|gap/i, /payload_hash|SequenceConflictError|no-?op/i],
  'boltons-slalog-001': [/60\s?s|sixty|60.second/i, /24\s?h|24.hour|day before/i, /merge/i],
  'boltons-statetrans-001': [/cancel\w*[^.]{0,60}(?:pending|on_hold)/i, /refund\w*[^.]{0,60}returned/i],
  'boltons-tagmerge-001': [/tombstone|-name/i, /lower/i, /first|casing/i],
  'boltons-dedupe-amended-001': [/same (?:calendar )?day/i, /most.(?:filled|complete|fields)|filled/i, /primary/i],
  'boltons-overage-amended-001': [/prorat/i, /25/, /50/],
};
