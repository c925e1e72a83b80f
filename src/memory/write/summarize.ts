import type { Caller } from '../../api/contract.ts';
import type { SummarizeInput } from '../../api/requests.ts';
import type { SummarizeResult } from '../../api/session-answers.ts';
import { CairnError } from '../../core/errors.ts';
import type { Noted } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { paragraphs } from '../../core/text/paragraphs.ts';
import { getRecords } from '../../retrieval/entries/get.ts';
import { writtenSummary, writtenSummaryRef } from '../../retrieval/entries/written-summary.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { chooseSession } from './choose-session.ts';
import { saidParts } from './said-parts.ts';
import { eventIn, takeActs } from './take-acts.ts';

type SummarizeDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'environment' | 'deadlines'>;

/**
 * Keeps what a caller writes of a session, in the place of what was written before. Throws `not_found` without a session,
 * `invalid_input` without words, `not_allowed` for an agent where a person wrote.
 */
export async function summarizeSession(
  deps: SummarizeDeps,
  input: SummarizeInput,
  caller: Caller,
): Promise<SummarizeResult> {
  const { store } = deps;
  const words = wordsOf(input);
  const session = await chooseSession(deps, input, caller);
  const before = await writtenSummary(store, session.id);
  if (before?.author === 'person' && !caller.person) {
    throw new CairnError('not_allowed', 'A person wrote the summary of this session; an agent may not replace it.', {
      fix: `cairn get ${before.id}`,
    });
  }
  const isSame = before?.text === words.text && (words.title === undefined || before.title === words.title);
  const body: Noted = {
    kind: 'noted',
    item: 'summary',
    ...words,
    person: caller.person,
    detail: { ref: writtenSummaryRef(session.id) },
  };
  const { redacted } = isSame ? { redacted: {} } : await takeActs(deps, [eventIn(session, body, caller)]);
  const id = (await writtenSummary(store, session.id))?.id ?? '';
  const [record] = (await getRecords(store, [id])).records;
  if (record === undefined) throw new CairnError('not_found', 'The written summary of this session is hidden.');
  const status = isSame ? 'unchanged' : before === undefined ? 'created' : 'updated';
  return { id, sessionId: session.id, status, redacted, record };
}

function wordsOf(input: SummarizeInput): Pick<Noted, 'text' | 'title'> {
  const text = paragraphs([
    ['', input.text],
    ['Asked', input.request],
    ['Looked into', saidParts(input.investigated)],
    ['Learned', saidParts(input.learned)],
    ['Done', saidParts(input.completed)],
    ['Next', saidParts(input.nextSteps)],
    ['Notes', saidParts(input.notes)],
  ]);
  if (text === undefined) {
    throw new CairnError('invalid_input', 'summarize needs a text, or some of its parts.', {
      fix: 'cairn summarize "What the session came to"',
    });
  }
  const title = input.title ?? input.request;
  return { text, ...omitUndefined({ title }) };
}
