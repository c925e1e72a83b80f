// derive/session/sentences: selects and ranks the sentences of a session that say what it is about.
// Every sentence is taken from an item; none is composed here.

import { countTokens } from '../../../core/text/tokens.ts';
import { wordSet } from '../../../core/text/word-set.ts';
import { hasContentWords } from '../../claim/claim-words.ts';
import type { StatementSentence } from './statement-patterns.ts';

/** The role of a sentence in a summary. */
export type Role = 'learned' | 'completed' | 'solved' | 'blocked';

/** Weight of a sentence in each role; absent for roles that it does not have. */
export type Roles = Partial<Record<Role, number>>;

/** The patterns of one role and weight. */
interface SentenceCues {
  role: Role;
  weight: number;
  patterns: readonly RegExp[];
}

/** An announcement of the next step in the same turn, which says nothing about its result. */
const ANNOUNCED =
  /^(?:(?:ok(?:ay)?|good|great|perfect|excellent|alright|now|next|first|then|so|yes|right|and|also|i see|got it|hmm|wait|actually)\b[\s,.!:–—-]*)*(?:let me|let['’]s|i['’]ll|i will|i['’]m (?:now |also |just |only )?(?:going to\b|\w+ing\b)|i am (?:now |also )?(?:going to\b|\w+ing\b)|i need to|i should|i want to|we need to|we should|we['’]ll|i can now|time to|going to|(?:also |just )?(?:replace|add|update|run|check|fix|create|remove|verify|read|look|test|implement|write|move|rename|commit)\b|let us|ich werde|ich schaue|lass mich|让我|我来|我将|我会|接下来我|现在我?来)/iu;

/** True for a sentence that only says what its agent is about to do. */
export function isAnnouncement(text: string): boolean {
  return ANNOUNCED.test(text);
}

/** Cues of each role. Tuned on the messages of real sessions; see the test. */
const CUES: readonly SentenceCues[] = [
  {
    role: 'learned',
    weight: 5,
    patterns: [
      /\broot cause\b|\b(?:the|a) (?:real |actual |underlying |main |core )?(?:cause|culprit)\b/i,
      /^\W{0,4}(?:the )?(?:(?:real|actual|main|core) )?(?:root cause|cause|bug|problem|issue|why|reason|finding|diagnosis|key insight)\b[^\p{L}]{1,5}\p{L}/iu,
    ],
  },
  {
    role: 'learned',
    weight: 4,
    patterns: [
      /\b(?:turns out|turned out|the (?:real |actual |underlying |main |core )?(?:reason|problem|issue|bug) (?:is|was|here|seems|lies|comes)\b|(?:is|was|are|were) caused by|is due to|was due to|(?:key|important|main) (?:insight|finding|discovery|learning|takeaway)|lessons? learned|(?:found|identified|discovered|spotted|see) (?:the (?:\w+ )?(?:bug|issue|problem|cause|reason|culprit|difference|error)|it\b|that\b|why\b|what\b)|(?:fails?|failed|failing|breaks?|broke|happens?|happened|crashes|hangs?) because|that(?:'s| is) (?:why|because)|this (?:explains|is why|is because|happens because)\b)/i,
      /(?:ursache|der grund (?:ist|war|dafür)|liegt (?:daran|an)|lag (?:daran|an)|stellt(?:e)? sich heraus|schuld (?:ist|war)|fehler (?:ist|war|liegt|lag)|根本原因|根因|原因(?:是|在于|为)|问题(?:是|在于|出在)|发现(?:了|问题|是)?|导致|由于|原来)/iu,
    ],
  },
  {
    role: 'learned',
    weight: 2,
    patterns: [
      /\b(?:because|since|it (?:seems|appears|looks like)|(?:does|do|did|is|are|was|were|has|have|can|could)(?:n'?t| not) (?:\w+ ){0,2}(?:exist|support|work|call|handle|set|persist|include|expose|available|needed|possible|store|stored|saved|passed|used)\w*|i (?:can )?(?:now )?(?:see|understand) (?:that|why|how)|the (?:difference|behaviou?r|pattern|trick|catch|caveat) (?:is|here))\b/i,
    ],
  },
  {
    role: 'completed',
    weight: 4,
    patterns: [
      /^now,? (?:when|subsequent|the|it|all|both|every|each|users?|running|`)(?![\w-]).{12,}/i,
      /^(?:(?:done|great|perfect|excellent|ok(?:ay)?|yes|good)\b[\s,.!:–—-]*)*(?:\W{0,4}[\w./-]*[./][\w./-]*\W{0,4}(?:\([^)]{1,40}\)\W{0,4})?[-–—:] )?(?:(?:i|we)(?:'ve| have)?(?: (?:now|also|successfully|just))* |successfully |now )?(?:added|fixed|implemented|created|updated|removed|deleted|refactored|renamed|moved|wrote|written|committed|pushed|merged|rebased|migrated|replaced|extracted|simplified|converted|configured|wired|introduced|extended|split|deployed|released|published|documented|resolved|corrected|cleaned|consolidated|integrated|upgraded|installed|enabled|disabled|set up|built|ported|changed|reverted|restored|tested|verified|opened|closed|addressed|finished|completed)\b/i,
      /(?:(?:habe|haben|wurde|wurden|ist|sind) .{0,80}(?:hinzugefügt|behoben|umgesetzt|erstellt|aktualisiert|entfernt|geändert|gelöst|fertig|implementiert|erledigt)|^(?:fertig|erledigt|behoben)\b|已(?:经)?(?:完成|修复|添加|新增|实现|更新|创建|删除|提交|解决|修改|重构|通过)|(?:完成|修复|添加|实现|更新|创建|解决)了)/iu,
    ],
  },
  {
    role: 'completed',
    weight: 3,
    patterns: [
      /\b(?:(?:all|both|everything|(?:the )?(?:[\w-]+ )?(?:tests?|checks?|lint|build|suite|run|ci)) (?:\d+ )?(?:[\w-]+ ){0,3}(?:now )?(?:pass(?:es|ed|ing)?(?! rate)|succeed(?:ed|s)?|(?:is|are) green)|(?:is|are) (?:now )?(?:complete|completed|done|finished|implemented|fixed|in place|merged|deployed|pushed|committed|ready|green)|now (?:works?|supports?|uses?|returns?|shows?|handles?|passes|includes?|has|names?|uses?|reads?|sends?|takes?|goes|verif(?:y|ies)|expands?)|(?:has|have) been (?:\w+ )?(?:added|fixed|implemented|created|updated|removed|refactored|renamed|moved|committed|pushed|merged|completed|resolved|replaced)|(?:task|work|implementation|migration|refactor(?:ing)?|plan) (?:is )?complete)\b/i,
    ],
  },
  {
    role: 'solved',
    weight: 4,
    patterns: [
      /^(?:(?:and|now|successfully|finally) )?(?:fixed|resolved|solved|repaired|corrected)\b|\b(?:(?:i|we|that|this|which|it)(?:'ve| have| has)? (?:\w+ (?:and )?)?(?:fixed|fixes|resolved|resolves|solved|solves|repaired|corrected)\b|(?:is|was|were|been) (?:now )?(?:fixed|resolved|solved)\b|the (?:key |main |real |actual |proper )?fix (?:is|was)|now (?:works|passes|compiles|builds)|no longer (?:fails?|crashes|happens|occurs|errors))|^\W{0,4}(?:the )?(?:fix|solution|workaround)\W{0,3}[:–—-]\W{0,3}\w/i,
      /(?:behoben|gelöst|修复了|已修复|解决了|已解决)/iu,
    ],
  },
  {
    role: 'blocked',
    weight: 4,
    patterns: [
      /\b(?:(?:is|are|am|i'm|we're|was) (?:currently )?(?:blocked|stuck)|blocked (?:by|on)|(?:i |we )?(?:cannot|can't|can not|could not|couldn't|am unable to|are unable to|was unable to|unable to) (?:proceed|continue|access|complete|finish|run|connect|reach|fix|reproduce|resolve|install)|(?:waiting|wait) (?:for|on) (?:you|your|approval|access|input|the user)|(?:need|needs|require|requires) (?:your|manual|the user's) (?:input|action|approval|intervention|confirmation|credentials|decision)|permission denied|gave up|giving up)\b/i,
      /(?:blockiert|komme nicht weiter|无法(?:继续|完成|访问|连接)|被阻塞|卡住)/iu,
    ],
  },
];

/** A heading over next steps: whatever else it says, the entries below it have no role by it. */
const NEXT_HEADING = /next|remaining|to-?do|follow-?up|still open|pending|outstanding|nächste|下一步|待办|接下来/iu;
const HEADINGS: readonly (readonly [Role | undefined, RegExp])[] = [
  [undefined, NEXT_HEADING],
  ['learned', /cause|finding|insight|learn|discover|diagnos|problem|issue|bug|why|ursache|原因|问题|发现/iu],
  ['solved', /\bfix(?:es|ed)?\b|solution|resolution|lösung|修复|解决/iu],
  [
    'completed',
    /^(?!.*(?:propos|suggest|recommend|option|plan|needed|would|should|could|approach|how |estimate|before|comparison)).*(?:summary|changes?|changed|done|complet|implemented|added|created|what (?:i|we) (?:did|changed|fixed|added)|what (?:was|has been|is) (?:done|changed|fixed|added)|fix(?:es|ed)?\b|files (?:changed|modified|created)|zusammenfassung|完成|总结|修改)/iu,
  ],
];
/** Weight of an entry of a list by the heading above it. */
export const HEADING_WEIGHT = 2.5;
/** A text that ends in a question mark. */
export const QUESTION = /[?？]\s*["')\]*_]{0,3}$/;

const ROLES: readonly Role[] = ['learned', 'completed', 'solved', 'blocked'];

/** The roles of a sentence, by its own words and the heading above it; at least the weights of the roles in `asked`. */
export function rolesOf(saying: StatementSentence, asked: readonly Role[] = ROLES): Readonly<Roles> {
  const known = judged.get(saying);
  if (known !== undefined) return known;
  const roles = judge(saying, asked);
  if (asked === ROLES) judged.set(saying, roles);
  return roles;
}

/** Cache: several rules ask for the roles of one sentence. */
const judged: WeakMap<StatementSentence, Roles> = new WeakMap();

function judge({ text, heading, listed }: StatementSentence, asked: readonly Role[]): Roles {
  const roles: Roles = {};
  // An announcement has no role, nor has a question.
  if (ANNOUNCED.test(text) || QUESTION.test(text)) return roles;
  for (const { role, weight, patterns } of CUES) {
    if (!asked.includes(role)) continue;
    for (const pattern of patterns) {
      if (pattern.test(text)) roles[role] = Math.max(roles[role] ?? 0, weight) + (roles[role] === undefined ? 0 : 0.5);
    }
  }
  const above = heading === '' ? undefined : HEADINGS.find(([, pattern]) => pattern.test(heading))?.[0];
  if (above !== undefined && listed) roles[above] = (roles[above] ?? 0) + HEADING_WEIGHT;
  return roles;
}

const THANKS =
  /^\W*(?:(?:ok(?:ay)?|great|perfect|awesome|excellent|nice|cool|lgtm|looks good|well done|good job|amazing|love it|danke|super|merci|gracias)\b[\s,.!]*|(?:thank you|thanks)(?: (?:so much|a lot|very much))?[\s,.!]*|(?:谢谢|太好了|完美|很好|ありがとう)[，。！\s]*)+$/iu;

/** True for a prompt that only thanks or approves. */
export function isThanks(text: string): boolean {
  return text.length < 120 && THANKS.test(text);
}

/** A sentence that begins with a reference to the one before. */
const LEANING = /^(?:it|this|that|these|those|they|he|she|here|there|which|also|then|so|es|das|dies|这|那|它)\b/iu;
const FEW_WORDS = 3;

/** True for a sentence with at least `words` content words, not counting vague ones. */
export function saysOf(text: string, words: number): boolean {
  return hasContentWords(text, words, VAGUE);
}

/** Stems of vague words, which name nothing in particular. */
const VAGUE = wordSet('issu problem bug found fix fixed caus root code relev see look thing that all done');

/** Factor of a sentence by its form: higher for names and paths, lower for sentences that are short, cut or vague. */
export function shapeWeight(text: string): number {
  const names = Math.min(
    (text.match(/`[^`]{2,80}`|\b[\w-]+\.[a-z]{1,5}\b|\b\w+[A-Z_]\w+\b|\b[A-Z]+-\d+\b/g) ?? []).length,
    3,
  );
  // Tokens, since a sentence of Chinese says in fifteen characters what one of English says in sixty.
  const tokens = countTokens(text);
  const length = tokens < 6 ? 0.5 : tokens < 11 ? 0.8 : text.length > 240 ? 0.85 : 1;
  const trailing = /[:：]\s*$/.test(text) ? 0.5 : text.endsWith('…') ? 0.8 : 1;
  const leaning = LEANING.test(text) ? 0.7 : 1;
  const naming = saysOf(text, FEW_WORDS) ? 1 : 0.5;
  return (1 + names * 0.1) * length * trailing * leaning * naming;
}
