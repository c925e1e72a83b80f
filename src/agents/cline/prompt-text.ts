import { promptText } from '../shared/dialects/claude-prompt.ts';

/** What the texts of a user's message are: typed words, results of tools of old versions, and what Cline put beside both. */
export interface MessageTexts {
  words: string;
  /** True where a text beside the words may hold the tags around them: what was typed cannot be told. */
  isUnclear: boolean;
  results: { tool: string; about: string; output: string }[];
  beside: string[];
}

/** The tag around the user's words in a session, and those in a task of an old version. */
const INPUT_OPENS = /^<user_input(?: [^<>\n]{0,200})?>/;
const INPUT_CLOSES = '</user_input>';
const TAG = /^<(task|feedback|answer|user_message)>\n/m;
const INSTRUCTIONS = '</explicit_instructions>';
/** How the person's words begin in the result of a tool that prints nothing before them that others wrote. */
const REPLY = /^(?:The user [^\n]{1,300}\n)?<(feedback|answer|user_message)>\n/;
const SPEAKS_FIRST =
  /^(?:ask_followup_question|attempt_completion|plan_mode_respond|write_to_file|replace_in_file|execute_command|new_task|condense|new_rule|report_bug)$/;
/** The line before a tool's result in the messages of old versions. */
const RESULT = /^\[(\w+)(?: for (?:'([\s\S]*?)'|[^\n\]]{1,100}))?\] Result:[^\S\n]*(?:\n|$)/;
const ENVIRONMENT = /^\s*<environment_details>/;
const TERMINALS = /^# (?:Actively Running|Inactive) Terminals$/m;

/** Tells the texts of a message apart, by their places: a tool's result holds whatever tags a file has. */
export function readTexts(texts: readonly string[]): MessageTexts {
  const read: MessageTexts = { words: '', isUnclear: false, results: [], beside: [] };
  const words: string[] = [];
  const plain: string[] = [];
  const say = (text: string, opening: RegExp): boolean => {
    const said = wrapped(text, opening);
    if (said === undefined) return false;
    words.push(said.words);
    read.beside.push(said.beside);
    read.isUnclear ||= said.isUnclear;
    return true;
  };
  for (let n = 0; n < texts.length; n += 1) {
    const text = texts[n] ?? '';
    const result = RESULT.exec(text);
    if (result !== null) {
      const [head, tool = '', about = ''] = result;
      // It stands below the line, or is the next text.
      const output = text.slice(head.length).trim() === '' ? (texts[++n] ?? '') : text.slice(head.length);
      if (!SPEAKS_FIRST.test(tool) || !say(output, REPLY)) read.results.push({ tool, about, output });
    } else if (ENVIRONMENT.test(text)) read.beside.push(text.slice(TERMINALS.exec(text)?.index ?? text.length));
    else if (!say(text, TAG)) plain.push(text);
  }
  // Beside tagged words and results the rest is Cline's own.
  const isTyped = words.length === 0 && read.results.length === 0;
  read.words = promptText((isTyped ? plain : words).join('\n'));
  read.beside = read.beside.filter((text) => text.trim() !== '');
  return read;
}

/** The words in a text's tag, and what Cline added around it; `undefined` for one without. */
function wrapped(text: string, opening: RegExp): { words: string; beside: string; isUnclear: boolean } | undefined {
  const input = opening === TAG ? INPUT_OPENS.exec(text.trimStart()) : null;
  if (input !== null) {
    const inner = text.trim().slice(input[0].length);
    const end = inner.lastIndexOf(INPUT_CLOSES);
    const isWhole = end >= 0 && end + INPUT_CLOSES.length === inner.length && inner.indexOf(INPUT_CLOSES) === end;
    return { words: end < 0 ? inner : inner.slice(0, end), beside: '', isUnclear: !isWhole };
  }
  const found = opening.exec(text);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  // What stands behind the first closing was added: contents of the files that the words name.
  const end = text.indexOf(`</${found[1]}>`, start);
  if (end < 0) return undefined;
  const [before, after] = [text.slice(0, found.index), text.slice(end).replace(/^<\/\w+>/, '')];
  return {
    words: text.slice(start, end),
    beside: `${before}\n${after}`,
    // Instructions of a file of the repository stand before the words.
    isUnclear: before.includes(INSTRUCTIONS) && TAG.test(after),
  };
}
