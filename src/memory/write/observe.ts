import type { RememberResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { ObservationInput } from '../../api/requests.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import type { Noted, RawEvent } from '../../core/model/event.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { paragraphs } from '../../core/text/paragraphs.ts';
import { now } from '../../platform/clock.ts';
import { parseTime } from '../../retrieval/query/parse-time.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { keepNoted } from './remember-note.ts';
import { saidParts } from './said-parts.ts';
import { withTerminal } from './take-acts.ts';

type ObserveDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'environment' | 'deadlines'>;

/** Keeps an observation of the caller, and waits until it can be found; of an equal `ref` the later one counts. */
export async function observe(deps: ObserveDeps, input: ObservationInput, caller: Caller): Promise<RememberResult> {
  const { title, narrative, kind, category, concepts, files, filesRead, metadata, ref } = input;
  if (title.trim() === '') {
    throw new CairnError('invalid_input', 'observe needs a title.', { fix: 'cairn observe "The cart rounds twice"' });
  }
  const facts = saidParts(input.facts);
  const text = paragraphs([
    ['', narrative],
    ['Facts', facts],
  ]);
  const detail = { meaning: kind, category, facts, concepts, filesChanged: files, filesRead, metadata, ref };
  const note: Noted = {
    kind: 'noted',
    item: 'observation',
    title: title.trim(),
    text: text ?? title.trim(),
    person: caller.person,
    detail: omitUndefined(detail),
  };
  const cwd = input.project ?? caller.cwd;
  const session = input.sessionId === undefined ? undefined : await knownSession(deps.store, input.sessionId);
  const raw: Omit<RawEvent, 'identity'> = {
    agent: session?.agent ?? caller.surface,
    agentSession: session?.agentSession ?? input.sessionId ?? NO_SESSION,
    at: input.at === undefined ? now() : parseTime(input.at, 'at'),
    ...omitUndefined({ cwd }),
    source: caller.surface,
    body: withTerminal(note, caller),
  };
  const project = await selectProject(deps.store, cwd, deps.environment.home);
  return keepNoted(deps, { raw, note, project, statedAt: input.at }, caller);
}

/** The session that an id names; `undefined` for one of which nothing was recorded yet. */
async function knownSession(store: Store, id: string): Promise<SessionRow | undefined> {
  try {
    const [row] = await store.log.sessions({ ids: [await resolveSession(store, id)], limit: 1 });
    return row;
  } catch (error) {
    if (toCairnError(error).code === 'not_found') return undefined;
    throw error;
  }
}
