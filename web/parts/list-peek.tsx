import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { keptScroll } from '../app/router.ts';
import { IconButton } from './button.tsx';
import { useKeptPlace } from './virtual-list.tsx';

/**
 * A list with what is selected beside it. Without `peek` the place beside it shows `rest`, so that the list keeps its width; on
 * narrow screens the peek lies over the list, and only while there is one.
 */
export function ListPeek({
  children,
  peek,
  rest,
}: {
  children: ComponentChildren;
  peek?: ComponentChildren;
  rest?: ComponentChildren;
}) {
  const hasPeek = peek !== undefined && peek !== null && peek !== false;
  return (
    <div class="cols with-peek">
      <div class="list">{children}</div>
      {hasPeek ? (
        peek
      ) : (
        <aside class="peek at-rest" aria-label="Nothing is selected">
          {rest}
        </aside>
      )}
    </div>
  );
}

/** What is selected, beside its list: a head with `about` (state, id) and the cross, sections, and decisions fixed at the foot. */
export function Peek(props: {
  label: string;
  about: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
  decide?: ComponentChildren;
}) {
  const { label, about, onClose, children, decide } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <aside class="peek" aria-label={label} tabIndex={0}>
      <header>
        {about}
        <span class="grow" />
        <IconButton icon="close" label="Close" keys="Esc" onClick={onClose} />
      </header>
      {children}
      {decide !== undefined && <div class="decide">{decide}</div>}
    </aside>
  );
}

/** A section of a peek under its heading. */
export function PeekSection({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <section>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}

/** Facts in two columns; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '');
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a view that scrolls and whose place is kept over back and reload. */
export function Scroll({ name, children, label }: { name: string; children: ComponentChildren; label: string }) {
  const box = useRef<HTMLElement>(null);
  useKeptPlace(name, box);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = keptScroll(name);
  }, [name]);
  useEffect(() => {
    // What came later may have made room for where the reader was.
    const top = keptScroll(name);
    if (top > 0 && box.current !== null) box.current.scrollTop = top;
  }, [name, children === undefined]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section ref={box} class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
