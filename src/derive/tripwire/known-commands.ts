import type { CommandForm, Matcher } from './matcher.ts';

/** Programs recognised by their bare name: no word of a natural language and no library has it. */
const PLAIN_PROGRAMS =
  `npm yarn pnpm npx pnpx bunx bun pip pip3 pipenv uv uvx pipx conda mamba virtualenv nvm corepack lerna nx turbo gulp grunt
  bower docker docker-compose podman kubectl helm terraform tofu ansible ansible-playbook vagrant pulumi gcloud gsutil awscli
  heroku vercel netlify wrangler flyctl git gh glab svn hg sudo su doas chmod chown rm rmdir dd mkfs shred curl wget scp sftp
  ssh rsync telnet jest mocha vitest ava cypress playwright pytest unittest tox nox rspec phpunit junit eslint prettier biome
  stylelint tslint pylint flake8 mypy isort ruff yapf autopep8 rubocop gofmt golangci-lint clang-format rustfmt clippy tsc tsx
  ts-node nodemon pm2 webpack vite rollup esbuild parcel babel swc gradle gradlew mvn mvnw maven sbt bazel cmake ninja
  composer artisan bundler rake rails brew apt apt-get aptitude yum dnf pacman apk snap choco winget systemctl crontab psql
  mysql mysqldump dropdb createdb pg_dump pg_restore mongosh sqlite3 redis-cli alembic sequelize typeorm knex flyway liquibase django-admin deno cargo rustup
  sed awk perl find xargs kill pkill killall shutdown reboot tmux screen nohup make`.split(/\s+/);
/** Names that also mean something else: recognised only with one of these subcommands. */
const SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  go: /^(?:get|install|run|build|test|mod|generate|fmt|vet)$/,
  find: /^$/,
  kill: /^$/,
  screen: /^$/,
  make: /^(?:install|clean|deploy|all|build|test|release|publish)$/,
  playwright: /^(?:install|test|codegen)$/,
  maven: /^$/,
  prisma: /^(?:migrate|db|generate|studio)$/,
  supabase: /^(?:db|migration|link|start|stop|functions)$/,
  php: /^artisan$/,
};
const PLAIN = new Set(PLAIN_PROGRAMS.filter((name) => !Object.hasOwn(SUBCOMMANDS, name)));

/** Words that may follow a program's name as its subcommand. */
const COMMON_SUBCOMMAND =
  /^(?:install|i|ci|add|remove|rm|uninstall|update|upgrade|run|exec|dlx|test|start|build|publish|link|audit|init|push|pull|fetch|commit|merge|rebase|reset|checkout|switch|restore|stash|clean|revert|cherry-pick|amend|tag|branch|bisect|gc|filter-branch|add|rm|mv|worktree|submodule|apply|destroy|plan|deploy|delete|create|edit|patch|scale|rollout|drain|up|down|prune|restart|stop|compose|system|volume|image|sync|freeze|migrate|makemigrations|flush|upgrade|downgrade|release|create-release|generate|watch|serve|fmt|fix|clippy|bench|doc|new|login|logout|config|cache|pr|issue|repo|release|db|head|dev|lint|format|artisan)$/;

/** Other names of a program, and other ways to run it. */
const ALIASES: Readonly<Record<string, readonly CommandForm[]>> = {
  pip: [
    { program: 'pip' },
    { program: 'pip3' },
    { program: 'python', words: ['pip'] },
    { program: 'python3', words: ['pip'] },
  ],
  gradle: [{ program: 'gradle' }, { program: 'gradlew' }],
  maven: [{ program: 'mvn' }, { program: 'mvnw' }],
  mvn: [{ program: 'mvn' }, { program: 'mvnw' }],
  awscli: [{ program: 'aws' }],
  'docker-compose': [{ program: 'docker-compose' }, { program: 'docker', words: ['compose'] }],
  bundler: [{ program: 'bundle' }],
  clippy: [{ program: 'cargo', words: ['clippy'] }],
  artisan: [{ program: 'php', words: ['artisan'] }],
};

/** Package managers of one language: a rule to always use one forbids the others. */
const PACKAGE_MANAGERS: readonly (readonly string[])[] = [
  ['npm', 'pnpm', 'yarn', 'bun'],
  ['pip', 'poetry', 'uv', 'pipenv', 'conda'],
];
const MANAGING = ['install', 'i', 'ci', 'add', 'remove', 'uninstall', 'update', 'upgrade'];
const ADDING: readonly [string, readonly string[]][] = [
  ['npm', ['install', 'i', 'add']],
  ['pnpm', ['add', 'install']],
  ['yarn', ['add']],
  ['bun', ['add', 'install']],
  ['pip', ['install']],
  ['pip3', ['install']],
  ['uv', ['add']],
  ['poetry', ['add']],
  ['cargo', ['add', 'install']],
  ['go', ['get', 'install']],
  ['gem', ['install']],
  ['composer', ['require']],
  ['bundle', ['add']],
  ['pipenv', ['install']],
  ['pdm', ['add']],
  ['rye', ['add']],
  ['pixi', ['add']],
  ['conda', ['install']],
  ['mamba', ['install']],
  ['deno', ['add', 'install']],
  ['expo', ['install']],
  ['dart', ['pub add']],
  ['flutter', ['pub add']],
  ['dotnet', ['package add']],
];

/** True for a word that names a program by itself. */
export function isProgram(word: string): boolean {
  return PLAIN.has(word);
}

/** True for a word that names a program once `next` follows it. */
export function isProgramWith(word: string, next: string | undefined): boolean {
  if (next === undefined || !Object.hasOwn(SUBCOMMANDS, word)) return false;
  return next.startsWith('-') || SUBCOMMANDS[word]?.test(next) === true;
}

/** True for a word that may be a program's subcommand. */
export function isSubcommand(word: string): boolean {
  return COMMON_SUBCOMMAND.test(word);
}

/** The matcher of a program with words and flags; `--force`, `--recursive` and `--global` also match their short forms. */
export function commandMatcher(program: string, words: readonly string[] = [], flags: readonly string[] = []): Matcher {
  const args = flags.map(namesOfFlag);
  const bases = Object.hasOwn(ALIASES, program) ? (ALIASES[program] ?? []) : [{ program }];
  const forms = bases.map((base) => {
    const all = [...(base.words ?? []), ...words];
    return { ...base, ...(all.length === 0 ? {} : { words: all }), ...(args.length === 0 ? {} : { args }) };
  });
  return { on: 'command', name: [program, ...words, ...flags].join(' '), forms };
}

/** The matcher of a flag of any program. */
export function flagMatcher(flag: string): Matcher {
  return { on: 'command', name: flag, forms: [{ args: [namesOfFlag(flag)] }] };
}

function namesOfFlag(flag: string): string[] {
  if (flag === '--force' || flag === '-f') return ['--force', '-f'];
  if (flag === '--recursive' || flag === '-r' || flag === '-R') return ['--recursive', '-r', '-R'];
  if (flag === '--global' || flag === '-g') return ['--global', '-g'];
  return [flag];
}

/** The matcher of the package managers that a rule to always use one forbids; `undefined` for an unknown manager. */
export function rivalsOf(manager: string): Matcher | undefined {
  const group = PACKAGE_MANAGERS.find((names) => names.includes(manager));
  if (group === undefined) return undefined;
  const rivals = group.filter((name) => name !== manager);
  const bases = rivals.flatMap((name) => ALIASES[name] ?? [{ program: name }]);
  const forms = bases.flatMap((base) => MANAGING.map((word) => ({ ...base, words: [...(base.words ?? []), word] })));
  return { on: 'command', name: `${rivals.join('|')} install`, forms };
}

/** Commands that add a package to a project. */
const ADD_PACKAGE: Matcher = {
  on: 'command',
  name: 'install PACKAGE',
  forms: [
    ...ADDING.flatMap(([program, words]) => words.map((word) => ({ program, words: word.split(' '), operands: 1 }))),
    // `dotnet add PROJECT package NAME`.
    { program: 'dotnet', words: ['add'], args: [['package']] },
  ],
};

const PROD = ['prod', 'production'];

/** A phrase that means a command; `make` receives the first group of the pattern, in lower case. */
interface Phrase {
  pattern: RegExp;
  make: (word: string) => Matcher;
}

/** Names of branches that a rule is about, as alternatives of a pattern. */
export const BRANCH_NAME = 'main|master|develop|trunk|production';
const BRANCH = `((?:${BRANCH_NAME})(?:(?:, | or | and | nor |/)(?:to )?(?:${BRANCH_NAME}))*)(?: branch(?:es)?)?`;
const FORCE_PUSH = `force[- ]?push(?:es|ing|ed)?(?: (?:(?:to|on|onto) )?(?:the )?(?:remote|origin|${BRANCH}))?`;

const ONTO = `(?:directly |straight |anything )*(?:to|on|onto) (?:the )?${BRANCH}`;

/** Phrases that mean a command where a rule's object is expected, each with its matcher. */
export const PHRASES: readonly Phrase[] = [
  // Whoever names the lease tells it from a push by force.
  phrase(`${FORCE_PUSH}(?=.*\\blease)`, (branch) => forcePush(branch, ['--force', '-f'])),
  phrase(FORCE_PUSH, (branch) => forcePush(branch, ['--force', '-f', '--force-with-lease'])),
  phrase('amend(?:ing)? ((?:already )?(?:pushed|published|public|shared)) commits?', (which) => ({
    ...commandMatcher('git', ['commit'], ['--amend']),
    when: `${which} commits`,
  })),
  phrase('(?:amend(?:ing)?|git amend)(?: (?:your |the |previous |old |existing )*commits?)?', () =>
    commandMatcher('git', ['commit'], ['--amend']),
  ),
  phrase('(?:hard[- ]reset(?:s|ting)?|reset --hard)', () => commandMatcher('git', ['reset'], ['--hard'])),
  phrase(
    '(?:skip|bypass|disable)(?:ping|ing)? (?:the |git |our |any )*(?:pre-?commit |pre-?push |git |commit )?hooks?',
    () => ({
      on: 'command',
      name: 'git --no-verify',
      forms: [
        { program: 'git', args: [['--no-verify']] },
        { program: 'git', words: ['commit'], args: [['-n']] },
      ],
    }),
  ),
  phrase(`push(?:ing)? ${ONTO}`, (branch) => onBranch(branch, ['push'])),
  phrase(`merg(?:e|ing) (?:directly |straight |anything )*(?:in)?(?:to|on|onto) (?:the )?${BRANCH}`, (branch) =>
    onBranch(branch, ['merge']),
  ),
  phrase(`commit(?:ting)? ${ONTO}`, (branch) => onBranch(branch, ['push', 'commit'])),
  phrase('(?:git )?rebas(?:e|ing)', () => commandMatcher('git', ['rebase'])),
  phrase('(?:git )?push(?:ing)?(?: (?:anything|code|changes|commits|to (?:the )?(?:remote|origin|github)))?', () =>
    commandMatcher('git', ['push']),
  ),
  phrase('(?:git )?commit(?:ting|s)?(?: (?:anything|code|changes))?', () => commandMatcher('git', ['commit'])),
  phrase(
    '(?:run |apply |execute |start )?(?:the |any |db |database )*migrat(?:ions?|e)(?: (?:on|against|in|to|for) (?:the )?prod(?:uction)?(?: (?:db|database|server|environment))?)',
    () => ({
      on: 'command',
      name: 'migrations on production',
      forms: [{ parts: [['migrate', 'migrations', 'migration'], PROD] }],
    }),
  ),
  phrase('deploy(?:ing)? (?:directly |straight |anything )*(?:to|on|in) (?:the )?prod(?:uction)?', () => ({
    on: 'command',
    name: 'deploy to production',
    forms: [{ parts: [['deploy'], PROD] }, { program: 'vercel', args: [['--prod']] }],
  })),
  phrase(
    '(?:install|add)(?:ing)? (?:any |new |more |extra |additional |other |third[- ]party |external |npm |node |python )*(?:packages?|dependenc(?:y|ies)|deps|modules)',
    () => ADD_PACKAGE,
  ),
];

/** A push by force, with `said` to these branches alone. */
function forcePush(said: string, flags: string[]): Matcher {
  const form: CommandForm = { program: 'git', words: ['push'], args: [flags] };
  const branches = branchesIn(said);
  const forms = branches.length === 0 ? [form] : formsOn([form], branches);
  return { on: 'command', name: `git push --force ${branches.join('|')}`.trim(), forms };
}

function onBranch(said: string, subcommands: readonly string[]): Matcher {
  const branches = branchesIn(said);
  const forms = subcommands.map((word): CommandForm => ({ program: 'git', words: [word] }));
  return { on: 'command', name: `git ${subcommands.at(-1)} ${branches.join('|')}`, forms: formsOn(forms, branches) };
}

/** Each form for each of some branches. */
export function formsOn(forms: readonly CommandForm[], branches: readonly string[]): CommandForm[] {
  return forms.flatMap((form) => branches.map((branch) => ({ ...form, branch })));
}

function branchesIn(said: string): string[] {
  return [...new Set(said.match(new RegExp(BRANCH_NAME, 'g')))];
}

function phrase(source: string, make: (word: string) => Matcher): Phrase {
  return { pattern: new RegExp(`(?:${source})(?![\\w-])`, 'iy'), make };
}
