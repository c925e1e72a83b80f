import { resolve } from 'node:path';
import type { ForgetPlan, ForgetReport } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import type { Memory } from '../../api/contract.ts';
import type { ForgetInput } from '../../api/requests.ts';
import { agentMark } from '../../config/agent-mark.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { plain, spanOf } from '../render/show.ts';
import { showEntries } from '../render/show-entry.ts';
import { sayUnknown, showNotes } from '../render/show-notes.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { writeExportFile } from '../terminal/export-file.ts';
import { flagOption, textOption, usage } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const OPTIONS = callOptions(CALLS.forget.input, {
  session: { value: 'id', help: 'all of a session' },
  project: 'all of a project: a path in it, its name or id',
  query: { value: 'words', help: 'memories with all these words' },
  agent: 'what an agent did',
  since: 'since this time: yesterday, "last week", 7d, 2026-10-05',
  before: 'before this time',
  now: 'erase at once and for good, without undo',
});

/** `cairn forget [ID…]` */
export const forgetCommand: CommandSpec = {
  name: 'forget',
  summary: 'forget memories: by id, session, project, words, agent or time',
  details:
    'Conditions combine: all of them must match. Cairn shows what would be erased and asks; then it erases the memories and everything derived from them alone, searches its own files for traces, and names what it could not reach. A later import does not bring them back. What memory no longer has, a backup may still hold, such as the one that a restore replaced: Cairn looks through all backups, names those that hold it, and deletes them whole and for good once you confirm. For 30 days (setting retention.graceDays) a person can restore them with --undo; until then they are kept in one file in the trash folder, which nothing else reads. --now erases at once and for good: use it for secrets, also for something you forgot before. --receipt writes a file with which another program can check the erasure (docs/security.md). Without a terminal, pass --yes, or --confirm with the token of the plan. A script can erase what scripts recorded and hide the rest by id. In the terminal of an agent, forget only hides: "cairn review hidden" lists what was hidden.\n\nExamples:\n  cairn forget o_abcdefghijklmnop\n  cairn forget --project . --query "acme contract"\n  cairn forget --before 2025-01-01 --dry-run\n  cairn forget --query hunter2 --now\n  cairn forget --undo f_abcdefghijklmnop',
  arguments: [{ name: 'id', help: 'ids, as search and context show them', many: true }],
  options: [
    ...OPTIONS.options,
    { flags: '--dry-run', help: 'only show what would be erased' },
    { flags: '--yes', help: 'do not ask' },
    { flags: '--undo <batch>', help: 'restore what one "forget" removed, by the name it printed' },
    { flags: '--receipt <file>', help: 'write a receipt with which another program can check the erasure' },
    { flags: '--confirm <token>', help: 'erase exactly what a plan showed, by its token' },
  ],
  async run(input, context) {
    const { io, out, json } = context;
    const memory = context.openMemory({ person: isPerson(io) });
    const undo = textOption(input, 'undo');
    if (undo !== undefined) return report(await memory.forget({ undo }, { signal: io.signal }), context);
    const receipt = textOption(input, 'receipt');
    const what = { ...whatOf(input, context), ...(receipt !== undefined && { receipt: true }) };
    if (agentMark(io.env) !== undefined && !flagOption(input, 'dryRun')) {
      return report(await act(memory, what, context), context);
    }
    const token = textOption(input, 'confirm');
    if (token !== undefined) return done(await act(memory, { ...what, confirm: token }, context), context, receipt);
    out.progress('Looking for it …');
    const plan = await memory.forget({ ...what, dryRun: true }, { signal: io.signal });
    out.progress('');
    if (plan.state !== 'planned') return report(plan, context);
    const command = commandToRepeat('forget', input);
    const nothing = plan.events === 0 && plan.items === 0;
    if (nothing || flagOption(input, 'dryRun')) {
      const code = report(plan, context);
      if (!nothing) out.say(`To erase exactly this: ${command} --confirm ${plan.token}`);
      return code;
    }
    if (!json) showPlan(plan, out);
    await confirm(what.now === true ? 'Erase this for good?' : 'Forget this?', { input, context, command });
    return done(await act(memory, { ...what, confirm: plan.token }, context), context, receipt);
  },
};

/** Reports what was done, and writes its receipt where one was asked for. */
async function done(result: ForgetPlan | ForgetReport, context: CliContext, file: string | undefined): Promise<number> {
  if (file !== undefined && result.state !== 'planned' && result.receipt !== undefined) {
    const { receipt } = result;
    await writeExportFile(resolve(context.io.cwd, file), (out) => out.write(`${JSON.stringify(receipt)}\n`));
  }
  return report(result, context);
}

function whatOf(input: CommandInput, { io }: CliContext): ForgetInput {
  const what = { ...(input.args.length > 0 && { ids: [...input.args] }), ...OPTIONS.read(input, io) };
  if (Object.keys(what).length > 0) return what;
  throw usage('Forget what? Name ids, or what belongs together.', 'cairn forget --help');
}

async function act(memory: Memory, what: ForgetInput, { io, out }: CliContext): Promise<ForgetPlan | ForgetReport> {
  out.progress('Forgetting …');
  const result = await memory.forget(what, { signal: io.signal });
  out.progress('');
  return result;
}

function showPlan(plan: ForgetPlan, out: Output): void {
  const { events, items, sessions, sample } = plan;
  const amounts = `${formatCounted(events, 'event')} and ${formatCounted(items, 'memory')} of ${formatCounted(sessions, 'session')}`;
  out.say(events + items === 0 ? 'Nothing of it is in memory.' : `${amounts}${spanOf(plan)}.`);
  if (sample.length > 0) out.say(sample.length < items ? 'Some of the memories:' : 'The memories:');
  showEntries(sample, out);
  sayRest(plan, out);
}

function report(result: ForgetPlan | ForgetReport, context: CliContext): number {
  const { out, json } = context;
  if (json) out.json(result);
  else if (result.state === 'planned') showPlan(result, out);
  else {
    if (result.state === 'hidden') showHidden(result, context);
    else if (result.state === 'restored') out.print(`brought back ${formatCounted(result.events, 'event')}`);
    else showErased(result, out);
    sayRest(result, out);
  }
  const isLeft = result.state !== 'planned' && result.searched.found.length > 0;
  return result.missing.length > 0 || isLeft ? EXIT.failed : EXIT.ok;
}

/** The note on the answer says what hiding means, and how it ends. */
function showHidden({ items }: ForgetReport, { io, out }: CliContext): void {
  const mark = agentMark(io.env);
  out.print(`hidden ${items.map(plain).join(' ')}`.trim());
  if (mark !== undefined) out.say(`This is an agent's terminal (${mark} is set), and an agent may only hide.`);
}

function showErased(report: ForgetReport, out: Output): void {
  const { state, events, items, bodies: texts, freed, shared, searched, beyond } = report;
  out.print(
    `${report.undo === undefined ? 'erased' : 'forgot'} ${formatCounted(events, 'event')}, ${formatCounted(items.length, 'memory')}, ${formatCounted(texts, 'long text')}`,
  );
  if (freed > 0) out.say(`The disk got ${formatBytes(freed)} back.`);
  if (state === 'pending' && report.notes.every(({ code }) => code !== 'unfinished')) {
    out.say('Pending: a reader still holds an older state of the database. The rest follows by itself once it ends.');
  }
  if (shared.length > 0) out.say(`Texts stay that other memories hold as well: ${shared.map(plain).join(', ')}.`);
  if (searched.files > 0) {
    const left = searched.found.length === 0 ? 'nothing of it is left' : 'it is still in';
    out.say(`Searched ${formatCounted(searched.files, 'file')}, ${formatBytes(searched.bytes)}: ${left}.`);
  }
  for (const path of searched.found) out.say(`  ${plain(path)}`);
  if (beyond.length > 0) out.say('Cairn cannot reach, and you may want to delete yourself:');
  for (const path of beyond) out.say(`  ${plain(path)}`);
}

function sayRest({ missing, notes }: ForgetPlan | ForgetReport, out: Output): void {
  sayUnknown(missing, out);
  showNotes(notes, out);
}
