import { lazy } from '../../core/lazy.ts';
import { stemOf } from '../../core/text/terms.ts';
import { wordSet } from '../../core/text/word-set.ts';

/** English words that say little about the subject of a question; they are dropped while other words remain. */
export const STOP_WORDS = wordSet(
  `a about above after again against all also am an and any are aren as at be because been before being below between both
  but by can could couldn d did didn do does doesn doing don down during each else ever few for from further get gets
  getting go goes going got had hadn has hasn have haven having he her here hers herself him himself his how however i if
  in into is isn it its itself just let ll m ma make me might mightn more most must mustn my myself need no nor not now of
  off on once only or other our ours ourselves out over own please re s same shall shan she should shouldn so some such t
  than that the their theirs them themselves then there these they this those through to too under until up us ve very was
  wasn we were weren what when where which while who whom whose why will with won would wouldn y yes yet you your yours
  yourself yourselves`,
);

/**
 * Words of talk: they say how a question is put, not its subject. A search counts them; an unasked block does not
 * appear for them alone.
 */
const TALK_WORDS = wordSet(
  `actually add added again anything anyway ask back bad better bit case change changes check chat code come continue
  correct current currently decide decided different do done easy end etc everything exactly explain feel find fine
  first fix following found give good great guess happen happens help hey hi idea implement issue keep kind know last
  latest left let lets like line little long look looking looks lot make makes making maybe mean means message
  messages missing move much name new next nice nothing number ok okay old part place point possible probably problem
  proper put question read ready really recent remove result review right run running said say says second see seem
  seems set show shows something sorry start state step steps still stop stuff sure take task tell test tests thanks
  thing things think third time today try trying turn two understand update us use used user using want wanted wants
  way well whole wonder wondering word work working works write wrong yeah`,
);

const talkStems = lazy((): ReadonlySet<string> => new Set([...TALK_WORDS].map(stemOf)));

/** True for the stem of a word of talk. */
export function isTalk(stem: string): boolean {
  return talkStems().has(stem);
}
