import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, BEFORE_TOOL, fileTools } from '../shared/dialects/capabilities.ts';

/** The authority for each kind of event: always the store. */
export const AUTHORITY = authorityOf();

/** The only event for which Crush runs a hook, and on which it takes context. */
export const CONTEXT_ON = BEFORE_TOOL;

/** Tools before which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('file_path', ['view', 'edit', 'multiedit', 'write']);

/** What Crush can do, by its source and a recorded run. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is known; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'Its one hook runs before a tool: what a session should know at its start comes with its first tool call, and nothing with a prompt.',
    'Its subagents run no hook.',
    'Its store does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'A shell line that its user runs with ! reaches no hook, and is left out.',
  ],
  hooks: CONTEXT_ON,
  transcripts: '<repository>/.crush/crush.db',
  evidence: {
    how: 'recorded',
    versions: 'source of August 2026; npm brings no program of it that a test could run',
    seen: '2026-11-22',
  },
};
