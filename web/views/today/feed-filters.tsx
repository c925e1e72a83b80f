import { ITEM_KINDS } from '../../../src/core/model/kinds.ts';
import { place, setQuery } from '../../app/router.ts';
import { useRecentSessions } from '../../app/use-recent-sessions.ts';
import { FilterChip, Segments, ToggleChip } from '../../parts/chip.tsx';
import { nameKind } from '../../parts/kinds.ts';

const KINDS = ITEM_KINDS.map((kind) => ({ value: kind, label: nameKind({ kind }).says }));
const GROUPINGS = [
  { value: 'session', label: 'By session' },
  { value: 'time', label: 'By time' },
] as const;

/** How the feed is grouped; it stands in the address. */
export function FeedGrouping() {
  return (
    <Segments
      label="Group"
      value={place.value.query.get('by') === 'time' ? 'time' : 'session'}
      choices={GROUPINGS}
      onChange={(by) => setQuery({ by: by === 'time' ? 'time' : undefined })}
    />
  );
}

/** What narrows the feed; all of it stands in the address. */
export function FeedFilters() {
  const { query } = place.value;
  const agents = [...new Set(useRecentSessions().flatMap(({ agent }) => agent ?? []))];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out otherwise
    <div class="chips" role="group" aria-label="Filters">
      <FilterChip
        label="Agent"
        value={query.get('agent') ?? undefined}
        choices={agents.map((agent) => ({ value: agent, label: agent }))}
        onChange={(agent) => setQuery({ agent }, { push: true })}
      />
      <FilterChip
        label="Kind"
        value={query.get('kind') ?? undefined}
        choices={KINDS}
        onChange={(kind) => setQuery({ kind }, { push: true })}
      />
      <FilterChip
        label="File"
        value={query.get('file') ?? undefined}
        choices={[]}
        free
        onChange={(file) => setQuery({ file }, { push: true })}
      />
      <ToggleChip
        label="Only failures"
        title="Only failures (!)"
        isOn={query.get('failures') === '1'}
        onToggle={() => setQuery({ failures: query.get('failures') === '1' ? undefined : '1' }, { push: true })}
      />
    </div>
  );
}
