import type { ObservationDetail } from '../../core/model/item.ts';
import type { Meaning } from '../../core/model/kinds.ts';
import { lineCounts } from '../observation/observe-file.ts';
import { ASKED_USER, isRefusedTitle, PLAN } from '../text/title-words.ts';

/** The fields of an observation from which its meaning is derived. */
export interface MeaningEvidence {
  detail: Partial<
    Pick<ObservationDetail, 'observation' | 'success' | 'subtitle' | 'filesChanged' | 'todos' | 'tool' | 'facts'>
  >;
  title: string;
  /** The kind of work that its turn asked for. */
  wanted?: Meaning | undefined;
}

const PROMPT_CHARS = 1_200;
/** Polite opening of a request. */
const POLITE =
  /^(?:(?:ok(?:ay)?|so|now|then|next|and|also|please|pls|great|good|yes|hey|hi|first|just|i(?:'d| would) like (?:you )?to|i want (?:you )?to|(?:i|we|you) (?:also )?(?:need|have) to|can you|could you|would you|can we|could we|let'?s|let us|we should|you should|help me(?: to)?|go ahead and|try to|start to|work on|your task is to|task:|implement the following plan:)[\s,:;.!–—-]*)+/i;

const BUG =
  /\b(?:fix(?:e[sd]|ing)?|bugs?|bugfix|broken|breaks?|crash(?:e[sd]|ing)?|fail(?:s|ed|ing|ures?)?|errors?|exceptions?|regressions?|wrong(?:ly)?|incorrect(?:ly)?|(?:does|do|is|are|did)(?:n'?t| not) (?:work|show|run|start|load|appear|update|return)\w*|not working|repair|stack ?trace|traceback|deadlocks?|leaks?|flaky|hangs?|panics?|segfault|should(?:n'?t| not) (?:be|have|happen))\b/i;
const REFACTOR =
  /\b(?:refactor(?:s|ed|ing)?|renam(?:e[sd]?|ing)|clean(?:ing|ed)?[- ]?up|simplif(?:y|ies|ied|ying)|extract(?:s|ed|ing)?|restructur\w*|reorgani[sz]\w*|de-?dup\w*|consolidat\w*|unif(?:y|ied|ies)|inlin(?:e|ed|ing)|dead code|split (?:up|out|into|the)|mov(?:e|ed|ing) (?:\S+ ){1,4}(?:to|into|out)|decoupl\w*|tidy)\b/i;
const FEATURE =
  /\b(?:add(?:s|ed|ing)?|implement(?:s|ed|ing|ation)?|creat(?:e[sd]?|ing)|introduc(?:e[sd]?|ing)|support(?:s|ing)?|allow(?:s|ing)?|enabl(?:e[sd]?|ing)|features?|feat|build(?:ing)? (?:a|an|the|out)|new|extend|integrat\w*|set ?up|scaffold|propagate|expose|show|display|track|handle)\b/i;
const CHANGE =
  /\b(?:updat(?:e[sd]?|ing)|bump|upgrad\w*|downgrad\w*|docs?|document(?:s|ed|ation)?|readme|changelog|comments?|typos?|wording|format(?:ting)?|lint|config\w*|version|releas\w*|chang(?:e[sd]?|ing)|tweak|adjust|remov(?:e[sd]?|ing)|delet\w*|revert|tests?)\b/i;
/** Cues of each meaning; where several match, the one that matches first in the request. */
const CUES: readonly (readonly [Meaning, RegExp])[] = [
  ['bugfix', BUG],
  ['refactor', REFACTOR],
  ['feature', FEATURE],
  ['change', CHANGE],
];
/** Prefixes of a conventional commit (conventionalcommits.org). */
const CONVENTIONAL =
  /^(?:\[[^\]]{1,40}\]\s*)?(feat|feature|fix|bugfix|hotfix|refactor|perf|docs?|tests?|chore|ci|build|style|revert|deps)(?:\([^)]{1,60}\))?!?:/i;
const BY_PREFIX: Readonly<Record<string, Meaning>> = {
  feat: 'feature',
  feature: 'feature',
  fix: 'bugfix',
  bugfix: 'bugfix',
  hotfix: 'bugfix',
  refactor: 'refactor',
  perf: 'refactor',
};
/** Commands that change something outside the agent's edit tools. */
const CHANGING =
  /^(?:git (?:add|commit|push|merge|rebase|checkout|switch|stash|revert|reset|tag|cherry-pick|rm|mv|init|clean)|rm|mv|cp|mkdir|touch|chmod|ln|sed|tee|patch|npm (?:i|install|ci|add|remove|uninstall|update|version|publish)|pnpm (?:i|install|add|remove|update)|yarn(?: (?:add|install|remove|upgrade))?|bun (?:i|install|add|remove)|pip3? (?:install|uninstall)|uv (?:add|sync|remove)|poetry (?:add|install|remove)|cargo (?:add|remove|update|fmt|install)|go (?:get|mod|fmt)|mix (?:deps\.get|format|ecto\.migrate)|docker (?:build|run|compose|rm|stop)|terraform apply|kubectl (?:apply|delete|create)|prettier|make (?:install|deploy))\b/;

/** The meaning of an observation for the work: bugfix, feature, refactor, change, discovery or decision. */
export function meaningOf(meant: MeaningEvidence): Meaning {
  const { detail, title } = meant;
  switch (detail.observation) {
    case 'file-write':
      return detail.success === false ? 'change' : (meant.wanted ?? shapeOf(detail));
    case 'command':
      return CHANGING.test(detail.subtitle ?? '') && !isRefusedTitle(title) ? 'change' : 'discovery';
    case 'delegation':
      return intentOf(title.replace(/^Delegate to [^:]{1,60}: /, '')) ?? 'discovery';
    case 'tool-use':
      if (isRefusedTitle(title)) return 'discovery';
      return detail.todos === undefined && (title.startsWith(PLAN) || title.startsWith(ASKED_USER))
        ? 'decision'
        : 'change';
    default:
      return 'discovery';
  }
}

/** The meaning of a commit, by its subject. */
export function meaningOfSubject(subject: string): Meaning {
  const prefix = CONVENTIONAL.exec(subject)?.[1]?.toLowerCase();
  if (prefix !== undefined) return BY_PREFIX[prefix] ?? 'change';
  return intentOf(subject) ?? 'change';
}

/** The kind of work that a request asks for; `undefined` when its words do not say. */
export function intentOf(text: string): Meaning | undefined {
  const request = text.slice(0, PROMPT_CHARS).trim().replace(POLITE, '');
  let found: Meaning | undefined;
  let first = Number.POSITIVE_INFINITY;
  for (const [meaning, pattern] of CUES) {
    const at = pattern.exec(request)?.index ?? Number.POSITIVE_INFINITY;
    if (at >= first) continue;
    found = meaning;
    first = at;
  }
  return found;
}

/** Meaning of a change by its shape: mostly new lines of code are a feature. */
function shapeOf(detail: MeaningEvidence['detail']): Meaning {
  const [added, removed] = lineCounts(detail.facts);
  const isCode = (detail.filesChanged ?? []).some(
    (file) => !/\.(?:md|mdx|rst|txt|ya?ml|toml|json|lock|cfg|ini)$/i.test(file),
  );
  return isCode && added >= 5 && added >= removed * 3 ? 'feature' : 'change';
}
