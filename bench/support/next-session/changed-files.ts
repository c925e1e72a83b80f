import { readFileSync } from 'node:fs';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import type { RecordedSession } from './recorded-sessions.ts';

const CHANGING = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'edit', 'create', 'str_replace_editor']);
const PATCHED = /^\*\*\* (?:Update|Delete) File: (.+)$/gm;

/** The files of the repository that a session changed, relative to its root, in the order of their first change. */
export function changedFiles({ path, root }: RecordedSession): string[] {
  const files = new Set<string>();
  const add = (file: string | undefined): void => {
    const relative = file?.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
    if (relative !== undefined && relative !== '' && !relative.startsWith('/') && !relative.startsWith('.claude/'))
      files.add(relative.trim());
  };
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const json = line === '' ? {} : asObject(parseJson(line));
    for (const { name, input } of callsIn(json)) {
      if (CHANGING.has(name)) add(asString(input.file_path) ?? asString(input.path) ?? asString(input.notebook_path));
      const patch = asString(input.patch) ?? '';
      for (const [, file] of patch.matchAll(PATCHED)) add(file);
    }
  }
  return [...files];
}

/** The calls of tools in one line of a transcript. */
export function callsIn(json: JsonObject): { name: string; input: JsonObject }[] {
  const { content } = asObject(json.message);
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ name, input }) => ({ name: asString(name) ?? '', input: asObject(input) }));
  const payload = asObject(json.payload);
  const written = asString(payload.input) ?? asString(payload.arguments) ?? '';
  if (written.includes('*** Begin Patch')) {
    const patch = asString(asObject(parseJson(written)).input) ?? written.replaceAll('\\n', '\n');
    calls.push({ name: 'apply_patch', input: { patch } });
  }
  const data = asObject(json.data);
  if (json.type === 'tool.execution_start') {
    calls.push({ name: asString(data.toolName) ?? '', input: asObject(data.arguments) });
  }
  return calls;
}
