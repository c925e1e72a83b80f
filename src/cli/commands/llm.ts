import type { Memory } from '../../api/contract.ts';
import type { LlmResult, PlannedCall } from '../../api/model-answers.ts';
import { sumOfUses } from '../../core/model/model-usage.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { plain, rows } from '../render/show.ts';
import { costWords, modelLine, useWords } from '../render/show-models.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { actionOf, flagOption, textOption } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';

/** `cairn llm` */
export const llmCommand: CommandSpec = {
  name: 'llm',
  summary: 'show what the language model does, what would be sent to it, or have it work now',
  details:
    'Without a model Cairn makes all by rules; with one (cairn config set llm.model …) it words summaries better, in the background, within a budget a day. --dry-run shows exactly what would be sent, and sends nothing. "cairn llm run" has the summaries that wait worded now, newest first, until none waits, the budget is used up, or Ctrl-C. After a change of model --again asks the new one about what the former worded: first with --dry-run, which says how many calls and tokens that takes; until it answers, the former words stay.',
  arguments: [{ name: 'action', help: 'status (default) or run' }],
  options: [
    { flags: '--dry-run', help: 'show what would be sent, and send nothing' },
    { flags: '--again', help: 'what another model worded, instead of what waits' },
    { flags: '--session <id>', help: 'only the summary of this session' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const action = actionOf(input, ['status', 'run'], { command: 'llm', fallback: 'status' });
    const memory = context.openMemory({ person: isPerson(context.io) });
    if (flagOption(input, 'dryRun')) await showPlan(memory, input, context);
    else if (action === 'run') await run(memory, input, context);
    else await showStatus(memory, context);
    return undefined;
  },
};

async function showStatus(memory: Memory, { out, json, io }: CliContext): Promise<void> {
  const result = await memory.llm({}, { signal: io.signal });
  if (json) out.json(result);
  else out.print(describe(result, out.colors));
}

function describe(result: LlmResult, colors: Colors): string {
  const { purposes, answers, uses, tokensLeft, costLeft } = result;
  const lines: [string, string][] = [
    ['model', modelLine(result)],
    ['for', result.state === 'off' ? '' : purposes.join(', ')],
    ['left today', leftWords(tokensLeft, costLeft)],
    ['30 days', uses.length === 0 ? '' : useWords(sumOfUses(uses))],
    ...uses
      .slice(-10)
      .map((use): [string, string] => [`  ${use.day}`, `${use.purpose}, ${plain(use.model)}: ${useWords(use)}`]),
    ['kept', answers === 0 ? '' : `${formatCounted(answers, 'answer')}, which are not asked for again`],
  ];
  return rows(
    lines.filter(([, value]) => value !== ''),
    colors,
  );
}

function leftWords(tokens: number | undefined, cost: number | undefined): string {
  const parts = [
    tokens === undefined ? '' : `${formatCounted(tokens, 'token')}`,
    cost === undefined ? '' : `cost ${costWords(cost)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

async function showPlan(memory: Memory, input: CommandInput, { out, json, io }: CliContext): Promise<void> {
  const session = textOption(input, 'session');
  const again = flagOption(input, 'again') ? { again: true } : {};
  const result = await memory.llm({ plan: true, ...again, ...omitUndefined({ session }) }, { signal: io.signal });
  const plan = result.plan ?? [];
  if (json) {
    out.json(result);
    return;
  }
  plan.forEach((call, at) => void out.print(`${describeCall(call, at, out.colors)}\n`));
  const [sessions, tokens, cost] = [
    plan.reduce((sum, call) => sum + call.sessions.length, 0),
    plan.reduce((sum, call) => sum + call.inputTokens + call.outputTokensMost, 0),
    plan.reduce((sum, call) => sum + call.costMost, 0),
  ];
  const all = result.older ?? result.waiting;
  const more =
    all > sessions && session === undefined ? ` There are ${formatCounted(all, 'summary')} to word in all.` : '';
  const spent = cost === 0 ? '' : `, cost ${costWords(cost)}`;
  out.say(
    plan.length === 0
      ? 'Nothing would be sent: what can be worded was, or says too little.'
      : `${formatCounted(plan.length, 'call')} about ${formatCounted(sessions, 'session')}, at most ${formatCounted(tokens, 'token')}${spent}. Nothing was sent.${more}`,
  );
}

function describeCall(call: PlannedCall, at: number, colors: Colors): string {
  const head = `Call ${at + 1}: ${formatCounted(call.inputTokens, 'token')} in, at most ${formatCount(call.outputTokensMost)} out`;
  return [
    colors.bold(head),
    colors.dim('instructions'),
    safeText(call.system),
    colors.dim('prompt'),
    safeText(call.prompt),
  ].join('\n');
}

/** Runs the requested calls one after another, so that each result is shown and Ctrl-C stops between two calls. */
async function run(memory: Memory, input: CommandInput, { out, json, io }: CliContext): Promise<void> {
  const session = textOption(input, 'session');
  const again = flagOption(input, 'again') ? { again: true } : {};
  const [refined, kept]: [string[], string[]] = [[], []];
  for (let left = 1; left > 0 && !io.signal.aborted; ) {
    out.progress(
      `Wording summaries: ${formatCount(refined.length)} done${left > 1 ? `, ${formatCount(left)} left` : ''} …`,
    );
    const result = await memory.llm({ run: true, ...again, ...omitUndefined({ session }) }, { signal: io.signal });
    refined.push(...(result.run?.refined ?? []));
    kept.push(...(result.run?.kept ?? []));
    const isDone = session !== undefined || (result.run?.refined.length ?? 0) + (result.run?.kept.length ?? 0) === 0;
    left = isDone ? 0 : (result.older ?? result.waiting);
  }
  if (json) out.json({ refined, kept });
  else out.say(`New words: ${formatCounted(refined.length, 'summary')}; as it was: ${formatCount(kept.length)}.`);
}
