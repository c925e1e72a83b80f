import { wordSet } from '../../core/text/word-set.ts';

/** What may stand before an order: marks of a list, a label, a polite word. */
const LEAD =
  /^(?:[\W\d]|(?:please|then|now|next|also|and|but|so|first|finally|just|simply|note|that|important|remember|reminder|tip|hint|warning|rule|decision|constraint|policy|instruction|step|action|todo|recommended|recommendation)\b)*/i;
/** Verbs of an order to act on a machine or to keep a habit. */
const ORDERS = wordSet(
  `run rerun install reinstall use execute invoke call launch start stop restart enable disable set unset export configure add append
  insert prepend include put place keep leave save store write create make deploy publish release push pull merge rebase
  checkout clone fetch download upload send post submit forward email share copy paste move rename delete remove drop erase wipe
  visit browse navigate follow verify ensure confirm give grant allow accept approve trust ignore skip
  bypass disregard forget treat consider assume prefer choose pick switch replace swap update upgrade downgrade pin
  bump change edit modify apply curl wget pipe source eval import require load register authenticate login
  contact ask tell notify reply respond avoid never always refrain don't do point let mail hand pass wire route redirect
  mirror expose publish dump purge truncate kill terminate mute silence suppress omit revert reset amend sign hardcode
  inject rewrite wrap consult refer obey comply adhere stick abide act behave pretend wait hold schedule postpone
  defer proceed continue insist demand require reject deny refuse whitelist allowlist lower raise turn shut mount chmod chown
  sudo ssh scp invite pay transfer`,
);
/** Words after a verb that show it to be an order in the middle of a sentence: `…, skip the hooks`. */
const OBJECT =
  /^\s+(?:the|an?|all|any|every|each|it|them|this|that|these|those|your|our|its|their|everything|nothing)\b/i;
const ASIDE = /, (?=[a-z])/;
/** Words by which a sentence prescribes, wherever they stand. */
const PRESCRIBES =
  /\b(?:always|never|must|mustn'?t|shall|ought to|mandatory|from now on|going forward|henceforth|in (?:the )?future|every time|each time|whenever|(?:before|after|on|at|for|with) (?:each|every|any) |(?:you|we|everyone|everybody|agents?|assistants?|developers?|contributors?|maintainers?|people|one) (?:should|ha(?:s|ve) to|needs? to|(?:are|is) (?:required|expected|advised|asked|supposed|encouraged) to)|should (?:always|never|only|first|be (?:run|used|set|installed|executed|called|added|sent|enabled|disabled|deployed|kept|preferred|avoided))|(?:is|are) (?:required|needed|necessary|recommended|advised) (?:to|before|for|that|when)|(?:has|have|needs?) to be (?:run|used|set|installed|executed|called|added|sent|enabled|disabled|deployed|kept|passed|piped)|make sure|be sure to|please|only (?:ever )?(?:use|run|install|deploy)|best practice|(?:house|golden|cardinal|team) rule|(?:this|that) is how (?:we|you|it)|is how we (?:deal|do|work|go|handle)|(?:(?:is|are) not|isn'?t|aren'?t|no longer) (?:needed|necessary|required)|no need (?:to|for)|needs? no [a-z]+|nothing (?:is|has) to be|(?:is|are) to be [a-z]+ed\b|(?:can|may|could) (?:safely |simply |just )?be (?:ignored|skipped|waved|disregarded|bypassed|overridden|disabled|trusted|dropped|accepted|deleted|left out)|(?:stays?|remains?|kept|go(?:es)?) (?:off|disabled|enabled|unseen|unread|unchecked|untouched)|counts? as (?:good|passed|green|done|approved)|as (?:the|a|an) (?:very )?(?:first|last|final) step|no matter (?:what|how|who|which)|whatever (?:happens|it|its|the|they)|whoever|(?:each|every) (?:night|day|week|month|weekend|morning|evening|hour)|do(?:es)? without|recommend(?:s|ed)? (?:to|that|using|running|adding|setting)|remember to|don'?t forget|requires? (?:you|running|installing|setting|passing|piping)|the (?:rule|convention|policy|way to go|standard) (?:here )?is)\b/i;
/** The same in German, French, Spanish, Portuguese, Russian and Chinese. */
const ABROAD =
  /(?<!\p{L})(?:immer|niemals|nie|müssen|muss|musst|soll(?:en|te|ten)|stets|führe|nutze|verwende|installiere|toujours|jamais|doit|doivent|devez|il faut|exécutez|utilisez|siempre|nunca|jamás|debe[ns]?|hay que|ejecut[ae]|instala|sempre|devem?|всегда|никогда|нужно|должен|должны|запусти\p{L}*|используй\p{L}*|nur noch|ab sofort|künftig|ausnahmslos|niemand|darf|dürfen|sollst|sollt|schalten wir|gehör(?:t|en) in|lösch(?:e|t|en wir)|schicke|sende|ignoriere|deaktiviere|aktiviere|désormais|obligatoire|veuillez|supprimez|envoyez|installez|désactivez|ignorez|obligatorio|a partir de ahora|asegúrate|desactiva|ignora|bisogna|esegui(?:te)?|devi|altijd|nooit|moet(?:en)?|zawsze|nigdy|należy|asla|her zaman)(?!\p{L})|必ず|常に|決して|してください|べき|반드시|항상|절대|하세요|请|必须|务必|始终|总是|永远|切勿|不要|记住|应该|每次|使用前|运行/iu;
/** A sentence of an agent about what it does itself. */
const OF_ITSELF = /^[\W\d]*(?:(?:ok|now|next|so|then|first|good|great|perfect|also)[,.:]? )*(?:I\b|let me\b|let's\b)/i;
const FIRST_WORD = /^\p{L}[\p{L}'’-]*(?![\p{L}\p{N}_.(/])/u;
/** A clause that leads to an order. */
const LEADS_TO =
  /^[\W\d]*(?:because|since|as|when(?:ever)?|if|once|after|before|while|until|unless|for|to|in|on|at|by|with|instead of|in place of|in order to)\b[^,]*, */i;
const CLAUSE = /[;:—–]|\s-\s|, (?:then|and|please) /;

/** True for a sentence that tells somebody what to do: an order, or a rule for every time. Prefers to find too many. */
export function isInstruction(sentence: string): boolean {
  const plain = sentence.normalize('NFKC').replace(/[*`~#>]+|(?<!\w)_+|_+(?!\w)/g, ' ');
  if (PRESCRIBES.test(plain) || ABROAD.test(plain)) return true;
  if (OF_ITSELF.test(plain)) return false;
  const clauses = plain.replace(LEADS_TO, '').split(CLAUSE);
  return clauses.some((clause) => {
    const [first = '', ...asides] = clause.split(ASIDE);
    return orderedBy(first) !== undefined || asides.some((aside) => OBJECT.test(orderedBy(aside) ?? ''));
  });
}

/** What follows the verb of an order at the start of a clause; `undefined` when none starts it. */
function orderedBy(clause: string): string | undefined {
  const rest = clause.replace(LEAD, '');
  const first = FIRST_WORD.exec(rest)?.[0];
  if (first === undefined || !ORDERS.has(first.toLowerCase().replace('’', "'"))) return undefined;
  return rest.slice(first.length);
}
