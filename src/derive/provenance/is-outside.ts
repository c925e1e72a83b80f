// derive/provenance: taint tracking, a fact of each sentence. Says which tool calls read text from outside, and which sentences
// of an agent repeat what its session had read. What may be shown is decided by `retrieval/validity`.

import type { ToolEnd } from '../../core/model/event.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { isRefused } from '../observation/observe-command.ts';
import { filesRead, READERS, taskOfOutput } from '../tool/files-read.ts';
import { runsCairn } from '../tool/own-tool.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { isForeignPath } from '../tool/project-paths.ts';
import type { ShellCommand } from '../tool/shell.ts';
import { operandsOf, readShell } from '../tool/shell.ts';
import { commandOf, pathsOf, textField } from '../tool/tool-input.ts';
import type { ToolUse } from '../tool/tool-use.ts';

/** Programs that print what others wrote elsewhere. */
const FETCHERS = wordSet(
  `curl wget aria2c http https httpie xh lynx w3m links elinks ftp nc ncat netcat telnet hub glab jira
  nslookup dig whois youtube-dl yt-dlp iwr irm Invoke-WebRequest Invoke-RestMethod`,
);
/** Programs that do so with one of these subcommands: issues, pull requests and their discussions, descriptions of packages. */
const FETCHING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    gh: 'issue pr api search release gist discussion browse run workflow',
    npm: 'view info show v search',
    pnpm: 'view info search',
    yarn: 'info npm',
    bun: 'info',
    pip: 'search',
    cargo: 'search info',
    gem: 'search info',
    composer: 'show search',
    docker: 'search',
    podman: 'search',
  }).map(([program, words]) => [program, wordSet(words)]),
);
/** What the GitHub CLI prints for these is its own words, or those of the project's builds. */
const OWN_OF_GH = new Map(
  Object.entries({
    issue: 'create close reopen edit develop delete lock pin transfer',
    pr: 'create checkout close merge ready reopen edit checks lock update-branch',
    run: 'list watch view rerun cancel download',
    workflow: 'list run enable disable view',
    release: 'create upload edit delete',
    gist: 'create',
    browse: '',
  }).map(([group, words]) => [group, wordSet(words)]),
);
/** Programs that print nothing but what the agent wrote itself. */
const SILENT = wordSet('cd pushd popd echo printf export set true false sleep mkdir wc');
/** An address of this machine. */
const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;
const ADDRESS = /^(?:[a-z]+:\/\/|[\w-]+(?:\.[\w-]+)+(?:[:/]|$)|\$|localhost)/i;

/**
 * True when a call let the session read text from outside: the web, issues and pull requests, another MCP server, a file
 * outside the project; or may have, by what was not read of a long command. What package managers, git and builds print is not.
 */
export function isOutside(body: ToolEnd, use: ToolUse, place: ProjectPaths): boolean {
  if (isRefused(body) || PATCH.test(body.tool)) return false;
  switch (use) {
    case 'fetch':
    case 'web-search':
    case 'foreign':
      return true;
    case 'read':
      return pathsOf(body.input).some((path) => isForeign(path, place));
    case 'search':
      return searchRoots(body).some((path) => isForeignPath(path, place));
    case 'shell':
    case 'patch': {
      const { commands, isWhole } = readShell(commandOf(body.input) ?? '');
      return !isWhole || commands.some((command) => fetches(command) || readsForeign(command, place));
    }
    default:
      return false;
  }
}

/** Uses whose answers hold none but the agent's own words; a patch is known by its tool where its text was left out. */
const CHANGING: ReadonlySet<ToolUse> = new Set(['edit', 'write', 'delete', 'patch', 'todo']);
const PATCH = /^apply[_-]?patch$/i;

/** Files whose words no text of a result holds: pictures, pages, slides, recordings. */
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|bmp|tiff?|avif|hei[cf]|ico|pdf|docx?|pptx?|xlsx?|od[tsp]|rtf|epub|pages|key|numbers|mp[34]|m4a|wav|ogg|webm|mov)$/i;
/** Tools that show a picture. */
const VIEWS = /view_?image/i;
/** What stands in a result for a block that is no text. */
const BLOCK = /^\[(?:[\w.+-]+\/[\w.+-]+|binary), \d+ bytes\]$/m;
const BLOCK_OF_READ = /^\[(?:image|document|audio|video|file|block)\]$|^PDF (?:file|pages?) (?:read|extracted)\b/im;

/** True when words that a call let the session read were not stored, so that later sentences cannot be compared with them. */
export function isUnknown(body: ToolEnd, use: ToolUse): boolean {
  if (CHANGING.has(use) || PATCH.test(body.tool)) return false;
  if (showsNoText(body, use)) return true;
  return body.withheld === true || (use === 'own' && !isRefused(body) && printsOthers(commandOf(body.input) ?? ''));
}

/** True for a call that showed the session a picture, pages or the like: what is said in them is not known. */
function showsNoText(body: ToolEnd, use: ToolUse): boolean {
  if (BLOCK.test(body.output)) return true;
  if ((use !== 'read' && !VIEWS.test(body.tool)) || !body.success || isRefused(body)) return false;
  return BLOCK_OF_READ.test(body.output) || pathsOf(body.input).some((path) => NO_TEXT.test(path));
}

/** True for a line that runs Cairn and also prints other text, or may: none of its output is stored for comparison. */
function printsOthers(line: string): boolean {
  const { commands, isWhole } = readShell(line);
  const isOthers = (command: ShellCommand): boolean => {
    if (runsCairn(command, line) || SILENT.has(command.program)) return false;
    return !READERS.has(command.program) || filesRead(command).some((operand) => !/^\d+$/.test(operand));
  };
  return !isWhole || commands.some(isOthers);
}

function searchRoots(body: ToolEnd): string[] {
  const folder = textField(body.input, ['path', 'dir_path', 'directory', 'filePath', 'include_dir']);
  const pattern = textField(body.input, ['glob', 'include', 'pattern']);
  return [folder, pattern?.includes('/') && !/[\\^$(|]/.test(pattern) ? pattern : undefined].filter(
    (path) => path !== undefined,
  );
}

/** True for a command that prints what others wrote elsewhere. */
export function fetches(command: ShellCommand): boolean {
  const { program, args } = command;
  if (/^python3?(?:\.\d+)?$/.test(program)) {
    return args[0] === '-m' && fetches({ program: args[1] ?? '', args: args.slice(2) });
  }
  const operands = operandsOf({ program, args: command.redirected?.args ?? args });
  if (FETCHERS.has(program)) {
    const addresses = operands.filter((operand) => ADDRESS.test(operand));
    return addresses.length === 0 || !addresses.every((address) => LOCAL.test(address));
  }
  const [group, sub = ''] = operands;
  if (group === undefined || FETCHING.get(program)?.has(group) !== true) return false;
  return program !== 'gh' || OWN_OF_GH.get(group)?.has(sub) !== true;
}

function readsForeign(command: ShellCommand, place: ProjectPaths): boolean {
  return filesRead(command).some((operand) => isPathLike(operand) && isForeign(operand, place));
}

/** A file outside the project. What a background task printed is what its command or its agent read. */
function isForeign(path: string, place: ProjectPaths): boolean {
  return taskOfOutput(path) === undefined && isForeignPath(path, place);
}

function isPathLike(word: string): boolean {
  return /^(?:~|\.\.|\$\{?HOME)|\//.test(word) && !/\s/.test(word);
}
