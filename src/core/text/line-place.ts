import { omitUndefined } from '../omit-undefined.ts';

/** A file, and a line or a range of it, from 1. */
export interface LinePlace {
  path: string;
  line?: number;
  endLine?: number;
}

/** Reads a place as a person types it: `src/pay.ts`, `src/pay.ts:42`, `src/pay.ts:42-60`. */
export function parseLinePlace(place: string): LinePlace {
  const [, path, line, endLine] = /^(.+?):(\d{1,8})(?:-(\d{1,8}))?$/.exec(place) ?? [];
  if (path === undefined) return { path: place };
  return {
    path,
    line: Number(line),
    ...omitUndefined({ endLine: endLine === undefined ? undefined : Number(endLine) }),
  };
}
