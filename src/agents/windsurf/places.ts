import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEnvironment } from '../shared/contract.ts';

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

/** True when Windsurf is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment)) || existsSync(join(environment.home, '.windsurf'));
}
