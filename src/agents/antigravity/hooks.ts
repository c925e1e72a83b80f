import { asNumber, asString, type JsonObject } from '../../core/json.ts';
import type { Dialect, HookReading } from '../shared/contract.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import type { ClaudeCall, EventReport } from '../shared/dialects/claude-events.ts';
import { contentIdentity } from '../shared/dialects/claude-identity.ts';
import { AUTHORITY, CONTEXT_ON } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'antigravity';

/** Antigravity drops injected context after one call of the model: the next turn starts as a reopened session. */
const FORGOTTEN = 'reopened';
const SILENT = {};

const CLAUDE = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // A step that the model sees and the user does not.
  reply: (_event, context) => JSON.stringify({ injectSteps: [{ ephemeralMessage: context }] }),
  rules: {
    SessionStart: { report: reportStart, startsWorker: true },
    PreInvocation: { report: reportInvocation, need: 'start', silent: true },
    // The transcript reports tool calls, with their results.
    PreToolUse: SILENT,
    PostToolUse: SILENT,
    PostInvocation: SILENT,
    Stop: { report: reportTurnEnd, reconcile: 'now' },
  },
  adapt,
  fields: `conversationId workspacePaths artifactDirectoryPath modelName invocationNum initialNumSteps stepIdx
    toolCall executionNum terminationReason fullyIdle`,
});

/** The dialect of Antigravity. Pure, and never throws. */
export const DIALECT: Dialect = { ...CLAUDE, readHook };

/** Only the first call of a turn asks for context. */
function readHook(...[event, payload, arrival]: Parameters<Dialect['readHook']>): HookReading {
  const { need, ...reading } = CLAUDE.readHook(event, payload, arrival);
  if (need === undefined || (asNumber((payload as JsonObject).invocationNum) ?? 0) > 0) return reading;
  return { ...reading, need };
}

/**
 * A payload in Claude's names. Its field names differ from all other dialects', and the folder is the first of several.
 */
function adapt(payload: JsonObject, event: string): JsonObject {
  const { conversationId, transcriptPath, workspacePaths, modelName } = payload;
  const [cwd] = Array.isArray(workspacePaths) ? workspacePaths : [];
  return {
    ...payload,
    session_id: asString(conversationId) ?? payload.session_id ?? '',
    transcript_path: asString(transcriptPath) ?? payload.transcript_path ?? '',
    cwd: asString(cwd) ?? payload.cwd ?? '',
    model: asString(modelName) ?? '',
    ...(event === 'PreInvocation' ? { source: FORGOTTEN } : {}),
  };
}

/** The first call of the first turn starts the session, since no event of its own need do so. */
function reportInvocation(call: ClaudeCall): EventReport[] {
  return call.payload.invocationNum === 0 && call.payload.initialNumSteps === 0 ? reportStart(call) : [];
}

function reportStart(call: ClaudeCall): EventReport[] {
  const model = call.text('model');
  const body = { kind: 'session.start', trigger: 'startup', ...(model === '' ? {} : { model }) } as const;
  return [{ identity: { number: 'startup' }, body }];
}

function reportTurnEnd(call: ClaudeCall): EventReport[] {
  return [{ identity: contentIdentity([], call.delivery), body: { kind: 'turn.end' } }];
}
