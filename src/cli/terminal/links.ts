import { asObject, asString, parseJson } from '../../core/json.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { CliIo } from './cli-io.ts';

/** Values of `TERM_PROGRAM` of terminals that show OSC 8 links, as their documentation says. */
const PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio', 'Tabby', 'zed', 'WarpTerminal']);
const TERMS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/;
/** VTE shows links since 0.50, which it writes as 5000. */
const VTE_LEAST = 5_000;
const OPEN = '\u001b]8;;';
const END = '\u0007';

/** Whether the terminal that stdout is shows OSC 8 links; `FORCE_HYPERLINK` decides where it is set. */
export function showsLinks({ stdout, env }: Pick<CliIo, 'stdout' | 'env'>): boolean {
  if (stdout.isTTY !== true || env.TERM === 'dumb') return false;
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0';
  return (
    PROGRAMS.has(env.TERM_PROGRAM ?? '') ||
    TERMS.test(env.TERM ?? '') ||
    Number(env.VTE_VERSION ?? 0) >= VTE_LEAST ||
    [env.WT_SESSION, env.KONSOLE_VERSION].some((value) => value !== undefined)
  );
}

/** A text as a link, by OSC 8 (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
export function linkTo(address: string, text: string): string {
  return `${OPEN}${address}${END}${text}${OPEN}${END}`;
}

/** The address at which the worker of this home serves pages, out of its `http.json`; `undefined` where it serves none. */
export function pagesAddress(file: string): string | undefined {
  try {
    const { url, pages } = asObject(parseJson(readTextIfThere(file) ?? ''));
    return pages === true ? asString(url) : undefined;
  } catch (error) {
    ignore(error, 'where pages are could not be read, so that rows are no links');
    return undefined;
  }
}
