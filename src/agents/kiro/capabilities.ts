import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, forSetup } from '../shared/dialects/capabilities.ts';

/**
 * The authority for each kind of event: transcripts, and for the start of a session, which they do not contain, the
 * hook.
 */
export const AUTHORITY = authorityOf({ hook: ['session.start'], never: ['turn.failed'] });

/** The events of hook files that set-up registers: for the IDE since 1.0 and the CLI's engine V3. */
export const FILE_HOOKS: readonly string[] = ['SessionStart', 'UserPromptSubmit', 'Stop'];

/** The same events by their names in the CLI's engine before V3, where hooks are in an agent's file. */
export const AGENT_HOOKS: readonly string[] = ['agentSpawn', 'userPromptSubmit', 'stop'];

/** The hook events on which Kiro takes context. */
export const CONTEXT_ON = ['SessionStart', 'UserPromptSubmit', 'agentSpawn', 'userPromptSubmit'];

/**
 * What Kiro can do, by its documentation, by the source of the CLI's predecessor, and by what others found in its
 * files.
 */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // The CLI before V3 cuts an agent's hook output at 10,240 bytes by default; hook files have no known cap.
  contextBytes: 10_000,
  cannot: [
    'It was not run for Cairn: all of this rests on its documentation and on files that others described.',
    'Before V3 its CLI has hooks in the files of agents alone: an agent that is made after set-up needs set-up again, its own default agent has none (kiro-cli chat --agent cairn has), and agents in Markdown are left alone.',
    'Some versions hand an empty prompt to a hook: then Cairn can add nothing to it, and takes the prompt from the transcript.',
    'Its transcripts do not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'Of the IDE before 1.0 the sessions are read, of which the answers are often not in them.',
    'Its end of a session is not told.',
    'What a hook at a tool call prints does not reliably reach the model, and it refuses a call only where a hook fails, which ours never does: a tripwire warns at prompts alone.',
  ],
  hooks: forSetup(() => [...FILE_HOOKS, ...AGENT_HOOKS]),
  transcripts: '~/.kiro/sessions/…, ~/.local/share/kiro-cli/data.sqlite3',
  evidence: { how: 'facts', versions: 'IDE 1.2.37, CLI 2.28.0', seen: '2026-09' },
};
