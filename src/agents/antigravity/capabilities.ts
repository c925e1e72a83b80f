import type { Capabilities } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';

/**
 * The authority for each kind of event. Hook payloads contain no prompts, messages or tool results: the transcript is
 * the only source of these. The transcript does not say when a turn ends: the hook does.
 */
export const AUTHORITY = authorityOf({
  hook: ['session.start', 'turn.end'],
  never: ['subagent.start', 'subagent.end', 'turn.failed'],
});

/** The hook events on which Antigravity takes context: before the model is called, for this one call. */
export const CONTEXT_ON = ['PreInvocation'];

/**
 * The hook events that set-up registers. None before a tool, since Antigravity refuses the tool when a hook prints
 * nothing, and none after it, since Antigravity ignores what a hook prints there.
 */
export const REGISTERED_HOOKS: readonly string[] = [
  'PreInvocation', // context; authority
  'Stop', // authority; the turn is complete
];

/**
 * What Antigravity can do: transcripts and MCP as seen in runs of its core; hooks by its documentation and by authors of
 * hooks, whose accounts differ.
 */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is known; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'The tests run its core, which Google brings as a library for Python (google-antigravity 0.1.22): its transcripts and the MCP server. Google brings neither the editor nor the program agy by npm or PyPI (looked for on 2026-11-29), so these are not run.',
    'The core alone runs no hooks.json, in none of seven places (tried on 2026-11-29), and none of the functions that the library calls in their place hands the model anything before a turn. So the hooks are as its documentation and others say, which differ.',
    'The core alone reads no mcp_config.json: a program that uses the library hands it the MCP servers.',
    'What a hook passes on lasts for one call of the model; Cairn repeats it with the first call of each turn.',
    'Its hooks have neither the prompt nor the answer: what was said is known once the transcript is read, and no tripwire can warn.',
    'Its transcript does not say in which folder a session works: it is that of the first command, and a session without a command belongs to no project.',
    'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'Newer versions of its CLI keep sessions in a form that is not read, beside transcripts or without them.',
    'Hooks in the settings of Gemini CLI may run here too, and then report Gemini CLI.',
  ],
  hooks: REGISTERED_HOOKS,
  transcripts: '~/.gemini/antigravity*/brain/…/.system_generated/logs/transcript*.jsonl',
  evidence: {
    how: 'live',
    versions: 'the core 0.1.22, its transcripts and MCP; hooks not run, as said of 1.1.2 to 1.5.0',
    seen: '2026-11-29',
  },
};
