import type { KnowledgeKind } from '../../core/model/kinds.ts';
import { oneLine } from '../../core/text/text.ts';
import { cues, pattern } from '../text/pattern.ts';
import { sentencesOf } from '../text/prose.ts';
import { isExclaimed } from './is-passing.ts';
import { FILLER } from './lead-words.ts';

/** A sentence that states a rule, with its reason and the alternatives that it turns down. */
export interface Statement {
  kind: KnowledgeKind;
  text: string;
  reason?: string;
  alternatives?: string[];
  /** It is about how work is always done, not about the work at hand. */
  standing?: true;
  /** Its writer may not stand for it: what else the prompt says may be about it. */
  unclear?: true;
}

const MAX_STATEMENTS = 5;
const MIN_CHARS = 10;
const MIN_WORDS = 3;
/** Filler words before the rule itself. */
const LEAD = pattern`^(?:(?:${FILLER}|fyi|yep|yup|alright|sure|for (?:this|our) (?:project|repo|codebase))\b[\s,:;.!–—-]*)+`;
/** A question, a wish, a supposition: not a rule. */
const NOT_STATED =
  /[?:]\s*["')\]]*$|^(?:can|could|would|will|should|shall|do(?! not\b)|does|did|is|are|was|were|what|why|how|when|where|which|who|if|may|might|maybe|perhaps|what if|i (?:wonder|guess|assume|suppose)|(?:just )?wondering|not sure|let me know|in theory)\b|\b(?:i wonder|wondering|not sure|what if|maybe we|perhaps we|might (?:want|be)|could say)\b/i;
/** A request for the moment only. */
const FOR_NOW =
  /\b(?:for now|right now|for the moment|this time|just this once|until (?:then|i|we)|yet|before you|first,? then)\b/i;
const POINTER =
  /^(?:it|this|that|these|those|them|both|all|one|either|option|approach|number|item|point|plan|the (?:first|second|third|last|other|same|latter|former|one)|[#(]?\d|[a-d]\b)\b/i;

/** All there is, or "any" of TypeScript: nothing that an order could forbid for good; what is in one place is. */
const ANYTHING =
  /^any(?:one)?\b|^anything\b(?! (?:in|under|inside|within|below) (?:[\w.-]*[/.][\w/.*-]*|the \S+ (?:folder|directory))(?:,|\W*$))/i;

interface StatementCue {
  kind: KnowledgeKind;
  pattern: RegExp;
  /** The cue is enough even where the sentence has a pronoun as object or says "for now". */
  strong?: boolean;
}

const USE_VERBS = 'use|go with|stick (?:to|with)|switch to|adopt|standardi[sz]e on|default to|rely on|settle on';
const WORK =
  'use|using|add|adding|commit|push|touch|edit|modify|write|delete|remove|run|import|mock|hard-?code|rename|introduce|create|put|store|log|call|merge|rebase|force[- ]?push|amend|deploy|install|bypass|disable|skip|ignore|break|expose|depend on|rely on';

/** Cues of each kind, the more specific first. Tuned on the prompts of real sessions; see the test. */
const CUES: readonly StatementCue[] = [
  ...cues({ kind: 'rejected', strong: true }, [
    /^(?:we|i)(?:'ve| have)? (?:decided|agreed|chose|opted) (?:against|not to)\b/i,
    /^(?:we|i)(?:'ve| have)? (?:rejected|ruled out|gave up on|abandoned)\b/i,
  ]),
  ...cues({ kind: 'rejected' }, [
    pattern`^(?:let'?s|we(?:'ll| will| should)?) not (?:${USE_VERBS}|do|add|support)\s+(\S.*)`,
    /^we (?:don'?t|do not|won'?t|will not|no longer|never) (?:use|support|allow|want to use|ship|depend on)\s+(\S.*)/i,
  ]),
  ...cues({ kind: 'constraint', strong: true }, [
    /\b(?:from now on|going forward|from here on|in (?:the )?future,)/i,
    /^(?:hard )?(?:rule|constraint|requirement|convention|policy)s?\s*:\s*\S/i,
  ]),
  ...cues({ kind: 'constraint' }, [
    /(?:^|\b(?:but|and|we) |[,;:] )(?:should )?(?:always|never) (?!mind\b|seen\b|worked?\b|show|had\b|been\b|got\b|lists?\b)(\w.*)/i,
    /^(?:only ever)\s+(?!mind\b)(\w.*)/i,
    /\b(?:you|we|it|they|agents?|everyone|claude) (?:should|must|may|can|shall) (?:always|never|only)\s+(\w.*)/i,
    pattern`^(?!.*\bnow(?=[,;.!]|$))(?:do not|don'?t|must not|mustn'?t) (?:ever )?(?:${WORK})\s+(\S.*)`,
    /^(?!.*\b(?:error|but got|expected)\b)(?:[\w`'/.-]+ ){1,6}(?:must|shall)(?: not| never| always| only)? (?:be|have|use|go|live|stay|run|pass|support|work|return|follow|include|come|start|end|match|keep|contain|handle|remain)\b(.*)/i,
    /\b(?:is|are) (?:not allowed|forbidden|off[- ]limits|mandatory)\b/i,
    /^(?:make sure|be sure|ensure)\b.{0,40}\b(?:always|never)\b/i,
  ]),
  ...cues({ kind: 'decision', strong: true }, [
    /^decision\s*:\s*\S/i,
    /^(?:the )?(?:final )?decision (?:is|was)\b/i,
    /^(?:we|i|the team)(?:'ve| have)? (?:already |finally |now )?(?:decided|agreed|settled|opted|chose|picked)\b(?: (?:to|on|for|that))?\s+\S/i,
    /^let'?s (?:re)?name (?:(?!it |this |that )\S{1,60} )?to \S|^let'?s call (?:it|this|that|them|the \w+) \S/i,
    /^instead of .{2,100}?,? (?:we should|let'?s|we(?:'ll| will)|use|do) \S/i,
  ]),
  ...cues({ kind: 'decision' }, [
    /^(?!.*\bi\b)(.{2,80}) should be (?:the )?(?:single |only )?(?:source of truth|default)\b/i,
    pattern`^let'?s (?:just |always |only )?(?:${USE_VERBS})\s+(\S.*)`,
    pattern`^we should (?:just |always |only )?(?:${USE_VERBS})\s+(\S.*)`,
    /^we(?:'re| are) (?:now |only |all )?(?:using|going with|going to use|switching to|moving to|migrating to|sticking with|standardi[sz]ing on)\s+(\S.*)/i,
    /^we(?:'ve| have)? (?:only |always |now |all )*(?:use|target|deploy (?:to|on|with)|switched to|moved to|migrated to|standardi[sz]ed on)\s+(\S.*)/i,
    /^(?:please )?(?:use|prefer|pick|choose|take|keep|write|store|return)\s+(\S.{0,120}?(?:\b(?:instead of|rather than|over)\b|, not\b| and not\b).+)/i,
  ]),
  ...cues({ kind: 'heuristic' }, [
    /\b(?:i|we)(?:'d| would)? (?:strongly |generally |usually |really |always )*prefer\s+(\S.*)/i,
  ]),
  ...cues({ kind: 'heuristic', strong: true }, [
    /\b(?:rule of thumb|my preference (?:is|would be)|our preference is)\b/i,
  ]),
];

/** Sentences of an agent that call themselves a decision. */
const OF_AGENT = /^\W{0,4}decision\W{0,4}:\W{0,4}\w|^we (?:have )?(?:decided|agreed) to\b/i;

/** The rules that a text of a person or a program states, at most five; prefers missing a rule to misreading one. */
export function statementsIn(text: string): Statement[] {
  return collect(text, kindOf);
}

/** The decisions that an agent's own message names as decisions, at most five. */
export function statementsOfAgent(text: string): Statement[] {
  return collect(text, (sentence) => (OF_AGENT.test(sentence) ? 'decision' : undefined));
}

/** The kind of the first rule that a text states; `undefined` when it states none. */
export function statementKind(text: string): KnowledgeKind | undefined {
  return statementsIn(text)[0]?.kind;
}

function collect(text: string, judge: (sentence: string) => KnowledgeKind | undefined): Statement[] {
  const statements = new Map<string, Statement>();
  for (const sentence of sentencesOf(text)) {
    const plain = oneLine(sentence).replace(/\*\*/g, '');
    const kind = plain.length < MIN_CHARS || plain.split(' ').length < MIN_WORDS ? undefined : judge(plain);
    if (kind === undefined || statements.has(plain.toLowerCase())) continue;
    statements.set(plain.toLowerCase(), toStatement(kind, plain));
    if (statements.size >= MAX_STATEMENTS) break;
  }
  return [...statements.values()];
}

function kindOf(sentence: string): KnowledgeKind | undefined {
  const said = sentence.replace(LEAD, '');
  if (NOT_STATED.test(said) || isExclaimed(said)) return undefined;
  for (const cue of CUES) {
    const match = cue.pattern.exec(said);
    if (match === null) continue;
    if (cue.strong === true) return cue.kind;
    const object = match[1] ?? said;
    return FOR_NOW.test(said) || POINTER.test(object) || ANYTHING.test(object) ? undefined : cue.kind;
  }
  return undefined;
}

/** A statement of a sentence, with its reason and what it turns down. */
export function toStatement(kind: KnowledgeKind, text: string): Statement {
  const reason = /\b(?:because|since|so that|as otherwise)\s+(.{4,200}?)[.!]?$/i.exec(text)?.[1];
  const against =
    /\b(?:instead of|rather than|, not|over|and not)\s+([^,.;()]{2,60}?)(?=$|[,.;()]|\s(?:because|since|so|in|for|when|where|as|to|and|we)\b)/i.exec(
      text,
    )?.[1];
  return {
    kind,
    text,
    ...(reason === undefined ? {} : { reason }),
    ...(against === undefined || kind === 'constraint' ? {} : { alternatives: [against] }),
  };
}
