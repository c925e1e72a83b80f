import { checkpointCommand } from './commands/checkpoint.ts';
import { collectionsCommand } from './commands/collections.ts';
import { configCommand } from './commands/config.ts';
import { consolidateCommand } from './commands/consolidate.ts';
import { contextCommand } from './commands/context.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { forgetCommand } from './commands/forget.ts';
import { getCommand } from './commands/get.ts';
import { impactCommand } from './commands/impact.ts';
import { importCommand } from './commands/import.ts';
import { jobsCommand } from './commands/jobs.ts';
import { llmCommand } from './commands/llm.ts';
import { mcpCommand } from './commands/mcp.ts';
import { patternsCommand } from './commands/patterns.ts';
import { projectsCommand } from './commands/projects.ts';
import { pruneCommand } from './commands/prune.ts';
import { rebuildCommand } from './commands/rebuild.ts';
import { recallCommand } from './commands/recall.ts';
import { rememberCommand } from './commands/remember.ts';
import { resumeCommand } from './commands/resume.ts';
import { reviewCommand } from './commands/review.ts';
import { searchCommand } from './commands/search.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { setupCommand } from './commands/setup.ts';
import { startCommand } from './commands/start.ts';
import { statsCommand } from './commands/stats.ts';
import { statusCommand } from './commands/status.ts';
import { timelineCommand } from './commands/timeline.ts';
import { tripwiresCommand } from './commands/tripwires.ts';
import { uninstallCommand } from './commands/uninstall.ts';
import { workerCommand } from './commands/worker.ts';
import type { CommandSpec } from './terminal/command.ts';

const EVERY_COMMAND: readonly CommandSpec[] = [
  setupCommand,
  uninstallCommand,
  statusCommand,
  doctorCommand,
  searchCommand,
  recallCommand,
  timelineCommand,
  getCommand,
  contextCommand,
  resumeCommand,
  checkpointCommand,
  rememberCommand,
  reviewCommand,
  forgetCommand,
  pruneCommand,
  consolidateCommand,
  collectionsCommand,
  importCommand,
  exportCommand,
  sessionsCommand,
  projectsCommand,
  patternsCommand,
  tripwiresCommand,
  statsCommand,
  impactCommand,
  jobsCommand,
  rebuildCommand,
  llmCommand,
  configCommand,
  workerCommand,
  mcpCommand,
  startCommand,
];

/** All commands, in the order of the help, each with `--json` as its last option. */
export const COMMANDS: readonly CommandSpec[] = EVERY_COMMAND.map(({ json = 'print JSON', ...command }) =>
  json === false ? command : { ...command, options: [...(command.options ?? []), { flags: '--json', help: json }] },
);
