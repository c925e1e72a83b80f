import { asString, type JsonObject } from '../../core/json.ts';
import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The hook is the authority for everything that it reports: unlike the transcript
 * it knows the time of an event and the outcome of a tool. The transcript is the source of sessions from before set-up,
 * and of the work inside subagents.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'prompt', 'message', 'tool.end', 'subagent.end', 'compact.start', 'turn.end', 'turn.failed'],
  never: ['compact.end'],
});

/** The hook events on which Cursor takes context. */
export const CONTEXT_ON = ['sessionStart', 'postToolUse'];

/** Tools after which Cairn injects context about a file, and what names the file. */
export const FILE_TOOLS: Readonly<Record<string, (input: JsonObject) => string | undefined>> = {
  Read: fileOf,
  Write: fileOf,
  StrReplace: fileOf,
  Edit: fileOf,
};

/**
 * The hook events that set-up registers. Cursor waits for two of them: `beforeSubmitPrompt`, the only source of a
 * prompt's time, and `preToolUse`, which ends at once unless calls can be refused.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = [
  { event: 'sessionStart' }, // context; authority
  { event: 'beforeSubmitPrompt' }, // authority
  { event: 'preToolUse', matcher: 'Shell|Read|Write|StrReplace|Edit|Delete|MCP:.*', when: 'refusing' },
  { event: 'postToolUse' }, // context; authority
  { event: 'postToolUseFailure' }, // authority
  { event: 'afterAgentResponse' }, // authority
  { event: 'subagentStop' }, // authority
  { event: 'preCompact' }, // authority; the conversation so far is about to leave the context
  { event: 'stop' }, // authority; the turn is complete
  { event: 'sessionEnd' }, // authority
];

/** What Cursor can do, by its documentation of September 2026 and by transcripts that others keep as samples. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is documented; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It takes no context with a prompt, and some versions lost that of the session start: what a session should know then comes after its first tool call.',
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'Its transcripts have no times, no results of tools and no folder: of sessions before the hooks were there the time is that of the file, the folder is found by its name where one alone has it, and how a tool call ended is not known.',
    'A pause leaves out, of lines without a time, all that were read first after it and can be of it: also the earlier and later ones of a session that was under way.',
    'Its command line (cursor-agent) fires only some of the hooks: the rest is known from the transcript.',
    'Tool calls of a subagent may come under a session of its own: the hooks do not say whose they are.',
    'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts:
    '~/.cursor/projects/…/agent-transcripts/…/*.jsonl; conversations without one: …/Cursor/User/globalStorage/state.vscdb',
  evidence: { how: 'facts', versions: 'documentation of September 2026; sample transcripts', seen: '2026-09' },
};

function fileOf({ file_path, path, target_file }: JsonObject): string | undefined {
  return asString(file_path) || asString(path) || asString(target_file);
}
