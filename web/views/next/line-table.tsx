import type { ContextExplanation } from '../../../src/api/context-answers.ts';
import { type ListState, rowProps, rowTab } from '../../app/use-list.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { Line } from '../../parts/stored-text.tsx';
import { setBudget } from './budget-strip.tsx';
import { toggleMute } from './line-peek.tsx';
import { type NextLine, type NextLines, nameLine, saidOf } from './lines.ts';

/** The lines of the block, where the budget ends, what was nearly in it, and what a person muted. */
export function LineTable(props: {
  lines: NextLines;
  list: ListState;
  explained: ContextExplanation;
  raiseTo: number | undefined;
}) {
  const { lines, list, explained, raiseTo } = props;
  const first = lines.told[0]?.key ?? lines.nearly[0]?.key ?? lines.muted[0]?.key;
  const rows = (some: readonly NextLine[], label: string) => (
    <ul aria-label={label}>
      {some.map((line) => (
        <li key={line.key}>
          <LineRow line={line} list={list} isFirst={line.key === first} />
        </li>
      ))}
    </ul>
  );
  return (
    <div class="next-lines">
      <div class="row nx nx-head" aria-hidden="true">
        <span>#</span>
        <span>Kind</span>
        <span>Line</span>
        <span>Why</span>
        <span class="num">Tokens</span>
        <span />
      </div>
      {lines.told.length > 0 && rows(lines.told, 'Told')}
      {lines.nearly.length > 0 && (
        <>
          <div class="rows-head">
            <h2>{raiseTo === undefined ? 'Nearly told' : 'The budget ends here'}</h2>
            <span class="quiet hide-m">
              {raiseTo === undefined ? 'and what each lacks' : 'nearly told, and what each lacks'}
            </span>
            {raiseTo !== undefined && (
              <span class="end">
                <Button small keys="+" onClick={() => setBudget(explained, Math.ceil(raiseTo / 10) * 10)}>
                  Raise to {formatCount(Math.ceil(raiseTo / 10) * 10)}
                </Button>
              </span>
            )}
          </div>
          {rows(lines.nearly, 'Nearly told')}
        </>
      )}
      {lines.muted.length > 0 && (
        <>
          <div class="rows-head">
            <h2>Muted</h2>
            <span class="quiet">known, never told until you say so</span>
          </div>
          {rows(lines.muted, 'Muted')}
        </>
      )}
    </div>
  );
}

function LineRow({ line, list, isFirst }: { line: NextLine; list: ListState; isFirst: boolean }) {
  const isMuted = line.lacks?.code === 'muted';
  return (
    <div class={`row nx${line.lacks === undefined ? '' : ' is-left'}`} {...rowProps(list, line.key)}>
      <span class="num quiet">{line.place ?? '–'}</span>
      <span class="nx-kind">{nameLine(line)}</span>
      <a class="title nx-text" href={`/id/${line.id}`} tabIndex={rowTab(list, line.key, isFirst)}>
        <Line text={saidOf(line)} />
      </a>
      <span class="nx-why">{line.lacks?.says ?? shortWhy(line)}</span>
      <span class="num">{line.tokens === 0 ? '–' : formatCount(line.tokens)}</span>
      <IconButton
        small
        icon={isMuted ? 'sound' : 'muted'}
        label={isMuted ? 'Tell it again' : 'Mute'}
        keys="m"
        onClick={() => toggleMute(line)}
      />
    </div>
  );
}

function shortWhy({ why, timesTold, timesUsed }: NextLine): string {
  return timesTold === 0 ? why : `${why}; used in ${timesUsed} of ${countOf(timesTold, 'session')}`;
}
