import type { JsonObject, JsonValue } from '../../core/json.ts';
import { commandOf, quoteWord, textList } from './tool-input.ts';
import { toolUseOf } from './tool-use.ts';

/** Upper bounds on what is looked at of one input. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 12;
/** Up to this much is read line by line, the rest as one line: each is compared with every tripwire. */
const BY_ITSELF = { lines: 50, chars: 20_000 } as const;
/** Fields with a command, and of those the ones whose list holds several. */
const COMMAND =
  /^(?:(?:shell|bash|raw|full)_?)?(?:commands?|cmds?)(?:_?(?:line|string|text))?$|^(?:script|argv|program|executable)$/i;
const SEVERAL = /s$/i;
/** Tools that run what they take, and fields of theirs with a line or with code. */
const RUNS = /exec|run|eval|shell|bash|terminal|command|repl|process/i;
const LINE = /^(?:line|input|shell|bash)$/i;
const CODE = /^(?:code|source)$/i;
/** Tools that run queries, which are no lines of a shell. */
const OF_QUERIES = /sql|query|cypher/i;
/** Fields with the words of a command, where none names its program. */
const WORDS = /^(?:args|arguments|params)$/;
/** A line of code that a shell runs, in a notebook or by a template. */
const SHELL_IN_CODE = /^\s*[!%]|\$`/;
/** Tools that look for words or pass them on. */
const ONLY_SAYS =
  /search|find|query|grep|\bget|list|read|ask|question|comment|issue|message|note|remember|memory|create|update|edit|write_?file/i;
/** Tools that hand text to a program that already runs, and the fields with that text. */
const WRITES =
  /(?:write|send|type|interact|input|submit|feed|paste).{0,30}(?:bash|shell|stdin|terminal|process|pty|pane|session|console)(?!s?[_-]?(?:message|chat|mail|comment|summary|feedback|note))|stdin|send.?keys|^process$/i;
const OF_PAGES = /browser|page|web|selenium|playwright|puppeteer/i;
const WRITTEN = /^(?:input|chars|data|keys|text|line|stdin|content)$/i;
/** Names of keys within a text that is typed. */
const KEYS = /\{enter\}|<enter>|\b(?:Enter|C-m)\s*$|\r/gi;

/** True for a tool that hands text to a program that already runs, as a shell. */
export function isWriter(tool: string): boolean {
  return WRITES.test(tool) && !OF_PAGES.test(tool);
}

/**
 * The shell lines that a tool call runs, under any agent's or server's name for the field, at any depth: the command of a shell
 * tool, commands with their arguments apart, what is typed into a running program. None of a tool that only says or looks for words.
 */
export function linesRun(tool: string, input: JsonObject): string[] {
  const use = toolUseOf(tool, input);
  const runs = use === 'shell' || use === 'foreign' || use === 'other' || use === 'own';
  const writes = isWriter(tool) && (runs || use === 'shell-output');
  if (!runs && !writes) return [];
  const lines = new Set<string>();
  const add = (line: string): void => {
    if (line.trim() !== '') lines.add(line);
  };
  const main = runs ? commandOf(input) : undefined;
  if (main !== undefined && argumentsOf(input) === undefined) add(main);
  const runsAll = use !== 'shell' && RUNS.test(tool) && !OF_QUERIES.test(tool);
  const isDeep = main !== undefined || runsAll || !ONLY_SAYS.test(tool);
  let left = MAX_VALUES;
  const walk = (value: JsonValue, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const one of value) walk(one, depth + 1);
    else
      for (const [field, one] of Object.entries(value)) {
        const isAlone = runsAll && WORDS.test(field) && !Object.keys(value).some((key) => COMMAND.test(key));
        const isLine = COMMAND.test(field) || isAlone || (runsAll && LINE.test(field));
        if (runs && isLine) for (const line of linesIn(field, one, value)) add(line);
        if (runs && runsAll && CODE.test(field)) for (const line of shellOf(one)) add(line);
        if (writes && WRITTEN.test(field)) for (const line of typed(one)) add(line);
        walk(one, depth + 1);
      }
  };
  if (isDeep || writes) walk(input, 0);
  return bounded([...lines]);
}

/** Lines of which those beyond a bound are one; there a quote that is not closed hides no other line. */
function bounded([main, ...others]: readonly string[]): string[] {
  if (main === undefined) return [];
  let chars = 0;
  const from = others.findIndex((line, n) => {
    chars += line.length;
    return n >= BY_ITSELF.lines || chars > BY_ITSELF.chars;
  });
  if (from < 0) return [main, ...others];
  const isOpen = (line: string): boolean => ["'", '"', '`'].some((quote) => line.split(quote).length % 2 === 0);
  const rest = others.slice(from).map((line) => (isOpen(line) ? line.replace(/["'`]/g, ' ') : line));
  return [main, ...others.slice(0, from), rest.join('\n')];
}

/** The lines of a field with a command, with the arguments that stand beside it: as they are, and each as one word. */
function linesIn(field: string, value: JsonValue, beside: JsonObject): string[] {
  if (typeof value !== 'string') {
    const words = textList(value);
    return [SEVERAL.test(field) && !WORDS.test(field) ? words.join('\n') : words.map(quoteWord).join(' ')];
  }
  const given = argumentsOf(beside) ?? [];
  return [[value, ...given].join(' '), [value, ...given.map(quoteWord)].join(' ')];
}

function argumentsOf({ args, arguments: others, argv, params }: JsonObject): string[] | undefined {
  const lists = [args, others, argv, params].map((one) => (typeof one === 'string' ? [one] : textList(one)));
  return lists.find((list) => list.length > 0);
}

/** What of a program's text a shell runs: all of one line, of several those that say so. */
function shellOf(code: JsonValue): string[] {
  const lines = typeof code === 'string' ? code.split('\n') : [];
  const run = lines.length === 1 ? lines : lines.filter((line) => SHELL_IN_CODE.test(line));
  return run.map((line) => line.replace(/^\s*[!%]+/, ''));
}

/** The lines of what is typed: a text, or the parts of a list, together and each for itself. */
function typed(value: JsonValue): string[] {
  const parts = typeof value === 'string' ? [value] : textList(value);
  return [...parts, parts.join('')].map((part) => part.replace(KEYS, '\n'));
}
