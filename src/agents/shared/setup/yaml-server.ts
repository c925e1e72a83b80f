import { asString, type JsonValue, parseJson } from '../../../core/json.ts';
import type { SetupTarget } from '../contract.ts';
import { type SetupFile, serverWhy } from './create-setup.ts';
import { insertYaml, removeYaml, yamlChildren } from './edit-yaml.ts';
import { anotherServer, isOurServer } from './mcp-entry.ts';

const NAME = 'cairn';
/** One word of YAML: quoted, or plain up to what ends it in a line. */
const WORD = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s,[\]{}"'][^,[\]{}\n]*/g;

/** What differs between agents that store MCP servers in YAML. */
export interface YamlServer {
  /** The agent's name for people. */
  title: string;
  /** The keys to the servers. */
  at: readonly string[];
  /** True when servers are a list, each with its `name`; else its name is the server's key. */
  isList?: true;
}

/** A YAML file with the MCP servers of an agent. */
export function yamlServerIn(path: string, server: YamlServer, { mcpCommand }: SetupTarget): SetupFile {
  const isOurs = (child: string): boolean => isNamed(child, server) && runsCairn(child);
  return {
    path,
    why: serverWhy(server.title),
    add: (text) => withYamlServer(text, mcpCommand, { ...server, path }),
    remove: (text) => removeYaml(text, server.at, isOurs),
  };
}

/** The settings with Cairn's MCP server. Throws `damaged`, and `invalid_input` when another server has the name. */
function withYamlServer(
  text: string | undefined,
  { command, args }: SetupTarget['mcpCommand'],
  { path, ...server }: YamlServer & { path: string },
): string {
  const present = yamlChildren(text ?? '', server.at).filter((child) => isNamed(child, server));
  if (present.some((child) => !runsCairn(child)))
    throw anotherServer(server.title, `Rename or remove "${NAME}" in ${path}.`);
  const fields = `command: ${JSON.stringify(command)}, args: ${JSON.stringify(args)}`;
  const entry = server.isList === true ? `- {name: ${NAME}, ${fields}}` : `${NAME}: {${fields}}`;
  const isRight = (child: string): boolean => [command, ...args].every((word) => wordsOf(child).includes(word));
  if (text !== undefined && present.length === 1 && present.every(isRight)) return text;
  const rest = present.length === 0 ? text : removeYaml(text ?? '', server.at, (child) => present.includes(child));
  return insertYaml(rest, server.at, entry);
}

function isNamed(child: string, { isList }: YamlServer): boolean {
  if (isList !== true) return /^\s*(?:cairn|"cairn"|'cairn')\s*:/.test(child);
  return /(?:^|[\s{,-])name\s*:\s*(?:cairn|"cairn"|'cairn')\s*(?:[,}\n]|$)/.test(child);
}

function runsCairn(child: string): boolean {
  return isOurServer({ command: '', args: wordsOf(child) });
}

/** The words of a server, without its name and the keys before them. */
function wordsOf(child: string): string[] {
  const lines = child
    .replace(/\bname\s*:\s*["']?cairn["']?/, '')
    .replace(/(?<=^|[\s{,])(?:- +)?[\w-]+\s*:(?=\s)/g, ' , ');
  return (
    lines
      .replace(/^\s*- /gm, ' , ')
      .match(WORD)
      ?.map(unquoted) ?? []
  );
}

function unquoted(word: string): string {
  const text = word.trim();
  if (text.startsWith('"')) return asString(parseJson(text) as JsonValue) ?? '';
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}
