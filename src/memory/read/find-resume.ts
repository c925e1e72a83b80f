import type { Note, ResumedSession, ResumeResult, ResumeState } from '../../api/answers.ts';
import { chooseSession } from '../../context/resume/choose-session.ts';
import { idsOf, resumeState } from '../../context/resume/resume-state.ts';
import { resumeLinesOf } from '../../context/resume/resume-text.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isPlainSessionId } from '../../core/text/session-id.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import { sessionTitles } from '../../retrieval/entries/session-titles.ts';
import { type FilterEnvironment, resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import { lineText } from '../../retrieval/text/truncate-words.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { sessionPlace } from './find-session.ts';

const WORDS = 200;
const IDS = 50;

/** The state of a session, or of the one worth resuming. Throws `not_found` for an unknown session. */
export async function findResume(
  store: Store,
  input: ReadInput<'resume'>,
  place: FilterEnvironment,
): Promise<ResumeResult> {
  const chosen =
    input.sessionId === undefined ? await chosenIn(store, input, place) : await named(store, input.sessionId);
  if (chosen === undefined) return { text: '', lines: [], ids: [], tokens: 0, notes: [] };
  const { session, checkpoint, newer } = chosen;
  const state = await resumeState(store, checkpoint.detail.checkpoint);
  const title = (await sessionTitles(store, [session.id])).get(session.id);
  const told = { ...toSession(session, input.commands), ...omitUndefined({ title }) };
  const lines = resumeLinesOf(told, state, { words: input.words ?? WORDS, now: place.now });
  const text = lines.map(lineText).join('\n');
  const ids = [checkpoint.id, ...idsOf(checkpoint.detail.checkpoint)].slice(0, IDS);
  return { text, lines, session: told, state, ids, tokens: countTokens(text), notes: notesOn(state, newer) };
}

async function chosenIn(
  store: Store,
  { project, cwd, byAgent }: ReadInput<'resume'>,
  { now, userHome }: FilterEnvironment,
) {
  const here = project === '*' ? undefined : await selectProject(store, project ?? cwd, userHome);
  return chooseSession(store, { project: here, now, byAgent });
}

async function named(store: Store, id: string) {
  const session = await resolveSession(store, id);
  const [row] = await store.log.sessions({ ids: [session], limit: 1 });
  const checkpoint = await latestCheckpoint(store, session);
  if (row !== undefined && checkpoint !== undefined) return { session: row, checkpoint, newer: 0 };
  throw new CairnError('not_found', `Nothing was asked, planned or changed in ${session}.`, { fix: 'cairn sessions' });
}

function toSession(row: SessionRow, commands: ReadInput<'resume'>['commands']): ResumedSession {
  const { endedAt: _, ...place } = sessionPlace(row);
  const command = isPlainSessionId(place.ref) ? commands[place.agent]?.replace('{id}', place.ref) : undefined;
  return { ...place, ...omitUndefined({ command }) };
}

function notesOn({ files }: ResumeState, newer: number): Note[] {
  const stale = files.filter(({ changedSince }) => changedSince !== undefined);
  const notes: Note[] = [];
  if (stale.length > 0) {
    const names = stale
      .slice(0, 5)
      .map(({ path }) => path)
      .join(', ');
    const more = stale.length > 5 ? ` and ${stale.length - 5} more` : '';
    notes.push({
      code: 'stale_files',
      message: `Changed since by another session, read before you rely on it: ${names}${more}.`,
    });
  }
  if (newer > 0) {
    const which = newer === 1 ? 'A newer session of this project' : `${newer} newer sessions of this project`;
    notes.push({ code: 'newer_sessions', message: `${which} left nothing open; this is the last that did.` });
  }
  return notes;
}
