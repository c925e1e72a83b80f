import { fileURLToPath } from 'node:url';
import { CairnError } from '../../core/errors.ts';
import { OWN_FILE_MARK } from '../shared/setup/create-setup.ts';
import { SHARED_HOME } from '../shared/setup/hook-command.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { FILE_TOOLS } from './capabilities.ts';

/**
 * The plugin that OpenCode loads: `opencode-plugin.js` with its three placeholders filled in. `hook` is the path of the
 * hook script, absolute or below `$HOME/`. The context of a session's start goes into the system prompt, the same text
 * in each request; context for a prompt becomes a part of the prompt; context for a tool call is appended to the tool's
 * result. A subagent's session gets only the last of these, and only the store reports it.
 */
export function pluginText(hook: string): string {
  const path = fileURLToPath(new URL('./opencode-plugin.js', import.meta.url));
  const text = readText(path);
  if (text === undefined)
    throw new CairnError('damaged', `The program lacks ${path}.`, { fix: 'Install Cairn again.' });
  return text
    .replace('@MARK@', () => OWN_FILE_MARK)
    .replace("join(homedir(), '@HOOK@')", () => placeOf(hook))
    .replace("['@FILE_TOOLS@']", () => JSON.stringify(Object.keys(FILE_TOOLS)));
}

function placeOf(hook: string): string {
  if (!hook.startsWith(SHARED_HOME)) return JSON.stringify(hook);
  return `join(homedir(), ${JSON.stringify(hook.slice(SHARED_HOME.length))})`;
}
