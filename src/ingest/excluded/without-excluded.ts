// excluded: what a tool call tells of files whose contents are never kept. Nothing here reads the disk; what is looked at are the
// words of the call and of its answer.

import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { EventBody, Permission, ToolEnd, ToolStart } from '../../core/model/event.ts';
import { shownParts } from '../../core/text/shown-parts.ts';
import { namesAct, withoutColours } from '../../derive/tool/acting.ts';
import { commandOf, pathOf, pathsOf } from '../../derive/tool/tool-input.ts';
import type { Exclusion } from '../../privacy/exclude.ts';
import { printsSecret, withoutPrintedSecret } from '../../privacy/printed-secrets.ts';
import { cutOutput, cutResult } from './cut-result.ts';
import { cutSummary } from './cut-summary.ts';
import { cutText, EXCLUDED_MARK } from './cut-text.ts';
import { createExcludedNames, type ExcludedNames } from './excluded-names.ts';
import { foldersOf, isRelative } from './folders-of.ts';
import { isOutputFile, noteOutputs, readsOutput } from './hidden-outputs.ts';
import { lookAtInput } from './look-at-input.ts';
import { mapTexts } from './map-texts.ts';
import { readsUnnamed } from './reads-unnamed.ts';
import { searchedBeside } from './searched-beside.ts';
import { withoutPatches } from './without-patches.ts';

type ToolBody = ToolStart | ToolEnd | Permission;

/** The field of an event that has words, by its kind, and what leaves out of them what they show of excluded files. */
const SAID: Partial<Record<EventBody['kind'], [field: string, cut: (text: string, names: ExcludedNames) => string]>> = {
  message: ['text', (text, names) => cutOutput(text, { names })],
  prompt: ['text', cutShown],
  notification: ['message', (text, names) => cutOutput(cutShown(text, names), { names })],
  'subagent.start': ['task', cutShown],
  'compact.end': ['summary', cutSummary],
};
/** Tools that tell another agent what to do. */
const TO_AGENT = /agent|task|delegat|^send_/i;

/** A command that may contain what it writes: quotes, redirections, several lines, or a program that edits. */
const MAY_WRITE = /['"`<>\n\\{}]|\b(?:echo|printf|tee|sed|awk|perl)\b/;
/** Commands and tools that tell of several files, each line or part under a name. */
const SEARCH =
  /\b(?:rg|[efu]?grep|ag|ack|findstr|select-string|sls|awk|for|while|xargs|exec|foreach|bat)\b|grep|search|multi|many|batch/i;
/** Tools that read or change the one file that they name: what it says of other files is its own words. */
const OF_ONE_FILE = /read|view|open|edit|write|create|insert|replace|patch/i;
const OF_SEVERAL = /multiple|many|files|batch|tree|dir|grep|search|find|glob|list|diff/i;
const NAMED_PARTS = /^==> .+ <==\r?$/m;
/** Tools that ask a person, plan, list tasks or begin a skill, in lower case without signs: their words name no file that they touch. */
const SAYS =
  /^(?:ask(?:user|(?:user|followup)questions?)|question|requestuserinput|(?:enter|exit)(?:plan|spec)mode|plan(?:enter|exit)|todos?|todo(?:write|read|list)|(?:set|manage|update)todolist|writetodos|updateplan|task(?:create|update|list|get)|skill|slashcommand)$/;
/** The program with which a command begins. */
const PROGRAM = /^[\s(]{0,9}([\w./~-]{1,200})(?=\s|$)/;
/** What Cairn prints of a memory with which it did something. */
const OF_MEMORY = /\b[a-z]_[a-z2-7]{16} [a-z]/;

/**
 * The body without the contents of excluded files: that a tool touched them is kept, what it read or wrote is not. Where an answer
 * tells of several files under their names, only the parts of the excluded ones are left out, and so are those that an editor or
 * agent put into a prompt. `cwd`: the folder of relative paths.
 */
export function withoutExcluded(body: EventBody, exclusion: Exclusion, cwd?: string): EventBody {
  return withoutFiles(body.kind === 'tool.end' ? withoutPrinted(body) : body, exclusion, cwd);
}

/** A call that prints secrets without them: they have no form by which they would be known. */
function withoutPrinted(body: ToolEnd): ToolEnd {
  const command = commandOf(body.input);
  if (command === undefined || !printsSecret(command)) return body;
  const output = withoutPrintedSecret(body.output);
  const result = body.result === undefined ? undefined : mapTexts(body.result, withoutPrintedSecret);
  const isSame = output === body.output && result === body.result;
  return isSame ? body : { ...body, output, ...(result !== undefined && { result }) };
}

function withoutFiles(body: EventBody, exclusion: Exclusion, cwd?: string): EventBody {
  const here = cwd === undefined ? [] : [cwd];
  const [field = '', cutSaid] = (body.kind === 'message' && body.from !== 'tool' ? undefined : SAID[body.kind]) ?? [];
  const said = (body as unknown as JsonObject)[field];
  if (cutSaid !== undefined && typeof said === 'string') {
    const left = cutSaid(said, createExcludedNames(exclusion, here));
    return left === said ? body : { ...body, [field]: left };
  }
  if (body.kind !== 'tool.start' && body.kind !== 'tool.end' && body.kind !== 'permission') return body;
  const { hiddenOutputs } = exclusion;
  const project = (): string[] =>
    here.flatMap((folder) => [folder, exclusion.topOf?.(folder) ?? folder]).filter((folder) => /\w/.test(folder));
  const isEarlier = hiddenOutputs?.size && !isSaying(body) && readsOutput(body.input, hiddenOutputs, project());
  const words = withoutPatches(body.input);
  const cut = cutBody(body, words, createExcludedNames(exclusion, foldersOf(words, cwd)));
  const left = isEarlier ? touched(cut, cut.input) : cut;
  if (hiddenOutputs !== undefined && left.kind === 'tool.end' && left.output === EXCLUDED_MARK) {
    const { input, ...answer } = body;
    noteOutputs(JSON.stringify(answer), hiddenOutputs, project());
  }
  return left !== body && left.kind === 'tool.end' && mayHaveActed(body) ? { ...left, hidden: true } : left;
}

/** True for a call whose words, or what it was answered, tell of an act in a person's name: what is left out of it may be that act. */
function mayHaveActed({ input, ...answer }: ToolBody): boolean {
  return namesAct(JSON.stringify(input)) || ('output' in answer && OF_MEMORY.test(withoutColours(`${answer.output}`)));
}

/** `words`: the input without its patches. */
function cutBody(body: ToolBody, words: JsonObject, names: ExcludedNames): ToolBody {
  if (body.kind !== 'tool.end' || body.reply === undefined) return cutAll(body, words, names);
  const { reply: said, ...call } = body;
  // What a person said of a call is kept like a prompt.
  const reply = mapShown(said, names);
  const left = cutAll(call, words, names);
  return left === call && reply === said ? body : { ...(left as ToolEnd), reply };
}

/** True for a call of a tool that asks, plans or lists tasks. */
function isSaying({ tool }: ToolBody): boolean {
  return SAYS.test(tool.toLowerCase().replace(/[^a-z]/g, ''));
}

function cutAll(body: ToolBody, words: JsonObject, names: ExcludedNames): ToolBody {
  const cutPatches = (text: string): string => cutText(text, { names, only: 'headers' });
  if (isSaying(body)) return mapTexts(body as unknown as JsonObject, cutPatches) as unknown as ToolBody;
  const { isTouching, named } = lookAtInput(body.tool, words, names);
  if (isTouching) {
    const left = touched(body, shownInput(body.input, { named, isInside: names.isInside() }));
    const command = commandOf(words);
    if (body.kind !== 'tool.end' || command === undefined || names.isInside()) return left;
    const output = searchedBeside(command, body.output, names);
    return output === undefined ? left : ({ ...left, output } as ToolBody);
  }
  const input = TO_AGENT.test(body.tool) ? mapShown(body.input, names) : body.input;
  const patched = mapTexts(input, cutPatches);
  if (patched !== input) return touched(body, patched);
  return cutCall(input === body.input ? body : { ...body, input }, words, names);
}

/** The value in which `cutShown` went through each text. */
function mapShown<Value extends object>(value: Value, names: ExcludedNames): Value {
  return mapTexts(value as unknown as JsonObject, (text) => cutShown(text, names)) as unknown as Value;
}

/**
 * A prompt without the contents of excluded files that it shows; one part that shows several is left out as a whole. Of a part that
 * names none, a diff or the output of a command, what tells of excluded ones.
 */
function cutShown(text: string, names: ExcludedNames): string {
  let at = 0;
  let left = '';
  for (const { paths, from, until } of shownParts(text)) {
    if (from >= until || from < at) continue;
    const shown = text.slice(from, until);
    const isOfOne = paths.length === 1 && { only: 'headers' as const };
    left += text.slice(at, from);
    left += paths.some((path) => names.has(path)) ? EXCLUDED_MARK : cutText(shown, { names, ...isOfOne });
    at = until;
  }
  return left + text.slice(at);
}

/** What a call that names no excluded file itself was answered; also where a program records that in another event than the end. */
function cutCall(body: ToolBody, words: JsonObject, names: ExcludedNames): ToolBody {
  const { kind, tool, input, ...answer } = body;
  const command = commandOf(words);
  const output = 'output' in answer ? answer.output : '';
  const isOfOne = command === undefined && isOfOneFile(tool, input);
  const path = pathOf(input) ?? '';
  if (isOfOne && isOutputFile(path) && names.mayBeOfOwn() && names.mayBeIn(textOf(answer))) return touched(body, input);
  const isTold = kind === 'tool.end' || 'output' in answer || 'result' in answer;
  const isUnnamed =
    isTold && command !== undefined && readsUnnamed(command, textOf(answer), names) && !NAMED_PARTS.test(`${output}`);
  if (isUnnamed) return touched(body, input);
  const given = Object.values(answer) as JsonValue[];
  const only = isOfOne && !isCollected(path, names) ? ({ only: 'headers' } as const) : {};
  const { value, hidden } = cutResult(given, { names, isSearch: SEARCH.test(command ?? tool), ...only });
  if (value === given) return body;
  const all = Object.fromEntries(Object.keys(answer).map((key, i) => [key, (value as JsonValue[])[i]]));
  const { fileHash, ...left } = all;
  const isHidden = [...hidden].some((text) => `${output}`.includes(text.trim()));
  return { kind, tool, input, ...left, ...(isHidden && { output: EXCLUDED_MARK }) } as unknown as ToolBody;
}

/** The lines of an answer, also of one in fields alone. */
function textOf(answer: object): string {
  const output = 'output' in answer ? `${answer.output}` : '';
  return output === '' ? JSON.stringify(answer).replace(/\\n/g, '\n') : output;
}

/** True for a file that may have been made of several others: a diff, or what lies outside the folder of the session. */
function isCollected(path: string, { folders: [folder = ''] }: ExcludedNames): boolean {
  return /\.(?:diff|patch)$/i.test(path) || !(isRelative(path) || path.startsWith(folder));
}

function isOfOneFile(tool: string, input: JsonObject): boolean {
  const name = pathOf(input)?.split(/[/\\]/).at(-1) ?? '';
  return /\w\.\w/.test(name) && OF_ONE_FILE.test(tool) && !OF_SEVERAL.test(tool);
}

/** What a call names of excluded files; `isInside`: it works in an excluded folder, of which each of its words can be. */
interface NamedInCall {
  named: readonly string[];
  isInside: boolean;
}

/** The input reduced to its paths, its description and the words of a command that name excluded files. */
function shownInput(input: JsonObject, { named, isInside }: NamedInCall): JsonObject {
  const paths = [...new Set([...pathsOf(input), ...named])];
  const command = commandOf(input);
  if (command === undefined) return pathsOnly(input, paths);
  const kept = pathsOnly(input, pathsOf(input));
  if (!isInside && !MAY_WRITE.test(command)) return { ...kept, command };
  const program = PROGRAM.exec(command)?.slice(1) ?? [];
  return { ...kept, command: [...program, '…', ...new Set(named)].join(' ') };
}

function pathsOnly(input: JsonObject, paths: readonly string[]): JsonObject {
  const isKept = (key: string, value: unknown): boolean => key === 'description' || paths.includes(value as string);
  const kept = Object.fromEntries(
    Object.entries(input).filter(([key, value]) => typeof value === 'string' && isKept(key, value)),
  );
  return paths.some((path) => !Object.values(kept).includes(path)) ? { ...kept, paths: [...paths] } : kept;
}

function touched(body: ToolBody, input: JsonObject): ToolBody {
  const { kind, tool } = body;
  if (kind === 'tool.start') return { kind, tool, input };
  if (kind === 'permission') return { kind, tool, input, denied: body.denied };
  const end: ToolEnd = { kind, tool, input, output: EXCLUDED_MARK, success: body.success };
  for (const field of ['exitCode', 'interrupted', 'durationMs', 'reply'] as const) {
    if (body[field] !== undefined) Object.assign(end, { [field]: body[field] });
  }
  return end;
}
