// Other names of programs, subcommands and flags, as their own documentation has them. They hold when a command is compared, so
// that a tripwire of an earlier version knows them, too.

import { wordSet } from '../../core/text/word-set.ts';
import { readArguments, type ShellCommand } from '../tool/shell.ts';

/** A command by program and arguments, without redirections, with the variables that are set for it. */
export type PlainCommand = Pick<ShellCommand, 'program' | 'args' | 'variables'>;
type Names = readonly (readonly string[])[];

/** Programs with a number or another name: `python3.12`, `./gradlew`. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:python[\d.]*|py)$/, 'python'],
  [/^(?:mvnw|mvnd)$/, 'mvn'],
  [/^gradlew$/, 'gradle'],
  [/^gmake$/, 'make'],
];
/** Names of one subcommand. */
const SUBCOMMANDS: Readonly<Record<string, Names>> = {
  npm: [
    ['install', 'i', 'in', 'ins', 'inst', 'insta', 'instal', 'isnt', 'isnta', 'isntal', 'isntall', 'add'],
    ['ci', 'clean-install', 'ic', 'install-clean', 'isntall-clean'],
    ['uninstall', 'unlink', 'remove', 'rm', 'r', 'un'],
    ['run', 'run-script', 'rum', 'urn'],
    ['test', 't', 'tst'],
    ['update', 'up', 'upgrade', 'udpate'],
  ],
  pnpm: [
    ['install', 'i'],
    ['remove', 'rm', 'uninstall', 'un'],
    ['update', 'up', 'upgrade'],
    ['run', 'run-script'],
    ['test', 't'],
  ],
  bun: [
    ['install', 'i'],
    ['add', 'a'],
    ['remove', 'rm'],
  ],
  git: [['add', 'stage']],
  helm: [['uninstall', 'delete', 'del', 'un']],
  cargo: [
    ['build', 'b'],
    ['run', 'r'],
    ['test', 't'],
    ['remove', 'rm'],
  ],
  composer: [
    ['require', 'r'],
    ['remove', 'rm', 'uninstall'],
    ['update', 'u', 'upgrade'],
  ],
  brew: [['uninstall', 'remove', 'rm']],
};
const FORCE = ['-f', '--force'];
const RECURSIVE = ['-r', '-R', '--recursive'];
const GLOBAL = ['-g', '--global'];
/** Names of one flag by program, or by program and subcommand. */
const FLAGS: Readonly<Record<string, Names>> = {
  rm: [RECURSIVE, FORCE],
  sed: [['-i', '--in-place']],
  cp: [RECURSIVE, FORCE],
  mv: [FORCE],
  ln: [FORCE],
  chmod: [RECURSIVE],
  chown: [RECURSIVE],
  scp: [RECURSIVE],
  'git add': [['-A', '--all', '--no-ignore-removal'], ['-u', '--update'], ['-p', '--patch'], FORCE],
  'git commit': [
    ['-n', '--no-verify'],
    ['-a', '--all'],
    ['-m', '--message'],
  ],
  'git push': [FORCE, ['-d', '--delete'], ['-u', '--set-upstream']],
  'git branch': [FORCE, ['-d', '--delete'], ['-m', '--move']],
  'git tag': [FORCE, ['-d', '--delete']],
  'git clean': [FORCE],
  'git checkout': [FORCE],
  'git switch': [FORCE],
  'git fetch': [FORCE],
  'git rm': [FORCE, RECURSIVE],
  'git mv': [FORCE],
  'git worktree': [FORCE],
  'git rebase': [['-i', '--interactive']],
  'docker rm': [FORCE, ['-v', '--volumes']],
  'docker system': [FORCE, ['-a', '--all']],
  'docker compose': [['-v', '--volumes']],
  'docker-compose': [['-v', '--volumes']],
  npm: [GLOBAL, ['-D', '--save-dev'], FORCE],
  pnpm: [GLOBAL, ['-D', '--save-dev'], FORCE],
  'pip install': [
    ['-U', '--upgrade'],
    ['-e', '--editable'],
  ],
};
/** Flags that mean several others together. */
const TOGETHER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'git branch': { '-D': ['-d', '-f'], '-M': ['-m', '-f'] },
};
/** Programs whose long flags may have one dash as well as two. */
const ONE_DASH = /^(?:terraform|tofu|go)$/;
/** Groups of commands of docker and podman whose commands go without them, too. */
const GROUPED = /^(?:run|rm|start|stop|kill|exec|logs|restart|build|pull|push|save|load|tag)$/;
/** Subcommands of pnpm, yarn and bun, which are no scripts. */
export const MANAGING = wordSet(
  `add audit bin cache catalog ci config create dedupe dlx doctor env exec fetch find-hash help i import info init install it link
  list ll ln login logout ls outdated owner pack patch pm prune publish rb rebuild recursive remove repl rm root run scan search
  self-update server set setup store t tag team un uninstall unlink up update upgrade use version versions view why workspace
  workspaces x`,
);
/** Scripts of package managers that run without `run`, too. */
const SCRIPTS: Readonly<Record<string, (word: string) => boolean>> = {
  npm: (word) => /^(?:test|start|stop|restart)$/.test(word),
  pnpm: (word) => !MANAGING.has(word),
  yarn: (word) => !MANAGING.has(word),
  bun: (word) => !MANAGING.has(word) && word !== 'build' && word !== 'test',
};

/** The name under which a program is compared. */
export function programName(program: string): string {
  return PROGRAMS.find(([pattern]) => pattern.test(program))?.[1] ?? program;
}

/** The names of one subcommand of a program. */
export function namesOf(program: string | undefined, word: string): readonly string[] {
  const names = program === undefined ? undefined : own(SUBCOMMANDS, program);
  return names?.find((some) => some.includes(word)) ?? [word];
}

/** The names of one flag of a command with its operands. */
export function flagNames({ program, operands }: { program: string; operands: readonly string[] }, flag: string) {
  const tables = [own(FLAGS, `${program} ${operands[0]}`), own(FLAGS, program)];
  const names = tables.flatMap((table) => table?.find((some) => some.includes(flag)) ?? []);
  if (names.length > 0) return names;
  return ONE_DASH.test(program) && /^--?[a-z][\w-]+$/.test(flag) ? [`-${bare(flag)}`, `--${bare(flag)}`] : [flag];
}

/** The flags that one flag of a command stands for; none for one that stands for itself. */
export function meantBy({ program, operands }: { program: string; operands: readonly string[] }, flag: string) {
  return own(own(TOGETHER, `${program} ${operands[0]}`) ?? {}, flag) ?? [];
}

/** Words of a command in their shortest form: `rm` for `container rm`, `test` for `run test`. */
export function shortWords(program: string, words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...others] = words;
  if (/^(?:docker|podman)$/.test(program) && /^(?:container|image|buildx)$/.test(first)) {
    if (first === 'image' && /^(?:rm|remove)$/.test(second)) return ['rmi', ...others];
    return GROUPED.test(second) ? [second, ...others] : words;
  }
  if (program === 'turbo' && first === 'run') return words.slice(1);
  const isRun = namesOf(program, 'run').includes(first) && second !== '' && own(SCRIPTS, program)?.(second) === true;
  return isRun ? words.slice(1) : words;
}

/** The same command by another program or subcommand; none for most. */
export function otherCommands({ program, args }: PlainCommand): PlainCommand[] {
  // A script that runs by itself: `./manage.py flush`, `./artisan migrate`.
  if (program === 'artisan') return [{ program: 'php', args: [program, ...args] }];
  if (/^[\w-]+\.py$/.test(program)) return [{ program: 'python', args: [program, ...args] }];
  if (/^(?:terraform|tofu)$/.test(program) && args.some((arg) => /^--?destroy$/.test(arg))) {
    const [word] = readArguments({ program, args: [...args] }).operands;
    return word === 'apply' ? [{ program, args: args.with(args.indexOf(word), 'destroy') }] : [];
  }
  return [];
}

function bare(flag: string): string {
  return flag.replace(/^--?/, '');
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
