import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { BEFORE, innerLine as lineOfShell, type ProgramAt } from './shell-of-hook.ts';

/** Programs that run the command in their arguments, with their options that take the next word; `timeout` has an operand, too. */
const WRAPPERS = optionsOf({
  sudo: `-u -g -h -p -C -r -t -U -D -R -T --user --group --host --prompt --close-from --role --type --other-user --chdir
    --chroot --command-timeout`,
  doas: '-u -C -a',
  env: '-u -C -P --unset --chdir',
  time: '-f -o --format --output',
  nohup: '',
  nice: '-n --adjustment',
  command: '',
  exec: '-a',
  builtin: '',
  xargs: '-n -P -I -L -d -s -a -E -J -R -S --max-args --max-procs --delimiter --max-chars --arg-file',
  stdbuf: '-i -o -e --input --output --error',
  watch: '-n --interval',
  timeout: '-k -s --kill-after --signal',
});
/** Such programs that count as commands of their own, too. */
const RUNNING = optionsOf({
  ionice: '-c -n -p --class --classdata',
  chrt: '-T -P -D -p --sched-runtime --sched-period --sched-deadline',
  taskset: '',
  setsid: '',
  flock: '-w -E --timeout --wait --conflict-exit-code',
  unbuffer: '',
  caffeinate: '-t -w',
  'cross-env': '',
  dotenv: '-e -v -f -c',
  'env-cmd': '-f -e -r --file --environments --rc-file',
  mise: '-C -E -j --cd --env --jobs',
  fnm: '--using --fnm-dir --log-level',
  nvm: '',
  volta: '--node --npm --pnpm --yarn',
  asdf: '',
  rbenv: '',
  pyenv: '',
  direnv: '',
  doppler: `-c -p -t --config --project --token --scope --configuration --api-host --dashboard-host --timeout --attempts --fallback
    --passphrase --mount --mount-format --mount-template --mount-max-reads --name-transformer --only-secrets
    --dns-resolver-address --dns-resolver-proto --dns-resolver-timeout`,
  op: '--env-file --environment --account --config --session --format --encoding',
  'aws-vault': '-d -n -t --backend --prompt --duration --mfa-token --mfa-serial --region',
  'ssh-agent': '-a -E -O -P -t',
  nix: '',
});
/** The subcommands with which those run another program. */
const SUBCOMMANDS = optionsOf({
  mise: 'exec x',
  fnm: 'exec',
  nvm: 'exec',
  volta: 'run',
  asdf: 'exec',
  rbenv: 'exec',
  pyenv: 'exec',
  direnv: 'exec',
  dotenv: 'run',
  doppler: 'run',
  op: 'run',
  'aws-vault': 'exec',
  nix: 'develop shell',
});
/** Those with a word of their own before the program: a file to lock, a folder. */
const HAS_OPERAND = wordSet('flock chrt taskset direnv aws-vault');
/** Those that run what stands behind an option, whatever stands before it. */
const BEHIND: ReadonlyMap<string, RegExp> = new Map([['nix', /^(?:-c|--command)$/]]);
/** Versions that those may name before the program. */
const VERSION: ReadonlyMap<string, RegExp> = new Map([
  ['mise', /@/],
  ['nvm', /^(?:v?\d|node$|stable$|system$|default$|lts\/)/],
]);
/** The option of `command` by which it tells where a program is, and runs none. */
const LOOKS_UP = /^-[pvV]*[vV]/;
const PACKAGES = /^(?:npx|pnpx|bunx|npm|pnpm|yarn|bun)$/;
const OF_PACKAGES = /^(?:cross-env|dotenv|env-cmd)$/;
/** Programs that run a line given by an option, and count as commands of their own, too. */
export const RUNS_LINE = wordSet('script su runuser flock sg nix-shell npx npm mise doppler');
/** Upper bound on the wrappers around one command. */
const MAX_PROGRAMS = 20;
const LINE_OPTION = /^(?:-[a-zA-Z]*c|--(?:command|call|run)(?:=.*)?)$/s;

/**
 * Where the program of a command stands, behind variables and wrappers; where that is a wrapper and a command of its own, also
 * the one that it runs. At most 20.
 */
export function programsAt(words: readonly string[]): ProgramAt[] {
  const found: ProgramAt[] = [];
  for (let from: number | undefined = 0; from !== undefined && found.length < MAX_PROGRAMS; ) {
    const next = programAt(words, from);
    const variables = words.slice(0, next.at).filter((word) => /^\w+=/.test(word));
    found.push(variables.length === 0 ? next : { ...next, variables });
    const { at, line } = next;
    const isLine = line !== undefined || innerLine(baseName(words[at] ?? ''), words.slice(at + 1)) !== undefined;
    from = isLine ? undefined : ranFrom(words, at);
  }
  return found;
}

function programAt(words: readonly string[], from: number): ProgramAt {
  const wrappers: number[] = [];
  let at = from;
  while (at < words.length) {
    const word = words[at] ?? '';
    const wrapper = baseName(word);
    // A coprocess may have a name: `coproc X { … }`.
    if (BEFORE.test(word)) at += word === 'coproc' && words[at + 2] === '{' ? 2 : 1;
    else if (WRAPPERS.has(wrapper) && at + 1 < words.length) {
      const options = at + 1;
      if (wrapper === 'command' && LOOKS_UP.test(words[options] ?? '')) break;
      if (wrappers.length < MAX_PROGRAMS) wrappers.push(at);
      at = behindOptions(words, options, wrapper) + (wrapper === 'timeout' ? 1 : 0);
      const line = wrapper === 'env' || wrapper === 'watch' ? lineOf(words, options, at) : undefined;
      if (line !== undefined) return { at, line, wrappers };
    } else break;
  }
  // A wrapper that runs nothing is the program: `sudo -i`, `env -0`.
  return at < words.length || wrappers.length === 0 ? { at, wrappers } : { at: wrappers.pop() ?? at, wrappers };
}

/** Index of the first word from `at` on that is neither an option of a wrapper nor the value of one. */
function behindOptions(words: readonly string[], at: number, wrapper: string): number {
  const takes = WRAPPERS.get(wrapper) ?? RUNNING.get(wrapper);
  let next = at;
  while (next < words.length) {
    const word = words[next] ?? '';
    if (!/^-./.test(word)) break;
    next += 1;
    if (word === '--') break;
    // The first flag with a value of a bunch (`-Eu me`) takes the rest of the word, or the next word.
    const bunch = word.startsWith('--') ? -1 : [...word.slice(1)].findIndex((flag) => takes?.has(`-${flag}`));
    if (takes?.has(word) === true || (bunch >= 0 && bunch === word.length - 2)) next += 1;
  }
  return next;
}

/** The line that `env -S '…'` and `watch '…'` run as one word; `undefined` where they name a program as others do. */
function lineOf(words: readonly string[], options: number, at: number): string[] | undefined {
  for (let i = options; i < at; i += 1) {
    const [, attached] = /^(?:-[a-zA-Z]*S|--split-string=)(.+)$/s.exec(words[i] ?? '') ?? [];
    if (attached !== undefined) return [attached, ...words.slice(i + 1)];
  }
  const word = words[at] ?? '';
  return /\s/.test(word) && !BEFORE.test(word) ? words.slice(at) : undefined;
}

/** Index of the program that a command runs which is a wrapper and a command of its own: `mise exec -- X`, `npx cross-env A=b X`. */
function ranFrom(words: readonly string[], from: number): number | undefined {
  const program = baseName(words[from] ?? '');
  let at = behindOptions(words, from + 1, program);
  if (PACKAGES.test(program)) {
    if (/^(?:exec|dlx|x)$/.test(words[at] ?? '')) at = behindOptions(words, at + 1, program);
    else if (program === 'npm' || program === 'bun') return undefined;
    return OF_PACKAGES.test(words[at] ?? '') ? at : undefined;
  }
  if (!RUNNING.has(program)) return undefined;
  const within = SUBCOMMANDS.get(program);
  if (within !== undefined) {
    if (within.has(words[at] ?? '')) at = behindOptions(words, at + 1, program);
    else if (program !== 'dotenv') return undefined;
  }
  const option = BEHIND.get(program);
  if (option !== undefined) {
    const before = words.findIndex((word, i) => i > from && option.test(word));
    return before >= 0 && before + 1 < words.length ? before + 1 : undefined;
  }
  if (words[at - 1] !== '--') {
    if (HAS_OPERAND.has(program)) at += 1;
    while (VERSION.get(program)?.test(words[at] ?? '') === true) at += 1;
    at = behindOptions(words, at, program);
  }
  return at < words.length ? at : undefined;
}

/** The line that `bash -c '…'`, `script -c '…'`, `eval '…'` or `trap '…' EXIT` runs. */
export function innerLine(program: string, args: readonly string[]): string | undefined {
  if (program === 'trap' && args.length > 1) return args[args[0] === '--' ? 1 : 0];
  if (!RUNS_LINE.has(program)) return lineOfShell(program, args);
  const option = program === 'doppler' ? /^--command(?:=.*)?$/s : LINE_OPTION;
  const at = args.findIndex((arg) => option.test(arg));
  // Another program's `-c` is no line: `npx eslint -c FILE`, `npm test -- -c FILE`.
  const isOwn = at === 0 || (at === 1 && /^(?:exec|x)$/.test(args[0] ?? ''));
  if (at < 0 || (/^(?:np[xm]|mise)$/.test(program) && !isOwn)) return undefined;
  if (program === 'flock' && at !== behindOptions(args, 0, program) + 1) return undefined;
  const [, attached] = /^--\w+=(.*)$/s.exec(args[at] ?? '') ?? [];
  return attached ?? args[at + 1];
}

function optionsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(table).map(([program, words]) => [program, wordSet(words)]));
}
