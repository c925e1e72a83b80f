import { fileURLToPath } from 'node:url';
import { CairnError } from '../../core/errors.ts';
import { SHARED_HOME } from '../shared/setup/hook-command.ts';
import { OWN_FILE_MARK } from '../shared/setup/own-file.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { FILE_TOOLS } from './capabilities.ts';

/**
 * The plugin that OpenCode loads: `opencode-plugin.js` with its three places filled in. `hook` is the path of the hook
 * script, absolute or below `$HOME/`. A session's start goes into the system prompt, the same words in each request; what belongs to a prompt
 * becomes a part of it, and what belongs to a tool call stands behind what the tool gave back. A subagent's session gets
 * nothing but the latter and is told of by the store alone.
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
