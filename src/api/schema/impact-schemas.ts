import type { JsonObject } from '../../core/json.ts';
import type { Mean } from '../../core/mean.ts';
import type { WilsonShare } from '../../core/wilson.ts';
import type { Contradiction, ContradictionsResult } from '../contradiction-answers.ts';
import type { ImpactCost, ImpactMemory, ImpactResult, ImpactRow, ImpactSide } from '../impact-answers.ts';
import type { StatsAnomaly, StatsDay, StatsResult } from '../stats-answers.ts';
import { boolean, counts, integer, listOf, number, oneOf, refer, shape, text, time } from './schema-shape.ts';

/** Parts of figures, by the name under which they are referred to. */
export const IMPACT_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Share: {
    ...shape<WilsonShare>({ n: integer, of: integer, low: number, high: number }, {}),
    description: 'So many of so many, with the 95 % interval of their share.',
  },
  Mean: {
    ...shape<Mean>({ n: integer, mean: number }, { low: number, high: number }),
    description: 'A mean of n values with its 95 % interval.',
  },
  ImpactRow: shape<ImpactRow>({ name: text, used: refer('Share') }, {}),
  ImpactCost: shape<ImpactCost>({ name: text, used: refer('Share'), tokens: integer }, {}),
  ImpactMemory: shape<ImpactMemory>({ id: text, kind: text, title: text, told: integer, used: integer }, {}),
  ImpactSide: shape<ImpactSide>({ sessions: integer, failures: refer('Mean'), prompts: refer('Mean') }, {}),
};

const notes = listOf(refer('Note'));
const rows = listOf(refer('ImpactRow'));
const costs = listOf(refer('ImpactCost'));
const memories = listOf(refer('ImpactMemory'));
const share = refer('Share');

/** What the calls of figures and of contradictions answer. */
export const IMPACT_ANSWERS = {
  impact: shape<ImpactResult>(
    {
      sessions: integer,
      blocks: integer,
      tokens: integer,
      used: share,
      memories: share,
      ways: shape<ImpactResult['ways']>({ fetched: integer, touched: integer, repeated: integer, heeded: integer }, {}),
      days: costs,
      agents: costs,
      occasions: costs,
      sections: rows,
      kinds: rows,
      failures: share,
      tripwires: share,
      rules: share,
      mostUsed: memories,
      neverUsed: memories,
      notes,
    },
    {
      since: time,
      until: time,
      control: shape<NonNullable<ImpactResult['control']>>(
        { told: refer('ImpactSide'), keptBack: refer('ImpactSide') },
        {},
      ),
    },
  ),
  stats: shape<StatsResult>(
    {
      since: time,
      until: time,
      totals: shape<StatsResult['totals']>(
        {
          sessions: integer,
          memories: integer,
          prompts: integer,
          commands: integer,
          failures: integer,
          edits: integer,
          commits: integer,
        },
        {},
      ),
      days: listOf(
        shape<StatsDay>({ day: text, sessions: integer, memories: integer, prompts: integer, failures: integer }, {}),
      ),
      kinds: counts,
      agents: counts,
      outcomes: counts,
      perSession: shape<StatsResult['perSession']>(
        { minutes: refer('Mean'), prompts: refer('Mean'), failures: refer('Mean'), edits: refer('Mean') },
        {},
      ),
      heat: listOf(listOf(integer)),
      concepts: listOf(shape<StatsResult['concepts'][number]>({ name: text, memories: integer }, {})),
      tokens: shape<StatsResult['tokens']>({ sources: integer, told: integer, blocks: integer }, {}),
      anomalies: listOf(
        shape<StatsAnomaly>(
          {
            sessionId: text,
            at: time,
            agent: text,
            what: oneOf(['failures', 'minutes', 'edits']),
            value: number,
            mean: number,
            z: number,
          },
          {},
        ),
      ),
      notes,
    },
    { project: text, report: text },
  ),
  contradictions: shape<ContradictionsResult>(
    {
      contradictions: listOf(shape<Contradiction>({ older: refer('Entry'), newer: refer('Entry'), sure: boolean }, {})),
      tokens: integer,
      notes,
    },
    {},
  ),
};
