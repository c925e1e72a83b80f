import type { ComponentChildren } from 'preact';
import { Count } from './figures.tsx';

/** A tab; `count` stands beside its label, with `waits` in the accent. */
export interface Tab<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
  waits?: boolean;
}

/** Tabs by the ARIA pattern: arrows, Home and End choose; the panel below is `TabPanel` of the same name. */
export function Tabs<Value extends string>(props: {
  name: string;
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const { name, label, tabs, value, onChange } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = step === undefined ? undefined : tabs.at(step % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${name}-tab-${next.value}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${name}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${name}-panel` : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <Count value={tab.count} {...(tab.waits && { accent: true })} />}
        </button>
      ))}
    </div>
  );
}

/** What the chosen tab shows. */
export function TabPanel({
  name,
  value,
  children,
  class: className,
}: {
  name: string;
  value: string;
  children: ComponentChildren;
  class?: string;
}) {
  return (
    <div class={className} role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${value}`}>
      {children}
    </div>
  );
}
