import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

/** A button: `primary` for the one thing to do next, `danger` for what takes away, `ghost` in bars; its key beside it. */
export function Button(props: {
  children: ComponentChildren;
  onClick?: (event: MouseEvent) => void;
  kind?: 'plain' | 'primary' | 'danger' | 'ghost';
  icon?: IconName;
  keys?: string;
  small?: boolean;
  disabled?: boolean;
  type?: 'button' | 'submit';
  title?: string;
  pressed?: boolean;
}) {
  const { children, onClick, kind = 'plain', icon, keys, small, disabled, type = 'button', title, pressed } = props;
  return (
    <button
      type={type}
      class={`btn ${kind === 'plain' ? '' : kind}${small ? ' small' : ''}`}
      onClick={onClick}
      disabled={disabled}
      title={title}
      aria-pressed={pressed}
    >
      {icon !== undefined && <Icon name={icon} small />}
      {children}
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  );
}

/** A button that is an icon: its label is read and shows as the tooltip, with the key. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  keys?: string;
  onClick: (event: MouseEvent) => void;
  small?: boolean;
}) {
  const { icon, label, keys, onClick, small } = props;
  const title = keys === undefined ? label : `${label} (${keys})`;
  return (
    <button
      type="button"
      class={`btn ghost icon${small ? ' small' : ''}`}
      title={title}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowLeft: '←', ArrowRight: '→' };

/** The keys of an action as hints: `g t`, `Ctrl+K`. Hidden on narrow screens and from readers of the page. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span class="keys" aria-hidden="true">
      {keys.split(/ |(?<=.)\+/).map((key, at) => (
        <kbd key={`${at}${key}`}>{NAMES[key] ?? key}</kbd>
      ))}
    </span>
  );
}
