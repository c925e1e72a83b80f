import { createSetup, hooksIn, serverIn } from '../shared/setup/create-setup.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsFiles } from './places.ts';

const TITLE = 'Cursor';
/** How Cursor stores hooks. */
const HOOKS_FILE: JsonHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS, flat: true };
/** A hook file without hooks, which must name the version of its format. */
const BARE = '{\n  "version": 1\n}\n';

/** Hooks and an MCP server, in the files of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { hooks, servers } = settingsFiles(target.environment, target.project);
  const add = (text: string | undefined): string => withHooks(text, target.hookCommand);
  return [
    { ...hooksIn(hooks, HOOKS_FILE, target), add, remove: withoutHooks },
    serverIn(servers, { title: TITLE }, target),
  ];
});

/** The file of hooks with Cairn's. Throws `damaged`. */
export function withHooks(text: string | undefined, hookCommand: string): string {
  return withJsonHooks(text === undefined || text.trim() === '' ? BARE : text, hookCommand, HOOKS_FILE);
}

/** The file of hooks without Cairn's; `undefined` when nothing else was in it. Throws `damaged`. */
export function withoutHooks(text: string): string | undefined {
  const rest = withoutJsonHooks(text, HOOKS_FILE);
  return rest === BARE ? undefined : rest;
}
