import type { Finding } from '../../../src/core/model/finding.ts';
import type { PatternKind } from '../../../src/core/model/kinds.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import type { DistillLabels, PromptLabels } from './distill-labels.ts';
import {
  type OtherSaid,
  type SaidClaim,
  type SaidLabel,
  type Scored,
  scoreEdits,
  scoreGroups,
  scorePairs,
  scoreSaid,
} from './distill-score.ts';
import { type Claims, knowledge, readClaims, recurring, summarised, toClaim } from './read-claims.ts';

/** What is claimed of choices and rules that somebody stated. */
export interface SaidScores {
  decisions: Scored;
  preferences: Scored;
  'decisions kept as knowledge': Scored;
  'decisions in summaries': Scored;
}

/** What is claimed of sessions with all that happened in them. */
export interface ClaimScores extends SaidScores {
  pairs: Scored;
  /** For pairs made by edits: whether the claim names one of the edited files. */
  'files of pairs': Scored;
  groups: Scored;
}

type IsMeasured = (session: string) => boolean;

/** Reads what a store claims and scores it for the sessions that `isMeasured` names. */
export async function measureClaims(store: Store, labels: DistillLabels, isMeasured: IsMeasured): Promise<ClaimScores> {
  const claims = await readClaims(store);
  const own = (kind: PatternKind): Finding[] => findingsOf(claims, kind, isMeasured);
  const failures = labels.failures.filter(({ id }) => isMeasured(claims.events.get(id)?.session ?? ''));
  const pairs = labels.pairs.filter(({ session }) => isMeasured(session));
  const fixes = own('fix').map((finding) => ({ ...toClaim(finding, claims), files: finding.files }));
  return {
    pairs: scorePairs(fixes, pairs),
    'files of pairs': scoreEdits(fixes, pairs, (name) => claims.events.get(name)?.files ?? []),
    groups: scoreGroups(recurring(own('error'), claims), failures),
    ...saidScores(claims, labels, isMeasured),
  };
}

/** As `measureClaims`, of what people said alone: where only prompts were read, what agents say is neither right nor wrong. */
export async function measurePrompts(store: Store, labels: PromptLabels, isMeasured: IsMeasured): Promise<SaidScores> {
  return saidScores(await readClaims(store), { ...labels, promptsOnly: true }, isMeasured);
}

function saidScores(
  claims: Claims,
  labels: { decisions: SaidLabel[]; preferences: SaidLabel[]; promptsOnly?: boolean },
  isMeasured: IsMeasured,
): SaidScores {
  const isRead = ({ events }: SaidClaim): boolean =>
    labels.promptsOnly !== true || events.some((name) => claims.events.get(name)?.isPrompt === true);
  const textOf = (name: string): string | undefined => claims.events.get(name)?.text;
  const score = (some: readonly SaidClaim[], marks: readonly SaidLabel[], other?: OtherSaid): Scored =>
    scoreSaid(
      some.filter(isRead),
      marks.filter(({ id }) => isMeasured(claims.events.get(id)?.session ?? '')),
      { textOf, ...omitUndefined({ other }) },
    );
  const stated = (kind: PatternKind): SaidClaim[] =>
    findingsOf(claims, kind, isMeasured).map((finding) => ({ ...toClaim(finding, claims), text: finding.label }));
  const [decisions, preferences] = [stated('decision'), stated('preference')];
  return {
    decisions: score(decisions, labels.decisions, { claims: preferences, labels: labels.preferences }),
    preferences: score(preferences, labels.preferences, { claims: decisions, labels: labels.decisions }),
    'decisions kept as knowledge': score(knowledge(claims, isMeasured), labels.decisions),
    'decisions in summaries': score(summarised(claims, isMeasured), labels.decisions),
  };
}

function findingsOf({ findings }: Claims, kind: PatternKind, isMeasured: IsMeasured): Finding[] {
  return findings.filter((finding) => finding.kind === kind && isMeasured(finding.session));
}
