import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icons.ts';
import { Line } from '../parts/stored-text.tsx';
import { type Theme, theme } from './preferences.ts';

const THEMES: readonly { value: Theme; label: string; icon: IconName }[] = [
  { value: 'system', label: 'Theme of the system', icon: 'screen' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

/** The head of a view: its one h1 (also the title of the window), what it is about, what can be done, and the theme. */
export function Bar(props: {
  title: string;
  crumb?: ComponentChildren;
  about?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { title, crumb, about, children } = props;
  useEffect(() => {
    document.title = `${title} · Cairn`;
  }, [title]);
  return (
    <header class="bar">
      {crumb !== undefined && <span class="crumb">{crumb}</span>}
      <h1 class="clip" dir="auto">
        <Line text={title} />
      </h1>
      {about !== undefined && <span class="quiet clip hide-s">{about}</span>}
      <span class="end">
        {children}
        <ThemeSwitch />
      </span>
    </header>
  );
}

/** The row below the bar: filters at the left, `end` at the right. */
export function SubBar({ children, end }: { children: ComponentChildren; end?: ComponentChildren }) {
  return (
    <div class="sub">
      {children}
      {end !== undefined && <span class="end hide-s">{end}</span>}
    </div>
  );
}

function ThemeSwitch() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out otherwise
    <div class="seg theme hide-s" role="group" aria-label="Theme">
      {THEMES.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          title={label}
          aria-pressed={theme.value === value}
          onClick={() => {
            theme.value = value;
          }}
        >
          <Icon name={icon} label={label} />
        </button>
      ))}
    </div>
  );
}
