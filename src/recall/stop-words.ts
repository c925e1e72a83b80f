/** English words that say little about what is looked for; left out of a question while other words remain. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are aren as at be because been before being below between both
  but by can could couldn d did didn do does doesn doing don down during each else ever few for from further get gets
  getting go goes going got had hadn has hasn have haven having he her here hers herself him himself his how however i if
  in into is isn it its itself just let ll m ma make me might mightn more most must mustn my myself need no nor not now of
  off on once only or other our ours ourselves out over own please re s same shall shan she should shouldn so some such t
  than that the their theirs them themselves then there these they this those through to too under until up us ve very was
  wasn we were weren what when where which while who whom whose why will with won would wouldn y yes yet you your yours
  yourself yourselves`.split(/\s+/),
);
