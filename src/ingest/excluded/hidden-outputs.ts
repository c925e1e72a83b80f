import type { JsonObject, JsonValue } from '../../core/json.ts';

/** Upper bounds on the ids that are known of one session, and on what is looked at of one input. */
const IDS_MAX = 500;
const VALUES_MAX = 1_000;
/** How an answer names the task or shell in the background that goes on with it. */
const TOLD =
  /(?:\bwith (?:session )?ID:? |\bsession ID |"(?:backgroundTaskId|(?:task|bash|shell|session)_?id)": ?"?)([\w-]{1,64})/gi;
/** Where agents put long outputs and those of tasks. */
const FILES = /[/\\](?:tool-results|tasks|tool-output)[/\\]([\w-]{1,120})/g;
/** Fields by which a call asks for the output of an earlier one. */
const ASKED = /^(?:(?:task|bash|shell|session|terminal|process)_?)?id$/i;

/** Notes under which ids and files the output of a call can be read later, of which nothing may be kept. */
export function noteOutputs(answer: string, outputs: Set<string>): void {
  for (const form of [TOLD, FILES]) {
    for (const [, id = ''] of answer.matchAll(form)) if (outputs.size < IDS_MAX) outputs.add(id);
  }
}

/** True for a call that reads an output by an id that `noteOutputs` noted. */
export function readsOutput(input: JsonObject, outputs: ReadonlySet<string>): boolean {
  if (outputs.size === 0) return false;
  let left = VALUES_MAX;
  const walk = (value: JsonValue, key: string): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).some(([name, one]) => walk(one, Array.isArray(value) ? key : name));
    }
    if (ASKED.test(key) && outputs.has(`${value}`)) return true;
    return typeof value === 'string' && [...value.matchAll(FILES)].some(([, id = '']) => outputs.has(id));
  };
  return walk(input, '');
}

/** True for a file in which an agent keeps a long output: its name says nothing of what it shows. */
export function isOutputFile(path: string): boolean {
  return path.search(FILES) >= 0;
}
