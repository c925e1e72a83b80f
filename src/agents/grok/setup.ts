import { join } from 'node:path';
import { createSetup, hooksIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { tomlServerIn } from '../shared/setup/toml-server.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { grokFolder } from './places.ts';

const TITLE = 'Grok CLI';
/** How Grok stores hooks: in files of any name, beside its settings. */
const HOOKS_FILE: JsonHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS };

/** Hooks in a file of their own, an MCP server in the settings, of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const folder = project === undefined ? grokFolder(environment) : join(project, '.grok');
  return [
    hooksIn(join(folder, 'hooks', 'cairn.json'), HOOKS_FILE, target),
    tomlServerIn(join(folder, 'config.toml'), { title: TITLE }, target),
  ];
});
