import type { Hit } from '../../../src/api/answers.ts';
import { useCall } from '../../client/use-call.ts';
import { Icon } from '../../parts/icon.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type TickedFilter, valuesOf, withValues } from './query-words.ts';

const RULES: ReadonlySet<string> = new Set(['constraint', 'decision', 'heuristic', 'rejected']);
const TIMES = ['last week', 'last month', 'yesterday'];

/** Filters with how many of the best answers each has; ticking one writes it into the field. */
export function Facets(props: {
  question: string;
  hits: readonly Hit[] | undefined;
  onChange: (question: string) => void;
}) {
  const { question, hits, onChange } = props;
  const kinds = countsOf(hits, ({ kind }) => kind);
  const rules = countsOf(hits, ({ sort = '' }) => (RULES.has(sort) ? sort : undefined));
  const agents = countsOf(hits, ({ agent }) => agent);
  const group = { question, onChange };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <search class="facets scroll" aria-label="Facets" tabIndex={0}>
      <Group {...group} title="Kind" name="kind" counts={kinds} apart={RULES} />
      <Group {...group} title="Statements" name="kind" counts={rules} only={RULES} />
      <Group {...group} title="Agent" name="agent" counts={agents} isOne />
      <fieldset>
        <legend>Since</legend>
        {TIMES.map((time) => (
          <Tick
            key={time}
            label={time}
            isOn={valuesOf(question, 'after').includes(time)}
            onToggle={(isOn) => onChange(withValues(question, 'after', isOn ? [time] : []))}
          />
        ))}
      </fieldset>
      <Saved />
    </search>
  );
}

function Group(props: {
  title: string;
  name: TickedFilter;
  counts: ReadonlyMap<string, number>;
  question: string;
  onChange: (question: string) => void;
  /** Only one can be ticked. */
  isOne?: boolean;
  /** Values that are another group's: they cannot be mixed with these. */
  apart?: ReadonlySet<string>;
  only?: ReadonlySet<string>;
}) {
  const { title, name, counts, question, onChange, isOne, apart, only } = props;
  const ticked = valuesOf(question, name);
  const own = ticked.filter((value) => apart?.has(value) !== true && only?.has(value) !== false);
  const values = [...new Set([...counts.keys(), ...own])];
  if (values.length === 0) return null;
  const toggle = (value: string, isOn: boolean): void => {
    const rest = own.filter((one) => one !== value);
    onChange(withValues(question, name, isOn ? (isOne ? [value] : [...rest, value]) : rest));
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      {values.map((value) => (
        <Tick
          key={value}
          label={value}
          count={counts.get(value)}
          isOn={own.includes(value)}
          onToggle={(isOn) => toggle(value, isOn)}
        />
      ))}
    </fieldset>
  );
}

function Tick(props: { label: string; count?: number | undefined; isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const { label, count, isOn, onToggle } = props;
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} onChange={(event) => onToggle(event.currentTarget.checked)} />
      <span class="clip">
        <Line text={label} />
      </span>
      <span class="quiet">{count}</span>
    </label>
  );
}

/** Searches that were saved: live collections, each with its question. */
function Saved() {
  const saved = useCall('collections', {}).value?.collections.filter(
    ({ live, query }) => live && isAsked(query?.query),
  );
  return (
    <nav aria-label="Saved searches">
      <h2>Saved</h2>
      {saved?.map(({ id, name, query }) => (
        <a key={id} class="tick" href={`/search?${new URLSearchParams({ q: String(query?.query) })}`}>
          <Icon name="collections" small />
          <span class="clip">
            <Line text={name} />
          </span>
        </a>
      ))}
      {saved?.length === 0 && <p class="quiet tick">none yet</p>}
    </nav>
  );
}

function isAsked(query: unknown): boolean {
  return typeof query === 'string' && query !== '';
}

function countsOf(hits: readonly Hit[] | undefined, fieldOf: (hit: Hit) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const hit of hits ?? []) {
    const value = fieldOf(hit);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, one], [, other]) => other - one));
}
