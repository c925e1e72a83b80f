import type { JsonObject } from '../../core/json.ts';
import type { RetiredBatch, RetirePlan, RetireReport } from '../retire-answers.ts';
import { counts, integer, listOf, oneOf, refer, shape, text, time } from './schema-shape.ts';

/** Parts of the answers of `prune` and `consolidate`, by the name under which they are referred to. */
export const RETIRE_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  RetirePlan: shape<RetirePlan>(
    {
      state: oneOf(['planned']),
      token: text,
      items: integer,
      byKind: counts,
      bytes: { ...integer, description: 'About how much is said in what they were made of.' },
      standing: integer,
      sample: listOf(refer('Entry')),
      batches: listOf(
        shape<RetiredBatch>({ batch: text, reason: text, at: time, items: integer, prunedFrom: time }, {}),
      ),
      notes: listOf(refer('Note')),
    },
    { firstAt: time, lastAt: time },
  ),
  RetireReport: shape<RetireReport>(
    {
      state: oneOf(['retired', 'restored', 'pruned']),
      batch: text,
      items: integer,
      events: integer,
      bodies: integer,
      freed: { ...integer, description: 'Bytes that the disk got back.' },
      notes: listOf(refer('Note')),
    },
    {},
  ),
};
