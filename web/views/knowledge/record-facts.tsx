import type { MemoryRecord } from '../../../src/api/answers.ts';
import { isIssueName } from '../../../src/core/text/issue-names.ts';
import { idPath } from '../../app/router.ts';
import { IssueLinks } from '../../parts/issues.tsx';
import { Facts } from '../../parts/list-peek.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

/** Who said a statement, when and where, how far it can be relied on, and what counts against it. */
export function RecordFacts({ record }: { record: MemoryRecord }) {
  const { author, agent, at, sessionId, confidence, detail, supersededBy, doubtful, withheld } = record;
  const files = detail.filesChanged ?? [];
  const issues = (detail.concepts ?? []).filter(isIssueName);
  return (
    <Facts
      facts={[
        ['Said by', author === 'person' ? 'a person' : author === 'agent' ? (agent ?? 'an agent') : author],
        ['When', <Time key="at" at={at} as="whole" />],
        [
          'Session',
          sessionId !== undefined && (
            <a class="link" href={`/sessions/${sessionId}`}>
              open
            </a>
          ),
        ],
        ['Because', detail.reason !== undefined && <Line text={detail.reason} />],
        ['Confidence', confidence?.toFixed(2)],
        ['Files', files.length > 0 && <Line text={files.join(', ')} />],
        ['Issues', issues.length > 0 && <IssueLinks issues={issues} project={record.project} />],
        [
          'Gave way to',
          supersededBy !== undefined && (
            <a class="link" href={idPath(supersededBy)}>
              a later one
            </a>
          ),
        ],
        ['In doubt', doubtful === true && 'it says itself that it is uncertain'],
        ['Not to use', withheld === true && 'it says itself that it is not to be used'],
      ]}
    />
  );
}
