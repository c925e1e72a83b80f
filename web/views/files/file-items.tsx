import type { ComponentChildren } from 'preact';
import type { Entry } from '../../../src/api/answers.ts';
import type { FileAsked } from '../../../src/api/work-answers.ts';
import { idPath } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

const WHO: Readonly<Record<string, string>> = { person: 'a person asked' };

/** A part of a file's page under its heading; nothing where it has none. */
export function Part(props: { title: string; note?: string; isEmpty: boolean; children: ComponentChildren }) {
  if (props.isEmpty) return null;
  return (
    <section>
      <h2>
        {props.title} {props.note !== undefined && <span class="quiet">{props.note}</span>}
      </h2>
      <ul>{props.children}</ul>
    </section>
  );
}

/** The prompt that led to something, as a link to its place in the session. `who`: who asked, in other words. */
export function Asked(props: { asked: FileAsked | undefined; sessionId: string | undefined; who?: string }) {
  const { asked, sessionId, who } = props;
  if (asked === undefined) return null;
  return (
    <p class="fasked">
      <Icon name="prompt" small />
      <span class="quiet nowrap">{who ?? WHO[asked.author] ?? 'asked'}</span>
      <a class="clip" href={stepPath(sessionId, asked.id)}>
        <Line text={asked.text} />
      </a>
    </p>
  );
}

/** A memory in a row, as a link to it. */
export function EntryItem({ entry }: { entry: Entry }) {
  const { icon, says } = nameKind(entry);
  return (
    <li class="fitem">
      <p class="filerow">
        <span class={entry.failed ? 'bad' : ''}>
          <Icon name={icon} small label={says} />
        </span>
        <a class="link clip grow" href={idPath(entry.id)}>
          <Line text={entry.title} />
        </a>
        {entry.status !== undefined && <StateBadge state={entry.status} />}
        <span class="quiet">
          <Time at={entry.at} />
        </span>
      </p>
    </li>
  );
}

/** The place of a memory in its session. */
export function stepPath(sessionId: string | undefined, id: string): string {
  return sessionId === undefined
    ? idPath(id)
    : scopedPath(`/sessions/${sessionId}?${new URLSearchParams({ sel: id })}`);
}
