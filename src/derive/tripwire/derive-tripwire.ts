import type { Finding } from '../../core/model/finding.ts';
import type { ItemOf } from '../../core/model/item.ts';
import { makeSessionItem } from '../item/make-item.ts';
import { patternId } from '../item/pattern-id.ts';
import { RULES } from '../item/rules.ts';
import { describeMatcher, type Matcher, matcherFromJson, widestOf } from './matcher.ts';

const MAX_EVIDENCE = 8;

/**
 * Merges all findings of one project and key, oldest first, into a tripwire with the status `proposed`; it speaks up once a person
 * confirms it. A person's rule takes precedence over an agent's, and the text leaves out the words of an agent that had read something
 * untrusted.
 */
export function deriveTripwire(findings: readonly Finding[]): ItemOf<'pattern'> | undefined {
  const [oldest] = findings;
  const newest = findings.at(-1);
  const ofPersons = findings.filter(({ author }) => author === 'person');
  const stated = ofPersons.flatMap((finding) => {
    const matcher = matcherFromJson(finding.detail.matcher);
    return matcher === undefined ? [] : [{ finding, matcher }];
  });
  const widest = widestOf(stated.map(({ matcher }) => matcher));
  const said =
    stated.find(({ matcher }) => matcher === widest)?.finding ??
    ofPersons[0] ??
    findings.find(({ exposed }) => !exposed) ??
    oldest;
  const whole = matcherFromJson(said?.detail.matcher);
  const matcher = said?.exposed === true && whole !== undefined ? withoutCondition(whole) : whole;
  if (oldest === undefined || newest === undefined || said === undefined || matcher === undefined) return undefined;
  const { project, key } = oldest;
  const what = describeMatcher(matcher);
  const counted = findings.filter((finding) => finding.author === said.author);
  return makeSessionItem({
    id: patternId({ ...(project && { project }), kind: 'tripwire', key }),
    project,
    at: newest.lastAt,
    kind: 'pattern',
    rule: RULES.tripwire,
    author: said.author,
    exposed: said.exposed,
    title: `Tripwire: ${what}`,
    text: said.exposed ? `Speaks up at ${what}.` : `Speaks up at ${what}: "${said.label}"`,
    detail: {
      status: 'proposed',
      pattern: {
        pattern: 'tripwire',
        key,
        count: counted.reduce((sum, { count }) => sum + count, 0),
        sessions: counted.length,
        firstAt: oldest.firstAt,
        lastAt: newest.lastAt,
        firstSession: oldest.session,
        lastSession: newest.session,
        evidence: [said, ...counted.filter((one) => one !== said)]
          .flatMap(({ evidence }) => evidence)
          .slice(0, MAX_EVIDENCE),
        files: [],
        more: { matcher: said.detail.matcher ?? null, knowledge: said.detail.knowledge ?? null },
      },
    },
  });
}

/** The words of a condition are its author's; that there is one stays, so that nothing more is forbidden. */
function withoutCondition(matcher: Matcher): Matcher {
  return matcher.when === undefined ? matcher : { ...matcher, when: 'under a condition' };
}
