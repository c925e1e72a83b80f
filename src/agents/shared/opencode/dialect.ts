// agents/shared/opencode: what OpenCode and its forks have in common — Cairn's plugin in them and what it sends, their
// database, their settings. Names and folders of one agent stay in its own folder.

import { asObject, asString, type JsonObject } from '../../../core/json.ts';
import type { Dialect, HookReading } from '../contract.ts';
import { createClaudeDialect, plainReply } from '../dialects/claude-dialect.ts';
import {
  atHandOnly,
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type EventReport,
  endAtHand,
  START_ONLY,
} from '../dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';
import { turnEnd } from './turn-end.ts';

const { SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Cairn's plugin in OpenCode, or in a fork of it. Pure, and never throws. */
export function createOpenCodeDialect(agent: string): Dialect {
  const claude = createClaudeDialect({
    agent,
    authority: AUTHORITY,
    contextOn: CONTEXT_ON,
    reply: plainReply,
    speaksOn: ['tool.execute.after'],
    refusesOn: ['tool.execute.before'],
    promptField: 'messageID',
    fileTools: FILE_TOOLS,
    rules: {
      // The first message asks for the start's context: a part of it stays where it is, a system prompt does not.
      'session.start': START_ONLY,
      'chat.message': { report: reportPrompt, need: 'prompt', silent: isSubagents },
      'tool.execute.before': atHandOnly('PreToolUse', 'refusal'),
      'tool.execute.after': { ...atHandOnly('PostToolUse', 'file'), atHand: endAtHand },
      'session.idle': { report: reportTurnEnd, reconcile: 'now' },
      'session.end': SessionEnd,
    },
    adapt: ({ sessionID, directory, text, tool, args, ...rest }) => ({
      ...rest,
      session_id: sessionID ?? null,
      cwd: directory ?? null,
      prompt: text ?? null,
      tool_name: tool ?? null,
      tool_input: args ?? null,
    }),
    fields: 'sessionID directory messageID agent text tool args output exit',
  });
  return { ...claude, readHook: (...sent) => afterCompaction(claude.readHook(...sent), sent) };
}

/** After a compaction within a turn, the start's context comes with the next file that the session itself touches. */
function afterCompaction({ need, ...reading }: HookReading, [, payload]: Parameters<Dialect['readHook']>): HookReading {
  if (need === undefined) return reading;
  const isOwnFile = need.occasion === 'file' && asObject(payload).agent_id === undefined;
  return { ...reading, need: isOwnFile ? { ...need, occasion: 'tool' } : need };
}

/** True for the task of a subagent: the store tells of it. */
function isSubagents({ subagent }: ClaudeCall): boolean {
  return subagent !== undefined;
}

function reportPrompt(call: ClaudeCall): EventReport[] {
  const text = call.text('prompt').trim();
  const number = call.promptId;
  if (text === '' || number === undefined || isSubagents(call)) return [];
  return [{ identity: { number }, body: { kind: 'prompt', text, origin: 'unknown' } }];
}

/** Reports the end of a turn only when the turn began with a prompt. */
function reportTurnEnd(call: ClaudeCall): EventReport[] {
  const number = call.promptId;
  return number === undefined ? [] : [{ identity: { number }, body: turnEnd(errorOf(call.payload)) }];
}

function errorOf({ error }: JsonObject): JsonObject | undefined {
  return asString(asObject(error).name) === undefined ? undefined : asObject(error);
}
