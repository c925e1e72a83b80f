// derive/provenance: taint tracking. Marks when a session read something from outside, and which of its sentences repeat it.
// What may be shown is decided by `retrieval/validity`.

import type { ToolEnd } from '../../core/model/event.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { isRefused } from '../observation/observe-command.ts';
import { filesRead, READERS } from '../tool/files-read.ts';
import { runsCairn } from '../tool/own-tool.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { isForeignPath } from '../tool/project-paths.ts';
import type { ShellCommand } from '../tool/shell.ts';
import { operandsOf, parseShell } from '../tool/shell.ts';
import { commandOf, pathsOf, textField } from '../tool/tool-input.ts';
import type { ToolUse } from '../tool/tool-use.ts';

/** Programs whose output comes from outside. */
const FETCHERS = wordSet(
  `curl wget aria2c http https httpie xh lynx w3m links elinks ssh scp sftp rsync ftp nc ncat netcat telnet gh glab hub
  aws gcloud gsutil az kubectl helm doctl flyctl fly heroku vercel netlify wrangler supabase bunx pnpx pipx uvx dig nslookup whois apt apt-get apk dnf yum brew choco winget snap youtube-dl yt-dlp iwr irm
  Invoke-WebRequest Invoke-RestMethod`,
);
/** Programs whose output comes from outside with one of these subcommands. */
const FETCHING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: 'clone pull fetch ls-remote submodule remote-update lfs',
    npm: 'install i ci add view info show v search exec x create init update outdated audit',
    pnpm: 'install i add view info dlx create update up outdated audit search',
    yarn: 'install add info dlx create upgrade up outdated audit npm',
    bun: 'install i add x create update pm',
    deno: 'install add cache',
    pip: 'install download search index show',
    pip3: 'install download search index show',
    uv: 'add sync pip tool lock',
    poetry: 'install add update search show',
    conda: 'install create update search',
    cargo: 'install add update search fetch info',
    go: 'get install mod doc',
    gem: 'install search info fetch',
    bundle: 'install update add info',
    composer: 'install require update show search',
    mix: 'deps.get deps.update hex.info hex.search archive.install igniter.install',
    dotnet: 'restore add tool',
    docker: 'pull search run build',
    podman: 'pull search run build',
  }).map(([program, words]) => [program, wordSet(words)]),
);
/** Programs that print nothing but what the agent wrote itself. */
const SILENT = wordSet('cd pushd popd echo printf export set true false sleep mkdir wc');
/**
 * True when a call let the session read something untrusted: the web, another MCP server, a file outside the project, or words
 * that were not stored, so that later sentences cannot be compared with them.
 */
export function exposes(body: ToolEnd, use: ToolUse, place: ProjectPaths): boolean {
  if (body.withheld === true) return true;
  if (isRefused(body)) return false;
  switch (use) {
    case 'fetch':
    case 'web-search':
    case 'foreign':
      return true;
    case 'read':
      return pathsOf(body.input).some((path) => isForeignPath(path, place));
    case 'search':
      return searchRoots(body).some((path) => isForeignPath(path, place));
    case 'own':
      return printsOthers(commandOf(body.input) ?? '');
    case 'shell':
    case 'patch':
      return parseShell(commandOf(body.input) ?? '').some(
        (command) => fetches(command) || readsForeign(command, place),
      );
    default:
      return false;
  }
}

/** True for a line that runs Cairn and also prints other text: none of its output is stored for comparison. */
function printsOthers(line: string): boolean {
  return parseShell(line).some((command) => {
    if (runsCairn(command, line) || SILENT.has(command.program)) return false;
    return !READERS.has(command.program) || filesRead(command).some((operand) => !/^\d+$/.test(operand));
  });
}

function searchRoots(body: ToolEnd): string[] {
  const folder = textField(body.input, ['path', 'dir_path', 'directory', 'filePath', 'include_dir']);
  const pattern = textField(body.input, ['glob', 'include', 'pattern']);
  return [folder, pattern?.includes('/') && !/[\\^$(|]/.test(pattern) ? pattern : undefined].filter(
    (path) => path !== undefined,
  );
}

/** True for a command whose output comes from the network or from a package of others. */
export function fetches(command: ShellCommand): boolean {
  const { program, args } = command;
  if (program === 'npx')
    return args.some((arg) => /^(?:-y|--yes|-p|--package)/.test(arg) || /[^/]@[\w.^~-]+$/.test(arg));
  if (/^python3?(?:\.\d+)?$/.test(program)) {
    return args[0] === '-m' && fetches({ program: args[1] ?? '', args: args.slice(2) });
  }
  if (FETCHERS.has(program)) return true;
  const operands = operandsOf(command);
  const sub = program === 'git' && operands[0] === 'remote' && operands[1] === 'update' ? 'remote-update' : operands[0];
  if (sub === undefined) return program === 'yarn' && args.length === 0;
  return FETCHING.get(program)?.has(sub) === true;
}

function readsForeign(command: ShellCommand, place: ProjectPaths): boolean {
  return filesRead(command).some((operand) => isPathLike(operand) && isForeignPath(operand, place));
}

function isPathLike(word: string): boolean {
  return /^(?:~|\.\.|\$\{?HOME)|\//.test(word) && !/\s/.test(word);
}
