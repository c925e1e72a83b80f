import type { PatternEntry, PatternsResult } from '../../../src/api/pattern-answers.ts';
import { idPath } from '../../app/router.ts';
import { countOf } from '../../parts/format.ts';
import { Facts, PeekSection } from '../../parts/list-peek.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import type { Judgeable } from './judge.ts';

/** How lists of patterns are read: by their ids, and again as events come. */
export const PATTERN_ROWS = {
  rowsOf: ({ patterns }: PatternsResult) => patterns,
  keyOf: ({ id }: PatternEntry) => id,
  live: 30,
};

/** A pattern as it is judged. */
export function judgeablePattern({ id, label, status, stamp }: PatternEntry): Judgeable {
  return { id, title: label, ...(status && { status }), ...(stamp && { stamp }) };
}

/** What a tripwire would have done so far, with examples; the title counts the sessions. */
export function PatternRecord({
  record,
  title,
}: {
  record: PatternEntry['record'];
  title: (sessions: string) => string;
}) {
  if (record === undefined) return null;
  return (
    <PeekSection title={title(countOf(record.sessions, 'session'))}>
      <Facts
        facts={[
          ['Spoken', countOf(record.fired, 'time')],
          ['Rightly', countOf(record.rightly, 'time')],
        ]}
      />
      <ul class="plain">
        {record.examples.map((example) => (
          <li key={example.id}>
            <a class="link" href={idPath(example.id)}>
              <Line text={example.title} />
            </a>{' '}
            <span class="quiet">
              <Time at={example.at} as="day" />
              {example.why !== undefined && `, ${example.why}`}
            </span>
          </li>
        ))}
      </ul>
    </PeekSection>
  );
}
