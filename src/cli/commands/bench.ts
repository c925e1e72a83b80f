import { CALLS } from '../../api/calls.ts';
import type { Repeat, RepeatSaying, RepeatsResult } from '../../api/impact-answers.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { flagOption, usage } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';

const OPTIONS = callOptions(CALLS.repeats.input, { sessions: 'so many of the last sessions; default 100' });

/** `cairn bench --mine` */
export const benchCommand: CommandSpec = {
  name: 'bench',
  lists: ['repeats'],
  summary: 'show what you said twice, and what Cairn or CLAUDE.md would have told',
  details:
    'Looks at your own last 100 sessions, on this machine alone: instructions that you gave again in a later session, by equal or nearly equal words. For each repetition it says whether Cairn told it there, would tell it now at each start, or has it as a proposal in "cairn review", and whether a file of instructions (CLAUDE.md, AGENTS.md) of the project holds it now. Then it lists where a rule that Cairn told, or would have told, was wrong: you said otherwise in that session. Each is named by its id: cairn get ID.\n\nExamples:\n  cairn bench --mine\n  cairn bench --mine --sessions 300 --json',
  pages: true,
  options: [{ flags: '--mine', help: 'over your own sessions; there is no other yet' }, ...OPTIONS.options],
  async run(input, { io, out, openMemory }) {
    if (!flagOption(input, 'mine')) throw usage('What is to be measured?', 'cairn bench --mine');
    const asked = OPTIONS.read(input, io);
    out.result(await openMemory({ person: false }).repeats(asked, { signal: io.signal }), (result) =>
      show(result, out),
    );
  },
};

function show(result: RepeatsResult, out: Output): void {
  const { sessions, prompts, since, repetitions, counts, repeats, wrong, notes } = result;
  const { colors, when } = out;
  const span = since === undefined ? '' : ` since ${when(since)}`;
  out.print(`${formatCounted(sessions, 'session')}${span}, ${formatCounted(prompts, 'prompt')} of yours.`);
  if (repetitions === 0) out.print('You said nothing twice in them.');
  else {
    const parts = [
      `Cairn told ${formatCount(counts.told)}`,
      `would tell ${formatCount(counts.wouldTell)} now`,
      `has ${formatCount(counts.proposed)} as a proposal`,
      `a file of instructions holds ${formatCount(counts.file)}`,
      `nobody tells ${formatCount(counts.nobody)}`,
    ];
    out.print(`You repeated yourself ${formatCount(repetitions)} times. Of these ${parts.join(', ')}.`);
  }
  for (const repeat of repeats) out.print(`\n${repeatLines(repeat, out)}`);
  if (wrong.length > 0) out.print(colors.bold('\nWhere it would have been wrong'));
  for (const one of wrong) {
    out.print(
      `${colors.cyan(one.id)} ${plain(one.text)}\n  but in ${colors.cyan(one.sessionId)}, ${when(one.at)}: ${colors.cyan(one.by)} ${plain(one.byText)}`,
    );
  }
  if (counts.proposed > 0) out.say('To accept a proposal: cairn review');
  showNotes(notes, out);
}

function repeatLines({ says, project, file }: Repeat, out: Output): string {
  const { colors, when } = out;
  const [first] = says;
  const of = project === undefined ? '' : colors.dim(` ${plain(project)}`);
  return [
    `${colors.bold(`${says.length} times`)} ${plain(first?.text ?? '')}${of}`,
    ...says.map((one) => `  ${colors.cyan(one.id)} ${when(one.at)} ${plain(one.text)}${knownWords(one, colors)}`),
    ...(file === undefined ? [] : [`  in ${plain(file)}`]),
  ].join('\n');
}

function knownWords({ known, by = '' }: RepeatSaying, colors: Output['colors']): string {
  switch (known) {
    case 'told':
      return colors.green(` (told: ${by})`);
    case 'would-tell':
      return colors.green(` (would be told now: ${by})`);
    case 'proposed':
      return colors.yellow(` (proposed: ${by})`);
    default:
      return '';
  }
}
