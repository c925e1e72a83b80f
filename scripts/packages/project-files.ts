import { join } from 'node:path';
import { findAgent } from '../../src/agents/registry.ts';
import type { SetupTarget } from '../../src/agents/shared/contract.ts';
import { OWN_FILE_MARK } from '../../src/agents/shared/setup/create-setup.ts';
import { SHARED_HOME } from '../../src/agents/shared/setup/hook-command.ts';
import { asObject, type JsonObject, parseJson } from '../../src/core/json.ts';

const REPOSITORY = '/repository';
const PROGRAM = `${SHARED_HOME}.cairn/bin/cairn`;

/** Path of the hook, below the home of whoever runs it. */
export const HOOK = `${SHARED_HOME}.cairn/bin/hook`;

const START = `[ ! -x "${PROGRAM}" ] || exec "${PROGRAM}" mcp; exec npx -y cairn-memory mcp`;
const GO_TO_PROJECT =
  'folder=$(readlink "/proc/$PPID/cwd" || lsof -a -p "$PPID" -d cwd -Fn | sed -n "s/^n//p"); [ -n "$folder" ] && cd "$folder" || exit; ';

/** How an agent runs the MCP server of a package. */
interface ServerOptions {
  /** An agent that lists it beside the one of its user's settings: it is silent where that agent is set up for this person. */
  silentFor?: string;
  /**
   * The agent starts it in the package's folder and does not say where the project is: that is where the agent itself was
   * started. Where this cannot be found out there is no server, rather than one that keeps things for the wrong project.
   */
  findsProject?: boolean;
}

/** The MCP server: of the program that set-up installed, else of the npm package. */
export function mcpServer({ silentFor, findsProject = false }: ServerOptions = {}): SetupTarget['mcpCommand'] {
  const silent =
    silentFor === undefined ? '' : `[ ! -e "${SHARED_HOME}.cairn/agents/${silentFor}" ] || export CAIRN_MCP_SILENT=1; `;
  return { command: 'sh', args: ['-c', `${silent}${findsProject ? GO_TO_PROJECT : ''}${START}`] };
}

/** The files that set-up writes for an agent into an empty repository, by path: what a package of the agent holds as well. */
export function projectFiles(name: string): ReadonlyMap<string, string> {
  const target: SetupTarget = {
    environment: { home: REPOSITORY, variables: {} },
    hookCommand: HOOK,
    mcpCommand: mcpServer(),
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
