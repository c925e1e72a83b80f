// cli/commands: the commands of `cairn`, one a file: what it takes, what it says and shows. What it does is done below:
// no memory logic here, and nothing of the process that was not handed in.

import type { SetupDone, SetupPlan } from '../../setup/setup.ts';
import type { CliContext, CommandSpec } from '../command.ts';
import { confirm } from '../confirm.ts';
import { EXIT } from '../exit-codes.ts';
import { flagOption } from '../options.ts';
import { seenByWorker } from '../seen-by-worker.ts';
import { showChanges } from '../show-changes.ts';

/** `cairn setup [AGENT…]` */
export const setupCommand: CommandSpec = {
  name: 'setup',
  summary: 'put Cairn into your agents',
  details:
    'Without an agent: all that are found on this machine. Shows every change as a diff, asks once, makes a backup, and tries the hook out before an agent is changed. Run again, it changes nothing that is right.',
  arguments: [{ name: 'agent', help: 'such as claude-code', many: true }],
  options: [
    { flags: '--yes', help: 'do not ask' },
    { flags: '--dry-run', help: 'only show what would change' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const { io, out, json } = context;
    const { applySetup, chooseAgents, isSetUp, planSetup } = await import('../../setup/setup.ts');
    const place = await context.setupPlace(context.readConfig());
    const plan = planSetup(chooseAgents(input.args, place), place);
    const dryRun = flagOption(input, 'dryRun');
    const report = await describe(plan, place.paths.home);
    if (isSetUp(plan) || dryRun) {
      if (json) out.json({ ...report, changed: false });
      else show(plan, { dryRun, done: isSetUp(plan) }, context);
      return EXIT.ok;
    }
    if (!json) await showPlan(plan, context);
    await confirm('Set Cairn up like this?', { input, context, command: ['cairn setup', ...input.args].join(' ') });
    const done = await applySetup(plan, place, {
      now: io.now(),
      seenByWorker: (agent) => seenByWorker(agent, context),
    });
    if (json) out.json({ ...report, ...done, changed: true });
    else showDone(plan, done, context);
    return EXIT.ok;
  },
};

async function describe(
  { agents, program, programInstalled }: SetupPlan,
  home: string,
): Promise<Record<string, unknown>> {
  const { fileDiff } = await import('../../setup/file-diff.ts');
  return {
    home,
    program: { version: program.version, installed: programInstalled },
    agents: agents.map(({ agent, changes }) => ({
      name: agent.name,
      title: agent.title,
      files: changes.map((change) => ({ path: change.path, why: change.why, diff: fileDiff(change) })),
    })),
  };
}

function titles({ agents }: SetupPlan): string {
  return agents.map(({ agent }) => agent.title).join(', ');
}

async function showPlan(plan: SetupPlan, context: CliContext): Promise<void> {
  await showChanges(plan.agents, context);
  const { paths } = context.readConfig();
  if (!plan.programInstalled)
    context.out.say(`The program, version ${plan.program.version}, is copied to ${paths.app}.`);
  for (const { path } of plan.commands) context.out.say(`${path} is written.`);
}

async function show(
  plan: SetupPlan,
  { dryRun, done }: { dryRun: boolean; done: boolean },
  context: CliContext,
): Promise<void> {
  if (done) return context.out.say(`Already set up: ${titles(plan)}.`);
  await showPlan(plan, context);
  if (dryRun) context.out.say('Nothing was changed: this was a dry run.');
}

function showDone(plan: SetupPlan, { backup, verified }: SetupDone, { out }: CliContext): void {
  out.say(`Set up: ${titles(plan)}. A trial run of the hook reached the ${verified ?? 'worker'}.`);
  if (backup !== undefined) out.say(`The files as they were are in ${backup}.`);
  out.say('Work as before; new sessions remember. Past sessions: cairn import');
}
