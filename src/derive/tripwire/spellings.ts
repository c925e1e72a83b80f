import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { parseShell, readArguments, type ShellCommand } from '../tool/shell.ts';
import { quoteWord } from '../tool/tool-input.ts';
import { bunchedFlags, takesValue } from '../tool/value-flags.ts';
import { MANAGING, namesOf, otherCommands, type PlainCommand } from './synonyms.ts';

/** Upper bound on the commands that one command amounts to. */
const MAX_SPELLINGS = 40;
/** Commands within each other that `find` and `fd` run: of deeper ones only the innermost counts. */
const MAX_WITHIN = 3;
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
/** Usual scripts with the name of a program, which pnpm, yarn and bun do not run: `pnpm make`. */
const USUAL = wordSet('build deploy dev make restart start stop test');
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
/** Programs, alone or with a subcommand, with the flags by which they only try or only ask. */
const TRIES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'git push': '-n --dry-run --help',
    'git add': '-n --dry-run --help',
    'git rm': '-n --dry-run --help',
    'git mv': '-n --dry-run --help',
    'git clean': '-n --dry-run --help',
    'git commit': '--dry-run --help',
    'git fetch': '--dry-run --help',
    kubectl: '--dry-run',
    helm: '--dry-run --help',
    make: '-n --just-print --dry-run --recon',
    gmake: '-n --just-print --dry-run --recon',
    rake: '-n --dry-run',
    gradle: '-m --dry-run',
    gradlew: '-m --dry-run',
    turbo: '--dry-run --dry',
    'npm publish': '--dry-run --help',
    'npm install': '--dry-run --help',
    'npm uninstall': '--dry-run --help',
    'pnpm publish': '--dry-run --help',
    'cargo publish': '-n --dry-run --help',
    'cargo add': '-n --dry-run --help',
    'poetry publish': '--dry-run --help',
    'pip install': '--dry-run --help',
    terraform: '-help --help',
    tofu: '-help --help',
  }).map(([program, flags]) => [program, wordSet(flags)]),
);
const ASKS_ONLY = /^(?:--?version|--?help|-v|-V|-h|help|version)$/;
const DRY = /^--(?:no-)?dry-run(?:=.*)?$/;
/** A dry run that is on, and a value behind the flag that turns it off. */
const IS_DRY = /^--dry-run(?:=(?:client|server|true))?$/;
const NOT_DRY = /^(?:false|none)$/;
/** Flags of `find` and `fd` behind which a command stands, also of either within the other. */
const EXECUTES: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|execdir|ok|okdir)$/,
  fd: /^(?:-x|-X|--exec|--exec-batch)$/,
  fdfind: /^(?:-x|-X|--exec|--exec-batch)$/,
};

const known = new WeakMap<ShellCommand, readonly PlainCommand[]>();

/**
 * What a simple command of a line amounts to: itself without redirections, its wrappers, the commands that it runs (`npx X` runs
 * `X`), and other names of each. None for what only asks for help or a version, or only tries. At most 40; read once for all matchers.
 */
export function spellingsOf(command: ShellCommand): readonly PlainCommand[] {
  const found = known.get(command) ?? readSpellings(command);
  known.set(command, found);
  return found;
}

function readSpellings({ program, args, variables, redirected, wrappers = [] }: ShellCommand): PlainCommand[] {
  const first = { program, args: redirected?.args ?? args, ...(variables && { variables }) };
  const all: { one: PlainCommand; depth: number }[] = [{ one: first, depth: 0 }];
  const found: PlainCommand[] = [...wrappers];
  for (const { one, depth } of all) {
    if (asksOnly(one)) continue;
    if (!isTrial(one)) found.push(withForce(one));
    const executed = executedBy(one, depth);
    found.push(...executed.flatMap((ran) => ran.wrappers ?? []));
    const next = [
      ...[...renamed(one), ...launchedBy(one)].map((other) => ({ one: other, depth })),
      ...executed.map((ran) => ({
        one: { program: ran.program, args: ran.redirected?.args ?? ran.args },
        depth: depth + 1,
      })),
    ];
    all.push(...next.slice(0, MAX_SPELLINGS - all.length));
  }
  return found;
}

/** Programs that show help instead of doing what stands before `--help`, but where another program gets that word. */
const HELPS = wordSet(
  'git kubectl oc helm docker podman npm pnpm yarn terraform tofu cargo gh glab aws gcloud az heroku',
);
const HANDS_ON = /^(?:run|exec|x|dlx|create|compose)$/;
/** What only shows what is there, of a subcommand of git that changes something otherwise. */
const SHOWS_ONLY = /^(?:stash (?:list|show)|worktree list|submodule (?:status|summary))$/;

/** True for a command that only asks for help, a version, or what is there. */
export function asksOnly({ program, args }: PlainCommand): boolean {
  const [only = '', second = ''] = args;
  // `sudo -v` asks for the password.
  if (args.length === 1) return ASKS_ONLY.test(only) && !(program === 'sudo' && only === '-v');
  if (program === 'git' && SHOWS_ONLY.test(`${only} ${second}`)) return true;
  return args.at(-1) === '--help' && HELPS.has(program) && !HANDS_ON.test(only);
}

/** The commands that `find -exec` and `fd -x` run, with `{}` for what is found; `depth`: within how many such it stands. */
export function executedBy({ program, args }: PlainCommand, depth = 0): ShellCommand[] {
  const flag = Object.hasOwn(EXECUTES, program) ? EXECUTES[program] : undefined;
  if (flag === undefined) return [];
  const found: ShellCommand[] = [];
  const isDeep = depth >= MAX_WITHIN;
  const from = isDeep ? args.findLastIndex((arg) => Object.values(EXECUTES).some((one) => one.test(arg))) : 0;
  for (let i = Math.max(from, 0); i < args.length; i += 1) {
    if (!(isDeep ? i === from : flag.test(args[i] ?? ''))) continue;
    const words = [];
    for (i += 1; i < args.length && args[i] !== ';' && args[i] !== '+'; i += 1) words.push(quoteWord(args[i] ?? ''));
    found.push(...parseShell(words.join(' ')));
  }
  return found;
}

/** True for a command that only tries what it does, or asks about it; the last such flag counts. */
function isTrial({ program, args }: PlainCommand): boolean {
  const end = args.indexOf('--');
  const before = end < 0 ? [...args] : args.slice(0, end);
  const { operands, flags } = readArguments({ program, args: before });
  const trying = TRIES.get(program) ?? TRIES.get(`${program} ${namesOf(program, operands[0] ?? '')[0]}`);
  if (trying === undefined) return false;
  const asked = flags.findLast((flag) => DRY.test(flag));
  if (asked !== undefined && trying.has('--dry-run'))
    return IS_DRY.test(asked) && !NOT_DRY.test(before[before.lastIndexOf(asked) + 1] ?? '');
  return flags.some((flag) =>
    /^-[a-zA-Z]+$/.test(flag) && !trying.has(flag)
      ? [...bunchedFlags(flag, { program, operands }).slice(1)].some((letter) => trying.has(`-${letter}`))
      : trying.has(flag),
  );
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
  if (!/^p?npm$/.test(program)) return otherCommands(command);
  const at = behindFlags(command, 0, []);
  const word = args[at] ?? '';
  const two = Object.hasOwn(DOUBLE, word) ? (DOUBLE[word] ?? []) : [];
  return two.map((one) => ({ program, args: [...args.slice(0, at), one, ...args.slice(at + 1)] }));
}

/** The commands that a command runs, and those of the same program without what stands before its subcommand. */
function launchedBy(command: PlainCommand): PlainCommand[] {
  const { program, args } = command;
  if (PYTHON.test(program)) return moduleOf(args);
  if (program === 'cargo' && /^\+./.test(args[0] ?? '')) return [{ program, args: args.slice(1) }];
  if (!Object.hasOwn(RUNNERS, program)) return [];
  const at = behindFlags(command, 0, []);
  const within = program === 'yarn' ? args[at] : undefined;
  if (program === 'yarn' && within === undefined) return [{ program, args: ['install', ...args] }];
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
    // Yarn's own subcommand: `yarn npm publish`.
    if (name === '' || (program === 'yarn' && own === '' && name === 'npm')) return [];
    if (words.length === 0 && (MANAGING.has(name) || USUAL.has(name)) && /^(?:pnpm|yarn|bun)$/.test(program)) return [];
    const rest = args.slice(from + 1);
    const mark = rest.indexOf('--');
    const ran = {
      program: name.startsWith('@') ? name : baseName(name),
      args: mark < 0 ? rest : rest.toSpliced(mark, 1),
    };
    // `uv run python -m pytest` is `uv run pytest`, too.
    const modules = PYTHON.test(ran.program) ? moduleOf(ran.args) : [];
    return [ran, ...modules.map((one) => ({ program, args: [...args.slice(0, from), one.program, ...one.args] }))];
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
