import { useRef } from 'preact/hooks';
import type { InputOfCall } from '../../../src/api/calls.ts';
import { OUTCOMES } from '../../../src/core/model/kinds.ts';
import { useKeys } from '../../app/keys.ts';
import { place, setQuery } from '../../app/router.ts';
import { useTypedQuery } from '../../app/use-typed-query.ts';
import { FilterChip } from '../../parts/chip.tsx';
import { Icon } from '../../parts/icon.tsx';

const TYPED_MS = 150;
const OUTCOME_CHOICES = [
  { value: 'done', label: 'done' },
  { value: 'part', label: 'partly done' },
  { value: 'blocked', label: 'blocked' },
  { value: 'abandoned', label: 'abandoned' },
  { value: 'unknown', label: 'not known' },
];
const TIMES = [
  { value: '24h', label: 'last 24 hours' },
  { value: '7d', label: 'last 7 days' },
  { value: '30d', label: 'last 30 days' },
  { value: '90d', label: 'last 90 days' },
];

type Narrowing = Pick<InputOfCall<'list'>, 'agent' | 'concept' | 'issue' | 'outcome' | 'since' | 'title'>;

/** What the address narrows the list by. */
export function filterInput(query: URLSearchParams): Narrowing {
  const outcome = OUTCOMES.find((one) => one === query.get('outcome'));
  const [agent, since, title, issue, concept] = ['agent', 'since', 'q', 'issue', 'concept'].map(
    (name) => query.get(name) ?? undefined,
  );
  return {
    ...(agent !== undefined && { agent }),
    ...(outcome !== undefined && { outcome }),
    ...(since !== undefined && { since }),
    ...(title !== undefined && { title }),
    ...(issue !== undefined && { issue }),
    ...(concept !== undefined && { concept }),
  };
}

/** The filters of the list of sessions: words of the title, agent, outcome, time, issue, tag or concept. `f` reaches the words. */
export function SessionFilters({ agents }: { agents: readonly string[] }) {
  const { query } = place.value;
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useTypedQuery('q', TYPED_MS);
  useKeys('In a list', [{ keys: 'f', does: 'Filter', run: () => field.current?.focus() }]);
  const choose = (name: string) => (value: string | undefined) => setQuery({ [name]: value, sel: undefined });
  const agent = query.get('agent') ?? undefined;
  const known = [...new Set([...agents, ...(agent === undefined ? [] : [agent])])].toSorted();
  return (
    <div class="chips sfilters">
      <label class="input">
        <Icon name="search" small />
        <span class="sr">Words of the title</span>
        <input
          ref={field}
          type="search"
          placeholder="Words of the title"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </label>
      <FilterChip
        label="Agent"
        value={agent}
        choices={known.map((value) => ({ value, label: value }))}
        onChange={choose('agent')}
        free
      />
      <FilterChip
        label="Outcome"
        value={query.get('outcome') ?? undefined}
        choices={OUTCOME_CHOICES}
        onChange={choose('outcome')}
      />
      <FilterChip
        label="Time"
        value={query.get('since') ?? undefined}
        choices={TIMES}
        onChange={choose('since')}
        free
      />
      <FilterChip label="Issue" value={query.get('issue') ?? undefined} choices={[]} onChange={choose('issue')} free />
      <FilterChip
        label="Tag"
        value={query.get('concept') ?? undefined}
        choices={[]}
        onChange={choose('concept')}
        free
      />
    </div>
  );
}
