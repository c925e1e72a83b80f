import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventBody, RawEvent } from '../../core/model/event.ts';
import { compactionIdentity, contentIdentity } from '../shared/dialects/claude-identity.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { releaseHeld } from './read-messages.ts';
import { unfinished } from './read-tools.ts';
import { type Line, placeOf, type Reading } from './rollout-line.ts';
import { originOfTurn } from './thread.ts';

/** Turn ids that `codex migrate-rollouts` invents for files without turns. */
const INVENTED_TURN = /^rollout-\d+$/;
const SUMMARY_OPENS = /^Another language model started [^\n]{0,800}:\n/;

/** Reads the first line of a turn: its id, and who started it. */
export function readTurnStart({ payload, kind }: Line, reading: Reading): LineReading {
  reading.turn = asString(payload.turn_id) ?? reading.turn;
  reading.origin = originOfTurn(payload, reading.thread);
  return { skip: `event:${kind}` };
}

/** Reads the context of a turn: id, folder and model. */
export function readTurnContext({ payload, type }: Line, reading: Reading): LineReading {
  reading.turn = asString(payload.turn_id) ?? reading.turn;
  reading.cwd = asString(payload.cwd) ?? reading.cwd;
  reading.model = asString(payload.model) ?? reading.model;
  return { skip: type };
}

/**
 * Reads the end of a turn, also of one that the user stopped; gives up the turn's calls without a result, since none
 * can follow.
 */
export function readTurnEnd(line: Line, reading: Reading): LineReading {
  const { payload } = line;
  const turn = asString(payload.turn_id) ?? '';
  if (INVENTED_TURN.test(turn)) return { skip: `event:${line.kind}` };
  if (turn !== '') reading.turn = turn;
  const lost = [...releaseHeld(reading), ...unfinished(reading.calls.giveUpThread(reading.thread.subagent), reading)];
  const { subagent } = reading.thread;
  const error = errorOf(payload);
  const identity = turn === '' ? contentIdentity([], line.id) : { number: turn };
  const body: EventBody = error === undefined ? { kind: 'turn.end' } : { kind: 'turn.failed', error };
  const ended =
    subagent === undefined ? transcriptEvent(placeOf(reading), identity, body) : subagentEnd(subagent, line, reading);
  reading.branch = undefined;
  return { events: [...lost, ended] };
}

function subagentEnd(subagent: string, { payload }: Line, reading: Reading): RawEvent {
  const result = (asString(payload.last_agent_message) ?? '').trim();
  const body = { kind: 'subagent.end', type: reading.thread.type } as const;
  return transcriptEvent(placeOf(reading), { number: subagent }, result === '' ? body : { ...body, result });
}

function errorOf({ error }: JsonObject): string | undefined {
  const text = asString(error) ?? asString(asObject(error).message);
  return text === undefined || text === '' ? undefined : text;
}

/** Reads a compaction of the context, with its summary when that is readable. */
export function readCompaction(line: Line, reading: Reading): LineReading {
  const summary = (asString(line.payload.message) ?? '').replace(SUMMARY_OPENS, '').trim();
  const body = { kind: 'compact.end', trigger: 'unknown' } as const;
  const identity = compactionIdentity({ origin: line.id, subagent: reading.thread.subagent });
  return { events: [transcriptEvent(placeOf(reading), identity, summary === '' ? body : { ...body, summary })] };
}
