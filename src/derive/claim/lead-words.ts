/** How a person says again what they said themselves: "as I said before, …", "I told you already: …". */
const OWN_WORDS =
  "(?:(?:as|like) )?i(?:'ve| have)? (?:just |already |often )?(?:said|told you|mentioned|wrote)(?: (?:so|before|already|earlier|yesterday|last time|once|twice|often|(?:so )?many times|a (?:hundred|thousand) times))*(?=[,:]|$)";
/** Words by which a person turns to an agent, agrees, or adds something, before what is said itself. */
export const FILLER = `ok(?:ay)?|yes|yeah|no|nope|so|and|also|but|hm+|well|right|great|good|cool|nice|perfect|thanks|then|now|please|pls|btw|by the way|ps|p\\.s\\.|(?:note|remember)(?: that| to)?|reminder|important|actually|hey(?: there)?|hi(?: there)?|hello|(?:again|once (?:more|again)|one (?:more|last) time)(?=[,:]|$)|${OWN_WORDS}`;
/** The name of a rule before its colon: "house rule", "rule #1", "my rules". */
export const RULE_NAME =
  '(?:(?:hard|general|standing|new|house|team|ground|basic|golden|our|my|the|a|one|some|another) )*(?:rule|convention|policy|policies|constraint|preference|decision)s?(?: ?#?\\d{1,2})?';

/** A pattern of the words before what is said itself: filler, and what else may stand there. */
export function leadOf(others: string): RegExp {
  return new RegExp(String.raw`^(?:(?:${FILLER}|${others})(?![\p{L}\p{N}'\u2019])[\s,.:;!\u2013\u2014-]*)+`, 'iu');
}
