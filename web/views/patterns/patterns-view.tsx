import type { PatternEntry } from '../../../src/api/pattern-answers.ts';
import { PATTERN_KINDS } from '../../../src/core/model/kinds.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, idPath, place, setQuery } from '../../app/router.ts';
import { projectInput } from '../../app/scope.ts';
import { rowProps, rowTab, useList } from '../../app/use-list.ts';
import { useMedia } from '../../app/use-media.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { usePages } from '../../client/use-pages.ts';
import { Button } from '../../parts/button.tsx';
import { FilterChip } from '../../parts/chip.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id } from '../../parts/id.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Facts, ListPeek, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { confirm, hide, mute, withdraw } from '../knowledge/judge.ts';
import { Evidence, Life } from '../knowledge/life.tsx';
import { judgeablePattern, PATTERN_ROWS } from '../knowledge/pattern-parts.tsx';
import '../knowledge/knowledge.css';
import './patterns.css';

/** What recurs over sessions, seen last first: failures with what mended them, wishes, decisions, workflows. */
export function PatternsView(_props: ViewProps) {
  const named = place.value.query.get('kind');
  const kind = PATTERN_KINDS.find((one) => one === named);
  const pages = usePages('patterns', { limit: 100, ...projectInput(), ...(kind && { kind }) }, PATTERN_ROWS);
  const list = useList({ keys: pages.rows.map(({ id }) => id), open: (id) => go(idPath(id)) });
  const chosen = pages.rows.find(({ id }) => id === list.selected);
  const isNarrow = useMedia('(max-width: 640px)');
  useKeys('Patterns', [
    { keys: 'm', does: 'Mute', run: () => chosen && mute([judgeablePattern(chosen)], true) },
    { keys: 'f', does: 'Filter', run: () => document.querySelector<HTMLElement>('.sub .chips button')?.focus() },
  ]);
  useFoot(
    `${countOf(pages.rows.length, 'pattern')}${pages.hasMore ? ' so far' : ''}${pages.tookMs === undefined ? '' : ` · ${Math.round(pages.tookMs)} ms`}`,
  );
  return (
    <>
      <Bar title="Patterns" about="what recurs over sessions" />
      <SubBar>
        <div class="chips">
          <FilterChip
            label="Kind"
            value={kind}
            choices={PATTERN_KINDS.map((value) => ({ value, label: value }))}
            onChange={(value) => setQuery({ kind: value, sel: undefined })}
          />
        </div>
      </SubBar>
      <ListPeek
        peek={list.isPeeking && chosen && <PatternPeek pattern={chosen} onClose={() => list.select(undefined)} />}
        rest={<p class="rest quiet">Select a line to see what shows it.</p>}
      >
        <AnsweredPages pages={pages} failed="The patterns could not be read." empty={<Nothing kind={kind} />}>
          <VirtualList
            label="Patterns"
            name="patterns"
            items={pages.rows}
            keyOf={PATTERN_ROWS.keyOf}
            sizeOf={() => (isNarrow ? 52 : 32)}
            isMeasured={isNarrow}
            current={list.selected}
            onNearEnd={pages.more}
          >
            {(pattern, index) => (
              <div class="row kn pt" {...rowProps(list, pattern.id)}>
                <Icon name={nameKind({ kind: 'pattern', sort: pattern.kind }).icon} small />
                <span class="k">{pattern.kind}</span>
                <a class="title clip" href={idPath(pattern.id)} tabIndex={rowTab(list, pattern.id, index === 0)}>
                  <Line text={pattern.label} />
                </a>
                <span class="meta">
                  <span class="num hide-s">{countOf(pattern.count, 'time')}</span>
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

function Nothing({ kind }: { kind: string | undefined }) {
  if (kind === undefined)
    return <Empty says="Nothing recurred yet.">What happens in several sessions stands here once they ended.</Empty>;
  return (
    <Empty
      says={`No pattern of the kind ${kind}.`}
      action={<Button onClick={() => setQuery({ kind: undefined })}>Show every kind</Button>}
    />
  );
}

function PatternPeek({ pattern, onClose }: { pattern: PatternEntry; onClose: () => void }) {
  const { id, kind, text, status, count, sessions, firstAt, lastAt, files } = pattern;
  const isJudged = kind === 'tripwire' || kind === 'preference';
  const items = [judgeablePattern(pattern)];
  return (
    <Peek
      label="Selected pattern"
      onClose={onClose}
      about={
        <>
          <b class="strong">{kind}</b>
          <Id id={id} short />
        </>
      }
      decide={
        <>
          {isJudged && status !== 'confirmed' && (
            <Button kind="primary" onClick={() => confirm(items)}>
              Confirm
            </Button>
          )}
          {isJudged && status !== 'withdrawn' && <Button onClick={() => withdraw(items)}>Withdraw</Button>}
          <Button keys="m" onClick={() => mute(items, true)}>
            Mute
          </Button>
          <Button onClick={() => hide(items)}>Delete</Button>
        </>
      }
    >
      <PeekSection>
        <StoredText text={text} />
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            ['Seen', `${countOf(count, 'time')} in ${countOf(sessions, 'session')}`],
            ['First', <Time key="first" at={firstAt} as="whole" />],
            ['Last', <Time key="last" at={lastAt} as="whole" />],
            ['State', status],
            ['Files', files.length > 0 && <Line text={files.join(', ')} />],
          ]}
        />
      </PeekSection>
      <Life id={id} />
      <Evidence id={id} />
    </Peek>
  );
}
