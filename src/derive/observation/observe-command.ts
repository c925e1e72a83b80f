import type { ToolEnd } from '../../core/model/event.ts';
import type { ObservationDetail } from '../../core/model/item.ts';
import type { Author, ObservationKind } from '../../core/model/kinds.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import type { Loose } from '../item/make-item.ts';
import { conceptsOf } from '../text/concepts.ts';
import { REFUSED, REFUSED_END } from '../text/title-words.ts';
import { plainText, truncateText } from '../text/truncate-text.ts';
import { commandName, mainCommands, withoutLeading } from '../tool/main-commands.ts';
import { parseShell } from '../tool/shell.ts';
import { commandOf, textField } from '../tool/tool-input.ts';

const TITLE_CHARS = 120;
const COMMAND_CHARS = 600;
const OUTPUT_CHARS = 1_200;
const ERROR_CHARS = 160;
const ERROR_LINE =
  /\b(?:error|failed|failure|fatal|panic|exception|traceback|denied|not found|no such|cannot|undefined|assert)/i;

/** A tool call as observed: a title composed by Cairn, the text to index, and the author of that text. */
export interface Observed {
  kind: ObservationKind;
  author: Author;
  title: string;
  text: string;
  tailShare?: number;
  detail: Loose<Partial<ObservationDetail>>;
}

/** Observes a shell command: the line, how it ended, head and tail of its output. */
export function observeCommand(body: ToolEnd): Observed {
  const line = commandOf(body.input) ?? '';
  const purpose = textField(body.input, ['description', 'explanation']);
  const output = outputOf(body);
  const name = programOf(line);
  return {
    kind: 'command',
    author: 'tool',
    title: `${cutText(shownLine(line), TITLE_CHARS)}${endOf(body)}`,
    text: [purpose, `$ ${truncateText(line.trim(), { max: COMMAND_CHARS })}`, output].filter(Boolean).join('\n'),
    tailShare: 0.6,
    detail: {
      subtitle: name,
      facts: body.success ? undefined : factsOf(output),
      concepts: conceptsOf([], name),
    },
  };
}

/** Observes the latest output of a background command. */
export function observeShellOutput(body: ToolEnd): Observed {
  const id = textField(body.input, ['task_id', 'taskId', 'bash_id', 'shell_id', 'shellId', 'session_id', 'id']);
  return {
    kind: 'command',
    author: 'tool',
    title: `Output of a background command${endOf(body)}`,
    text: [id === undefined ? undefined : `task ${cutText(id, 60)}`, outputOf(body)].filter(Boolean).join('\n'),
    tailShare: 0.6,
    detail: {},
  };
}

/** True when a person refused the call, so that it did not run. */
export function isRefused(body: ToolEnd): boolean {
  return !body.success && (body.reply?.refused === true || REFUSED.test(body.output));
}

/** ` failed (exit 1)`, ` was interrupted`, `, refused by the user`, or nothing for success. */
export function endOf(body: ToolEnd): string {
  if (body.success) return '';
  if (isRefused(body)) return REFUSED_END;
  if (body.interrupted === true) return ' was interrupted';
  return body.exitCode === undefined ? ' failed' : ` failed (exit ${body.exitCode})`;
}

/** Head and tail of a tool's output without terminal codes and an agent's wrapping. */
export function outputOf(body: ToolEnd): string {
  const bounded = truncateText(body.output, { max: OUTPUT_CHARS * 6, tailShare: 0.6 });
  const text = plainText(bounded.replace(/<\/?tool_use_error>/g, '').replace(/^Exit code -?\d+\n/, ''));
  return truncateText(text, { max: OUTPUT_CHARS, tailShare: 0.6 });
}

/** Program and subcommand of a line's first main command: `npm test`, `git commit`, `python`. */
export function programOf(line: string): string | undefined {
  const main = mainCommands(line)[0] ?? parseShell(line)[0];
  return main === undefined ? undefined : commandName(main);
}

/** A shell line without leading `cd` and `export`, each run of white space as one space. */
function shownLine(line: string): string {
  const shown = withoutLeading(oneLine(line.slice(0, 2_000)));
  return shown === '' ? 'A command' : shown;
}

function factsOf(output: string): string[] {
  const line = output.split('\n').find((candidate) => ERROR_LINE.test(candidate));
  return line === undefined ? [] : [cutText(oneLine(line), ERROR_CHARS)];
}
