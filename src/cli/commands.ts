import { backupCommand } from './commands/backup.ts';
import { benchCommand } from './commands/bench.ts';
import { browseCommand } from './commands/browse.ts';
import { checkpointCommand } from './commands/checkpoint.ts';
import { codeCommand } from './commands/code.ts';
import { collectionsCommand } from './commands/collections.ts';
import { completeCommand, completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { consolidateCommand } from './commands/consolidate.ts';
import { contextCommand } from './commands/context.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventsCommand } from './commands/events.ts';
import { exportCommand } from './commands/export.ts';
import { fileCommand } from './commands/file.ts';
import { forgetCommand } from './commands/forget.ts';
import { getCommand } from './commands/get.ts';
import { historyCommand } from './commands/history.ts';
import { impactCommand } from './commands/impact.ts';
import { importCommand } from './commands/import.ts';
import { jobsCommand } from './commands/jobs.ts';
import { llmCommand } from './commands/llm.ts';
import { logCommand } from './commands/log.ts';
import { loginCommand } from './commands/login.ts';
import { mcpCommand } from './commands/mcp.ts';
import { observeCommand } from './commands/observe.ts';
import { patternsCommand } from './commands/patterns.ts';
import { offCommand, onCommand, pauseCommand, unpauseCommand } from './commands/pause.ts';
import { privacyCommand } from './commands/privacy.ts';
import { projectCommand } from './commands/project.ts';
import { projectsCommand } from './commands/projects.ts';
import { pruneCommand } from './commands/prune.ts';
import { rebuildCommand } from './commands/rebuild.ts';
import { recallCommand } from './commands/recall.ts';
import { rememberCommand } from './commands/remember.ts';
import { reportCommand } from './commands/report.ts';
import { resumeCommand } from './commands/resume.ts';
import { reviewCommand } from './commands/review.ts';
import { searchCommand } from './commands/search.ts';
import { serverCommand } from './commands/server.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { setupCommand } from './commands/setup.ts';
import { shareCommand } from './commands/share.ts';
import { startCommand } from './commands/start.ts';
import { statsCommand } from './commands/stats.ts';
import { statusCommand } from './commands/status.ts';
import { storyCommand } from './commands/story.ts';
import { summarizeCommand } from './commands/summarize.ts';
import { syncCommand } from './commands/sync.ts';
import { threadsCommand } from './commands/threads.ts';
import { timelineCommand } from './commands/timeline.ts';
import { tripwiresCommand } from './commands/tripwires.ts';
import { uiCommand } from './commands/ui.ts';
import { uninstallCommand } from './commands/uninstall.ts';
import { updateCommand } from './commands/update.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { whyCommand } from './commands/why.ts';
import { workerCommand } from './commands/worker.ts';
import type { CommandSpec } from './terminal/command.ts';

/** The commands by what one does with them, in the order of the help. */
const GROUPS: readonly (readonly [heading: string, commands: readonly CommandSpec[]])[] = [
  [
    'Everyday',
    [
      browseCommand,
      uiCommand,
      searchCommand,
      recallCommand,
      resumeCommand,
      contextCommand,
      sessionsCommand,
      storyCommand,
      timelineCommand,
      fileCommand,
      getCommand,
      rememberCommand,
      checkpointCommand,
      reportCommand,
    ],
  ],
  [
    'Know the project',
    [
      projectCommand,
      threadsCommand,
      patternsCommand,
      tripwiresCommand,
      historyCommand,
      whyCommand,
      codeCommand,
      statsCommand,
      impactCommand,
      projectsCommand,
    ],
  ],
  [
    'Curate',
    [
      reviewCommand,
      shareCommand,
      observeCommand,
      summarizeCommand,
      collectionsCommand,
      forgetCommand,
      pruneCommand,
      consolidateCommand,
    ],
  ],
  [
    'Set up',
    [
      setupCommand,
      updateCommand,
      uninstallCommand,
      importCommand,
      exportCommand,
      backupCommand,
      configCommand,
      privacyCommand,
      syncCommand,
      loginCommand,
      webhooksCommand,
      pauseCommand,
      unpauseCommand,
      offCommand,
      onCommand,
      llmCommand,
      completionCommand,
      mcpCommand,
      serverCommand,
    ],
  ],
  [
    'Look inside',
    [statusCommand, doctorCommand, benchCommand, eventsCommand, jobsCommand, rebuildCommand, logCommand, workerCommand],
  ],
];

const GROUPED = GROUPS.flatMap(([group, commands]) => commands.map((command) => ({ ...command, group })));

const NO_PAGER = { flags: '--no-pager', help: 'print all at once, also what is longer than the screen' } as const;

/** All commands, in the order of the help, each with `--json` as its last option. */
export const COMMANDS: readonly CommandSpec[] = [...GROUPED, startCommand, completeCommand].map(
  ({ json = 'print JSON', ...command }) => {
    const options = [...(command.options ?? []), ...(command.pages === undefined ? [] : [NO_PAGER])];
    return { ...command, options: json === false ? options : [...options, { flags: '--json', help: json }] };
  },
);
