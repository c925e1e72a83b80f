import { fileHash } from '../../../core/file-hash.ts';
import { asNumber, asObject, asString, type JsonObject, type JsonValue, objectsIn } from '../../../core/json.ts';

/** Longest text of a file that is hashed, in UTF-16 code units. */
const MAX_CHARS = 1024 * 1024;
/** Names of tools that write a file as a whole, in lower case without `_` and `-`. */
const WRITES = /^(?:write|writefile|writetofile|create|createfile|createnewfile|fswrite|savefile)$/;

interface FileCall {
  tool: string;
  input: JsonObject;
  result?: JsonValue | undefined;
}

/**
 * The hash of a file after a call that read or wrote it: of the whole content that the call gave or got, or of the
 * original in the result with the edits applied. `undefined` where the call does not show the whole file.
 */
export function hashOfToolFile({ tool, input, result }: FileCall): string | undefined {
  const text = readWhole(asObject(result)) ?? edited(input, asObject(result)) ?? written(tool, input);
  return text === undefined || text.length > MAX_CHARS ? undefined : fileHash(text);
}

function readWhole({ file }: JsonObject): string | undefined {
  const { content, startLine, numLines, totalLines } = asObject(file);
  const isWhole = asNumber(startLine) === 1 && asNumber(numLines) === asNumber(totalLines) && totalLines !== undefined;
  return isWhole ? asString(content) : undefined;
}

function edited(input: JsonObject, result: JsonObject): string | undefined {
  const original = asString(result.originalFile);
  if (original === undefined || original.length > MAX_CHARS || result.userModified === true) return undefined;
  const edits = Array.isArray(input.edits) ? objectsIn(input.edits) : [input];
  let text = original;
  for (const edit of edits) {
    const [before, after] = [asString(edit.old_string), asString(edit.new_string)];
    if (before === undefined || after === undefined || before === '' || !text.includes(before)) return undefined;
    text = edit.replace_all === true ? text.replaceAll(before, () => after) : text.replace(before, () => after);
  }
  return text;
}

function written(tool: string, input: JsonObject): string | undefined {
  const isWhole = WRITES.test(tool.toLowerCase().replace(/[^a-z]/g, '')) && !('append' in input) && !('mode' in input);
  return isWhole ? (asString(input.content) ?? asString(input.file_text) ?? asString(input.contents)) : undefined;
}
