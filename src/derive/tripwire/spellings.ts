import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { parseShell, readArguments, type ShellCommand } from '../tool/shell.ts';
import { quoteWord } from '../tool/tool-input.ts';
import { bunchedFlags, takesValue } from '../tool/value-flags.ts';

/** A command by program and arguments, without redirections. */
export type PlainCommand = Pick<ShellCommand, 'program' | 'args'>;

/** Upper bound on the commands that one command amounts to. */
const MAX_SPELLINGS = 40;
/** Programs that run another one, and their words before its name; an empty one where the name may stand right behind their flags. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [''],
  pnpx: [''],
  bunx: [''],
  uvx: [''],
  corepack: [''],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx', 'run', ''],
  yarn: ['exec', 'dlx', 'run', ''],
  bun: ['x', 'run', ''],
  uv: ['run', 'tool run'],
  poetry: ['run'],
  pipenv: ['run'],
  pipx: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  pixi: ['run'],
  conda: ['run'],
  mamba: ['run'],
  bundle: ['exec'],
};
/** Subcommands and usual scripts of pnpm, yarn and bun with the name of a program, which they do not run: `pnpm rm`. */
const OWN = wordSet(
  `add audit bin build cache catalog ci config create dedupe deploy dev dlx doctor env exec fetch find-hash help i import info init
  install it link list ll ln login logout ls make outdated owner pack patch pm prune publish rb rebuild recursive remove repl
  restart rm root run scan search self-update server set setup start stop store t tag team test un uninstall unlink up update
  upgrade use version versions view why workspace workspaces x`,
);
/** Subcommands of npm and pnpm that run two others. */
const DOUBLE: Readonly<Record<string, readonly string[]>> = {
  it: ['install', 'test'],
  'install-test': ['install', 'test'],
  cit: ['ci', 'test'],
  sit: ['ci', 'test'],
  'clean-install-test': ['ci', 'test'],
};
const PYTHON = /^(?:python[\d.]*|py)$/;
/** The flag of Python that runs a module, among others; its name may stand right behind it. */
const MODULE = /^-[bBdEhiIOPqsSuvx]*m(.*)$/s;
const ASKS_ONLY = /^(?:--?version|--?help|-v|-V|-h|help|version)$/;
const DRY = /^--(?:no-)?dry-run(?:=.*)?$/;
const IS_DRY = /^--dry-run(?:=(?:client|server|true))?$/;
/** Flags of `find` and `fd` behind which a command stands. */
const EXECUTES: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|execdir|ok|okdir)$/,
  fd: /^(?:-x|-X|--exec|--exec-batch)$/,
  fdfind: /^(?:-x|-X|--exec|--exec-batch)$/,
};

/**
 * What a simple command of a line amounts to: itself without redirections, its wrappers, the commands that it runs (`npx X` runs
 * `X`), and other names of each. None for what only asks for help or a version, or only tries. At most 40.
 */
export function spellingsOf(command: ShellCommand): PlainCommand[] {
  const all: PlainCommand[] = [{ program: command.program, args: command.redirected?.args ?? command.args }];
  const found: PlainCommand[] = [...(command.wrappers ?? [])];
  for (const one of all) {
    if (asksOnly(one)) continue;
    if (!isTrial(one)) found.push(withForce(one));
    const { ran, wrappers } = runBy(one);
    found.push(...wrappers);
    for (const next of [...renamed(one), ...ran]) if (all.length < MAX_SPELLINGS) all.push(next);
  }
  return found;
}

/** True for a command that only asks for help or a version. */
export function asksOnly({ program, args: [only, ...others] }: PlainCommand): boolean {
  // `sudo -v` asks for the password.
  return others.length === 0 && ASKS_ONLY.test(only ?? '') && !(program === 'sudo' && only === '-v');
}

/** The commands that `find -exec` and `fd -x` run, with `{}` for what is found. */
export function executedBy({ program, args }: PlainCommand): ShellCommand[] {
  const flag = Object.hasOwn(EXECUTES, program) ? EXECUTES[program] : undefined;
  const found: ShellCommand[] = [];
  for (let i = 0; flag !== undefined && i < args.length; i += 1) {
    if (!flag.test(args[i] ?? '')) continue;
    const words = [];
    for (i += 1; i < args.length && args[i] !== ';' && args[i] !== '+'; i += 1) words.push(quoteWord(args[i] ?? ''));
    found.push(...parseShell(words.join(' ')));
  }
  return found;
}

/** True for a push that is only tried, and what other programs are asked to try; the last such flag counts. */
function isTrial({ program, args }: PlainCommand): boolean {
  if (program !== 'git' && program !== 'kubectl') return false;
  const end = args.indexOf('--');
  const { operands, flags } = readArguments({ program, args: end < 0 ? [...args] : args.slice(0, end) });
  if (program === 'git' && operands[0] !== 'push') return false;
  const asked = flags.findLast((flag) => DRY.test(flag));
  if (asked !== undefined) return IS_DRY.test(asked);
  return program === 'git' && flags.some((flag) => /^-[a-zA-Z]+$/.test(flag) && bunched(flag, operands).includes('n'));
}

function bunched(flag: string, operands: readonly string[]): string {
  return bunchedFlags(flag, { program: 'git', operands });
}

/** A push of `+branch` is one with --force. */
function withForce(command: PlainCommand): PlainCommand {
  const { program, args } = command;
  const isForced = program === 'git' && args.includes('push') && args.some((arg) => /^\+./.test(arg));
  return isForced ? { program, args: [...args, '--force'] } : command;
}

/** The same command under other names. */
function renamed(command: PlainCommand): PlainCommand[] {
  const { program, args } = command;
  if (/^pip\d*\.\d+$/.test(program)) return [{ program: 'pip', args }];
  if (!/^p?npm$/.test(program)) return [];
  const at = behindFlags(command, 0, []);
  const word = args[at] ?? '';
  const two = Object.hasOwn(DOUBLE, word) ? (DOUBLE[word] ?? []) : [];
  return two.map((one) => ({ program, args: [...args.slice(0, at), one, ...args.slice(at + 1)] }));
}

/** The commands that a command runs, and those of the same program without what stands before its subcommand. */
function runBy(command: PlainCommand): { ran: PlainCommand[]; wrappers: PlainCommand[] } {
  const executed = executedBy(command);
  return {
    ran: [
      ...executed.map((one) => ({ program: one.program, args: one.redirected?.args ?? one.args })),
      ...launchedBy(command),
    ],
    wrappers: executed.flatMap(({ wrappers = [] }) => wrappers),
  };
}

function launchedBy(command: PlainCommand): PlainCommand[] {
  const { program, args } = command;
  if (PYTHON.test(program)) return moduleOf(args);
  if (program === 'cargo' && /^\+./.test(args[0] ?? '')) return [{ program, args: args.slice(1) }];
  if (!Object.hasOwn(RUNNERS, program)) return [];
  const at = behindFlags(command, 0, []);
  const within = program === 'yarn' ? args[at] : undefined;
  if (within === 'workspace') return [{ program, args: args.slice(at + 2) }];
  if (within === 'workspaces') return [{ program, args: args.slice(behindFlags(command, at + 2, [within])) }];
  return launched(command, at);
}

/** The program that a runner starts, whose own subcommand may stand at an index. */
function launched({ program, args }: PlainCommand, at: number): PlainCommand[] {
  for (const own of RUNNERS[program] ?? []) {
    const words = own === '' ? [] : own.split(' ');
    if (!words.every((word, i) => args[at + i] === word)) continue;
    const from = words.length === 0 ? at : behindFlags({ program, args }, at + words.length, words);
    const name = (args[from] ?? '').replace(/(.)@.*$/s, '$1');
    if (name === '') return [];
    if (words.length === 0 && OWN.has(name) && /^(?:pnpm|yarn|bun)$/.test(program)) return [];
    const rest = args.slice(from + 1);
    const mark = rest.indexOf('--');
    return [{ program: name.startsWith('@') ? name : baseName(name), args: mark < 0 ? rest : rest.toSpliced(mark, 1) }];
  }
  return [];
}

/** Index of the first argument from one on that is neither a flag nor the value of one. */
function behindFlags({ program, args }: PlainCommand, from: number, operands: readonly string[]): number {
  let at = from;
  while (args[at]?.startsWith('-') === true) at += takesValue(args[at] ?? '', { program, operands }) ? 2 : 1;
  return at;
}

function moduleOf(args: readonly string[]): PlainCommand[] {
  const at = args.findIndex(
    (arg, i) => MODULE.test(arg) || !(arg.startsWith('-') || /^-[WX]$/.test(args[i - 1] ?? '')),
  );
  const [, attached] = MODULE.exec(args[at] ?? '') ?? [];
  if (attached === undefined || args.slice(0, at).includes('-c')) return [];
  const [program = '', ...rest] = attached === '' ? args.slice(at + 1) : [attached, ...args.slice(at + 1)];
  return [{ program, args: rest }];
}
