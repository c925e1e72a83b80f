import type { PatternEntry } from '../../../src/api/pattern-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, idPath } from '../../app/router.ts';
import { projectInput } from '../../app/scope.ts';
import { rowProps, rowTab, useList } from '../../app/use-list.ts';
import { useMedia } from '../../app/use-media.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { usePages } from '../../client/use-pages.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { countOf } from '../../parts/format.ts';
import { Id } from '../../parts/id.tsx';
import { ListPeek, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { confirm, type Judgeable, mute, withdraw } from '../knowledge/judge.ts';
import { Evidence, Life } from '../knowledge/life.tsx';
import { judgeablePattern, PATTERN_ROWS, PatternRecord } from '../knowledge/pattern-parts.tsx';
import { StateGlyph } from '../knowledge/statement-list.tsx';
import { TryBox } from './try-box.tsx';
import '../knowledge/knowledge.css';
import './tripwires.css';

/** What would speak up at a command or a change of a path, with a box to try one, and the record of each. */
export function TripwiresView(_props: ViewProps) {
  const pages = usePages('patterns', { kind: 'tripwire', limit: 100, ...projectInput() }, PATTERN_ROWS);
  const list = useList({ keys: pages.rows.map(({ id }) => id), open: (id) => go(idPath(id)) });
  const chosen = pages.rows.find(({ id }) => id === list.selected);
  const isNarrow = useMedia('(max-width: 640px)');
  const act = (run: (items: readonly Judgeable[]) => void) => () =>
    chosen !== undefined && mayChange() && run([judgeablePattern(chosen)]);
  useKeys('Tripwires', [
    { keys: 'f', does: 'Try a command', run: () => document.querySelector<HTMLElement>('.try input')?.focus() },
    { keys: 'c', does: 'Confirm', run: act(confirm) },
    { keys: 'w', does: 'Withdraw', run: act(withdraw) },
    { keys: 'm', does: 'Mute', run: act((items) => mute(items, true)) },
  ]);
  useFoot(
    `${countOf(pages.rows.length, 'tripwire')}${pages.tookMs === undefined ? '' : ` · ${Math.round(pages.tookMs)} ms`} · trying one records nothing`,
  );
  return (
    <>
      <Bar title="Tripwires" about="what warns at a command or a change" />
      <ListPeek
        peek={list.isPeeking && chosen && <TripwirePeek pattern={chosen} onClose={() => list.select(undefined)} />}
        rest={<p class="rest quiet">Select a line to see what it would have done so far.</p>}
      >
        <TryBox onChoose={(id) => list.select(id, { peek: true })} />
        <AnsweredPages pages={pages} failed="The tripwires could not be read." empty={<Nothing />}>
          <VirtualList
            label="Tripwires"
            name="tripwires"
            items={pages.rows}
            keyOf={PATTERN_ROWS.keyOf}
            sizeOf={() => (isNarrow ? 52 : 32)}
            isMeasured={isNarrow}
            current={list.selected}
            onNearEnd={pages.more}
          >
            {(pattern, index) => (
              <div class="row kn tw" {...rowProps(list, pattern.id)}>
                <StateGlyph state={pattern.status ?? 'proposed'} />
                <a class="title clip" href={idPath(pattern.id)} tabIndex={rowTab(list, pattern.id, index === 0)}>
                  <Line text={pattern.label} />
                </a>
                <span class="meta">
                  {pattern.record !== undefined && (
                    <span class="num hide-s">
                      {pattern.record.rightly} of {countOf(pattern.record.fired, 'time')} rightly
                    </span>
                  )}
                  <Time at={pattern.lastAt} />
                </span>
              </div>
            )}
          </VirtualList>
        </AnsweredPages>
      </ListPeek>
    </>
  );
}

function Nothing() {
  return (
    <Empty says="There is no tripwire yet.">
      Where you forbid a command or a path by name, in a prompt or by refusing a call, one is proposed here.
    </Empty>
  );
}

function TripwirePeek({ pattern, onClose }: { pattern: PatternEntry; onClose: () => void }) {
  const { id, text, status = 'proposed', record } = pattern;
  const items = [judgeablePattern(pattern)];
  return (
    <Peek
      label="Selected tripwire"
      onClose={onClose}
      about={
        <>
          <StateBadge state={status} />
          <Id id={id} short />
        </>
      }
      decide={
        <>
          {status !== 'confirmed' && (
            <Button kind="primary" keys="c" onClick={() => confirm(items)}>
              Confirm
            </Button>
          )}
          {status !== 'withdrawn' && (
            <Button keys="w" onClick={() => withdraw(items)}>
              Withdraw
            </Button>
          )}
          <Button keys="m" onClick={() => mute(items, true)}>
            Mute
          </Button>
        </>
      }
    >
      <PeekSection>
        <StoredText text={text} />
        <p class="quiet">
          {status === 'confirmed'
            ? 'An agent is told of it at that action.'
            : 'It is silent: an agent is told of it at that action once you confirm it.'}
        </p>
      </PeekSection>
      <PatternRecord record={record} title={(sessions) => `In the last ${sessions} it would have`} />
      <Life id={id} />
      <Evidence id={id} />
    </Peek>
  );
}
