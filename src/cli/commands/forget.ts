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
  query: { value: 'words', help: 'what holds all these words' },
  agent: 'what an agent did',
  since: 'not before this time: yesterday, "last week", 7d, 2026-10-05',
  before: 'before this time',
  now: 'erase at once and for good: nobody can bring it back',
});

/** `cairn forget [ID…]` */
export const forgetCommand: CommandSpec = {
  name: 'forget',
  aliases: ['rm'],
  summary: 'forget memories: by id, session, project, words, agent or time',
  details:
    'Several of them must hold together. It shows what would go, asks, erases it with all that was made of it alone, searches its own files for what is left, and says what it could not reach. It does not come back, by import neither. For 30 days (setting retention.graceDays) a person brings it back with --undo: until then it stands in a file of the folder trash, which nothing else reads. --now erases at once and for good, as secrets should be; with the name of what was forgotten before, that. --receipt writes a file by which another program checks that it is gone (docs/security.md). Without a terminal it takes --yes, or --confirm with the token of the plan; a script erases what scripts recorded, hides by id what others did, and leaves the rest to a person. In the terminal of an agent it hides what ids name: "cairn review hidden" lists that.\n\nExamples:\n  cairn forget o_abcdefghijklmnop\n  cairn forget --project . --query "acme contract"\n  cairn forget --before 2025-01-01 --dry-run\n  cairn forget --query hunter2 --now\n  cairn forget --undo f_abcdefghijklmnop',
  arguments: [{ name: 'id', help: 'ids, as search and context show them', many: true }],
  options: [
    ...OPTIONS.options,
    { flags: '--dry-run', help: 'only show what would go' },
    { flags: '--yes', help: 'do not ask' },
    { flags: '--undo <batch>', help: 'bring back what was forgotten at once, by the name that was told' },
    { flags: '--receipt <file>', help: 'write by what another program checks that it is gone' },
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
    const plan = await memory.forget({ ...what, dryRun: true }, { signal: io.signal });
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
  if (state === 'pending') {
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
