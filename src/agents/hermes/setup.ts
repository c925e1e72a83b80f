import { join } from 'node:path';
import { createSetup, noProjectFiles, yamlHooksIn } from '../shared/setup/create-setup.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hermesFolder } from './places.ts';

const HOOKS = { agent: AGENT_NAME, title: 'Hermes Agent', hooks: REGISTERED_HOOKS };

/** The hooks in the user's settings. */
export const { planSetup, planUninstall } = createSetup((target) => {
  if (target.project !== undefined) throw noProjectFiles(HOOKS.title, AGENT_NAME);
  return [yamlHooksIn(join(hermesFolder(target.environment), 'config.yaml'), HOOKS, target)];
});
