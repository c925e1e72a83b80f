import type { Hit } from '../../../src/api/answers.ts';
import { idPath } from '../../app/router.ts';
import { type ListState, rowProps, rowTab } from '../../app/use-list.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { markPieces } from './query-words.ts';

const SPEAKERS: Readonly<Record<string, string>> = {
  person: 'a person',
  agent: 'an agent',
  tool: 'a tool',
  repo: 'the repository',
  web: 'the web',
};

/** A hit: title, the passage that answers, its state and where it comes from. */
export function HitRow(props: { hit: Hit; list: ListState; stems: readonly string[]; isFirst: boolean }) {
  const { hit, list, stems, isFirst } = props;
  const { says, icon } = nameKind(hit);
  const isOver = hit.supersededBy !== undefined || hit.status === 'superseded' || hit.status === 'withdrawn';
  const title = <Marked text={hit.title} stems={stems} />;
  return (
    <div class="hit row" {...rowProps(list, hit.id)}>
      <Icon name={icon} />
      <a class="title" href={idPath(hit.id)} tabIndex={rowTab(list, hit.id, isFirst)}>
        {isOver ? <s>{title}</s> : title}
      </a>
      <span class="sc" title="Score, within this question only">
        {hit.score.toFixed(2)}
      </span>
      {hit.snippet !== '' && (
        <p class="pa">
          <Marked text={hit.snippet} stems={stems} />
        </p>
      )}
      <div class="me">
        {hit.status !== undefined && <StateBadge state={hit.status} />}
        <span>
          {says}
          {hit.author !== undefined && ` by ${SPEAKERS[hit.author] ?? hit.author}`}
        </span>
        <Time at={hit.at} as="moment" />
        {hit.agent !== undefined && <Line text={hit.agent} />}
        {hit.stale !== undefined && (
          <Badge icon="part" tone="warn">
            {hit.stale.reason === 'gone' ? 'its file is gone' : 'its file was changed later'}
          </Badge>
        )}
        {hit.doubtful === true && (
          <Badge icon="contradiction" tone="warn">
            in doubt
          </Badge>
        )}
        {hit.muted === true && <StateBadge state="muted" />}
      </div>
    </div>
  );
}

/** Stored text with the words of the question marked. */
export function Marked({ text, stems }: { text: string; stems: readonly string[] }) {
  return (
    <bdi>
      {markPieces(text, stems).map((piece, at) =>
        piece.isMarked ? (
          <mark key={`${at}`}>
            <Line text={piece.text} />
          </mark>
        ) : (
          <Line key={`${at}`} text={piece.text} />
        ),
      )}
    </bdi>
  );
}
