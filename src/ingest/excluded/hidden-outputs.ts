import type { JsonObject, JsonValue } from '../../core/json.ts';
import { WORDS } from './look-at-input.ts';
import { withoutSaid } from './without-code.ts';

/** Upper bounds on the ids that are known of one session, and on what is looked at of one input. */
const IDS_MAX = 500;
const VALUES_MAX = 1_000;
/** How an answer names the task or shell in the background that goes on with it. */
const TOLD =
  /(?:\bwith (?:(?:session|shell|task) ?)?ID:? |\bsession ID |\bstarted \(task |\b(?:artifact|background|task|bash|shell|session|terminal|process)(?:[ _]?task)?[ _]?id["' ]{0,2}[:=] ?["']?)([\w-]{1,64}(?:\.\w{1,8})?)/gi;
/** Where agents put long outputs and those of tasks. */
const FILES = /[/\\](?:tool-results|tasks|tool-output)[/\\]([\w-]{1,120})/g;
const OUTPUT_FILE =
  /[/\\](?:(?:tool-(?:results|outputs?)|tasks|agent-tools|terminals)[/\\]|copilot-tool-output-|pi-bash-|[^/\\]*\.output$)/;
/** A path from the root or a home, with at least one folder. */
const PATH = /(?<![\w:/\\.)~-])(?:~|[a-z]:)?(?:[/\\][\w.@+-]{1,255}){2,40}/gi;
/** What stands before the path of an output: an answer may name others, and so may the contents of a file. */
const SAVED = /(?:saved to|written to|full output(?: see)?|terminal file): ?["'`<]?$/i;
const SAVED_CHARS = 40;
/** Folders of the system, in which no agent keeps an output, and one of an agent's own within a project. */
const OF_SYSTEM = /^[/\\](?:usr|bin|sbin|lib\d*|etc|opt|dev|proc|sys|Library|System|Applications)[/\\]/;
const OWN_FOLDER = /[/\\]\.\w[^/\\]*[/\\]/;
/** Fields by which a call asks for the output of an earlier one. */
const ASKED = /^(?:(?:artifact|background|task|bash|shell|session|terminal|process)_?)*ids?$/i;
/** An id that means nothing in a field of any id. */
const SHORT = /^\d{1,3}$/;

/** Notes under which ids and files the output of a call can be read later, of which nothing may be kept. `project`: where its files are. */
export function noteOutputs(answer: string, outputs: Set<string>, project: readonly string[]): void {
  const text = answer.replace(/\\(.)/g, (_, sign: string) => (sign === '\\' ? sign : ' '));
  const ids = [TOLD, FILES].flatMap((form) => [...text.matchAll(form)].map(([, id = '']) => id));
  const paths = pathsOutside(text, project, (path, at) => {
    return isOutputFile(path) || SAVED.test(text.slice(Math.max(0, at - SAVED_CHARS), at));
  });
  for (const id of [...ids, ...paths]) {
    if (outputs.size >= IDS_MAX) return;
    outputs.add(id);
  }
}

/** True for a call that reads an output by an id or a path that `noteOutputs` noted. */
export function readsOutput(input: JsonObject, outputs: ReadonlySet<string>, project: readonly string[]): boolean {
  let left = VALUES_MAX;
  const walk = (value: JsonValue, key: string): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).some(([name, one]) => walk(one, Array.isArray(value) ? key : name));
    }
    if (ASKED.test(key) && outputs.has(`${value}`) && !(/^ids?$/i.test(key) && SHORT.test(`${value}`))) return true;
    if (typeof value !== 'string' || WORDS.test(key)) return false;
    const text = withoutSaid(value);
    const named = [...text.matchAll(FILES)].map(([, id = '']) => id);
    return [...named, ...pathsOutside(text, project, () => true)].some((id) => outputs.has(id));
  };
  return walk(input, '');
}

/**
 * The paths of a text that lie outside of a project, or below an agent's folder in it, by their last two names: so one is met with
 * `~` and behind a link, too.
 */
function pathsOutside(
  text: string,
  project: readonly string[],
  isMeant: (path: string, at: number) => boolean,
): string[] {
  const found: string[] = [];
  for (const { 0: path, index } of text.matchAll(PATH)) {
    const within = project.find((folder) => /^[/\\]/.test(path.slice(folder.length)) && path.startsWith(folder));
    if (OF_SYSTEM.test(path) || (within !== undefined && !OWN_FOLDER.test(path.slice(within.length)))) continue;
    if (!isMeant(path, index)) continue;
    found.push(path.split(/[/\\]/).slice(-2).join('/').replace(/\.$/, ''));
    if (found.length >= IDS_MAX) break;
  }
  return found;
}

/** True for a file in which an agent keeps a long output: its name says nothing of what it shows. */
export function isOutputFile(path: string): boolean {
  return OUTPUT_FILE.test(path);
}
