import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../app/keys.ts';
import { place, setQuery } from '../../app/router.ts';
import { useCall } from '../../client/use-call.ts';
import { Button, Keys } from '../../parts/button.tsx';
import { Answered } from '../../parts/states.tsx';
import { readLines } from './asked-lines.ts';
import { FileOutline } from './file-outline.tsx';
import { LineStretch } from './line-stretch.tsx';

/** Stretches up to which all are opened. */
const OPENED = 3;

/** Why lines of a file are there: a line or a range is typed or chosen in the outline. Asked for only then: git has to be run. */
export function FileLines({ path, project }: { path: string; project: string }) {
  const asked = place.value.query.get('line') ?? '';
  const lines = readLines(asked);
  const result = useCall('why', lines === undefined ? undefined : { path, project, ...(lines === 'all' ? {} : lines) });
  return (
    <section>
      <h2>
        Why a line is there <span class="quiet">its commit, session and prompt, and what was rejected</span>
      </h2>
      <LineField asked={asked} isWrong={asked !== '' && lines === undefined} />
      <FileOutline key={path} path={path} project={project} />
      {lines !== undefined && (
        <Answered result={result} failed="The lines could not be traced." rows={4}>
          {({ lines: stretches, notes }) => (
            <div aria-live="polite">
              {notes.map(({ code, message }) => (
                <p key={code} class="quiet">
                  {message}
                </p>
              ))}
              <ul class="fwhys">
                {stretches.map((stretch) => (
                  <LineStretch
                    key={`${asked} ${stretch.from}`}
                    stretch={stretch}
                    project={project}
                    isOpen={stretches.length <= OPENED}
                  />
                ))}
              </ul>
            </div>
          )}
        </Answered>
      )}
    </section>
  );
}

function LineField({ asked, isWrong }: { asked: string; isWrong: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const given = asked === 'all' ? '' : asked;
  const [words, setWords] = useState(given);
  useEffect(() => setWords(given), [given]);
  useKeys('Files', [{ keys: 'l', does: 'To the line', run: () => field.current?.select() }]);
  return (
    <form
      class="btns flines"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({ line: words.trim() }, { push: true });
      }}
    >
      <label class="input">
        <span class="quiet nowrap">Line or range</span>
        <input
          ref={field}
          class="mono"
          value={words}
          placeholder="42 or 42-60"
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={isWrong ? 'line-wrong' : undefined}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
          autocomplete="off"
        />
        <Keys keys="l" />
      </label>
      <Button type="submit">Explain</Button>
      <Button kind="ghost" pressed={asked === 'all'} onClick={() => setQuery({ line: 'all' }, { push: true })}>
        Every line
      </Button>
      {isWrong && (
        <span id="line-wrong" class="bad" role="alert">
          A line is a number from 1, a range two of them: 42-60.
        </span>
      )}
    </form>
  );
}
