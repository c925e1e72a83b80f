import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CallError } from '../client/call-error.ts';
import type { CallState } from '../client/use-kept.ts';
import type { Pages } from '../client/use-pages.ts';
import { copyText } from './announce.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Time } from './time.tsx';

/** Nothing is shown of a wait that is shorter than this, in milliseconds. */
const LATE_MS = 200;
const WIDTHS = ['62%', '78%', '45%', '70%', '54%', '66%', '38%', '73%'];

/** The shape of rows that are on their way: nothing for 200 ms, then their outline. */
export function Loading({ rows = 8 }: { rows?: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <div aria-busy="true" />;
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {WIDTHS.slice(0, rows).map((width) => (
        <div class="row" key={width}>
          <span class="skeleton" style={{ width: '44px' }} />
          <span class="skeleton" style={{ width: '14px', height: '14px' }} />
          <span class="skeleton" style={{ width }} />
        </div>
      ))}
    </div>
  );
}

/** What a list says that holds nothing: what will be here, and the one thing that brings it. */
export function Empty({
  says,
  children,
  action,
}: {
  says: ComponentChildren;
  children?: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="strong">{says}</p>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div class="btns">{action}</div>}
    </div>
  );
}

/** What failed, why, the command that helps and the code; the rest of the page goes on. */
export function Failed({ what, error, again }: { what: string; error: CallError; again: () => void }) {
  const { message, fix, code } = error;
  const copy = () => copyText([what, message, fix, code].filter((part) => part !== undefined).join('\n'), 'Error');
  return (
    <div class="note is-bad" role="alert">
      <Icon name="failure" />
      <p>
        <b class="strong">{what}</b> {message} {fix !== undefined && <code>{fix}</code>} <span class="id">{code}</span>
      </p>
      <Button small onClick={copy}>
        Copy
      </Button>
      <Button small onClick={again}>
        Try again
      </Button>
    </div>
  );
}

/** A line above rows that are from before: since when, and why. */
export function Stale({ at, error, again }: { at: number | undefined; error: CallError; again: () => void }) {
  return (
    <div class="note is-warn" role="status">
      <Icon name="offline" />
      <p>
        <b class="strong">{error.message}</b>{' '}
        {at !== undefined && (
          <>
            This is as of <Time at={new Date(at).toISOString()} as="clock" />.
          </>
        )}{' '}
        {error.fix !== undefined && <code>{error.fix}</code>}
      </p>
      <Button small onClick={again}>
        Try now
      </Button>
    </div>
  );
}

/** An answer in its states: outline, failure or, with a line above when it is from before, what `children` makes of it. */
export function Answered<Value>(props: {
  result: {
    value: Value | undefined;
    state: CallState;
    error: CallError | undefined;
    at: number | undefined;
    refresh: () => void;
  };
  /** What could not be read, as a sentence: `The list could not be read.` */
  failed: string;
  rows?: number;
  children: (value: Value) => ComponentChildren;
}) {
  const { value, error, at, refresh } = props.result;
  if (value === undefined) {
    if (error !== undefined) return <Failed what={props.failed} error={error} again={refresh} />;
    return props.result.state === 'loading' ? <Loading rows={props.rows ?? 8} /> : null;
  }
  return (
    <>
      {error !== undefined && <Stale at={at} error={error} again={refresh} />}
      {props.children(value)}
    </>
  );
}

/** The rows of pages in their states: outline, failure, `empty` or, with a line above when they are from before, `children`. */
export function AnsweredPages<Row>(props: {
  pages: Pages<Row>;
  /** What could not be read, as a sentence. */
  failed: string;
  empty: ComponentChildren;
  children: ComponentChildren;
}) {
  const { pages, failed, empty, children } = props;
  const { error } = pages;
  if (pages.rows.length === 0) {
    if (error !== undefined) return <Failed what={failed} error={error} again={pages.refresh} />;
    return pages.state === 'loading' ? <Loading /> : empty;
  }
  return (
    <>
      {error !== undefined && <Stale at={pages.at} error={error} again={pages.refresh} />}
      {children}
    </>
  );
}
