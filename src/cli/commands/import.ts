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
  agent: 'only this agent; for paths, the agent that wrote them',
  project: 'only sessions of this project: a path in it, its name or id',
  since: 'only sessions active since: yesterday, "last week", 7d, 2026-10-05',
  from: {
    value: 'product',
    help: 'import from another memory product; the path of its database, default its usual place',
    choices: ['claude-mem', 'kiro-memory', 'kimi-mneme', 'context-memory', 'any'],
  },
  facts: 'import statements from CLAUDE.md, AGENTS.md, Kiro steering and similar files, in a path or here',
  dryRun: 'only list what would be imported',
  mine: 'count the prompts in these paths as your own words (only for a person)',
});

/** `cairn import [PATH…]` */
export const importCommand: CommandSpec = {
  name: 'import',
  summary: 'import past sessions of your agents',
  details:
    'Without a path it imports all sessions of all agents on this machine: it lists them and asks first. It does not ask with --yes, with --json, without a terminal, or for paths that you name. The most recently used session comes first, so that search finds it at once. Ctrl-C stops the import and keeps what was read; the next "cairn import" continues there. Importing a session twice changes nothing. A transcript of an agent that does not say who typed a prompt (all but Claude Code and Codex), one outside its agent\'s own folders, or an export, does not prove that a person spoke: its prompts count as an agent\'s words, unless you pass --mine in a terminal. Exits with 1 when a file could not be read.',
  arguments: [
    {
      name: 'path',
      help: 'transcripts, folders of transcripts, an export of Cairn, or the database of another memory product',
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
  const { lines, read, skipped } = result;
  const isNone = lines > 0 && read === 0 && lines === (skipped.malformed ?? 0) + (skipped.blank ?? 0);
  if (isNone && !json) out.say('None of it is a line of a session. What Cairn reads: cairn import --help');
  return result.errors.length > 0 || isNone ? EXIT.failed : EXIT.ok;
}
