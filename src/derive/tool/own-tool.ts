import type { JsonObject } from '../../core/json.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { parseShell, type ShellCommand } from './shell.ts';
import { commandOf } from './tool-input.ts';

const OF_COLLECTIONS = 'add ask create get list remove export rename delete restore';
/** The tools of Cairn's MCP server. */
export const OWN_TOOLS = wordSet(
  `search by_file timeline get context remember forget recall resume project semantic_search by_concept patterns workflow
stats report observe summarize checkpoint edit smart_search smart_outline smart_unfold why
${OF_COLLECTIONS.replace(/\w+/g, 'collection_$&')}`,
);
/** A tool of a server named cairn, or of Cairn's plugin, in any agent's spelling; another server's name may contain the word. */
const OWN_SERVER = new RegExp(
  `^(?:@|mcp[^a-z0-9]{1,2})?(?:plugin[^a-z0-9]cairn[^a-z0-9])?cairn[^a-z0-9]{1,3}(?:${[...OWN_TOOLS].join('|')})$`,
  'i',
);
const OWN_PROGRAM = /^cairn(?:-memory)?(?:\.c?js|\.cmd)?$/;
/** A path to a program named cairn other than the one that set-up installs. */
const ANOTHERS_FILE = /(?<!\.cairn\/bin)\/cairn(?:-memory)?(?:\.c?js|\.cmd)?(?=$|[\s'"`;|&)])/;
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
  if (isOwnServer(tool)) return /(?:remember|observe)$/i.test(tool);
  return ownCommands(input).some((words) => words.includes('remember') || words.includes('observe'));
}

function isOwnServer(tool: string): boolean {
  return OWN_SERVER.test(tool);
}

/** True for a command that runs `cairn` itself, not a file of the project or a package of that name. */
export function runsCairn({ program, isRun }: ShellCommand, line: string): boolean {
  return !isRun && OWN_PROGRAM.test(program) && !ANOTHERS_FILE.test(line);
}

/** The arguments of each call of `cairn` in a shell line. */
function ownCommands(input: JsonObject): string[][] {
  const line = commandOf(input);
  if (line === undefined || !line.includes('cairn')) return [];
  return parseShell(line).flatMap(({ program, args, isRun }) => {
    // What another program runs, or prints, is not known to be Cairn's own.
    if (isRun) return [];
    if (OWN_PROGRAM.test(program)) return [args];
    if (!PACKAGE_RUNNERS.test(program)) return [];
    const at = args.findIndex((arg) => OWN_PROGRAM.test(arg.slice(arg.lastIndexOf('/') + 1)));
    return at < 0 ? [] : [args.slice(at + 1)];
  });
}
