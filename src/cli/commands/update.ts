import { existsSync } from 'node:fs';
import { CairnError } from '../../core/errors.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption } from '../terminal/options.ts';
import { keepNewest } from '../terminal/update-notice.ts';

const FROM_CLONE = 'git pull && npm ci && npm run build && cairn setup';

/** `cairn update` */
export const updateCommand: CommandSpec = {
  name: 'update',
  summary: 'look for a newer version and install it',
  details:
    'Has npm ask its registry for the newest version, which sends the name of the package alone; nothing asks unless you do, or set update.notice: then Cairn asks once a day and tells you of a newer one. A newer one is installed with npm after a yes, and "cairn setup" then gives it to your agents; the memory is backed up before it is first opened. With --check it only looks, and exits with 1 when there is a newer one.\n\nExamples:\n  cairn update --check\n  cairn update --yes',
  options: [
    { flags: '--check', help: 'only look' },
    { flags: '--yes', help: 'install without asking' },
  ],
  async run(input, context) {
    const { io, out, version } = context;
    out.progress('Asking for the newest version …');
    const { newest, isNewer, isClone } = await context.findUpdate(io.signal);
    out.progress('');
    const { paths } = context.readConfig();
    if (existsSync(paths.home)) keepNewest(paths.update, newest, io.now());
    const install = newest === undefined ? undefined : isClone ? FROM_CLONE : `npm install -g cairn-memory@${newest}`;
    const answer = { version, newest, isNewer, ...(isNewer && { install }) };
    if (newest === undefined) {
      out.result(answer, () => out.print(`This is ${version}, and the npm registry has no version of Cairn yet.`));
      if (!context.json) out.say(`In a clone: ${FROM_CLONE}`);
      return EXIT.ok;
    }
    if (!isNewer || flagOption(input, 'check') || isClone) {
      const newer = `Cairn ${newest} is there; this is ${version}. To get it: ${install}`;
      out.result(answer, () => out.print(isNewer ? newer : `This is ${version}, and there is none newer.`));
      return isNewer ? EXIT.failed : EXIT.ok;
    }
    await confirm(`Install Cairn ${newest}, which takes the place of ${version}?`, {
      input,
      context,
      command: commandToRepeat('update', input),
      isDestructive: false,
    });
    const code = await context.runHere(['npm', 'install', '-g', `cairn-memory@${newest}`], io.cwd);
    if (code !== 0) {
      throw new CairnError('unsupported', `npm could not install it (exit code ${code}).`, { fix: `${install}` });
    }
    out.result(answer, () => out.print(`Cairn ${newest} is installed. To give it to your agents: cairn setup`));
    return EXIT.ok;
  },
};
