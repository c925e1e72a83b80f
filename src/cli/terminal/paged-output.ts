import type { CliIo, CliStream } from './cli-io.ts';

/** Pagers that show nothing by pages: whoever sets one wants none. */
const NONE = new Set(['', 'cat']);
const DEFAULT = 'less';

/** What a command printed for a person, kept until it has ended. */
export interface PagedOutput {
  stdout: CliStream;
  text: () => string;
}

/** The pager of a person at a terminal; `undefined` where nobody pages: no terminal, an agent, or a setting against it. */
export function pagerOf({ stdout, env, whyNoPerson }: CliIo): string | undefined {
  const pager = env.CAIRN_PAGER ?? env.PAGER ?? DEFAULT;
  if (stdout.isTTY !== true || env.TERM === 'dumb' || NONE.has(pager.trim())) return undefined;
  return whyNoPerson?.() === undefined ? pager : undefined;
}

/** A stdout like that of the process, which keeps what is written. */
export function collectOutput({ isTTY, columns, rows }: CliStream): PagedOutput {
  const parts: string[] = [];
  return { stdout: { isTTY, columns, rows, write: (text) => parts.push(text) }, text: () => parts.join('') };
}

/** Whether a text has more lines than a terminal. */
export function needsPager(text: string, { rows = 0 }: CliStream): boolean {
  return rows > 0 && text.split('\n').length > rows;
}
