import { join } from 'node:path';
import { findAgent } from '../../src/agents/registry.ts';
import type { SetupTarget } from '../../src/agents/shared/contract.ts';
import { SHARED_HOME } from '../../src/agents/shared/hook-command.ts';
import { OWN_FILE_MARK } from '../../src/agents/shared/own-file.ts';
import { asObject, type JsonObject, parseJson } from '../../src/core/json.ts';

const REPOSITORY = '/repository';
const PROGRAM = `${SHARED_HOME}.cairn/bin/cairn`;

/** Path of the hook, below the home of whoever runs it. */
export const HOOK = `${SHARED_HOME}.cairn/bin/hook`;

const START = `[ ! -x "${PROGRAM}" ] || exec "${PROGRAM}" mcp; exec npx -y cairn-memory mcp`;

/** The MCP server: of the program that set-up installed, else of the npm package. */
export const MCP_COMMAND = { command: 'sh', args: ['-c', START] };

/**
 * The same for an agent that starts a plugin's server in the plugin's folder and does not tell it the project's: that is
 * where the agent itself runs. Where it cannot be found out there is no server, rather than one that keeps what it is told
 * under the wrong project.
 */
export const MCP_COMMAND_OF_PLUGIN = {
  command: 'sh',
  args: [
    '-c',
    `folder=$(readlink "/proc/$PPID/cwd" || lsof -a -p "$PPID" -d cwd -Fn | sed -n 's/^n//p'); cd "\${folder:?}" || exit; ${START}`,
  ],
};

/** The files that set-up writes for an agent into an empty repository, by path: what a package of the agent holds as well. */
export function projectFiles(name: string): ReadonlyMap<string, string> {
  const target: SetupTarget = {
    environment: { home: REPOSITORY, variables: {} },
    hookCommand: HOOK,
    mcpCommand: MCP_COMMAND,
    project: REPOSITORY,
  };
  const changes = findAgent(name)?.planSetup?.(target) ?? [];
  return new Map(
    changes.map(({ path, after }) => [
      path.slice(join(REPOSITORY, '/').length),
      (after ?? '').replaceAll(OWN_FILE_MARK, 'Part of a package of Cairn.'),
    ]),
  );
}

/** One of them as JSON. Throws when set-up does not write it. */
export function projectJson(name: string, path: string): JsonObject {
  const text = projectFiles(name).get(path);
  if (text === undefined) throw new Error(`set-up of ${name} writes no ${path} into a repository`);
  return asObject(parseJson(text));
}
