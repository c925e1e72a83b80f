import type { JsonValue } from '../../core/json.ts';
import type { EventBody, Judged, ToolEnd } from '../../core/model/event.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { ACTING, namesCairn, withoutColours } from './acting.ts';
import { isWriter } from './lines-run.ts';
import { readShell } from './shell.ts';
import { commandOf } from './tool-input.ts';
import { toolUseOf } from './tool-use.ts';

/** An act in a person's name: its body, when it was done (milliseconds since 1970), and the memories that it is about. */
export interface DatedAct {
  at: number;
  body: EventBody;
  ids: readonly string[];
}

/**
 * A tool call that has ended; `at` is when, in milliseconds since 1970. `body.durationMs` is how long it surely ran: a hook's own
 * word for that is not taken (`durationOf`).
 */
export interface EndedCall {
  at: number;
  body: ToolEnd;
}

/**
 * Milliseconds around a call's end within which it ran without a doubt, when nobody said how long it took; before its end
 * within which it may have run; after it within which what it did may be noted, and what it left running may act.
 */
const REACH = { sure: 5_000, before: 120_000, after: 60_000, detached: 600_000 } as const;

/** How a command line or a request names an act. */
const BY_NAME: Readonly<Record<Judged['kind'] | 'revised' | 'noted' | 'merged' | 'renamed', RegExp>> = {
  noted: /\b(?:remember|checkpoint|summarize|observe)\b/i,
  revised: /\b(?:review|update)\b/i,
  confirmed: /\bconfirm/i,
  withdrawn: /\bwithdr/i,
  superseded: /\bsupersed/i,
  reopened: /\breopen/i,
  hidden: /\b(?:hide|hidden)\b/i,
  shown: /\b(?:unhide|hidden)\b/i,
  muted: /\bmute/i,
  unmuted: /\b(?:unmute|muted)\b/i,
  merged: /\b(?:merge|move|into)\b/i,
  renamed: /\b(?:rename|name)\b/i,
};
/** What asks for every act by keys: the review of what waits, and the browser. */
const BY_KEYS = /\bbrowse\b|\breview(?!\s+[a-z]{2,}\b|\s+--json\b|[\w./-])/i;
const ITEM_ID = /\b[a-z]_[a-z2-7]{16}\b/g;
/** What the command line prints when it did what a person asked. */
const DONE: Readonly<Record<keyof typeof BY_NAME, string>> = {
  noted: 'created|updated|merged',
  revised: 'updated',
  confirmed: 'confirmed',
  withdrawn: 'withdrawn',
  superseded: 'superseded',
  reopened: 'reopened',
  hidden: 'hidden',
  shown: 'shown again',
  muted: 'muted',
  unmuted: 'told again',
  merged: 'merged',
  renamed: 'renamed',
};
const SAYS_DONE = new RegExp(`\\b[a-z]_[a-z2-7]{16} (?:${Object.values(DONE).join('|')})\\b`);
const DONE_JSON = /"status":\s*"(?:created|updated|merged)"/;
/** What is said instead when no person was found. */
const REFUSED = /Only a person|not_allowed|Proposed, since|\b[a-z]_[a-z2-7]{16} proposed\b|"status":\s*"proposed"/;
/** Leaves something running, or hands keys to another terminal. */
const DETACHES = /&\s*(?:$|[)\n;}])|\b(?:nohup|setsid|disown|systemd-run|tmux|screen|at|batch|crontab|dtach|abduco)\b/;
/** Programs that say words or look for them, and run none unless their arguments say so. */
const SAYS = 'echo printf cat grep rg git gh sed awk head tail less ls';
/** What makes a program that says words run a command of its arguments, which are joined by NUL. */
const SAYS_AND_RUNS: Readonly<Record<string, RegExp>> = {
  awk: /\bsystem\b|\||@load/,
  sed: /(?:^|[;{}\d$/\s\0])e(?:[\s\0]|$)|\/\w{0,9}e\w{0,9}(?:$|[;}\s\0])/,
  git: /(?:^|\0)(?:-[cx]|--exec|--config-env|config|filter-branch|difftool|mergetool|(?:bisect\0|submodule\0.*)(?:run|foreach))(?:[\0=]|$)|(?:^|\0)(?:-c\w|--\w+-pack=)/,
  gh: /^(?:alias|extension|codespace|cs)(?:\0|$)/,
  rg: /(?:^|\0)--(?:pre|hostname-bin)(?:[\0=]|$)/,
  less: /(?:^|\0)\+/,
};
/** Programs that look at files, say words or wait, and run nothing. */
const RUNS_NOTHING = wordSet(
  `echo printf cat grep rg head tail less ls cd pwd sleep wait true false test date wc sort uniq cut tr diff cmp stat file tree
  basename dirname realpath mkdir touch rm cp mv nl more hexdump xxd od jq which type ps df du :`,
);
const RUNS_NO_WORDS = new Set([...RUNS_NOTHING, ...wordSet(SAYS)]);
/** Output that goes nowhere, or where the errors go. */
const TO_NOWHERE = /\d?>>?\s*\/dev\/null|\d>&\d/g;
/** Files, substitutions, functions, variables and quotes by escapes: what stands in a line with one may run in another way than it reads. */
const RUNS_OTHERWISE = /[<>`{}]|\$[('[]|\(\s*\)|(?:^|[\s;&|(])\w+\+?=/;
/** A program with the name of another, in a folder. */
const ANOTHER_PROGRAM = new RegExp(`/(?:${SAYS.replaceAll(' ', '|')})(?![\\w./-])`);
/** Marks that a shell leaves out of a word. */
const NO_MARK = /\\\n|\\(?=\w)|(["'])\1/g;
/** Words that the shell or another file puts in. */
const FILLED_IN = /[$`<]|\|\s*\S|\s-(?:\s|$)/;
/** Cairn's program by the name of its file, which other programs have, too: the act that it does, and the words behind that. */
const BY_FILE =
  /(?<![\w.-])cli\.js["']?\s+(?:-\S+\s+){0,5}["']?(remember|checkpoint|summarize|observe|browse|(?:review|projects)(?:["']?\s+["']?[a-z]+)?)\b((?:[^\n;&|<>]|[<>][&|]?)*)/gi;
/** Words of a command that are no flag. */
const OPERAND = /(?:^|\s)["']?[\w./]/;

type ToolInput = Pick<ToolEnd, 'tool' | 'input'>;

/** Objects within objects that are read for texts. */
const MAX_DEPTH = 100;

/** True for a call that may have acted in a person's name. */
export function mayAct(call: ToolEnd): boolean {
  return (
    (call.hidden === true || ACTING.test(lineOf(call)) || SAYS_DONE.test(withoutColours(call.output))) && canRun(call)
  );
}

/** The time in which an act may be a call's, in milliseconds since 1970. */
export function reachOf({ at, body }: EndedCall): { from: number; until: number } {
  return {
    from: at - Math.max(body.durationMs ?? 0, REACH.before),
    until: at + (isDetached(body) ? REACH.detached : REACH.after),
  };
}

/**
 * True when a call did an act: its command names the act and its memory, or its words, and it was not refused; or it says
 * that it did, or names the act alone, while it ran. A call whose words are hidden in part may have named any act.
 */
export function isDoneBy(act: DatedAct, call: EndedCall): boolean {
  const name = nameOf(act.body);
  const { from, until } = reachOf(call);
  if (name === undefined || act.at < from || act.at > until) return false;
  const { durationMs = 0 } = call.body;
  const output = withoutColours(call.body.output);
  if (call.body.hidden === true) return true;
  const wasRunning = act.at >= call.at - durationMs - REACH.sure && act.at <= call.at + REACH.sure;
  if (wasRunning && runsSomething(call.body) && act.ids.some((id) => saysDone(output, id, act.body))) return true;
  const command = wordsRun(call.body);
  if (!ACTING.test(command) || !(name.test(command) || BY_KEYS.test(command))) return false;
  const isRefused = wasRefused(call.body) && !act.ids.some((id) => saysDone(output, id, act.body));
  if (isNamedIn(act, command)) return wasRunning || !isRefused;
  return wasRunning && !isRefused && leavesOpen(act, command);
}

/** Names a change of what protects a person. */
const GUARDING = /\bconfig\s+(?:accept|set|unset|edit)\b|\bunpause\b|\bcairn\S*\s+on\b|\/(?:settings|pause)\b/i;

/** The time, in milliseconds since 1970, in which a call may have changed what protects a person; `undefined` where it names none. */
export function guardReachOf({ at, body }: EndedCall): { from: number; until: number } | undefined {
  const command = wordsRun(body);
  const isNamed = namesCairn(command) && GUARDING.test(command) && !wasRefused(body);
  if (!isNamed && body.hidden !== true) return undefined;
  return { from: at - (body.durationMs ?? 0) - REACH.sure, until: at + REACH.sure };
}

/** True for a time in which a call surely still ran, or what it did may have been noted. */
export function isBeforeEnd(at: number, call: EndedCall): boolean {
  return at <= call.at + REACH.sure;
}

/** True for a call that left something running. */
export function isDetached(call: ToolEnd): boolean {
  return call.input.run_in_background === true || DETACHES.test(wordsRun(call));
}

/** True for a call that ended with a failure; of what it left running its end says nothing. */
function wasRefused(body: ToolEnd): boolean {
  const { output, success, exitCode = 0 } = body;
  return !isDetached(body) && (!success || exitCode !== 0 || REFUSED.test(withoutColours(output)));
}

function nameOf({ kind }: EventBody): RegExp | undefined {
  return kind in BY_NAME ? BY_NAME[kind as keyof typeof BY_NAME] : undefined;
}

/** True for a call of a tool that can run programs or ask a server: one of the agent's own without a known use only with a command or code. */
export function canRun({ tool, input }: ToolInput): boolean {
  const use = toolUseOf(tool, input);
  if (use === 'own' || use === 'other') return commandOf(input) !== undefined || typeof input.code === 'string';
  return use === 'shell' || use === 'shell-output' || use === 'foreign';
}

/** The words of a call that may run: none of a line of programs that only say something and look at files, else all. */
function wordsRun(call: ToolInput): string {
  const line = lineOf(call);
  return hasOnly(line, RUNS_NO_WORDS) ? '' : line;
}

/** True unless a call does nothing but look at files, say words and wait: all else may have run any program. */
function runsSomething(call: ToolInput): boolean {
  return !hasOnly(lineOf(call), RUNS_NOTHING);
}

/** True for a line that was read whole and has no programs but some, none of which is given a command to run. */
function hasOnly(line: string, programs: ReadonlySet<string>): boolean {
  if (RUNS_OTHERWISE.test(line.replace(TO_NOWHERE, '')) || ANOTHER_PROGRAM.test(line)) return false;
  const { commands, isWhole } = readShell(line);
  return (
    isWhole &&
    commands.every(
      ({ program, args }) => programs.has(program) && SAYS_AND_RUNS[program]?.test(args.join('\0')) !== true,
    )
  );
}

/** The shell line of a call, else all of its texts: of another server's tool anything may run. Once more without what a shell leaves out of words. */
function lineOf({ tool, input }: ToolInput): string {
  const line = commandOf(input);
  const isShell = toolUseOf(tool, input) === 'shell' && !isWriter(tool);
  const isLine = line !== undefined && (isShell || Object.keys(input).length === 1);
  const words = isLine ? line : textsOf(input, 0).join('\n');
  const read = words.replace(NO_MARK, '');
  return read === words ? words : `${words}\n${read}`;
}

/** All texts in a value. */
function textsOf(value: JsonValue | undefined, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((one) => textsOf(one, depth + 1));
}

function saysDone(output: string, id: string, { kind }: EventBody): boolean {
  const done = kind in DONE ? DONE[kind as keyof typeof DONE] : undefined;
  return (
    (done !== undefined && new RegExp(`${id} (?:${done})\\b`).test(output)) ||
    (output.includes(`"${id}"`) && DONE_JSON.test(output))
  );
}

function isNamedIn({ body, ids }: DatedAct, command: string): boolean {
  if (body.kind !== 'noted') return ids.some((id) => command.includes(id));
  const words = plain(body.text);
  return words !== '' && ` ${plain(command)} `.includes(` ${words} `);
}

/** True when a command names Cairn, and does not itself say which memory, or which words. */
function leavesOpen({ body }: DatedAct, command: string): boolean {
  if (!namesCairn(command)) return leavesOpenByFile(body, command);
  // What was stated field by field stands in no command as one text.
  if (body.kind === 'noted') return body.item !== undefined || FILLED_IN.test(command);
  return (command.match(ITEM_ID) ?? []).length === 0;
}

/** The same of a command that names Cairn's program by its file alone: its own words say the act, and leave open of what. */
function leavesOpenByFile(body: EventBody, command: string): boolean {
  return Array.from(command.matchAll(BY_FILE)).some(([, act = '', rest = '']) => {
    if (nameOf(body)?.test(act) !== true && !BY_KEYS.test(act + rest)) return false;
    return FILLED_IN.test(rest) || (body.kind === 'noted' ? body.item !== undefined : !OPERAND.test(rest));
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
