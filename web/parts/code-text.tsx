import { isPlain, toRuns } from './visible-text.ts';

/** Stored code within a line: always text, with its spaces, read from left to right. */
export function CodeText({ text }: { text: string }) {
  return (
    <bdi class="code-text" dir="ltr">
      {isPlain(text)
        ? text
        : toRuns(text).map((run) =>
            run.named ? (
              <span key={run.at} class="ctl">
                {run.text}
              </span>
            ) : (
              run.text
            ),
          )}
    </bdi>
  );
}
