import type { CommandSpec } from './terminal/command.ts';

/** Loads a command when it is called: no command waits for the modules of the others. */
type Load = () => Promise<CommandSpec>;

/** The commands by what one does with them, in the order of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  Everyday: {
    browse: async () => (await import('./commands/browse.ts')).browseCommand,
    ui: async () => (await import('./commands/ui.ts')).uiCommand,
    search: async () => (await import('./commands/search.ts')).searchCommand,
    recall: async () => (await import('./commands/recall.ts')).recallCommand,
    resume: async () => (await import('./commands/resume.ts')).resumeCommand,
    context: async () => (await import('./commands/context.ts')).contextCommand,
    sessions: async () => (await import('./commands/sessions.ts')).sessionsCommand,
    story: async () => (await import('./commands/story.ts')).storyCommand,
    timeline: async () => (await import('./commands/timeline.ts')).timelineCommand,
    file: async () => (await import('./commands/file.ts')).fileCommand,
    get: async () => (await import('./commands/get.ts')).getCommand,
    remember: async () => (await import('./commands/remember.ts')).rememberCommand,
    checkpoint: async () => (await import('./commands/checkpoint.ts')).checkpointCommand,
    report: async () => (await import('./commands/report.ts')).reportCommand,
  },
  'Know the project': {
    project: async () => (await import('./commands/project.ts')).projectCommand,
    threads: async () => (await import('./commands/threads.ts')).threadsCommand,
    patterns: async () => (await import('./commands/patterns.ts')).patternsCommand,
    tripwires: async () => (await import('./commands/tripwires.ts')).tripwiresCommand,
    history: async () => (await import('./commands/history.ts')).historyCommand,
    why: async () => (await import('./commands/why.ts')).whyCommand,
    code: async () => (await import('./commands/code.ts')).codeCommand,
    stats: async () => (await import('./commands/stats.ts')).statsCommand,
    impact: async () => (await import('./commands/impact.ts')).impactCommand,
    projects: async () => (await import('./commands/projects.ts')).projectsCommand,
  },
  Curate: {
    review: async () => (await import('./commands/review.ts')).reviewCommand,
    share: async () => (await import('./commands/share.ts')).shareCommand,
    observe: async () => (await import('./commands/observe.ts')).observeCommand,
    summarize: async () => (await import('./commands/summarize.ts')).summarizeCommand,
    collections: async () => (await import('./commands/collections.ts')).collectionsCommand,
    forget: async () => (await import('./commands/forget.ts')).forgetCommand,
    prune: async () => (await import('./commands/prune.ts')).pruneCommand,
    consolidate: async () => (await import('./commands/consolidate.ts')).consolidateCommand,
  },
  'Set up': {
    setup: async () => (await import('./commands/setup.ts')).setupCommand,
    update: async () => (await import('./commands/update.ts')).updateCommand,
    uninstall: async () => (await import('./commands/uninstall.ts')).uninstallCommand,
    import: async () => (await import('./commands/import.ts')).importCommand,
    export: async () => (await import('./commands/export.ts')).exportCommand,
    backup: async () => (await import('./commands/backup.ts')).backupCommand,
    config: async () => (await import('./commands/config.ts')).configCommand,
    privacy: async () => (await import('./commands/privacy.ts')).privacyCommand,
    sync: async () => (await import('./commands/sync.ts')).syncCommand,
    login: async () => (await import('./commands/login.ts')).loginCommand,
    webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
    pause: async () => (await import('./commands/pause.ts')).pauseCommand,
    unpause: async () => (await import('./commands/pause.ts')).unpauseCommand,
    off: async () => (await import('./commands/pause.ts')).offCommand,
    on: async () => (await import('./commands/pause.ts')).onCommand,
    llm: async () => (await import('./commands/llm.ts')).llmCommand,
    completion: async () => (await import('./commands/completion.ts')).completionCommand,
    mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
    server: async () => (await import('./commands/server.ts')).serverCommand,
  },
  'Look inside': {
    status: async () => (await import('./commands/status.ts')).statusCommand,
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
    bench: async () => (await import('./commands/bench.ts')).benchCommand,
    events: async () => (await import('./commands/events.ts')).eventsCommand,
    jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
    rebuild: async () => (await import('./commands/rebuild.ts')).rebuildCommand,
    log: async () => (await import('./commands/log.ts')).logCommand,
    worker: async () => (await import('./commands/worker.ts')).workerCommand,
  },
};

/** Commands that neither help nor docs show. */
const HIDDEN: Readonly<Record<string, Load>> = {
  start: async () => (await import('./commands/start.ts')).startCommand,
  complete: async () => (await import('./commands/completion.ts')).completeCommand,
};

/** Other words for commands, as other programs call the same. */
const ALIASES: Readonly<Record<string, string>> = { ls: 'sessions', show: 'get', rm: 'forget' };

const NO_PAGER = { flags: '--no-pager', help: 'print all at once, also what is longer than the screen' } as const;

const ROWS: readonly { name: string; group?: string; load: Load }[] = [
  ...Object.entries(GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, load]) => ({ name, group, load })),
  ),
  ...Object.entries(HIDDEN).map(([name, load]) => ({ name, load })),
];

/** The words that call a command that is shown, other words for it included. */
export const COMMAND_WORDS: readonly string[] = ROWS.flatMap(({ name, group }) =>
  group === undefined ? [] : [name, ...aliasesOf(name)],
);

/** Loads the command that a word calls, by its name or another word for it; `undefined` where it calls none. */
export async function loadCommand(word: string | undefined): Promise<CommandSpec | undefined> {
  if (word === undefined) return undefined;
  const called = Object.hasOwn(ALIASES, word) ? ALIASES[word] : word;
  const row = ROWS.find(({ name }) => name === called);
  return row && loadRow(row);
}

/** Loads all commands, in the order of the help. */
export function loadCommands(): Promise<readonly CommandSpec[]> {
  return Promise.all(ROWS.map(loadRow));
}

/** A command with its heading, its other names, and `--json` as its last option. */
async function loadRow({ name, group, load }: (typeof ROWS)[number]): Promise<CommandSpec> {
  const { json = 'print JSON', ...command } = await load();
  const options = [...(command.options ?? []), ...(command.pages === undefined ? [] : [NO_PAGER])];
  return {
    ...command,
    aliases: aliasesOf(name),
    ...(group === undefined ? {} : { group }),
    options: json === false ? options : [...options, { flags: '--json', help: json }],
  };
}

function aliasesOf(name: string): string[] {
  return Object.keys(ALIASES).filter((alias) => ALIASES[alias] === name);
}
