import { useState } from 'preact/hooks';
import { formatCount } from './format.ts';
import { cutText, isPlain, toRuns } from './visible-text.ts';

const LINE_CHARS = 400;
const TEXT_CHARS = 8_000;
const MORE_CHARS = 40_000;

/** Stored text in one line of a row: always text, in a direction of its own, cut; the peek or the page has all of it. */
export function Line({ text }: { text: string }) {
  const { head } = cutText(text, LINE_CHARS);
  return <bdi>{isPlain(head) && !/\s\s|\n/.test(head) ? head : <Runs text={head.replaceAll(/\s+/g, ' ')} />}</bdi>;
}

/** Stored text whole, with its lines: always text; of a long one the beginning, and a button to read on. */
export function StoredText({ text, code }: { text: string; code?: boolean }) {
  const [limit, setLimit] = useState(TEXT_CHARS);
  const { head, rest } = cutText(text, limit);
  return (
    <>
      {code ? (
        <pre class="code" dir="auto">
          <Runs text={head} />
        </pre>
      ) : (
        <p class="text" dir="auto">
          <Runs text={head} />
        </p>
      )}
      {rest > 0 && (
        <button type="button" class="btn small" onClick={() => setLimit(limit + MORE_CHARS)}>
          Read on, {formatCount(rest)} more characters
        </button>
      )}
    </>
  );
}

/** Stored code within a line: always text, with its spaces, read from left to right. */
export function CodeText({ text }: { text: string }) {
  return (
    <bdi class="code-text" dir="ltr">
      <Runs text={text} />
    </bdi>
  );
}

function Runs({ text }: { text: string }) {
  if (isPlain(text)) return text;
  return toRuns(text).map((run) =>
    run.named ? (
      <span key={run.at} class="ctl">
        {run.text}
      </span>
    ) : (
      run.text
    ),
  );
}
