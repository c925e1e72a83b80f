import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEnvironment } from '../shared/contract.ts';
import { editorFolders } from '../shared/setup/editor-folders.ts';

/** The names of the editor, before and since it was renamed. */
const EDITORS = ['Windsurf', 'Windsurf - Next', 'Devin'];

/** The folder of Windsurf's agent. */
export function configFolder({ home }: AgentEnvironment): string {
  return join(home, '.codeium', 'windsurf');
}

/** The file with hooks, of the user or of a repository. */
export function hooksPath(environment: AgentEnvironment, project?: string): string {
  return join(project === undefined ? configFolder(environment) : join(project, '.windsurf'), 'hooks.json');
}

/** The file with a user's MCP servers. */
export function mcpPath(environment: AgentEnvironment): string {
  return join(configFolder(environment), 'mcp_config.json');
}

/** True when Windsurf, or Devin Desktop, which took its place, is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  const folders = [
    configFolder(environment),
    join(environment.home, '.windsurf'),
    ...editorFolders(environment, EDITORS),
  ];
  return folders.some((folder) => existsSync(folder));
}
