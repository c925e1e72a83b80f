import { useEffect, useState } from 'preact/hooks';
import type { TrippedEntry } from '../../../src/api/tripwire-answers.ts';
import { idPath, place, setQuery } from '../../app/router.ts';
import { scopedProject } from '../../app/scope.ts';
import { useCall } from '../../client/use-call.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { countOf } from '../../parts/format.ts';
import { Answered } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';

const TYPED_MS = 200;

/** A command or a path that is tried: which rule would speak up or refuse it, and what the agent would read. Nothing runs. */
export function TryBox({ onChoose }: { onChoose: (id: string) => void }) {
  const asked = place.value.query.get('try') ?? '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setQuery({ try: typed.trim() }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Without a project chosen the one worked in last is meant.
  const projects = useCall('list', scopedProject() === undefined ? { kinds: ['project'], limit: 100 } : undefined);
  const project = scopedProject() ?? projects.value?.entries[0]?.id;
  const result = useCall('tripwires', asked === '' || project === undefined ? undefined : { test: asked, project });
  return (
    <section class="try" aria-label="Try a command">
      <label class="input">
        <span class="sr">A command, or a path that would be changed</span>
        <input
          type="text"
          value={typed}
          spellcheck={false}
          autocapitalize="off"
          placeholder="Which rule refuses a command? Try one: git push --force"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div class="try-answer" aria-live="polite">
        {asked === '' ? (
          <p class="quiet">A command, or a path that would be changed. It is not run.</p>
        ) : (
          <Answered result={result} failed="It could not be tried." rows={1}>
            {({ met, mode, waiting }) =>
              met.length === 0 ? (
                <p>
                  Nothing warns. <span class="quiet">{countOf(waiting, 'tripwire')} looked at it.</span>
                </p>
              ) : (
                <>
                  {mode === 'off' && <p class="warn">Tripwires are off: tripwires.mode.</p>}
                  <ul>
                    {met.map((one) => (
                      <Met key={one.id} met={one} onChoose={onChoose} />
                    ))}
                  </ul>
                </>
              )
            }
          </Answered>
        )}
      </div>
    </section>
  );
}

function Met({ met, onChoose }: { met: TrippedEntry; onChoose: (id: string) => void }) {
  const { id, status, speaks, refuses, waitsFor, rule, says } = met;
  return (
    <li class="met">
      <p class="met-head">
        {refuses ? (
          <Badge icon="failure" tone="bad">
            refuses it
          </Badge>
        ) : speaks ? (
          <Badge icon="tripwire" tone="acc">
            warns the agent
          </Badge>
        ) : (
          <Badge icon="proposed">silent until confirmed</Badge>
        )}
        <span>
          waits for <Line text={waitsFor} />
        </span>
        <StateBadge state={status} />
        <button type="button" class="btn small" onClick={() => onChoose(id)}>
          Show it
        </button>
        {rule !== undefined && (
          <a class="link" href={idPath(rule)}>
            the rule behind it
          </a>
        )}
      </p>
      <StoredText text={says} />
    </li>
  );
}
