// cli/import: what `cairn import` shows and asks. The memory decides what is read, and how: nothing here opens a file
// of an agent or of another product.

import type { ImportProgress } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { ImportInput } from '../../api/requests.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain, rows } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { runImport } from './run-import.ts';
import { showErrors, showFound, showImported } from './show-import.ts';

/** Imports from other memory products' databases, or from instruction files; returns the exit code. */
export async function runSourceImport(memory: Memory, request: ImportInput, context: CliContext): Promise<number> {
  const { out, json } = context;
  const { facts = false, dryRun = false } = request;
  const result = await runImport(memory, request, context);
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
  const amounts = (counts: Record<string, number>, before = ''): [string, string][] =>
    Object.entries(counts).map(([name, n]) => [`${before}${plain(name)}`, formatCount(n)]);
  out.print(rows([...amounts(result.tables ?? result.byKind), ...amounts(result.skipped, 'skipped, ')], out.colors));
  showErrors(result, out);
}
