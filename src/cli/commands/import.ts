import { resolve } from 'node:path';
import type { ImportProgress } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import type { Memory } from '../../api/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { runImport } from '../import/run-import.ts';
import { showFound, showImported } from '../import/show-import.ts';
import { mentionSources, runSourceImport, showPlanned } from '../import/sources.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption } from '../terminal/options.ts';
import { whyNoPerson } from '../terminal/person-evidence.ts';

const OPTIONS = callOptions(CALLS.import.input, {
  agent: 'only this agent, and the one whose transcripts the paths are',
  project: 'only sessions of this project: a path in it, its name or id',
  since: 'only sessions that were active since: yesterday, "last week", 7d, 2026-10-05',
  from: {
    value: 'product',
    help: 'what another memory product kept: its database as a path, or where it keeps it',
    choices: ['claude-mem', 'kiro-memory', 'kimi-mneme', 'context-memory', 'any'],
  },
  facts: 'statements of CLAUDE.md, AGENTS.md, Kiro steering and the like, in a path or here',
  dryRun: 'only say what is there',
  mine: 'the prompts and statements in the paths are your own: they count as yours (only for a person)',
});

/** `cairn import [PATH…]` */
export const importCommand: CommandSpec = {
  name: 'import',
  summary: 'read past sessions of your agents',
  details:
    'Without a path: all sessions of all agents on this machine. It says what there is and asks; with --yes, --json or without a terminal it does not ask, nor for paths, which were named. The session used last comes first, so that search finds it at once. Ctrl-C stops it: what was read stays, and the next "cairn import" goes on from there. Read twice, a session counts once. A transcript that lies outside its agent\'s own folders, or an export, is no evidence that a person spoke: its words count as an agent\'s, unless you say with --mine, in a terminal, that they are yours. Exits with 1 when a file could not be read.',
  arguments: [
    {
      name: 'path',
      help: 'transcripts, folders of them, an export of Cairn, or the database of another memory product',
      many: true,
    },
  ],
  options: [...OPTIONS.options, { flags: '--yes', help: 'do not ask' }],
  json: 'print one JSON result at the end',
  async run(input, context) {
    const { io } = context;
    const { from, facts, dryRun = false, ...asked } = OPTIONS.read(input, io);
    if (asked.mine === true) assertPerson(context);
    const paths = input.args.length === 0 ? {} : { paths: input.args.map((path) => resolve(io.cwd, path)) };
    const memory = context.openMemory({ person: asked.mine === true });
    if (from !== undefined || facts === true)
      return runSourceImport(memory, { ...omitUndefined({ from, facts }), ...paths, dryRun }, context);
    const request: ImportInput = { ...asked, ...paths };
    const code =
      dryRun || asks(input, context)
        ? await importWhatIsFound(memory, request, { input, context })
        : showResult(await runImport(memory, request, context), context);
    if (input.args.length === 0 && request.agent === undefined && !context.json) await mentionSources(memory, context);
    return code;
  },
};

/** Throws `not_allowed` unless a person is at the terminal; the error names the evidence against it. */
function assertPerson({ io }: CliContext): void {
  const why = whyNoPerson(io);
  if (why === undefined) return;
  throw new CairnError('not_allowed', `Only a person says that words are their own, and ${why}.`, {
    fix: "Run it in a terminal of your own; or import it without --mine: then its words count as an agent's.",
  });
}

/** True when a person can be asked what to import: stdin is a terminal and no option has answered already. */
function asks(input: CommandInput, { io, json }: CliContext): boolean {
  const isNamed = flagOption(input, 'yes') || input.args.length > 0;
  return !isNamed && !json && io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/** Lists the transcripts that were found, and imports them after the person agrees. */
async function importWhatIsFound(
  memory: Memory,
  request: ImportInput,
  { input, context }: { input: CommandInput; context: CliContext },
): Promise<number> {
  const found = await runImport(memory, { ...request, dryRun: true }, context);
  const isDry = flagOption(input, 'dryRun');
  if ((isDry && context.json) || found.filesTotal === 0) return showResult(found, context);
  // Only transcripts are listed by agent; databases of other products are not.
  const show = found.agents === undefined || found.tables !== undefined ? showPlanned : showFound;
  show(found, context);
  if (isDry) return EXIT.ok;
  const left = found.bytesTotal - (found.bytesKnown ?? 0);
  if (left > 0) {
    const sessions = (found.agents ?? []).reduce((sum, agent) => sum + agent.sessions, 0);
    const question = `Import ${formatCounted(sessions, 'session')}, of which ${formatBytes(left)} are to be read?`;
    await confirm(question, { input, context, command: commandToRepeat('import', input), isDestructive: false });
  }
  return showResult(await runImport(memory, request, context), context);
}

function showResult(result: ImportProgress, context: CliContext): number {
  const { out, json } = context;
  if (json) out.json(result);
  else if (result.filesTotal === 0) out.say('There are no sessions to import.');
  else showImported(result, context);
  return result.errors.length > 0 ? EXIT.failed : EXIT.ok;
}
