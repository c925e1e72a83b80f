import type { CommandSpec } from './command.ts';
import { contextCommand } from './commands/context.ts';
import { getCommand } from './commands/get.ts';
import { importCommand } from './commands/import.ts';
import { mcpCommand } from './commands/mcp.ts';
import { rememberCommand } from './commands/remember.ts';
import { searchCommand } from './commands/search.ts';
import { setupCommand } from './commands/setup.ts';
import { startCommand } from './commands/start.ts';
import { statusCommand } from './commands/status.ts';
import { uninstallCommand } from './commands/uninstall.ts';
import { workerCommand } from './commands/worker.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  setupCommand,
  uninstallCommand,
  statusCommand,
  searchCommand,
  getCommand,
  contextCommand,
  rememberCommand,
  importCommand,
  workerCommand,
  mcpCommand,
  startCommand,
];
