import { join } from 'node:path';
import { createSetup, hooksIn, serverIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsFolder } from './places.ts';

const TITLE = 'Droid';
/** How Droid stores hooks in a file of their own. */
export const HOOKS_FILE: JsonHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS, at: [] };
/** How older versions of Droid store hooks, in the settings. */
const SETTINGS_FILE: JsonHooks = { ...HOOKS_FILE, at: ['hooks'] };

/** Hooks and an MCP server, in the files of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const folder = settingsFolder(target);
  // In order of preference: Droid reads the first one that exists, and no other.
  const places = [
    { path: join(folder, 'hooks.json'), file: HOOKS_FILE },
    { path: join(folder, 'hooks', 'hooks.json'), file: HOOKS_FILE },
    { path: join(folder, 'settings.json'), file: SETTINGS_FILE },
  ];
  const used = places.find(isUsed) ?? places[0];
  const hooks = places.map((place) => {
    const { add, remove, ...edit } = hooksIn(place.path, place.file, target);
    return {
      ...edit,
      add: place === used ? add : undefined,
      remove: (text: string) => (text.trim() === '' ? text : remove(text)),
    };
  });
  return [...hooks, serverIn(join(folder, 'mcp.json'), { title: TITLE, fields: { type: 'stdio' } }, target)];
});

/** True for a hook file that exists, or settings that contain hooks: a hook file next to those would hide them. */
function isUsed({ path, file }: { path: string; file: JsonHooks }): boolean {
  const text = readText(path);
  return text !== undefined && (file === HOOKS_FILE || /"hooks"\s*:/.test(text));
}
