import pc from 'picocolors';
import type { CairnError } from '../../core/errors.ts';
import { lazy } from '../../core/lazy.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import type { CliIo, CliStream } from './cli-io.ts';
import { linkTo, showsLinks } from './links.ts';
import { whenSaid } from './when-said.ts';

/** Colours of one stream; plain text when it is no terminal (unless `FORCE_COLOR` is set) or `NO_COLOR` is set. */
export type Colors = ReturnType<typeof pc.createColors>;

/** The outputs of a command: data to stdout, messages to stderr. */
export interface Output {
  /** Colours of stdout. */
  colors: Colors;
  /** Columns of the terminal that stdout is; `undefined` where it is none: then no line is cut or wrapped. */
  columns: number | undefined;
  /** An instant (ISO 8601) as stdout shows it: local and relative on a terminal, elsewhere `2026-10-05 09:12` in UTC. */
  when(at: string): string;
  /** A text as a link to a page of the dashboard, where the terminal shows links and the worker serves pages. */
  link(page: string, text: string): string;
  /** Keeps ids that were printed with numbers from `first` on, so that the next command can name one by its number. */
  number(ids: readonly string[], first?: number): void;
  /** Prints data: text and a line feed. */
  print(text: string): void;
  /** Prints a value as JSON, on one line where stdout is no terminal. */
  json(value: unknown): void;
  /** Prints a result: with `--json` the value as JSON, else as `show` prints it. */
  result<Value>(value: Value, show: (value: Value) => void): void;
  /** Prints a message for a person to stderr; nothing with `--json`. */
  say(text: string): void;
  /** Shows a line that the next one replaces; only on a terminal. Empty text removes it. */
  progress(text: string): void;
  /** Prints what failed, why, and what helps; with `--json` as `{error}` on stdout. */
  error(error: CairnError): void;
}

/**
 * Characters that JSON does not escape and a terminal interprets: controls beyond ASCII, soft hyphens, and marks of
 * writing direction.
 */
const ACTS = /[\u007f-\u009f\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const ERASE_LINE = '\r\u001b[2K';

/** JSON text in which the characters that a terminal would interpret are escaped; it parses to the same value. */
export function escapeActs(json: string): string {
  return json.replace(ACTS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What an entry of a list is shown with. */
export type Shown = Pick<Output, 'colors' | 'columns' | 'when' | 'link'>;

/**
 * Builds the output of a command; `keepList` keeps the ids of the list that a terminal showed last, `dashboard` gives the
 * address at which pages are served.
 */
export function createOutput(
  io: CliIo,
  {
    json,
    keepList,
    dashboard,
  }: { json: boolean; keepList?: (ids: readonly string[]) => void; dashboard?: () => string | undefined },
): Output {
  const { stdout, stderr } = io;
  const colors = pc.createColors(hasColors(stdout, io));
  const quiet = json || stderr.isTTY !== true;
  let shown = false;
  const listed: string[] = [];
  const address = lazy(() => (showsLinks(io) ? dashboard?.() : undefined));
  const progress = (text: string): void => {
    if (quiet || (text === '' && !shown)) return;
    stderr.write(`${ERASE_LINE}${text.slice(0, Math.max((stderr.columns || 80) - 1, 20))}`);
    shown = text !== '';
  };
  const tell = (text: string): void => {
    progress('');
    stderr.write(`${text}\n`);
  };
  const writeJson = (value: unknown): void => {
    const text = JSON.stringify(value, undefined, stdout.isTTY === true ? 2 : undefined);
    stdout.write(`${escapeActs(text)}\n`);
  };
  return {
    colors,
    columns: stdout.isTTY === true ? stdout.columns || 80 : undefined,
    when: (at) => (stdout.isTTY === true ? whenSaid(at, io.now()) : formatMinute(at)),
    link: (page, text) => (address() === undefined ? text : linkTo(`${address()}/${page}`, text)),
    number(ids, first = 1) {
      if (json || stdout.isTTY !== true || ids.length === 0) return;
      listed.splice(first - 1, listed.length, ...ids);
      keepList?.(listed);
    },
    print(text) {
      progress('');
      stdout.write(`${text}\n`);
    },
    json: writeJson,
    result: (value, show) => (json ? writeJson : show)(value),
    say: (text) => (json ? undefined : tell(text)),
    progress,
    error(error) {
      if (json) writeJson({ error: error.toJSON() });
      else
        tell(
          describeError(error, { colors: pc.createColors(hasColors(stderr, io)), isTerminal: stderr.isTTY === true }),
        );
    },
  };
}

/** What failed and what helps; a person is also told where to read more. */
function describeError(
  { code, message, fix }: CairnError,
  { colors, isTerminal }: { colors: Colors; isTerminal: boolean },
): string {
  const lines = [`${colors.red('error:')} ${safeText(message)}`];
  if (fix !== undefined) lines.push(`${colors.bold('fix:')}   ${safeText(fix)}`);
  if (isTerminal) lines.push(colors.dim(`more:  cairn help ${code}`));
  return lines.join('\n');
}

function hasColors({ isTTY }: CliStream, { env }: CliIo): boolean {
  if (env.NO_COLOR) return false;
  return isForced(env.FORCE_COLOR) || (isTTY === true && env.TERM !== 'dumb');
}

/** Whether `FORCE_COLOR` asks for colours where there is no terminal. */
function isForced(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value !== 'false';
}
