import { useMemo } from 'preact/hooks';
import type { FileChange } from '../../../src/api/story-answers.ts';
import { countOf } from '../../parts/format.ts';
import { CodeText } from '../../parts/stored-text.tsx';
import { type DiffRow, type DiffSide, diffRows } from './diff-rows.ts';

const SPLIT_COLUMNS = ['no', 'sign', 'line', 'no', 'sign', 'line'] as const;
const COLUMNS = ['no', 'no', 'sign', 'line'] as const;

/** What a call changed in a file: side by side in pairs of lines that wrap together, or one below the other. */
export function Diff({ change, isSplit }: { change: FileChange; isSplit: boolean }) {
  const hunks = useMemo(() => change.hunks.map(diffRows), [change]);
  const name = `Change of ${change.path}`;
  return (
    <table class={isSplit ? 'diff split' : 'diff'} aria-label={name}>
      {/* The first row may have one side alone: the columns say the widths. */}
      <colgroup>
        {(isSplit ? SPLIT_COLUMNS : COLUMNS).map((column, at) => (
          <col key={`${column}${at}`} class={column} />
        ))}
      </colgroup>
      <tbody>
        {hunks.map((rows, hunk) =>
          rows.map((row, at) => {
            const key = `${hunk}-${at}`;
            if (typeof row === 'number') return <Folded key={key} lines={row} columns={isSplit ? 6 : 4} />;
            return isSplit ? <SplitRow key={key} row={row} /> : <UnifiedRows key={key} row={row} />;
          }),
        )}
        {change.cut && <Note columns={isSplit ? 6 : 4}>More was changed than is kept here.</Note>}
      </tbody>
    </table>
  );
}

function Folded({ lines, columns }: { lines: number; columns: number }) {
  return <Note columns={columns}>{countOf(lines, 'line')} the same</Note>;
}

function Note({ columns, children }: { columns: number; children: preact.ComponentChildren }) {
  return (
    <tr class="same">
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}

function SplitRow({ row: { before, after } }: { row: DiffRow }) {
  return (
    <tr>
      <Half side={before} sign="-" />
      <Half side={after} sign="+" />
    </tr>
  );
}

function Half({ side, sign }: { side: DiffSide | undefined; sign: '-' | '+' }) {
  if (side === undefined) return <td class="gap" colSpan={3} />;
  const tone = side.isChanged ? (sign === '-' ? 'del' : 'add') : '';
  return (
    <>
      <td class={`no ${tone}`}>{side.line}</td>
      <td class={`sign ${tone}`}>{side.isChanged ? sign : ''}</td>
      <td class={`line ${tone}`}>
        <Marked side={side} />
      </td>
    </>
  );
}

function UnifiedRows({ row: { before, after } }: { row: DiffRow }) {
  if (before !== undefined && !before.isChanged) return <UnifiedRow old={before} now={after} side={before} sign="" />;
  return (
    <>
      {before !== undefined && <UnifiedRow old={before} now={undefined} side={before} sign="-" />}
      {after !== undefined && <UnifiedRow old={undefined} now={after} side={after} sign="+" />}
    </>
  );
}

function UnifiedRow(props: { old: DiffSide | undefined; now: DiffSide | undefined; side: DiffSide; sign: string }) {
  const tone = props.sign === '-' ? 'del' : props.sign === '+' ? 'add' : '';
  return (
    <tr>
      <td class={`no ${tone}`}>{props.old?.line}</td>
      <td class={`no ${tone}`}>{props.now?.line}</td>
      <td class={`sign ${tone}`}>{props.sign}</td>
      <td class={`line ${tone}`}>
        <Marked side={props.side} />
      </td>
    </tr>
  );
}

function Marked({ side: { text, marked } }: { side: DiffSide }) {
  if (marked === undefined || marked[0] === marked[1]) return <CodeText text={text} />;
  return (
    <>
      <CodeText text={text.slice(0, marked[0])} />
      <em>
        <CodeText text={text.slice(marked[0], marked[1])} />
      </em>
      <CodeText text={text.slice(marked[1])} />
    </>
  );
}
