import { parseJson } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { insertYaml, removeYaml, yamlChildren } from './edit-yaml.ts';
import { HOOK_TIMEOUT_S, hookCommandLine, isHookCommandLine } from './hook-command.ts';
import type { JsonHooks } from './json-hooks.ts';

const KEY = 'hooks';
const COMMAND = /\bcommand:\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,}]+?)(?=\s+\w+:\s|\s*[,}]|\s*$)/;

/** How an agent stores hooks in YAML, in Hermes' form: `hooks: {<event>: [{command, timeout}]}`. */
export type YamlHooks = Pick<JsonHooks, 'agent' | 'title' | 'hooks' | 'why'>;

/** The settings with each of Cairn's hooks exactly once; correct ones stay as they are. Throws `damaged`. */
export function withYamlHooks(text: string | undefined, hookCommand: string, { agent, hooks }: YamlHooks): string {
  let result = text;
  for (const { event, when } of hooks) {
    const path = [KEY, event];
    const command = hookCommandLine(hookCommand, { agent, event, ...omitUndefined({ when }) });
    const ours = yamlChildren(result ?? '', path).filter((child) => isOurs(child, agent));
    if (ours.length === 1 && commandOf(ours[0] ?? '') === command) continue;
    if (ours.length > 0) result = removeYaml(result ?? '', path, (child) => isOurs(child, agent));
    const item = `- {command: ${JSON.stringify(command)}, timeout: ${HOOK_TIMEOUT_S}}`;
    result = insertYaml(result, path, item);
  }
  return result ?? '';
}

/** The settings without Cairn's hooks; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutYamlHooks(text: string, { agent, hooks }: YamlHooks): string | undefined {
  return hooks.reduceRight<string | undefined>(
    (rest, { event }) =>
      rest === undefined ? undefined : removeYaml(rest, [KEY, event], (child) => isOurs(child, agent)),
    text,
  );
}

function isOurs(child: string, agent: string): boolean {
  return isHookCommandLine(commandOf(child), agent);
}

/** The command of a hook, in block form, where long words go on in the next line, or in one line. */
function commandOf(child: string): string {
  const word = COMMAND.exec(child.replace(/\s*\n\s*/g, ' '))?.[1] ?? '';
  if (word.startsWith('"')) return String(parseJson(word) ?? '');
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : word;
}
