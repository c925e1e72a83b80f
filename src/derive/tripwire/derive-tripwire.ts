import type { Finding } from '../../core/model/finding.ts';
import type { Item } from '../../core/model/item.ts';
import { makeSessionItem } from '../item/make-item.ts';
import { patternId } from '../item/pattern-id.ts';
import { RULES } from '../item/rules.ts';
import { describeMatcher, matcherFromJson } from './matcher.ts';

const MAX_EVIDENCE = 8;

/**
 * The tripwire of all findings of one project and key, oldest first: proposed, until a person confirms it, and then it speaks
 * up. What a person said stands before what agents noted; what an agent noted after it read what is not the project's is
 * told by no word.
 */
export function deriveTripwire(findings: readonly Finding[]): Item | undefined {
  const [oldest] = findings;
  const newest = findings.at(-1);
  const said = findings.find(({ author }) => author === 'person') ?? findings.find(({ exposed }) => !exposed) ?? oldest;
  const matcher = matcherFromJson(said?.detail.matcher);
  if (oldest === undefined || newest === undefined || said === undefined || matcher === undefined) return undefined;
  const { project, key } = oldest;
  const place = {
    id: patternId({ ...(project && { project }), kind: 'tripwire', key }),
    project,
    at: newest.lastAt,
  };
  const what = describeMatcher(matcher);
  const counted = findings.filter((finding) => finding.author === said.author);
  return makeSessionItem(place, {
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
