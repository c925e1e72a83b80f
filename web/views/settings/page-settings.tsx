import { singleKeys, type Theme, theme } from '../../app/preferences.ts';
import { Segments } from '../../parts/chip.tsx';

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** What this browser keeps of the page: its theme, and whether single keys act. */
export function PageSettings() {
  return (
    <div class="setpage">
      <section aria-label="This page">
        <p class="dim small-text">Kept in this browser alone; at once.</p>
        <dl class="page-settings">
          <dt>Theme</dt>
          <dd>
            <Segments
              label="Theme of the page"
              value={theme.value}
              choices={THEMES}
              onChange={(next) => {
                theme.value = next;
              }}
            />
          </dd>
          <dt>Keys</dt>
          <dd>
            <label class="check">
              <input
                type="checkbox"
                checked={singleKeys.value}
                onChange={(event) => {
                  singleKeys.value = event.currentTarget.checked;
                }}
              />{' '}
              Single keys act, as j, k and g s; those with Ctrl or Cmd always do
            </label>
          </dd>
        </dl>
      </section>
    </div>
  );
}
