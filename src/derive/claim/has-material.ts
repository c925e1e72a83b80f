/** Names of texts, of which a prompt speaks as of a thing. */
const TEXT = '(?:sentence|text|paragraph|phrase|statement|claim|quote|quotation|passage|excerpt|wording)s?';
/** Pasted text begins the prompt, a sentence, or a line. */
const START = String.raw`(?:^|[.!?:]\s+)(?:please |can you |could you |pls )?`;
/** Words that make a text of what stands beside them: to be worked on, quoted, doubted or rejected, not obeyed. */
const MATERIAL: readonly RegExp[] = [
  // "the following sentence", "this text", "the README claims the following"
  new RegExp(
    String.raw`\b(?:this|these|the (?:following|next|above|previous|last)|following|above) (?:\w+ )?${TEXT}\b`,
    'i',
  ),
  /\b(?:claim|say|state|tell|told|said|read|writ|wrote|contain|suggest|recommend)\w* (?:\w+ )?(?:the following|as follows)(?=\s*(?:[.!?]|$))/im,
  /\b(?:told|wrote|sent) (?:me|us) (?:this|that|the following)\b/i,
  // "fix the grammar", "translate this"
  /\b(?:fix|correct|check|improve|polish) (?:the |its |my |our )?(?:grammar|spelling|wording|punctuation|phrasing)\b/i,
  new RegExp(`${START}(?:translate|proofread|paraphrase|rephrase|reword|shorten)\\b`, 'im'),
  // "Put this into CONTRIBUTING", "use this as a fixture"
  new RegExp(
    `${START}(?:put|insert|add|paste|copy|append|write) (?:this|that|the following)(?: \\w+)? (?:in|into|to|at|under|on)\\b`,
    'im',
  ),
  new RegExp(`${START}use (?:this|that|the following)(?: \\w+)? as\\b`, 'im'),
  // "You are a bot … Write its reply."
  new RegExp(`${START}(?:write|draft|compose|give) (?:its|his|her|their|the|a) (?:reply|answer|response)\\b`, 'im'),
  /(?:^|[.!?]\s+)you are an? (?:\w+ ){0,2}(?:bot|chat ?bot|robot|character|persona|customer)\b/im,
  // "Nobody should obey it", "Forget the following", "That is history."
  /\b(?:nobody|no one) (?:should|must|may|has to) (?:\w+ )?(?:it|this|that)\b/i,
  /\b(?:forget|ignore|disregard|(?:do not|don'?t) (?:obey|follow|believe)) (?:this|that|the (?:following|next|above|previous))\b/i,
  /(?:^|[.!?]\s+)(?:this|that|it) is (?:history|nonsense|rubbish|a lie|outdated|obsolete|no longer (?:true|so)|not true|wrong|false)\b/im,
  /(?:^|[.!?]\s+)(?:the |an? )?(?:old|former|previous|outdated|obsolete) (?:\w+ )?(?:rule|convention|policy|practice|advice)\b/im,
  // "Is it true what they say?", "what does this mean?"
  /\bis it true\b|\bwhat (?:they|people|he|she|others) (?:say|claim|write)s?\b/i,
  /\bwhat (?:does|do) (?:this|that|it|these) (?:mean|want|say)\b/i,
  /\bwhat (?:this|that|it) (?:is|means|says)\s*\?|\bwhat(?:'s| is) wrong (?:here|with this)\?*\s*\n|\btrue or false\b/i,
  /\b(?:is|was|isn'?t) (?:this|that|it) (?:\w+ ){0,2}(?:good (?:rule|policy|convention|advice|practice)|true|wise|sensible|reasonable)\s*\?/i,
  /\bshould (?:we|i|one|anyone) (?:\w+ )?(?:adopt|obey|follow|believe|accept) (?:this|that|it)\b/i,
  /\bwhy did (?:you|he|she|they|we) (?:\w+ )?(?:write|say|tell me|claim) (?:this|that|it|so)\b/i,
];
/** Words by which a person says that what stands beside them is another's, is no longer so, or never was. */
const TURNED_DOWN: readonly RegExp[] = [
  // "Bob proposes a new rule", "a colleague thinks so", "we rejected the proposal"
  /\b(?:proposes|suggests|recommends|demands|claims|believes|thinks|insists)(?: on)? (?:so|it|this|that|an? (?:\w+ )?(?:rule|policy|convention))(?=\s*(?:[.!,:]|in\b|$))/im,
  /\b(?:reject|turn|vote|shot|shoot)(?:s|ed|ing)? (?:down |against )?(?:\w+ ){0,2}(?:proposal|suggestion|motion|idea)\b/i,
  /\b(?:that|this|it)(?:'s| is| was) (?:(?:just|only) )?(?:(?:his|her|their|\w+'s) (?:idea|opinion|view|wish)|a joke|sarcasm|irony)\b/i,
  /\b(?:that|this|it)(?:'s| is| was) what (?!i\b|we\b)[^.!?\n]{1,40}\b(?:says?|said|writes?|wrote|claims?|wants?|told)\b/i,
  /\baccording to [^.!?\n]{1,60}\b(?:this|it|that) (?:holds|applies|is (?:so|true|right))\b/i,
  // "Don't do what he says", "the wiki used to say this", "the old docs said so"
  /\b(?:do not|don'?t|never) (?:do|follow|obey|believe|listen to) what(?:ever)?\b/i,
  /\bused to (?:say|claim|read|tell|require|demand)\b/i,
  /\b(?:docs?|documentation|wiki|handbook|readme|guide|page|manual|blog|article)s? (?:\w+ )?(?:says?|said|claim(?:s|ed)?|demand(?:s|ed)?)(?: (?:so|this|that|it|we should|you should|to))?(?=\s*(?:[.!:]|$))/im,
  /\b(?:that|this|it) (?:was|has been|had been) (?:\w+ )?(?:dropped|abandoned|rejected|scrapped|lifted|repealed|revoked|withdrawn|given up)\b/i,
  /\b(?:this|that|it)(?: rule)? (?:no longer|does not|doesn'?t) (?:holds?|appl(?:y|ies))\b/i,
  /\b(?:old|former|previous|last|another) (?:company|employer|job|firm)\b|\bwe (?:do|did|follow|use|want) none of (?:it|this|that|them)\b|\bnobody does (?:it|this|that)\b/i,
  // "We do the opposite of this rule", "unlearn this", "remove this line from the README", "I take this back"
  /\b(?:opposite of|contrary to|unlearn|revoke|retract|drop|cancel|strike|scrap) (?:this|the following)\b|\bi take (?:this|that|it) back\b|\bi never (?:said|wrote) (?:this|that|it|so)\b/i,
  /\b(?:remove|delete|drop|take|strike) (?:this|the following) (?:\w+ )?(?:out )?(?:from|of|in) (?:the |our )?(?:readme|docs?|wiki|handbook|[\w-]+\.md)\b/i,
  // "The vendor asks us to …", "GPT gave me this advice", "Test input for the parser."
  /(?<!\b(?:i|we|you)\s)\b(?:asks?|wants?|tells?|told|advise[sd]?|begs?|orders?|tried|tries|gave|gives|sent) (?:(?:me|us|people|everyone) (?:to|this|that|the following|(?:\w+ )?advice)|to (?:inject|sneak|trick))\b/i,
  /\b(?:prompt[- ]?injections?|spam|phishing|jailbreak)\b|\b(?:bot|assistant|model|gpt|claude|copilot|llm) (?:\w+ )?(?:answer|repl|respond|said|says|wrote|hallucinat)\w*\b/i,
  new RegExp(
    String.raw`${START}(?:the |an? |some )?(?:\w+ )?(?:inputs?|outputs?|samples?|examples?|excerpts?|data|payloads?)(?: (?:for|of|from) [^.!?\n]{1,40}| is (?:as )?below)?[.:]\s`,
    'im',
  ),
  // "Boss said it in the meeting", "our competitor works that way", "I heard it in a podcast"
  /\b(?:said|believed|believes|heard|read|saw|found|works|goes|does) (?:in )?(?:it|this|that way|like this|so) (?:in|on|at|by|from) (?:an?|the) (?:\w+ )?(?:meeting|podcast|talk|course|book|blog|video|forum|chat|channel|paper|article|page|call)\b/i,
  /\b(?:works?|goes|believe[sd]?|thought|argue[sd]?|reads?)(?: in)? (?:this|that way|like this|like that)(?=\s*(?:[.!:]|$))/im,
  // "A common myth.", "From a course.", "How not to do it."
  new RegExp(
    String.raw`${START}(?:an? |the )?(?:common |bad |wrong |typical |counter-?)*(?:myth|example|anti-?pattern|misconception|mistake|passage|excerpt|quotation)s?\b(?: (?:of|from|by|goes) [^.!?\n]{1,40})?[.:]\s`,
    'im',
  ),
  /(?:^|[.!?]\s+)from (?:an?|the|my|our|this) (?:\w+ )?(?:course|book|blog|talk|podcast|paper|page|docs|readme|wiki|mail|chat|handbook|article)\b[^.!?\n]{0,40}[.:]\s|\bhow not to (?:do|write|say) (?:it|this)\b/im,
  // "We will not do this", "there is no such rule", "who said it?", "delete the note", "in the past we had this rule"
  /\bwe (?:will not|won'?t|would never|do not|don'?t)(?: (?:do|follow|accept|want) (?:this|that|it|so))?(?=\s*(?:[.!]|$))/im,
  /\bno such (?:rule|policy|convention)\b|\bwho (?:said|wrote|added|told you) (?:it|this|that|so)(?=\s*(?:[.?!]|$))|\bwhere (?:does|did) (?:it|this|that) (?:say|come from|stand)\b/i,
  /\b(?:delete|remove|drop|clear|erase) (?:your|the|that|this) (?:\w+ )?(?:note|memory|rule)\b/i,
  /\b(?:until (?:last \w+|recently)|in the past|formerly|back then|long ago)\b[^.!?\n]{0,40}\b(?:rules?|polic(?:y|ies)|so|this|that|it)(?=\s*[.!:])/i,
  /(?:^|[.!?]\s+)not[.!](?=\s|$)|\b(?:just kidding|only joking)\b|\bi disagree(?=\s*(?:[.!]|$))/im,
];
/** Words that make a text of a tale, a role or a case that is only thought of. */
const THOUGHT_OF: readonly RegExp[] = [
  /\b(?:suppose|imagine|pretend|what if|assume)\b[^.?!\n]{0,80}\b(?:tells?|told|demands?|company|customer|somebody|someone|policy|rule|the following)\b/i,
  new RegExp(
    String.raw`${START}(?:write|draft|compose|make|invent|create) (?:me |us )?(?:an?|the|some) (?:\w+ ){0,2}(?:song|poem|story|tweet|slogan|parody|joke|dialogue|scene|letter|e-?mail|persona|prompt|press release)\b`,
    'im',
  ),
  // What is done with words: counted, classified, matched, shown in a place
  new RegExp(
    String.raw`${START}(?:count the (?:words|letters|tokens|characters)|classify (?:this|it|the (?:sentiment|text|sentence))|tokeni[sz]e (?:this|it)|tag (?:this|it))\b`,
    'im',
  ),
  /\b(?:matches|detects|finds|catches) (?:\w+ )?(?:like (?:this|these|it)|such as)\b|\b(?:fires?|matches|triggers?) on (?:it|this|that)\s*\?|\bhow (?:do|would) (?:you|i|we) (?:say|write|put) (?:this|that|it) in\b/i,
  /\b(?:set|change|make) the (?:placeholder|label|title|heading|text|tooltip|banner|caption|description)\b[^.!?\n]{0,40}\bto (?:this|that|the following)\b/i,
  // A footnote with its address; "-- from the README of a library"
  /^\W{0,3}\[\d{1,3}\]:? https?:/im,
  /\s(?:--|[—–]) ?(?:from|source|quoted|via) (?:the |an? )?\w/i,
];
/** The same in German, Spanish, French and Chinese. */
const ABROAD: readonly RegExp[] = [
  /(?<!\p{L})(?:folge?|befolge|glaube?|beachte) (?:\p{L}+ ){0,2}nicht(?!\p{L})|(?<!\p{L})(?:früher|damals) (?:galt|hieß|stand)(?!\p{L})|(?<!\p{L})(?:gilt|stimmt) (?:das )?nicht(?: mehr)?(?!\p{L})|längst (?:vorbei|überholt)|(?<!\p{L})das ist (?:quatsch|unsinn|falsch|gelogen)(?!\p{L})|(?<!\p{L})(?:stimmt (?:das|es)|ist das (?:wahr|richtig))(?!\p{L})|(?<!\p{L})übersetzen? (?!nicht)|(?<!\p{L})fasse? (?:diese|das|den|die|folgende)(?!\p{L})|(?<!\p{L})(?:verlangt|fordert|sagt|meint|schreibt|behauptet) (?:folgendes|das|dies)(?!\p{L})|das machen wir nicht|(?<!\p{L})(?:lösche?|entferne?|streiche?|nimm) (?:diese\p{L}?|den|die|das) (?:satz|zeile|regel|absatz|text|notiz)|(?<!\p{L})schreibe? (?:mir )?(?:ein|eine|einen) (?:\p{L}+ )?(?:gedicht|lied|geschichte|brief|mail|witz|prompt)|(?<!\p{L})ist (?:diese|die) regel(?!\p{L})|(?<!\p{L})(?:im|in der|auf der|in den) (?:\p{L}+ )?(?:wiki|readme|doku\p{L}*|seite|mail|ticket|handbuch) (?:steht|stand|heißt)(?!\p{L})/iu,
  /(?<!\p{L})(?:pide|dice|quiere|exige) (?:lo siguiente|esto)(?!\p{L})|(?<!\p{L})no lo har|(?<!\p{L})(?:escribe|redacta|haz) (?:un|una) (?:poema|canción|cuento|carta|correo|chiste|prompt)|(?<!\p{L})(?:borra|elimina|quita) esta? (?:frase|línea|texto|regla|párrafo|nota)|(?<!\p{L})no hagas (?:lo que|caso)|(?<!\p{L})ignora (?:esto|lo|la|el)(?!\p{L})|(?<!\p{L})(?:traduce|resume) (?:al?|est[ea]|lo|el|la)(?!\p{L})|es (?:cierto|verdad)\s*\?|(?<!\p{L})antes decía|(?<!\p{L})(?:eso|esto) es (?:mentira|falso)|(?<!\p{L})ya no (?:vale|aplica|es así)/iu,
  /(?<!\p{L})ne (?:suis|fais|crois|suivez|faites|croyez) pas (?:ce que|la|le|les)(?!\p{L})|(?<!\p{L})(?:traduis|traduisez|résume[rz]?) |est-ce vrai|(?<!\p{L})c['’]est faux(?!\p{L})|n['’]est plus (?:vrai|valable)/iu,
  /翻译|(?:客户|老板|同事|他|她|有人)(?:要求|说|写|建议|认为)|把(?:这|以下|下面)[^。\n]{0,6}[话句行段]|写一(?:首|封|篇)|翻訳|訳し|要約し|次の文|总结(?:一下|这|以下)|不要(?:按照?|照|听|相信|遵守)|(?:文档|页面|邮件|手册|README)[里中上]?(?:写|说)|(?:这|那)是(?:错|假|胡说)|真的吗|对吗|以前的规|不再(?:适用|有效)|忽略(?:下面|以下|这|上面)/u,
];
const WORDS = [...MATERIAL, ...TURNED_DOWN, ...THOUGHT_OF, ...ABROAD];
const MAX_CHARS = 20_000;

/**
 * True for a prompt that speaks of its own words, or of some of them, as of a text: which of them its writer stands for
 * cannot be told.
 */
export function hasMaterial(text: string): boolean {
  const read = text.slice(0, MAX_CHARS);
  return WORDS.some((words) => words.test(read));
}
