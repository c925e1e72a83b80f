import './search.css';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SearchResult } from '../../../src/api/answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, idPath, place } from '../../app/router.ts';
import { scopedPath, scopedProject } from '../../app/scope.ts';
import { useList } from '../../app/use-list.ts';
import { useTypedQuery } from '../../app/use-typed-query.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { Button, Keys } from '../../parts/button.tsx';
import { FilterChip } from '../../parts/chip.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { ListPeek } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { Facets } from './facets.tsx';
import { HitRow } from './hit.tsx';
import { HitPeek } from './hit-peek.tsx';
import { markedStems, valuesOf, withoutTicked, withValues } from './query-words.ts';
import { SaveDialog } from './save-dialog.tsx';
import { type Search, useFacetCounts, useSearch } from './use-search.ts';

const FIRST = 30;
const MOST = 100;
const HIT_PX = 82;
const ADDRESS_MS = 200;
const SESSIONS = 8;

/** Search as one types: one field, filters typed or ticked, hits with the passage that answers, and why. */
export function SearchView(_props: ViewProps) {
  const [question, setQuestion] = useTypedQuery('q', ADDRESS_MS);
  const [isSaving, setSaving] = useState(false);
  const [wanted, setWanted] = useState<{ of: string; limit: number }>({ of: question, limit: FIRST });
  const limit = wanted.of === question ? wanted.limit : FIRST;
  const search = useSearch(question, limit);
  const facets = useFacetCounts(question);
  const hits = search.value?.hits ?? [];
  const list = useList({ keys: hits.map(({ id }) => id), open: (id) => go(idPath(id)) });
  const chosen = hits.find(({ id }) => id === list.selected);
  const stems = useMemo(() => markedStems(search.of), [search.of]);
  const save = (): void => {
    if (question.trim() !== '' && mayChange()) setSaving(true);
  };
  useKeys('Search', [{ keys: 'S', does: 'Save this search', run: save }]);
  useFoot(search.tookMs === undefined ? '' : `${countOf(hits.length, 'hit')} · ${Math.round(search.tookMs)} ms`);
  return (
    <>
      <Bar title="Search">
        <Button kind="ghost" icon="save" keys="S" onClick={save} disabled={question.trim() === ''}>
          Save
        </Button>
      </Bar>
      <Field question={question} onChange={setQuestion} />
      <Understood search={search} question={question} />
      <NarrowFilters question={question} agents={agentsOf(facets.value)} onChange={setQuestion} />
      <div class="with-facets">
        <Facets question={question} hits={facets.value?.hits} onChange={setQuestion} />
        <ListPeek
          peek={list.isPeeking && chosen && <HitPeek hit={chosen} onClose={() => list.select(undefined)} />}
          rest={<SessionsThatAnswer result={search.value} />}
        >
          {question.trim() === '' ? (
            <Begin onChoose={setQuestion} />
          ) : (
            <Answered result={search} failed="The memory could not be searched.">
              {(value) =>
                value.hits.length === 0 ? (
                  <NothingFound question={question} onChange={setQuestion} />
                ) : (
                  <VirtualList
                    label="Hits, the best first"
                    name="hits"
                    items={value.hits}
                    keyOf={({ id }) => id}
                    sizeOf={() => HIT_PX}
                    current={list.selected}
                    isMeasured
                    onNearEnd={() => {
                      if (value.nextCursor !== undefined && limit < MOST) setWanted({ of: question, limit: MOST });
                    }}
                  >
                    {(hit, index) => <HitRow hit={hit} list={list} stems={stems} isFirst={index === 0} />}
                  </VirtualList>
                )
              }
            </Answered>
          )}
        </ListPeek>
      </div>
      {isSaving && <SaveDialog question={question} project={scopedProject()} onClose={() => setSaving(false)} />}
    </>
  );
}

function Field({ question, onChange }: { question: string; onChange: (question: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (place.peek().query.get('sel') === null) field.current?.focus();
  }, []);
  useKeys('Search', [{ keys: '/', does: 'To the field', run: () => field.current?.select() }]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') field.current?.blur();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      const first = document.querySelector<HTMLElement>('[data-list=hits] a.title');
      first?.focus();
      first?.click();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="sbar">
      <label class="input">
        <Icon name="search" />
        <span class="sr">Search the memory</span>
        <input
          ref={field}
          type="search"
          value={question}
          placeholder="Words, a question, a path, “an exact phrase”, kind:decision after:&quot;last week&quot;"
          onInput={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autocomplete="off"
          spellcheck={false}
        />
        <Keys keys="/" />
      </label>
    </div>
  );
}

/** How the question was understood, in one line whose place is reserved. */
function Understood({ search, question }: { search: Search; question: string }) {
  const { value } = search;
  if (value === undefined || question.trim() === '') return <div class="note understood" />;
  const more = value.nextCursor === undefined ? '' : ' and more';
  const took = search.tookMs === undefined ? '' : ` in ${Math.round(search.tookMs)} ms`;
  const notes = value.notes.map(({ message }) => message).join(' ');
  return (
    <div class="note understood" role="status">
      <span class="nowrap">
        <b class="strong">{countOf(value.hits.length, 'hit')}</b>
        {more}
        {took}
      </span>
      <span class="quiet clip" title={notes}>
        {notes}
      </span>
    </div>
  );
}

/** The facets as chips, where there is no room beside the list. */
function NarrowFilters(props: { question: string; agents: readonly string[]; onChange: (question: string) => void }) {
  const { question, agents, onChange } = props;
  const kinds = [
    'knowledge',
    'decision',
    'constraint',
    'prompt',
    'message',
    'observation',
    'commit',
    'summary',
    'pattern',
  ];
  const [kind, agent] = [valuesOf(question, 'kind').join(','), valuesOf(question, 'agent')[0]];
  return (
    <div class="sub only-narrow">
      <div class="chips">
        <FilterChip
          label="Kind"
          value={kind === '' ? undefined : kind}
          choices={kinds.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange(withValues(question, 'kind', value === undefined ? [] : [value]))}
        />
        <FilterChip
          label="Agent"
          value={agent}
          choices={agents.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange(withValues(question, 'agent', value === undefined ? [] : [value]))}
        />
      </div>
    </div>
  );
}

function agentsOf(result: SearchResult | undefined): string[] {
  return [...new Set(result?.hits.flatMap(({ agent }) => agent ?? []) ?? [])];
}

function SessionsThatAnswer({ result }: { result: SearchResult | undefined }) {
  const sessions = result?.sessions?.slice(0, SESSIONS) ?? [];
  if (sessions.length === 0) return <p class="rest quiet">Select a hit to see all it says and why it is one.</p>;
  return (
    <section>
      <h2>Sessions that answer</h2>
      <ul>
        {sessions.map(({ sessionId, title, score }) => (
          <li key={sessionId} class="filerow">
            <Icon name="sessions" small />
            <a class="link clip grow" href={scopedPath(`/sessions/${sessionId}`)}>
              <Line text={title} />
            </a>
            <span class="quiet">{score.toFixed(2)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const EXAMPLES = ['what did we decide', 'failed tests kind:observation after:"last week"', 'kind:constraint'];

function Begin({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <Empty
      says="Ask in plain words, or type what you remember of it."
      action={EXAMPLES.map((example) => (
        <button key={example} type="button" class="chip" onClick={() => onChoose(example)}>
          {example}
        </button>
      ))}
    >
      All that agents did and were told is searched, by words and by meaning: prompts, answers, decisions, commands,
      failures, commits.
    </Empty>
  );
}

function NothingFound({ question, onChange }: { question: string; onChange: (question: string) => void }) {
  const bare = withoutTicked(question);
  if (bare === question.trim()) {
    return <Empty says="Nothing answers this.">Try other words, or fewer of them.</Empty>;
  }
  return (
    <Empty
      says="Nothing answers this within the filters."
      action={
        <button type="button" class="btn" onClick={() => onChange(bare)}>
          Without the filters
        </button>
      }
    >
      The filters in the field leave nothing.
    </Empty>
  );
}
