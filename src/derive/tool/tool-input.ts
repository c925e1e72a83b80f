import type { JsonObject, JsonValue } from '../../core/json.ts';
import { asString, isJsonObject } from '../../core/json.ts';
import { wordSet } from '../../core/text/word-set.ts';

/** The names that agents give to a field, in the order in which they are tried. */
const PATH_KEYS = wordSet(
  `file_path filePath path notebook_path notebookPath target_file targetFile TargetFile absolute_path AbsolutePath
  relativeWorkspacePath filename file uri`,
);
const BEFORE_KEYS = 'old_string oldString old_str oldStr oldText old_text old search TargetContent';
const AFTER_KEYS =
  'new_string newString new_str newStr newText new_text new_source new replace ReplacementContent content';
const MAX_PATHS = 50;

/** The first of the named fields, in the order of the names, with a text that is not empty. */
export function textField(input: JsonObject, keys: Iterable<string>): string | undefined {
  for (const key of keys) {
    const value = asString(input[key]);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** The path in a tool's input, under any agent's name for the field. */
export function pathOf(input: JsonObject): string | undefined {
  return textField(input, PATH_KEYS);
}

/** All paths in a tool's input: the one, or those of a list of texts or of objects with a path. At most 50. */
export function pathsOf(input: JsonObject): string[] {
  const one = pathOf(input);
  if (one !== undefined) return [one];
  const list = ['paths', 'files', 'file_paths', 'reads', 'operations', 'edits']
    .map((key) => input[key])
    .find(Array.isArray);
  const paths = (list ?? []).map((entry) => asString(entry) ?? (isJsonObject(entry) ? pathOf(entry) : undefined));
  return paths.filter((path) => path !== undefined).slice(0, MAX_PATHS);
}

/** The shell line in a tool's input: a text, the words of one command, or several lines. */
export function commandOf(input: JsonObject): string | undefined {
  const line = textField(input, ['command', 'cmd', 'CommandLine', 'script', 'commandLine', 'commands']);
  if (line !== undefined) return line;
  const words = textList(input.command ?? input.cmd);
  if (words.length > 0) return words.map(quoteWord).join(' ');
  const lines = textList(input.commands);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** The replaced and new texts of an edit; several for a tool that takes a list of edits. */
export function editsOf(input: JsonObject): { before: string; after: string }[] {
  const list = [input.edits, input.edit, input.replacements, input.ReplacementChunks]
    .map(objectsOf)
    .find((some) => some.length > 0);
  return (list ?? [input]).map((edit) => ({
    before: textField(edit, BEFORE_KEYS.split(' ')) ?? '',
    after: textField(edit, AFTER_KEYS.split(' ')) ?? '',
  }));
}

/** The objects of a list, or the one object itself. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject).slice(0, MAX_PATHS);
  return isJsonObject(value) ? [value] : [];
}

/** The texts of a list; none where there is no list. */
export function textList(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** A word as a shell reads it as one. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
