import { pluginTextOf } from '../setup/plugin-text.ts';
import { FILE_TOOLS } from './capabilities.ts';

/**
 * The plugin that OpenCode, or a fork of it, loads: `opencode-plugin.js`. `hook` is the path of the hook script, absolute or
 * below `$HOME/`. The context of a session's start and of a prompt becomes a part of the prompt; context for a tool call is
 * appended to the tool's result. A subagent's session gets only the last of these, and only the store reports it.
 */
export function pluginText(agent: string, hook: string): string {
  return pluginTextOf(new URL('./opencode-plugin.js', import.meta.url), { agent, hook, fileTools: FILE_TOOLS });
}
