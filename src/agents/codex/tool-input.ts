import { asObject, asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { PATCH_TOOL } from './capabilities.ts';

const SHELL = /^(?:.*[/\\])?(?:ba|z|da|k|fi)?sh(?:\.exe)?$|^(?:.*[/\\])?(?:pwsh|powershell|cmd)(?:\.exe)?$/;
const RUNS_LINE = /^(?:-[a-z]*c|\/c|-Command)$/;

/** Name and input of a call from an item of the model's output; an MCP tool is named `mcp__<server>__<tool>`. */
export function readCall(item: JsonObject): { tool: string; input: JsonObject } {
  const name = asString(item.name) ?? asString(asObject(item.function).name) ?? '';
  const namespace = asString(item.namespace) ?? '';
  const tool = namespace.startsWith('mcp__') && !name.startsWith('mcp__') ? `${namespace}__${name}` : name;
  if (item.type === 'local_shell_call') return { tool: 'local_shell', input: withLine(asObject(item.action)) };
  const given = item.arguments ?? item.input;
  const parsed = typeof given === 'string' && tool !== PATCH_TOOL ? parseJson(given) : given;
  if (isJsonObject(parsed)) return { tool, input: withLine(parsed) };
  const text = asString(given) ?? '';
  return { tool, input: text === '' ? {} : { [tool === PATCH_TOOL ? 'command' : 'input']: text } };
}

/** The command line inside `bash -lc '…'`; any other words unchanged. */
export function lineOf(words: readonly JsonValue[]): JsonValue {
  const [shell, flag, line] = words.map((word) => asString(word) ?? '');
  const runsLine = words.length === 3 && SHELL.test(shell ?? '') && RUNS_LINE.test(flag ?? '');
  return runsLine ? (line ?? '') : [...words];
}

/** The file changes that Codex applied, in its own patch format. */
export function patchOf(changes: JsonObject): string {
  const files = Object.entries(changes).map(([path, change]) => patchOfFile(path, asObject(change)));
  return ['*** Begin Patch', ...files, '*** End Patch', ''].join('\n');
}

function patchOfFile(path: string, { type, content, unified_diff, move_path }: JsonObject): string {
  if (type === 'delete') return `*** Delete File: ${path}`;
  if (type === 'add') {
    const lines = (asString(content) ?? '').replace(/\n$/, '').split('\n');
    return [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)].join('\n');
  }
  const target = asString(move_path);
  const head = [`*** Update File: ${path}`, ...(target === undefined ? [] : [`*** Move to: ${target}`])];
  return [...head, (asString(unified_diff) ?? '').trimEnd()].join('\n');
}

function withLine(input: JsonObject): JsonObject {
  return Array.isArray(input.command) ? { ...input, command: lineOf(input.command) } : input;
}
