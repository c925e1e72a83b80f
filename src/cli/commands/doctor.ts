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
  summary: 'look for what is wrong, say why it matters and what helps, and mend it',
  details:
    'Looks at Node, the home, the settings, the agents, the worker and the memory, and whether hooks really fired; it runs the hook, a search and a call of the MCP server, which leave nothing behind. It changes nothing without --fix, which mends what can be mended safely and says what it did. A damaged database is salvaged by it once you say yes: what can be read goes row by row into a new one, what cannot is taken from the newest whole backup or named, and the damaged file is kept. Without --deep a second is spent on the pages of the database; --deep reads everything and compares it with its hashes; the worker is busy meanwhile, and what hooks bring waits in the journal. What is wrong comes first. Exits with 1 when something failed.\n\nExamples:\n  cairn doctor\n  cairn doctor --deep --fix\n  cairn doctor --report',
  options: [
    { flags: '-v, --verbose', help: 'show every check, not a line a group' },
    { flags: '--report', help: 'print all of it as plain text to send to others, with your folder as ~' },
    { flags: '--deep', help: 'read everything in memory and compare it with its hashes' },
    { flags: '--fix', help: 'mend what can be mended safely' },
    { flags: '--yes', help: 'do not ask before a damaged database is salvaged' },
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
      const hint = fixable > 0 && !fix ? ` cairn doctor --fix mends ${fixable} of them.` : '';
      out.say(failed + warnings === 0 ? 'All is well.' : `${failed} failed, ${warnings} to look at.${hint}`);
    }
    return failed > 0 ? EXIT.failed : EXIT.ok;
  },
};

function countOf(checks: readonly HealthCheck[], status: HealthCheck['status']): number {
  return checks.filter((check) => check.status === status).length;
}
