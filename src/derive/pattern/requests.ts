import { pattern } from '../text/pattern.ts';

const THE =
  '(?:(?:all|the|our|a|an|any|some|more|another|new|missing|proper|one|at least one|few|of|unit|integration|e2e|regression|draft|latest|remaining|these|this|those|my) )*';
/** Polite opening, and what links a request to the one before. */
const OPENING =
  /^(?:(?:ok(?:ay)?|so|now|then|and|also|please|pls|great|good|yes|no|nice|hey|first|finally|again|just|(?:can|could|would|will|should) (?:you|we|i)|(?:you|we) (?:should|must|need to|have to)|i (?:want|need|would like) (?:you )?to|don'?t forget to|remember to|make sure (?:to|you)|let'?s|let us|go ahead and|perfect|thanks|maybe|try to|help me)(?![\w'’])[\s,:;.!–—-]*)+/i;
/** Where one request of a sentence ends and the next begins. */
const NEXT = /[,;]\s+|\s+(?:and|then|but)\s+(?:then\s+)?/i;
const REQUESTS: readonly (readonly [key: string, form: RegExp])[] = [
  ['add tests', pattern`^(?:add|write|create|include|extend) ${THE}tests?\b`],
  [
    'fix CI',
    /^(?:fix|mend|repair|investigate|look at|check|see) (?:\S+ ){0,5}ci\b(?!-)|^ci (?:is |has |also )?(?:still )?(?:fail|broken|red)/i,
  ],
  ['fix conflicts', /^(?:fix|resolve|solve) (?:\S+ ){0,3}(?:merge )?conflicts?\b/i],
  ['ready to merge?', /^(?:is|are|what'?s) (?:\S+ ){0,3}ready to (?:be )?merged?\b|^ready to (?:be )?merged?\b/i],
  ['merge', /^merge (?:it|this|that|the pr|pr|the pull request)\b/i],
  [
    'push',
    /^push(?: (?:it|this|that|the (?:changes?|branch|commits?)|to (?:remote|origin|github|the (?:branch|remote))))?[\s.!]*$/i,
  ],
  ['commit', /^commit(?: (?:it|this|that|these|all|your|my|the (?:changes?|work|rest)|everything|changes))*[\s.!]*$/i],
  ['open a pull request', pattern`^(?:open|create|make|raise|submit|prepare) ${THE}(?:pr|pull request)\b`],
  [
    'update the docs',
    pattern`^(?:update|adapt|adjust|document (?:this|it|that) in|add (?:this|it|that) to) ${THE}(?:docs?|documentation|readme)\b(?![./])`,
  ],
  [
    'keep it in CLAUDE.md',
    pattern`^(?:add|put|write|note) (?:this|it|that) (?:in|into|to) ${THE}(?:claude|agents)\.md\b`,
  ],
  ['rebase', /^rebase\b/i],
  ['brainstorm first', /^brainstorm\b|\blet'?s brainstorm\b/i],
  [
    'give it to a worker',
    pattern`^(?:spawn|start|launch|use|dispatch) ${THE}(?:sub-?agents?|agents?|workers?|work ?marks worker)\b`,
  ],
  ['review', /^(?:code[- ])?review (?:it|this|that|(?:(?:all|the|my|your) )*(?:changes?|branch|diff|code|work|pr))\b/i],
];

/** A request that comes again with any work: which one, and in whose words. */
export interface Request {
  key: string;
  text: string;
}

/** The requests of a sentence that come again with any work, besides those of `choresIn`. */
export function requestsIn(sentence: string): Request[] {
  return sentence.split(NEXT).flatMap((part): Request[] => {
    const said = part.trim().replace(OPENING, '').trim();
    const key = REQUESTS.find(([, form]) => form.test(said))?.[0];
    return key === undefined ? [] : [{ key, text: part.trim() }];
  });
}
