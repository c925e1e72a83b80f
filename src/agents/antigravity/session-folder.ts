import { asObject, asString, isJsonObject, parseJson } from '../../core/json.ts';
import { headLines } from '../shared/transcripts/transcript-files.ts';
import { inputOf } from './step-text.ts';

/** Upper bound on the bytes in which a session's first command is looked for. */
const HEAD_BYTES = 1024 * 1024;

/**
 * The folder in which a transcript's first command runs: the session's own, of which earlier lines say nothing.
 * `undefined` while no line within 1 MB names one.
 */
export function folderAhead(path: string, isFull: boolean): string | undefined {
  for (const line of headLines(path, HEAD_BYTES) ?? []) {
    if (!line.includes('"Cwd"')) continue;
    const { tool_calls: calls } = asObject(parseJson(line));
    const folders = (Array.isArray(calls) ? calls : [])
      .filter(isJsonObject)
      .map(({ args }) => inputOf(args, isFull).Cwd);
    const folder = folders.map(asString).find((named) => named !== undefined);
    if (folder !== undefined) return folder;
  }
  return undefined;
}
