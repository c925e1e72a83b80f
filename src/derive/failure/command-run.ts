import { wordSet } from '../../core/text/word-set.ts';
import { commandName, mainCommands } from '../tool/main-commands.ts';
import type { ShellCommand } from '../tool/shell.ts';
import { operandsOf } from '../tool/shell.ts';
import { purposeOf } from './test-commands.ts';

/** One command of a shell line, in the parts by which it is compared with another. */
export interface CommandRun {
  /** Program with its subcommand or task: `go test`, `npm run build`. */
  name: string;
  program: string;
  purpose?: 'test' | 'build';
  /** Operands without the subcommand, and values of flags: what the command works on. */
  words: string[];
}

const MAX_WORDS = 24;
const WORD_CHARS = 200;
/** Programs that are compared by their subcommand, whatever they work on. */
const BY_SUBCOMMAND = wordSet(
  'git gh glab docker docker-compose podman kubectl helm terraform npm pnpm yarn bun bundle pip pip3 uv poetry brew apt apt-get apk dnf systemctl supabase vercel netlify fly heroku aws gcloud az wrangler firebase',
);
/** Operands that mean everything, or everything below this folder. */
const EVERYTHING = /^(?:\.|\.\/|\.{3}|\.\/\.{3}|\*|all|--all|--workspace)$/;
const REDIRECTED = /^(?:\d+|\/dev\/null|-)$/;

/** The main commands of a shell line, in order. */
export function runsOf(line: string): CommandRun[] {
  return mainCommands(line).map(toRun);
}

/** True when a success of `other` shows that `failed` would now succeed: the same program on the same operands or more. */
export function isSameRun(other: CommandRun, failed: CommandRun): boolean {
  if (other.name !== failed.name) return false;
  if (BY_SUBCOMMAND.has(failed.program) && failed.purpose === undefined) return failed.name.includes(' ');
  if (failed.words.length === 0) return other.words.every((word) => EVERYTHING.test(word));
  if (other.words.length === 0 || other.words.some((word) => EVERYTHING.test(word)))
    return failed.purpose !== undefined;
  if (failed.purpose === undefined) return other.words[0] === failed.words[0];
  return failed.words.every((word) => EVERYTHING.test(word) || other.words.some((one) => holds(one, word)));
}

/** A shell line without quotes, backslashes and white space: lines that differ only in these are the same. */
export function squeezed(line: string): string {
  return line.replace(/["'`\\\s]+/g, '');
}

function toRun(command: ShellCommand): CommandRun {
  const { program } = command;
  const purpose = purposeOf(command);
  const name = commandName(command) ?? program;
  const taken = new Set(name.split(' ').slice(1));
  const words = operandsOf(command)
    .filter((word) => !taken.delete(word) && !REDIRECTED.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, WORD_CHARS));
  const base = { name, program, words };
  return purpose === undefined ? base : { ...base, purpose };
}

/** True when a path lies at or below another. */
function holds(wider: string, path: string): boolean {
  const folder = wider.replace(/(?:\/\.{3}|\/\*{1,2}|\/)$/, '');
  return path === wider || path === folder || path.startsWith(`${folder}/`);
}
