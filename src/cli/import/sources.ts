// cli/import: what `cairn import` shows and asks. The memory decides what is read, and how: nothing here opens a file
// of an agent or of another product.

import { resolve } from 'node:path';
import type { ImportProgress } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain, rows } from '../render/show.ts';
import type { CliContext, CommandInput, OptionSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption, textOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { runImport } from './run-import.ts';
import { showFound, showImported } from './show-import.ts';

/** Options that import something other than transcripts. */
export const SOURCE_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--from <product>',
    help: 'what another memory product kept: its database as a path, or where it keeps it',
    choices: ['claude-mem', 'kiro-memory', 'kimi-mneme', 'context-memory', 'any'],
  },
  { flags: '--facts', help: 'statements of CLAUDE.md, AGENTS.md, Kiro steering and the like, in a path or here' },
];

/** True when the command line asks to import something other than transcripts. */
export function asksForSources(input: CommandInput): boolean {
  return flagOption(input, 'facts') || textOption(input, 'from') !== undefined;
}

/** Imports from other memory products' databases, or from instruction files; returns the exit code. */
export async function runSourceImport(input: CommandInput, context: CliContext): Promise<number> {
  const { io, out, json } = context;
  const dryRun = flagOption(input, 'dryRun');
  const facts = flagOption(input, 'facts');
  const request: ImportInput = omitUndefined({
    from: textOption(input, 'from'),
    facts: facts || undefined,
    paths: input.args.length === 0 ? undefined : input.args.map((path) => resolve(io.cwd, path)),
    dryRun: dryRun || undefined,
  });
  const result = await runImport(context.openMemory({ person: isPerson(io) }), request, context);
  if (json) out.json(result);
  else if (result.filesTotal === 0)
    out.say(facts ? 'There are no instruction files here.' : 'There is nothing to import.');
  else if (dryRun) showPlanned(result, context);
  else showImported(result, context);
  const proposed = facts ? result.added - (result.byKind.note ?? 0) : 0;
  const are = proposed === 1 ? 'is proposed as a rule' : 'are proposed as rules';
  if (!dryRun && proposed > 0) out.say(`${formatCount(proposed)} ${are}: cairn review`);
  return result.errors.length > 0 ? EXIT.failed : EXIT.ok;
}

/** Mentions the databases of other memory products on this machine, and the command that imports them. */
export async function mentionSources(memory: Memory, { io, out }: Pick<CliContext, 'io' | 'out'>): Promise<void> {
  const { agents = [] } = await runImport(memory, { from: 'any', dryRun: true }, { io, out });
  for (const { agent, title, sessions } of agents) {
    out.say(`${plain(title)} keeps ${formatCounted(sessions, 'session')} here as well: cairn import --from ${agent}`);
  }
}

/** Shows what a dry run found in sources other than transcripts. */
export function showPlanned(result: ImportProgress, context: Pick<CliContext, 'out'>): void {
  const { out } = context;
  showFound(result, context);
  const tables = Object.entries(result.tables ?? result.byKind);
  const told = tables.map(([name, n]): [string, string] => [plain(name), formatCount(n)]);
  const skipped = Object.entries(result.skipped).map(([why, n]): [string, string] => [
    `skipped, ${plain(why)}`,
    formatCount(n),
  ]);
  out.print(rows([...told, ...skipped], out.colors));
  for (const { path, message } of result.errors) out.say(`could not read ${plain(path)}: ${plain(message)}`);
}
