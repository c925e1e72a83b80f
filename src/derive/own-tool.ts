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
  const parts = tool.toLowerCase().split(/[^a-z0-9]+/);
  if (parts.length > 1 && parts.slice(0, -1).includes('cairn')) return true;
  const line = commandOf(input);
  if (line === undefined || !line.includes('cairn')) return false;
  return parseShell(line).some(
    ({ program, args }) =>
      OWN_PROGRAM.test(program) ||
      (PACKAGE_RUNNERS.test(program) && args.some((arg) => OWN_PROGRAM.test(arg.slice(arg.lastIndexOf('/') + 1)))),
  );
}
