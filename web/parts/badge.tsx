import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

type Tone = 'ok' | 'warn' | 'bad' | 'acc' | '';

const STATES: Readonly<Record<string, { icon: IconName; tone: Tone; says: string }>> = {
  proposed: { icon: 'proposed', tone: '', says: 'proposed' },
  stated: { icon: 'stated', tone: '', says: 'stated' },
  confirmed: { icon: 'confirmed', tone: 'acc', says: 'confirmed' },
  superseded: { icon: 'superseded', tone: '', says: 'superseded' },
  withdrawn: { icon: 'withdrawn', tone: '', says: 'withdrawn' },
  done: { icon: 'confirmed', tone: 'ok', says: 'done' },
  part: { icon: 'part', tone: 'warn', says: 'partly done' },
  blocked: { icon: 'failed', tone: 'bad', says: 'blocked' },
  abandoned: { icon: 'withdrawn', tone: '', says: 'abandoned' },
  unknown: { icon: 'unknown', tone: '', says: 'not known' },
  failed: { icon: 'failed', tone: 'bad', says: 'failed' },
  ok: { icon: 'confirmed', tone: 'ok', says: 'ok' },
  warning: { icon: 'part', tone: 'warn', says: 'warning' },
  muted: { icon: 'muted', tone: '', says: 'muted' },
};

/** A state of knowledge, of a session or of a check, by its shape and its word; colour only helps. */
export function StateBadge({ state }: { state: string }) {
  const { icon, tone, says } = STATES[state] ?? { icon: 'unknown' as const, tone: '', says: state };
  return (
    <Badge icon={icon} tone={tone}>
      {says}
    </Badge>
  );
}

/** A state in words of your own, with the icon that says the same. */
export function Badge({ icon, tone = '', children }: { icon: IconName; tone?: Tone; children: string }) {
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </span>
  );
}

/** The dot of what is happening now, with its word. */
export function LiveBadge() {
  return (
    <span class="badge">
      <span class="live" />
      <span>live</span>
    </span>
  );
}

const LETTERS: Readonly<Record<string, string>> = { codex: 'x' };

/** An agent by its letter and, unless `short`, its name. */
export function Agent({ name, short }: { name: string; short?: boolean }) {
  return (
    <span class="agent" title={name}>
      <i aria-hidden="true">{LETTERS[name] ?? name.slice(0, 1)}</i>
      <span class={short ? 'sr' : 'clip'}>{name}</span>
    </span>
  );
}
