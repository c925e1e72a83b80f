import { parseLinePlace } from '../../../src/core/text/line-place.ts';

/** Lines that are asked about: a range from 1, or `all` of the file. */
export type AskedLines = { line: number; endLine: number } | 'all';

/** Reads `42`, `42-60` or `all` from the address; `undefined` for anything else. */
export function readLines(text: string): AskedLines | undefined {
  if (text === 'all') return 'all';
  const { line, endLine = line } = parseLinePlace(`f:${text.replaceAll(/\s/g, '').replace('–', '-')}`);
  if (line === undefined || endLine === undefined || line < 1 || endLine < line) return undefined;
  return { line, endLine };
}

/** Lines as the address has them. */
export function writeLines(from: number, to: number): string {
  return from === to ? String(from) : `${from}-${to}`;
}
