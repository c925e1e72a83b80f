// cli/commands: the commands of `cairn`, one per file: its arguments and options, and what it prints. The work is done
// in the layers below: no memory logic here, and no access to the process except through the context.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CairnError, toCairnError } from '../../core/errors.ts';
import type { SetupDone, SetupEnvironment, SetupPlan } from '../../setup/setup.ts';
import { showChanges } from '../render/show-changes.ts';
import type { CliContext, CommandInput, CommandSpec, OptionSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { flagOption } from '../terminal/options.ts';
import { seenByWorker } from '../terminal/seen-by-worker.ts';

/**
 * `--project`: set up a repository's own files instead of the user's; without a folder the repository is the working
 * directory's.
 */
export const PROJECT_OPTION: OptionSpec = {
  flags: '--project [folder]',
  help: "the repository's own files instead of yours; default the folder you are in",
};

/**
 * The environment of set-up, including the repository that `--project` names. Throws `not_found` when that folder does
 * not exist.
 */
export async function placeOf(input: CommandInput, context: CliContext): Promise<SetupEnvironment> {
  const place = await context.setupPlace(context.readConfig());
  const named = input.options.project;
  if (named === undefined || named === false) return place;
  const project = resolve(context.io.cwd, typeof named === 'string' ? named : '.');
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory() === true) return { ...place, project };
  throw new CairnError('not_found', `There is no folder ${project}.`, {
    fix: 'Name the agents first: cairn setup AGENT --project FOLDER',
  });
}

/** `cairn setup [AGENT…]` */
export const setupCommand: CommandSpec = {
  name: 'setup',
  lists: ['agents'],
  summary: 'connect Cairn to your agents',
  details:
    "Without an agent it sets up the agents found on this machine; on a terminal you choose among them, see what each gets, and `d` shows every change as a diff. It asks, makes a backup, and tests the hook before it changes an agent. Running it again changes only what is wrong.\n\nOn a terminal it then offers to import past sessions, and shows what the next session in this folder will be told.\n\nWith --project it changes the files of a repository instead of your own, for everyone who works there. Those hooks find Cairn in each person's home, do nothing where it is missing, and stay silent for an agent that this person has set up already.\n\nExamples:\n  cairn setup\n  cairn setup codex kimi-code --yes\n  cairn setup claude-code --project",
  arguments: [{ name: 'agent', help: 'such as claude-code', many: true, completes: 'agent' }],
  options: [
    PROJECT_OPTION,
    { flags: '--program', help: 'install only the program and its commands, for agents whose plugin does the rest' },
    { flags: '--yes', help: 'do not ask' },
    { flags: '--dry-run', help: 'only show what would change' },
  ],
  async run(input, context) {
    const { io, out, json } = context;
    const { applySetup, chooseAgents, isSetUp, planSetup } = await import('../../setup/setup.ts');
    const { refuseOthersPlace } = await import('../../setup/other-homes.ts');
    const place = await placeOf(input, context);
    refuseOthersPlace(place.paths);
    let plan = planSetup(flagOption(input, 'program') ? [] : chooseAgents(input.args, place), place);
    assertAny(plan, place);
    const dryRun = flagOption(input, 'dryRun');
    let report = await describe(plan, place.paths.home);
    let notice = false;
    if (isSetUp(plan) || dryRun) {
      if (json) out.json({ ...report, changed: false });
      else if (isSetUp(plan)) out.say(`Already set up: ${titles(plan)}.`);
      else {
        await showPlan(plan, context);
        out.say('Nothing was changed: this was a dry run.');
      }
      return;
    }
    if (isOnScreen(input, context)) {
      const { askOnScreen } = await import('../setup/setup-screen.ts');
      const choice = await askOnScreen(plan, place, context);
      notice = choice.notice;
      plan = planSetup(chooseAgents(choice.agents, place), place);
      report = await describe(plan, place.paths.home);
    } else {
      if (!json) await showPlan(plan, context);
      await confirm('Set Cairn up like this?', {
        input,
        context,
        command: commandToRepeat('setup', input),
        isDestructive: false,
      });
    }
    const done = await applySetup(plan, place, {
      now: io.now(),
      seenByWorker: (agent) => seenByWorker(agent, context),
    });
    if (json) out.json({ ...report, ...done, changed: true });
    else {
      if (notice) await turnNoticeOn(context);
      showDone(plan, done, context);
      await offerImport(input, context);
    }
  },
};

async function turnNoticeOn({ readConfig }: CliContext): Promise<void> {
  const { changeConfigFile } = await import('../../setup/change-config-file.ts');
  changeConfigFile(readConfig().paths.config, 'update.notice', true);
}

async function describe({ agents, program, programInstalled, otherHomes }: SetupPlan, home: string) {
  const { fileDiff } = await import('../../setup/file-diff.ts');
  return {
    home,
    program: { version: program.version, installed: programInstalled },
    ...(otherHomes.length === 0 ? {} : { otherHomes }),
    agents: agents.map(({ agent, changes }) => ({
      name: agent.name,
      title: agent.title,
      files: changes.map((change) => ({ path: change.path, why: change.why, diff: fileDiff(change) })),
    })),
  };
}

function assertAny({ agents, leftOut }: SetupPlan, { project }: SetupEnvironment): void {
  if (project === undefined || agents.length > 0 || leftOut.length === 0) return;
  const names = leftOut.map(({ title }) => title).join(', ');
  throw new CairnError('unsupported', `These agents have no files of a repository's own that Cairn knows: ${names}.`, {
    fix: `cairn setup ${leftOut.map(({ name }) => name).join(' ')}`,
  });
}

/** True when a person chooses on one screen: at a terminal, for agents of their own. */
function isOnScreen(input: CommandInput, { io, json }: CliContext): boolean {
  const isAnswered = flagOption(input, 'yes') || flagOption(input, 'program') || input.options.project !== undefined;
  return !isAnswered && !json && io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/**
 * Offers to import past sessions right after set-up; on a yes they are in the memory within a minute, and it shows what
 * the next session here will read. A no is no failure: set-up is done.
 */
async function offerImport(input: CommandInput, context: CliContext): Promise<void> {
  if (!isOnScreen(input, context)) return;
  const { importCommand } = await import('./import.ts');
  try {
    await importCommand.run({ args: [], options: {} }, context);
  } catch (thrown) {
    if (context.io.signal.aborted || toCairnError(thrown).code !== 'cancelled') throw thrown;
    return context.out.say('Not imported. Later: cairn import');
  }
  const { showFirstRecall } = await import('../setup/setup-screen.ts');
  if (await showFirstRecall(context)) return;
  const { resumeCommand } = await import('./resume.ts');
  await resumeCommand.run({ args: [], options: {} }, context);
}

function titles({ agents }: SetupPlan): string {
  return agents.map(({ agent }) => agent.title).join(', ') || 'the program';
}

async function showPlan(plan: SetupPlan, context: CliContext): Promise<void> {
  await showChanges(
    plan.agents.flatMap(({ changes }) => changes),
    context,
  );
  summarize(plan, context);
  const { paths } = context.readConfig();
  if (!plan.programInstalled)
    context.out.say(`The program, version ${plan.program.version}, is copied to ${paths.app}.`);
  if (plan.model !== undefined) context.out.say(`The model is copied to ${plan.model.to}.`);
  for (const { path } of plan.commands) context.out.say(`${path} is written.`);
  for (const { title } of plan.leftOut) context.out.say(`${title} has no files of a repository's own: it is left out.`);
}

/** One line per file to be written: the diffs of many agents are longer than a screen. */
function summarize({ agents, otherHomes }: SetupPlan, { out }: CliContext): void {
  for (const home of otherHomes) out.say(`These agents run Cairn of ${home} now, whose memory then gets nothing more.`);
  for (const { agent, changes } of agents) {
    const files = changes.map(({ path, before }) => `${path}${before === undefined ? ' (new)' : ''}`);
    out.say(`${agent.title}: ${files.length === 0 ? 'is set up already' : files.join(', ')}`);
  }
}

function showDone(plan: SetupPlan, { backup, verified }: SetupDone, { out }: CliContext): void {
  const trial = verified === undefined ? '' : ` A trial run of the hook reached the ${verified}.`;
  out.say(`Set up: ${titles(plan)}.${trial}`);
  if (backup !== undefined) out.say('To undo it, to the byte: cairn uninstall');
  for (const { agent } of plan.agents)
    if (agent.capabilities.afterSetup !== undefined) out.say(agent.capabilities.afterSetup);
  out.say('Work as before; new sessions remember. Past sessions: cairn import');
}
