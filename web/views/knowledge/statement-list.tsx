import type { Entry } from '../../../src/api/answers.ts';
import type { KnowledgeStatus } from '../../../src/core/model/kinds.ts';
import { type ListState, rowProps, rowTab } from '../../app/use-list.ts';
import { useMedia } from '../../app/use-media.ts';
import { Agent } from '../../parts/badge.tsx';
import { formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { nameKind } from '../../parts/kinds.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { type StatementRow, stateOf } from './rows.ts';

/** Statements, contradictions, tripwires and wishes in sections, the state of each in front of it. */
export function StatementList({ rows, list, name }: { rows: readonly StatementRow[]; list: ListState; name: string }) {
  const isNarrow = useMedia('(max-width: 640px)');
  const first = rows.find(({ is }) => is !== 'head')?.key;
  return (
    <VirtualList
      label="Statements"
      name={name}
      items={rows}
      keyOf={({ key }) => key}
      sizeOf={({ is }) => (is === 'head' ? 31 : isNarrow ? 52 : 32)}
      isMeasured={isNarrow}
      current={list.selected}
    >
      {(row) =>
        row.is === 'head' ? (
          <div class="rows-head">
            <h2>{row.title}</h2>
            <span class="quiet">{formatCount(row.count)}</span>
            <span class="end hide-m clip">{row.about}</span>
          </div>
        ) : (
          <div class={`row kn${list.marked.has(row.key) ? ' marked' : ''}`} {...rowProps(list, row.key)}>
            <RowParts row={row} href={hrefOf(row)} tab={rowTab(list, row.key, row.key === first)} />
          </div>
        )
      }
    </VirtualList>
  );
}

function hrefOf(row: StatementRow): string {
  return `/id/${row.is === 'pair' ? row.pair.newer.id : row.key}`;
}

function RowParts({ row, href, tab }: { row: StatementRow; href: string; tab: 0 | -1 }) {
  if (row.is === 'statement') return <StatementParts entry={row.entry} href={href} tab={tab} />;
  if (row.is === 'pair') {
    const { older, newer, sure } = row.pair;
    return (
      <>
        <Glyph icon="contradiction" says="contradiction" tone="warn" />
        <span class="k">{newer.sort ?? 'statement'}</span>
        <a class="title clip" href={href} tabIndex={tab}>
          <Line text={newer.title} /> <span aria-hidden="true">⟷</span> <Line text={older.title} />
        </a>
        <span class="meta">
          <span class="warn hide-s">{sure ? 'contradict' : 'may contradict'}</span>
          <Time at={newer.at} />
        </span>
      </>
    );
  }
  if (row.is === 'head') return null;
  const { pattern } = row;
  const { status = 'proposed' } = pattern;
  return (
    <>
      <StateGlyph state={status} />
      <span class="k">{pattern.kind === 'preference' ? 'wish' : pattern.kind}</span>
      <a class="title clip" href={href} tabIndex={tab}>
        <Line text={pattern.label} />
      </a>
      <span class="meta">
        <Time at={pattern.lastAt} />
      </span>
    </>
  );
}

function StatementParts({ entry, href, tab }: { entry: Entry; href: string; tab: 0 | -1 }) {
  const state = stateOf(entry);
  const isOver = state === 'superseded' || state === 'withdrawn';
  return (
    <>
      <StateGlyph state={state} />
      <span class="k">{nameKind(entry).says}</span>
      <a class="title clip" href={href} tabIndex={tab}>
        {isOver ? (
          <s>
            <Line text={entry.title} />
          </s>
        ) : (
          <Line text={entry.title} />
        )}
      </a>
      <span class="meta">
        {entry.muted === true && <Glyph icon="muted" says="muted" tone="dim" />}
        {entry.agent !== undefined && <Agent name={entry.agent} short />}
        <Time at={entry.at} />
      </span>
    </>
  );
}

/** How knowledge stands, in front of it. */
export function StateGlyph({ state }: { state: KnowledgeStatus }) {
  return <Glyph icon={state} says={state} tone={state === 'confirmed' ? 'acc' : 'dim'} />;
}

/** A state by its shape; its word is read, and shows as the tooltip. */
function Glyph({ icon, says, tone }: { icon: IconName; says: string; tone: 'acc' | 'dim' | 'warn' }) {
  return (
    <span class={`glyph ${tone}`} title={says}>
      <Icon name={icon} small label={says} />
    </span>
  );
}
