import type { JsonObject, JsonValue } from '../../core/json.ts';
import { asObject } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { isRefused } from '../observation/observe-command.ts';
import { type Download, downloadOf, folderOfPiped } from '../tool/downloads.ts';
import { filesRead, READERS, taskOfOutput } from '../tool/files-read.ts';
import { absolutePath, type ProjectPaths } from '../tool/project-paths.ts';
import { operandsOf, readShell, type ShellCommand } from '../tool/shell.ts';
import { commandOf, pathsOf, textField } from '../tool/tool-input.ts';
import type { ToolUse } from '../tool/tool-use.ts';
import { fetches } from './is-outside.ts';

/**
 * A place that text is kept in: an absolute path, `PATH/*` for what lies right below a folder or deeper, or `task:ID` for the
 * output of a shell or an agent in the background.
 */
export type Place = string;

/** Text that a call moved into places: from outside, or from other places. */
export interface Move {
  from: 'outside' | Place[];
  to: Place[];
}

/** Which text a call moved, in order, and which places it let the agent read. */
export interface TextFlow {
  moves?: Move[];
  shows?: Place[];
}

const MAX_PLACES = 40;
const MAX_ID_OUTPUT = 400;
/** Names of a shell in the background as agents' tools print them. */
const SHELL_ID = /\b(?:id|ID|[a-z]+Id|[a-z]+_id)\b["']?\s?[:=]?\s?["']?([\w-]{1,60})/g;
const ID_FIELDS =
  'backgroundTaskId task_id taskId bash_id shell_id shellId session_id sessionId terminal_id terminalId id'.split(' ');
/** A file that a search names before a line of it. */
const NAMED_FILE = /^([^\s:][^:\n]{0,300}?)[:-]\d{1,7}[:-]/gm;
/** Fields of another server's tool that name a file to write. */
const TARGET =
  /^(?:output|out|dest(?:ination)?|save|download|target|local)(?:[_-]?(?:path|file(?:[_-]?(?:path|name))?|dir(?:ectory)?|folder|to|as))?$/i;
const SAVING = /download|save|export|screenshot|clone/i;
const COPIERS = wordSet('cp mv ln install rsync');
/** Programs that print only their own arguments. */
const SPEAKERS = wordSet('echo printf true false mkdir touch cd');
/** A path that can be a target: no address, no variable, no flag. */
const PATH = /^[^$`\s-][^$`\n]{0,300}$/;

/** How one call moved text. Reads no file: what a pattern (`*.md`) stands for is taken as the whole folder. */
export function textFlowOf(
  body: ToolEnd,
  use: ToolUse,
  { place, isFromOutside, subagent }: { place: ProjectPaths; isFromOutside: boolean; subagent?: string | undefined },
): TextFlow {
  if (isRefused(body)) return {};
  const flow = flowOfUse(body, use, { place, isFromOutside });
  // What an agent in the background read, its output may show.
  if (subagent === undefined || !isFromOutside) return flow;
  return { ...flow, moves: [...(flow.moves ?? []), { from: 'outside', to: [taskPlace(subagent)] }] };
}

function flowOfUse(
  body: ToolEnd,
  use: ToolUse,
  { place, isFromOutside }: { place: ProjectPaths; isFromOutside: boolean },
): TextFlow {
  switch (use) {
    case 'shell':
      return shellFlow(body, place, isFromOutside);
    case 'shell-output':
      return bounded({ shows: idsIn(body.input).map(taskPlace) });
    case 'read':
      return bounded({ shows: pathsOf(body.input).map((path) => placeOf(path, place)) });
    case 'search':
      return bounded({ shows: [...searched(body, place), ...namedFiles(body.output, place)] });
    case 'fetch':
    case 'foreign':
    case 'other':
      return bounded({ moves: [{ from: 'outside', to: targetsOf(body, place) }] });
    default:
      return {};
  }
}

function bounded({ moves = [], shows = [] }: TextFlow): TextFlow {
  const kept = moves.filter(({ to }) => to.length > 0);
  return {
    ...(kept.length === 0 ? {} : { moves: kept.length > MAX_PLACES ? shortened(kept) : kept }),
    ...(shows.length === 0 ? {} : { shows: [...new Set(shows)].slice(0, MAX_PLACES) }),
  };
}

/** The first moves, those from outside before the others. */
function shortened(moves: readonly Move[]): Move[] {
  const isFetch = ({ from }: Move): boolean => from === 'outside';
  return [...moves.filter(isFetch), ...moves.filter((move) => !isFetch(move))].slice(0, MAX_PLACES);
}

function shellFlow(body: ToolEnd, place: ProjectPaths, isFromOutside: boolean): TextFlow {
  const moves: Move[] = [];
  const shows: Place[] = [];
  let cwd = place.cwd;
  const { commands, isWhole } = readShell(commandOf(body.input) ?? '');
  // What the line read so far may go through a pipe into a later command.
  let isFetched = !isWhole;
  for (const command of commands) {
    const at = { ...place, cwd };
    const toPlace = (path: string): Place => placeOf(path, at);
    if (command.program === 'cd' || command.program === 'pushd') {
      const [folder] = operandsOf(command);
      if (folder !== undefined && PATH.test(folder)) cwd = absolutePath(folder, at);
      continue;
    }
    isFetched ||= fetches(command);
    const download = downloadOf(command);
    if (download !== undefined) moves.push({ from: originOf(download, toPlace), to: download.to.map(toPlace) });
    const folder = isFetched ? folderOfPiped(command) : undefined;
    if (folder !== undefined && PATH.test(folder)) moves.push({ from: 'outside', to: [toPlace(folder)] });
    const read = readBy(command, cwd).map(toPlace);
    shows.push(...read);
    const written = writtenBy(command).map(toPlace);
    if (written.length > 0 && !SPEAKERS.has(command.program)) {
      if (isFetched) moves.push({ from: 'outside', to: written });
      else if (shows.length > 0) moves.push({ from: shows.slice(-MAX_PLACES), to: written });
    }
    if (COPIERS.has(command.program)) moves.push(...copiesOf(command, toPlace));
  }
  shows.push(...namedFiles(body.output, place));
  const shells = shellsOf(body).map(taskPlace);
  if (isFromOutside) moves.push({ from: 'outside', to: shells });
  else if (shows.length > 0) moves.push({ from: shows, to: shells });
  return bounded({ moves, shows });
}

function originOf({ from }: Download, toPlace: (path: string) => Place): Move['from'] {
  return from === undefined ? 'outside' : from.map(toPlace);
}

/** Files and folders whose text a command prints. */
function readBy(command: ShellCommand, cwd: string | undefined): string[] {
  const reads = command.redirected?.reads ?? [];
  if (command.program === 'git') {
    const at = command.args.indexOf('-C');
    const folder = at < 0 ? cwd : command.args[at + 1];
    return folder === undefined ? reads : [folder, ...reads];
  }
  return READERS.has(command.program) ? [...filesRead(command), ...reads] : reads;
}

function writtenBy(command: ShellCommand): string[] {
  const writes = command.redirected?.writes ?? [];
  return (command.program === 'tee' ? [...operandsOf(command), ...writes] : writes).filter((path) => PATH.test(path));
}

/** What `cp`, `mv` and the like copied: into a folder under the same name. */
function copiesOf(command: ShellCommand, toPlace: (path: string) => Place): Move[] {
  const operands = operandsOf(command).filter((path) => PATH.test(path));
  const to = operands.at(-1);
  if (to === undefined || operands.length < 2) return [];
  return operands.slice(0, -1).map((from) => {
    const name = baseName(from);
    const isFolder = operands.length > 2 || /(?:^|\/)\.{0,2}$/.test(to) || (/\.\w/.test(name) && !/\.\w/.test(to));
    return { from: [toPlace(from)], to: [toPlace(isFolder ? `${to}/${name}` : to)] };
  });
}

/** A path as a place; that of a task's output file is its task, and a pattern stands for all of its folder. */
function placeOf(path: string, at: ProjectPaths): Place {
  const task = taskOfOutput(path);
  if (task !== undefined) return taskPlace(task);
  const pattern = path.search(/[*?[{]/);
  return absolutePath(pattern < 0 ? path : `${path.slice(0, path.lastIndexOf('/', pattern) + 1)}*`, at);
}

function searched({ input }: ToolEnd, place: ProjectPaths): Place[] {
  const folder = textField(input, ['path', 'dir_path', 'directory', 'filePath', 'include_dir']);
  return folder === undefined ? [] : [absolutePath(folder, place)];
}

function namedFiles(output: string, place: ProjectPaths): Place[] {
  const names = new Set<string>();
  for (const [, name = ''] of output.matchAll(NAMED_FILE)) {
    names.add(name);
    if (names.size >= MAX_PLACES) break;
  }
  return [...names].map((name) => absolutePath(name, place));
}

/** Files that the input of another server's tool, or of an agent's tool for downloads, names for its answer. */
function targetsOf({ tool, input }: ToolEnd, place: ProjectPaths): Place[] {
  const named = Object.entries(input).flatMap(([field, value]) =>
    TARGET.test(field) && typeof value === 'string' && PATH.test(value) && !value.includes('://') ? [value] : [],
  );
  const all = SAVING.test(tool) ? [...named, ...pathsOf(input).filter((path) => !path.includes('://'))] : named;
  return all.map((path) => absolutePath(path, place));
}

function taskPlace(id: string): Place {
  return `task:${id}`;
}

/** The names of the shell in which a command goes on, as its call asked for them or its answer gives them. */
function shellsOf({ input, output, result }: ToolEnd): string[] {
  const said = [output.slice(0, MAX_ID_OUTPUT), output.slice(-MAX_ID_OUTPUT)];
  const printed = said.flatMap((text) => [...text.matchAll(SHELL_ID)].map(([, id = '']) => id));
  return [...new Set([...idsIn(input), ...idsIn(asObject(result)), ...printed])].slice(0, MAX_PLACES);
}

function idsIn(fields: JsonObject): string[] {
  return ID_FIELDS.flatMap((field) => idOf(fields[field]) ?? []);
}

function idOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 60 ? value : undefined;
}
