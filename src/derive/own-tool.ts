import type { JsonObject } from '../core/json.ts';
import { parseShell } from './shell.ts';
import { commandOf } from './tool-input.ts';

const OWN_PROGRAM = /^cairn(?:-memory)?(?:\.c?js|\.cmd)?$/;
const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|node|npm|pnpm|yarn|bun)$/;

/**
 * True for a call of Cairn's own tools: a tool of a server named cairn under any agent's spelling (`mcp__cairn__search`,
 * `mcp__plugin_cairn_cairn__get`, `cairn-search`), or a shell line that runs `cairn`.
 */
export function isOwnTool(tool: string, input: JsonObject): boolean {
  return isOwnServer(tool) || ownCommands(input).length > 0;
}

/** True for a call of Cairn's own tools that states a memory. */
export function isOwnRemember(tool: string, input: JsonObject): boolean {
  if (isOwnServer(tool)) return /remember$/i.test(tool);
  return ownCommands(input).some((words) => words.includes('remember'));
}

function isOwnServer(tool: string): boolean {
  const parts = tool.toLowerCase().split(/[^a-z0-9]+/);
  return parts.length > 1 && parts.slice(0, -1).includes('cairn');
}

/** The arguments of each call of `cairn` in a shell line. */
function ownCommands(input: JsonObject): string[][] {
  const line = commandOf(input);
  if (line === undefined || !line.includes('cairn')) return [];
  return parseShell(line).flatMap(({ program, args }) => {
    if (OWN_PROGRAM.test(program)) return [args];
    if (!PACKAGE_RUNNERS.test(program)) return [];
    const at = args.findIndex((arg) => OWN_PROGRAM.test(arg.slice(arg.lastIndexOf('/') + 1)));
    return at < 0 ? [] : [args.slice(at + 1)];
  });
}
