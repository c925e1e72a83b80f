import { join } from 'node:path';
import { createSetup, ownFile } from '../shared/setup/create-setup.ts';
import { pluginTextOf } from '../shared/setup/plugin-text.ts';
import { FILE_TOOLS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { agentFolder } from './places.ts';

const WHY = 'pi loads the extension, which reports what happens and gives the model what matters.';

/** The extension that pi loads; `hook` is the path of the hook script, absolute or below `$HOME/`. */
export function extensionText(hook: string): string {
  const source = new URL('./pi-extension.js', import.meta.url);
  return pluginTextOf(source, { agent: AGENT_NAME, hook, fileTools: FILE_TOOLS });
}

/** An extension, of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup(({ environment, hookCommand, project }) => {
  const folder = project === undefined ? agentFolder(environment) : join(project, '.pi');
  return [ownFile(join(folder, 'extensions', 'cairn.js'), WHY, () => extensionText(hookCommand))];
});
