import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is the authority for everything that it contains: a subagent's
 * hooks do not name the session, and hooks do not report the end of a refused tool call.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'tool.start', 'turn.end', 'notification', 'permission'],
});

/** The hook events on which Copilot CLI takes context. */
export const CONTEXT_ON = ['sessionStart', 'userPromptSubmitted', 'preToolUse', 'postToolUse', 'subagentStart'];

/** Tools before which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('path', ['view', 'create', 'edit', 'str_replace_editor']);

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * after which the transcript is worth reading at once. Copilot CLI runs hooks one after another and waits for each, so
 * a tool call costs at most one run, before a file is touched.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'sessionStart' }, // context of a session that goes on; authority
  { event: 'userPromptSubmitted' }, // context
  { event: 'preToolUse', matcher: Object.keys(FILE_TOOLS).join('|') }, // context; authority
  {
    event: 'preToolUse',
    matcher: 'bash|powershell|write_bash|write_powershell|apply_patch|grep|rg|[^-]+-.+',
    when: 'armed',
  }, // tripwires; authority
  { event: 'subagentStop' }, // a background task ended, perhaps long after its turn
  { event: 'preCompact' }, // the conversation so far is about to leave the context
  { event: 'agentStop' }, // authority; the turn is complete
  { event: 'errorOccurred' },
  { event: 'sessionEnd' }, // authority
]);

/** What Copilot CLI can do, as seen in runs of 1.0.102 and in transcripts of 0.0.420 to 1.0.102. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // The only documented cap, 10 KB, is postToolUse's.
  contextBytes: 8_000,
  cannot: [
    'Its hooks at the start of a session and at the first prompt run at once: what a new one should know comes with the prompt.',
    'Its hooks have no id of a tool call: calls are told apart by tool and input.',
    'The hooks of a subagent do not name the session that it belongs to: the transcript does.',
    'It compacts beside its turn, and gives that up when the turn ends first: only a compaction that was made is told of.',
    'Of several hooks that hand context over with one prompt it keeps one.',
    'It does not pass the instructions of an MCP server on to the model.',
    'Its transcript does not say whether a prompt was typed or given with -p: none counts as the words of a person.',
    "A repository's own hooks need its trust, and run with -p only when GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS is set.",
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.copilot/session-state/…/events.jsonl',
  evidence: { how: 'live', versions: '1.0.102; transcripts of 0.0.420 to 1.0.102', seen: '2026-11-27' },
};
