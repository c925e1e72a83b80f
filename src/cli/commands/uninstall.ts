import type { UninstallPlan } from '../../setup/uninstall.ts';
import { showChanges } from '../render/show-changes.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { flagOption } from '../terminal/options.ts';
import { assertPerson } from '../terminal/person-evidence.ts';
import { PROJECT_OPTION, placeOf } from './setup.ts';
import { stopWorker } from './worker.ts';

const BY_A_PERSON = { does: 'can disconnect Cairn', fix: 'Run it in a terminal of your own: cairn uninstall' };

/** `cairn uninstall [AGENT…]` */
export const uninstallCommand: CommandSpec = {
  name: 'uninstall',
  lists: ['agents'],
  summary: 'disconnect Cairn from your agents; the memory stays',
  details:
    "A file that has not changed since set-up gets its old bytes back; from any other file only Cairn's lines are removed. The memory stays unless you pass --purge. Only a person can do this, in a terminal outside an agent.",
  arguments: [{ name: 'agent', help: 'such as claude-code; default all', many: true, completes: 'agent' }],
  options: [
    PROJECT_OPTION,
    { flags: '--purge', help: 'also delete the memory, after asking' },
    { flags: '--yes', help: 'do not ask' },
    { flags: '--dry-run', help: 'only show what would change' },
  ],
  async run(input, context) {
    const { io, out, json } = context;
    const { chooseAgents } = await import('../../setup/setup.ts');
    const { applyUninstall, isTakenOut, planUninstall } = await import('../../setup/uninstall.ts');
    const place = await placeOf(input, context);
    const chosen = input.args.length === 0 ? place.agents : chooseAgents(input.args, place);
    const plan = planUninstall(place, chosen);
    const report = describe(plan, place.paths.home);
    const dryRun = flagOption(input, 'dryRun');
    const nothing = isTakenOut(plan);
    if (!json && !nothing) await showPlan(plan, context);
    const isPurge = flagOption(input, 'purge') && !dryRun;
    if (isPurge || (!nothing && !dryRun)) assertPerson(io, BY_A_PERSON);
    if (!nothing && !dryRun) {
      await confirm('Disconnect Cairn like this?', { input, context, command: commandToRepeat('uninstall', input) });
      await applyUninstall(plan, place, { now: io.now(), stopWorker: () => stopWorker(context) });
      out.say('Cairn is out.');
    }
    if (nothing) out.say('Cairn is in none of your agents.');
    const purged = isPurge && (await purge(input, context));
    if (!purged) out.say(`The memory stays in ${place.paths.home}. To delete it: cairn uninstall --purge`);
    if (json) out.json({ ...report, changed: !nothing && !dryRun, purged });
  },
};

function describe({ agents, removesProgram, otherHomes }: UninstallPlan, home: string): Record<string, unknown> {
  return {
    home,
    removesProgram,
    ...(otherHomes.length === 0 ? {} : { otherHomes }),
    agents: agents.map(({ agent, steps }) => ({
      name: agent.name,
      title: agent.title,
      files: steps.map(({ change, restored }) => ({ path: change.path, restored })),
    })),
  };
}

async function showPlan({ agents, removesProgram, otherHomes }: UninstallPlan, context: CliContext): Promise<void> {
  const steps = agents.flatMap((planned) => planned.steps);
  const changes = steps.map(({ change, restored }) => ({ ...change, why: describeStep(change.after, restored) }));
  await showChanges(changes, context);
  for (const home of otherHomes)
    context.out.say(
      `These agents run Cairn of another home, ${home}: it goes out of them, too, and its memory gets nothing more.`,
    );
  const { paths } = context.readConfig();
  if (removesProgram) context.out.say(`The program in ${paths.app} and the commands in ${paths.bin} are removed.`);
}

function describeStep(after: string | undefined, restored: boolean): string {
  if (after === undefined) return 'Nothing but Cairn is in it: it is removed.';
  return restored ? 'It gets back what it held before set-up.' : 'Only the lines of Cairn go.';
}

async function purge(input: CommandInput, context: CliContext): Promise<boolean> {
  const { paths } = context.readConfig();
  const command = 'cairn uninstall --purge';
  await confirm(`Delete all memories in ${paths.home} for good?`, { input, context, command });
  await stopWorker(context);
  const { deleteHome } = await import('../../setup/uninstall.ts');
  const others = deleteHome(paths);
  if (others.length === 0) context.out.say(`${paths.home} is deleted.`);
  else context.out.say(`The memory is deleted. Not of Cairn, and still in ${paths.home}: ${others.join(', ')}.`);
  return true;
}
