import type { ResumeState } from '../../../src/api/answers.ts';
import type { SessionResult } from '../../../src/api/session-answers.ts';
import type { Sourced } from '../../../src/core/model/item.ts';
import { idPath } from '../../app/router.ts';
import { useCall } from '../../client/use-call.ts';
import { IdLink } from '../../parts/id.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';

type Said = Pick<Sourced, 'text'> & { ids: readonly string[] };

/** What a session came to: its summary, sentence by sentence with where each comes from, and its checkpoint. */
export function SessionSummaryPanel({ session }: { session: SessionResult }) {
  const { summary, id, topics, snippets } = session;
  const resumed = useCall('resume', { sessionId: id });
  const state = resumed.value?.session?.id === id ? resumed.value.state : undefined;
  const sections: readonly (readonly [string, readonly Said[]])[] =
    summary === undefined
      ? []
      : [
          ['Asked', summary.request],
          ['Done', summary.completed],
          ['Decided', summary.decisions],
          ['Learned', summary.learned],
          ['Solved', summary.problemsSolved],
          ['Shown by', summary.outcomeBy],
          ['Next', summary.nextSteps],
          ['Noted by a person', summary.userNotes],
          ['Notes', summary.notes],
          ['Looked at', summary.investigated],
        ];
  return (
    <Scroll name="summary" label="Summary">
      <div class="prose">
        {summary === undefined && (
          <Empty says="This session has no summary yet.">It is made once the session rests.</Empty>
        )}
        {summary !== undefined && <StoredText text={summary.brief} />}
        {sections.map(([name, said]) => (
          <Sentences key={name} name={name} said={said} />
        ))}
        <Checkpoint state={state} />
        {topics.length > 0 && (
          <section>
            <h2>Topics</h2>
            <p>
              {topics.map(({ id: topic, title }) => (
                <a class="chip" key={topic} href={idPath(topic)}>
                  <Line text={title} />
                </a>
              ))}
            </p>
          </section>
        )}
        {snippets.length > 0 && (
          <section>
            <h2>Code worth keeping</h2>
            {snippets.map((snippet) => (
              <div key={snippet.id}>
                <p class="quiet">
                  <a class="link" href={idPath(snippet.id)}>
                    <Line text={snippet.file ?? snippet.title} />
                  </a>{' '}
                  <Line text={snippet.why} />
                </p>
                <StoredText text={snippet.text} code />
              </div>
            ))}
          </section>
        )}
      </div>
    </Scroll>
  );
}

function Checkpoint({ state }: { state: ResumeState | undefined }) {
  if (state === undefined) return null;
  const failing = state.failing.map(({ command, id }) => ({ text: command, ids: [id] }));
  const sections: readonly (readonly [string, readonly Said[]])[] = [
    ['Left open', state.open],
    ['Questions without an answer', state.questions],
    ['Fails since', failing],
    ['Next steps', state.nextSteps],
  ];
  const known = sections.filter(([, said]) => said.length > 0);
  if (known.length === 0) return null;
  return (
    <section class="checkpoint">
      <h2>Where it stands</h2>
      {known.map(([name, said]) => (
        <Sentences key={name} name={name} said={said} isDeep />
      ))}
    </section>
  );
}

function Sentences({ name, said, isDeep }: { name: string; said: readonly Said[]; isDeep?: boolean }) {
  if (said.length === 0) return null;
  const Head = isDeep ? 'h3' : 'h2';
  return (
    <section>
      <Head>{name}</Head>
      <ul>
        {said.map(({ text, ids }, at) => (
          <li key={`${at}${ids[0]}`}>
            <StoredText text={text} />
            {ids[0] !== undefined && <IdLink id={ids[0]} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
