import { CALLS } from '../../api/calls.ts';
import type { Memory } from '../../api/contract.ts';
import type { LlmResult, PlannedCall } from '../../api/model-answers.ts';
import type { LlmInput } from '../../api/requests.ts';
import { sumOfUses } from '../../core/model/model-usage.ts';
import { sum } from '../../core/sum.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { joined, type Part, plain, rows } from '../render/show.ts';
import { costWords, modelLine, useWords } from '../render/show-models.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { actionOf } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const OPTIONS = callOptions(CALLS.llm.input, {
  dryRun: { field: 'plan', help: 'show what would be sent, and send nothing' },
  again: 'summaries that another model worded, instead of waiting ones',
  session: { value: 'id', help: 'only the summary of this session' },
});

/** `cairn llm` */
export const llmCommand: CommandSpec = {
  name: 'llm',
  summary: 'show what the language model does and what would be sent to it, or run it now',
  details:
    'Cairn needs no language model. With one (cairn config set llm.model …) it words summaries better, in the background and within a daily budget. --dry-run shows exactly what would be sent, and sends nothing. "run" words the waiting summaries now, newest first, until none waits, the budget is spent, or you press Ctrl-C. After you change the model, --again asks the new model about summaries that the old one worded; try it with --dry-run first, which shows the number of calls and tokens. Until the new model answers, the old wording stays.',
  arguments: [{ name: 'action', help: 'status (default) or run', completes: ['status', 'run'] }],
  options: OPTIONS.options,
  async run(input, context) {
    const action = actionOf(input, ['status', 'run'], { command: 'llm', fallback: 'status' });
    const memory = context.openMemory({ person: isPerson(context.io) });
    const asked = OPTIONS.read(input, context.io);
    if (asked.plan === true) await showPlan(memory, asked, context);
    else if (action === 'run') await run(memory, asked, context);
    else await showStatus(memory, context);
  },
};

async function showStatus(memory: Memory, { out, io }: CliContext): Promise<void> {
  out.result(await memory.llm({}, { signal: io.signal }), (result) => out.print(describe(result, out.colors)));
}

function describe(result: LlmResult, colors: Colors): string {
  const { purposes, answers, uses, tokensLeft, costLeft } = result;
  const left = [
    tokensLeft !== undefined && formatCounted(tokensLeft, 'token'),
    costLeft !== undefined && `cost ${costWords(costLeft)}`,
  ];
  const lines: [string, Part][] = [
    ['model', modelLine(result)],
    ['for', result.state !== 'off' && purposes.join(', ')],
    ['left today', joined(left)],
    ['30 days', uses.length > 0 && useWords(sumOfUses(uses))],
    ...uses
      .slice(-10)
      .map((use): [string, string] => [`  ${use.day}`, `${use.purpose}, ${plain(use.model)}: ${useWords(use)}`]),
    ['kept', answers > 0 && `${formatCounted(answers, 'answer')}, which are not asked for again`],
  ];
  return rows(lines, colors);
}

async function showPlan(memory: Memory, asked: LlmInput, { out, json, io }: CliContext): Promise<void> {
  const result = await memory.llm(asked, { signal: io.signal });
  const plan = result.plan ?? [];
  if (json) return out.json(result);
  plan.forEach((call, at) => void out.print(`${describeCall(call, at, out.colors)}\n`));
  const sessions = sum(plan.map((call) => call.sessions.length));
  const tokens = sum(plan.map((call) => call.inputTokens + call.outputTokensMost));
  const cost = sum(plan.map((call) => call.costMost));
  const all = result.older ?? result.waiting;
  const more =
    all > sessions && asked.session === undefined ? ` There are ${formatCounted(all, 'summary')} to word in all.` : '';
  const spent = cost === 0 ? '' : `, cost ${costWords(cost)}`;
  out.say(
    plan.length === 0
      ? 'Nothing would be sent: what can be worded was, or says too little.'
      : `${formatCounted(plan.length, 'call')} about ${formatCounted(sessions, 'session')}, at most ${formatCounted(tokens, 'token')}${spent}. Nothing was sent.${more}`,
  );
}

function describeCall(call: PlannedCall, at: number, colors: Colors): string {
  const head = `Call ${at + 1}: ${formatCounted(call.inputTokens, 'token')} in, at most ${formatCount(call.outputTokensMost)} out`;
  const [instructions, prompt] = [colors.dim('instructions'), colors.dim('prompt')];
  return [colors.bold(head), instructions, safeText(call.system), prompt, safeText(call.prompt)].join('\n');
}

/** Runs the requested calls one after another, so that each result is shown and Ctrl-C stops between two calls. */
async function run(memory: Memory, asked: LlmInput, { out, json, io }: CliContext): Promise<void> {
  const [refined, kept]: [string[], string[]] = [[], []];
  for (let left = 1; left > 0 && !io.signal.aborted; ) {
    out.progress(
      `Wording summaries: ${formatCount(refined.length)} done${left > 1 ? `, ${formatCount(left)} left` : ''} …`,
    );
    const result = await memory.llm({ run: true, ...asked }, { signal: io.signal });
    refined.push(...(result.run?.refined ?? []));
    kept.push(...(result.run?.kept ?? []));
    const isDone =
      asked.session !== undefined || (result.run?.refined.length ?? 0) + (result.run?.kept.length ?? 0) === 0;
    left = isDone ? 0 : (result.older ?? result.waiting);
  }
  if (json) out.json({ refined, kept });
  else out.say(`New words: ${formatCounted(refined.length, 'summary')}; as it was: ${formatCount(kept.length)}.`);
}
