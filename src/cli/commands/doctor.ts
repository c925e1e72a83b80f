import type { HealthCheck } from '../../core/model/check.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { SalvageOutcome } from '../../worker/salvage-home.ts';
import { plain } from '../render/show.ts';
import { reportOf, showChecks } from '../render/show-checks.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption } from '../terminal/options.ts';
import { stopWorker } from './worker.ts';

/** `cairn doctor` */
export const doctorCommand: CommandSpec = {
  name: 'doctor',
  lists: ['checks'],
  summary: 'check for problems, explain them, and fix them',
  details:
    'Checks Node, the home, the settings, the agents, the worker and the memory, and whether hooks really fired. It runs the hook, a search and an MCP call, which leave nothing behind. Problems come first. Only --fix changes anything: it repairs what is safe to repair and says what it did. With your consent it also salvages a damaged database: it copies every readable row into a new file, takes the rest from the newest good backup, names what is lost, and keeps the damaged file. Without --deep it spends a second on the pages of the database; with --deep it reads all of them and checks their hashes, while hooks wait in the journal. Exits with 1 when a check failed.\n\nExamples:\n  cairn doctor\n  cairn doctor --deep --fix\n  cairn doctor --report',
  options: [
    { flags: '-v, --verbose', help: 'show every check instead of one line a group' },
    {
      flags: '--report',
      help: 'print everything as plain text that you can send to others, with your home folder as ~',
    },
    { flags: '--deep', help: 'read the whole database and check its hashes' },
    { flags: '--fix', help: 'repair what is safe to repair' },
    { flags: '--yes', help: 'salvage a damaged database without asking' },
  ],
  async run(input, context) {
    const { out, json } = context;
    const { runDoctor } = await import('../doctor/run-doctor.ts');
    const fix = flagOption(input, 'fix');
    const { describeLost, salvageMemory } = await import('../doctor/salvage-memory.ts');
    let salvaged: SalvageOutcome | undefined;
    const onDone = (outcome: SalvageOutcome): void => {
      salvaged = outcome;
    };
    const salvage = () => salvageMemory(context, { input, stopWorker, onDone });
    const checks = await runDoctor(context, { deep: flagOption(input, 'deep'), fix }, salvage);
    const [failed, warnings] = [countOf(checks, 'failed'), countOf(checks, 'warning')];
    if (flagOption(input, 'report')) {
      out.print(reportOf(checks, { version: context.version, userHome: context.io.userHome }));
    } else if (json) out.json({ checks, failed, warnings, ...omitUndefined({ salvaged }) });
    else {
      out.print(showChecks(checks, { all: flagOption(input, 'verbose'), colors: out.colors }));
      const lost = salvaged === undefined ? [] : describeLost(salvaged);
      if (lost.length > 0) out.say(['Could not be read:', ...lost.map(plain)].join('\n'));
      const fixable = checks.filter((check) => check.fixable === true && check.status !== 'ok').length;
      const hint = fixable > 0 && !fix ? ` cairn doctor --fix repairs ${fixable} of them.` : '';
      out.say(failed + warnings === 0 ? 'All is well.' : `${failed} failed, ${warnings} to look at.${hint}`);
    }
    return failed > 0 ? EXIT.failed : EXIT.ok;
  },
};

function countOf(checks: readonly HealthCheck[], status: HealthCheck['status']): number {
  return checks.filter((check) => check.status === status).length;
}
