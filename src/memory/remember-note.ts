import type { Deriver } from '../capture/deriver.ts';
import type { Intake } from '../capture/intake.ts';
import { CairnError } from '../core/errors.ts';
import type { RawEvent } from '../core/event.ts';
import { namedNoteId } from '../derive/derive-event.ts';
import { now } from '../platform/clock.ts';
import type { Store } from '../store/contract.ts';
import type { Caller, NoteInput, RememberResult } from './contract.ts';
import { parseNote } from './remember.ts';
import { selectProject } from './select-project.ts';

const SETTLED_MS = 30_000;

/** What remembering needs. */
export interface RememberParts {
  store: Store;
  intake: Intake;
  deriver: Deriver;
  environment: { home: string };
}

/** Takes a note in and waits until it can be found. */
export async function rememberNote(
  parts: RememberParts,
  input: string | NoteInput,
  caller: Caller,
): Promise<RememberResult> {
  const raw = parseNote(input, caller, now());
  const isKnown = await isNamedBefore(parts, raw);
  const before = parts.intake.redacted();
  const taken = await parts.intake.events([raw]);
  const redacted = difference(parts.intake.redacted(), before);
  const [outcome] = taken.outcomes;
  const [eventId] = taken.ids;
  if (outcome === 'excluded') {
    throw new CairnError('not_allowed', 'This project is excluded from memory.', { fix: 'cairn status' });
  }
  if (outcome === 'refused' || eventId === undefined) {
    throw new CairnError('not_allowed', 'This was forgotten before and is not taken in again.');
  }
  await parts.deriver.settled(SETTLED_MS);
  const [item] = await parts.store.items.ofEvent(eventId);
  const status = outcome === 'duplicate' ? 'merged' : isKnown ? 'updated' : caller.person ? 'created' : 'proposed';
  return { id: item?.id ?? eventId, status, redacted };
}

async function isNamedBefore(parts: RememberParts, raw: RawEvent): Promise<boolean> {
  const ref = raw.body.kind === 'noted' ? raw.body.detail.ref : undefined;
  if (ref === undefined) return false;
  const project = await selectProject(parts.store, raw.cwd, parts.environment.home);
  return (await parts.store.items.get([namedNoteId({ agent: raw.agent, project, ref })])).length > 0;
}

function difference(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}
