import type { Entry } from '../../../src/api/answers.ts';
import { place, setQuery } from '../../app/router.ts';
import { useTypedQuery } from '../../app/use-typed-query.ts';
import { FilterChip, Segments } from '../../parts/chip.tsx';

/** The moment of a session that is looked at. */
export interface MomentState {
  at: 'start' | 'prompt' | 'file';
  words: string;
  agent: string | undefined;
}

const AGENTS = ['claude-code', 'codex', 'kimi-code', 'gemini-cli', 'qwen-code', 'opencode', 'copilot-cli', 'crush'];
const TYPED_MS = 250;

/** The moment that the address names. */
export function momentOf(query: URLSearchParams): MomentState {
  const at = query.get('at');
  const words = query.get('words') ?? '';
  return { at: at === 'prompt' || at === 'file' ? at : 'start', words, agent: query.get('agent') ?? undefined };
}

/** Chooses the moment, the agent and the project. */
export function Moment({ project, projects }: { project: string | undefined; projects: readonly Entry[] }) {
  const { at, agent } = momentOf(place.value.query);
  return (
    <div class="chips next-moment">
      <Segments
        label="Moment"
        value={at}
        choices={[
          { value: 'start', label: 'At the start' },
          { value: 'prompt', label: 'At a prompt' },
          { value: 'file', label: 'Before a file' },
        ]}
        onChange={(value) =>
          setQuery(
            { at: value === 'start' ? undefined : value, words: undefined, budget: undefined, sel: undefined },
            { push: true },
          )
        }
      />
      {at !== 'start' && <Words key={at} at={at} />}
      <FilterChip
        label="Agent"
        value={agent}
        choices={AGENTS.map((name) => ({ value: name, label: name }))}
        onChange={(value) => setQuery({ agent: value })}
      />
      <FilterChip
        label="Project"
        value={project}
        choices={projects.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(value) => setQuery({ project: value, sel: undefined })}
      />
    </div>
  );
}

function Words({ at }: { at: 'prompt' | 'file' }) {
  const [typed, setTyped] = useTypedQuery('words', TYPED_MS);
  const label = at === 'prompt' ? 'A prompt as you would type it' : 'Path of a file in the project';
  return (
    <label class="input next-words">
      <span class="sr">{label}</span>
      <input
        type="text"
        value={typed}
        placeholder={label}
        onInput={(event) => setTyped(event.currentTarget.value)}
        spellcheck={false}
      />
    </label>
  );
}
