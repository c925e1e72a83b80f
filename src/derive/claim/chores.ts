import { cutText } from '../../core/text/text.ts';
import { pattern } from '../text/pattern.ts';
import { ownSentences } from './own-sentences.ts';

/** A wish that could be made of any work: which one, and in whose words. */
export interface Chore {
  key: string;
  text: string;
}

const PROMPT_CHARS = 2_000;
const TEXT_CHARS = 120;
const MAX_CHORES = 4;
/** Polite opening, and what links an order to the one before. */
const POLITE =
  /^(?:(?:ok(?:ay)?|so|now|then|and|also|please|pls|great|good|yes|no|hey|first|finally|again|just|can you|could you|would you|you (?:should|must|forgot to|did not|didn'?t)|don'?t forget to|remember to|make sure (?:to|you)|let'?s|go ahead and|perfect|thanks)[\s,:;.!–—-]+)+/i;
/** What is said of all work is a rule already. */
const GENERAL = /\b(?:every|each|always|never|whenever)\b/i;
/** Where one order of a sentence ends and the next begins. */
const NEXT = /[,;]\s+|\s+(?:and|then|but)\s+/i;
const THE = '(?:(?:all|the|our|full|whole|unit|project) )*';
const RUN = `(?:re-?)?(?:run|ran|execute|do|apply|use) ${THE}`;
const CHORES: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['lint', pattern`^(?:${RUN}(?:lint(?:er|ers|ing|s)?|eslint|golangci-lint|ruff|biome|clippy)|(?:re-?)?lint)\b`],
  ['format', pattern`^(?:${RUN}(?:formatter|formatting|prettier|gofmt|black|fmt)|(?:re-?)?format)\b`],
  ['typecheck', pattern`^(?:${RUN}(?:type ?-?check(?:er|s|ing)?|tsc|mypy|pyright)|type-?check)\b`],
  [
    'test',
    pattern`^(?:${RUN}(?:tests?|test suite|suite|unit tests)|test (?:it|everything|all|again))\b(?! (?:for|of|in|from|that) )`,
  ],
  ['changelog', /^(?:update|extend|add .{1,40} to|mention .{1,40} in|note .{1,40} in) (?:the |our )?changelog\b/i],
  ['docs', /^(?:update|adapt|adjust) (?:the |our )?(?:docs?|documentation|readme)\b(?! (?:for|of) )/i],
  [
    'be brief',
    /^(?:be (?:more )?(?:brief|concise)|(?:make|keep) (?:it|your answers?) (?:short|brief|shorter)|shorter(?: please)?)[.!]*$/i,
  ],
];

/** The wishes of a prompt that could be made of any work, at most four: what is asked again and again becomes a rule. */
export function choresIn(text: string): Chore[] {
  if (text.length > PROMPT_CHARS) return [];
  const chores = new Map<string, Chore>();
  const orders = ownSentences(text, { ends: true }).flatMap(({ unquoted }) => unquoted.split(NEXT));
  for (const order of orders) {
    const said = order.replace(POLITE, '').trim();
    const key = said.endsWith('?') || GENERAL.test(order) ? undefined : CHORES.find(([, form]) => form.test(said))?.[0];
    if (key !== undefined && !chores.has(key)) chores.set(key, { key, text: cutText(said, TEXT_CHARS) });
    if (chores.size >= MAX_CHORES) break;
  }
  return [...chores.values()];
}
