import { useState } from 'preact/hooks';
import type { SettingEntry, SettingsResult } from '../../../src/api/home-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { place, setQuery, withQuery } from '../../app/router.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { PageSettings } from './page-settings.tsx';
import { SettingEditor } from './setting-editor.tsx';
import { SettingTable } from './setting-table.tsx';
import { groupOf } from './setting-words.ts';
import './settings.css';

/** Every setting with its value and where it comes from; each can be changed where nothing outside sets it. */
export function SettingsView(_props: ViewProps) {
  const { query } = place.value;
  const settings = useCall('settings', {});
  const [editing, setEditing] = useState<SettingEntry | undefined>(undefined);
  const all = settings.value?.settings ?? [];
  const changed = all.filter(({ from }) => from !== 'default');
  useKeys('Settings', [
    { keys: 'f', does: 'Find a setting', run: () => document.querySelector<HTMLElement>('#find-setting')?.focus() },
  ]);
  useFoot(
    settings.value === undefined
      ? ''
      : `${countOf(all.length, 'setting')}, ${changed.length} not at ${changed.length === 1 ? 'its' : 'their'} default`,
  );
  const find = query.get('find') ?? '';
  return (
    <>
      <Bar title="Settings" about={settings.value?.file}>
        <label class="input find-setting">
          <span class="sr">Find a setting</span>
          <Icon name="search" />
          <input
            id="find-setting"
            type="search"
            placeholder="Find a setting"
            value={find}
            onInput={(event) => setQuery({ find: event.currentTarget.value, of: undefined })}
          />
        </label>
      </Bar>
      <div class="cols v-set">
        <SettingsNav all={all} of={query.get('of') ?? ''} />
        <Scroll name="settings" label="Settings">
          <Answered result={settings} failed="The settings could not be read.">
            {(found) => (
              <Page found={found} of={query.get('of') ?? ''} find={find} onChange={(setting) => setEditing(setting)} />
            )}
          </Answered>
        </Scroll>
      </div>
      {editing !== undefined && <SettingEditor setting={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

/** The groups of settings, those that were changed, and what is kept in this browser. */
function SettingsNav({ all, of }: { all: readonly SettingEntry[]; of: string }) {
  const groups = Map.groupBy(all, ({ key }) => groupOf(key));
  const rows: [of: string, label: string, count: number | undefined][] = [
    ['', 'All settings', all.length],
    ['changed', 'What you changed', all.filter(({ from }) => from !== 'default').length],
    ...[...groups].map(([name, group]): [string, string, number] => [name, nameOf(name), group.length]),
    ['page', 'This page', undefined],
  ];
  return (
    <nav class="setnav" aria-label="Groups of settings">
      {rows.map(([value, label, count]) => (
        <a
          key={value}
          href={withQuery('/settings', place.value.query, { of: value, find: undefined })}
          aria-current={value === of ? 'true' : undefined}
        >
          {label}
          {count !== undefined && <span class="end">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

const NAMES: Readonly<Record<string, string>> = { llm: 'Language model', embed: 'Vectors', meter: 'Measuring' };

function nameOf(group: string): string {
  return NAMES[group] ?? group.slice(0, 1).toUpperCase() + group.slice(1);
}

function Page(props: { found: SettingsResult; of: string; find: string; onChange: (setting: SettingEntry) => void }) {
  const { found, of, find, onChange } = props;
  if (of === 'page') return <PageSettings />;
  const words = find.toLowerCase();
  const shown = found.settings.filter(({ key, help, from }) => {
    if (words !== '' && !`${key} ${help}`.toLowerCase().includes(words)) return false;
    return of === '' || (of === 'changed' ? from !== 'default' : groupOf(key) === of);
  });
  return (
    <div class="setpage">
      {found.notes.map(({ code, message }) => (
        <p key={code} class="note is-warn">
          {message}
        </p>
      ))}
      <section aria-label="Settings of this home">
        <p class="dim small-text">
          Each value says where it comes from: a variable wins over config.json, that over the default.
        </p>
        {shown.length === 0 ? (
          <Empty
            says={find === '' ? 'Every setting has its default.' : `No setting has “${find}” in its name or help.`}
          >
            {find === '' ? 'What you change is listed here.' : 'Without it, all settings are listed.'}
          </Empty>
        ) : (
          <SettingTable settings={shown} onChange={onChange} />
        )}
        {found.unknown.length > 0 && (
          <p class="quiet small-text">config.json also has {found.unknown.join(', ')}, which is not a setting.</p>
        )}
      </section>
    </div>
  );
}
