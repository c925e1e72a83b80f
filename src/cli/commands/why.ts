import { CALLS } from '../../api/calls.ts';
import type { WhyLines, WhyResult } from '../../api/work-answers.ts';
import { isPublicId } from '../../core/model/ids.ts';
import { parseLinePlace } from '../../core/text/line-place.ts';
import { joined, plain } from '../render/show.ts';
import { entryFacts } from '../render/show-entry.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption, usage } from '../terminal/options.ts';
import type { Shown } from '../terminal/output.ts';
import { historyCommand } from './history.ts';

const HASH_CHARS = 10;
const { options, read } = callOptions(CALLS.why.input, {
  project: 'a path in the project, its name or id; default the current folder',
  format: 'agent-trace: records of Agent Trace 0.1 as lines of JSON, one for each commit',
});

/** `cairn why FILE[:LINE[-LINE]]`, and `cairn why ID` as `cairn history ID`. */
export const whyCommand: CommandSpec = {
  name: 'why',
  lists: ['lines', 'acts'],
  pages: true,
  summary: 'explain why a line is there: its commit, session and prompt, and what was rejected on the way',
  details:
    'Takes a file, a line or a range of lines. It runs git blame and finds the session that wrote the lines, even if you imported it later. It says "not known" where there is no evidence. With the id of a memory it shows the history of that memory.\n\nExamples:\n  cairn why src/pay.ts:42\n  cairn why src/pay.ts:42-60\n  cairn why src/pay.ts --porcelain\n  cairn why src/pay.ts --format agent-trace\n  cairn why k_abcdefghijklmnop',
  arguments: [
    {
      name: 'place',
      help: 'a file, or a line or range such as src/pay.ts:42-60; or the id of a memory',
      required: true,
    },
  ],
  options: [
    ...options,
    { flags: '--porcelain', help: 'one line for each range, with tab-separated fields, for editors' },
  ],
  async run(input, context) {
    const place = input.args.join(' ');
    if (isPublicId(place)) {
      await historyCommand.run(input, context);
      return EXIT.ok;
    }
    if (place === '') throw usage('Which file?', 'cairn why FILE:LINE');
    const { io, out, json } = context;
    const memory = context.openMemory({ person: false });
    const result = await memory.why({ ...parseLinePlace(place), ...read(input, io) }, { signal: io.signal });
    if (result.traces !== undefined && !json) out.print(result.traces.map((trace) => JSON.stringify(trace)).join('\n'));
    else if (flagOption(input, 'porcelain')) out.print(result.lines.map(porcelainLine).join('\n'));
    else out.result(result, () => showWhy(result, context));
    return result.lines.some(({ confidence }) => confidence !== 'unknown') ? EXIT.ok : EXIT.failed;
  },
};

/** `from to confidence commit session agent time prompt-id prompt`, apart by tabs; `-` for what is not known. */
function porcelainLine({ from, to, confidence, commit, session, asked }: WhyLines): string {
  const fields = [from, to, confidence, commit?.hash, session?.id, session?.agent, session?.at, asked?.id, asked?.text];
  return fields.map((field) => (field === undefined || field === '' ? '-' : plain(String(field)))).join('\t');
}

function showWhy({ path, lines, notes }: WhyResult, { out }: CliContext): void {
  out.print(lines.map((stretch) => stretchText(path, stretch, out)).join('\n\n'));
  showNotes(notes, out);
}

function stretchText(path: string, stretch: WhyLines, out: Shown): string {
  const { colors } = out;
  const { from, to, text, confidence } = stretch;
  const place = `${plain(path)}:${from}${to > from ? `-${to}` : ''}`;
  const head = `${colors.cyan(place)}  ${colors.dim(plain(text))}`;
  return [head, ...(confidence === 'unknown' ? unknownLines(stretch, out) : knownLines(stretch, out))]
    .filter((line) => line !== '')
    .join('\n  ');
}

function unknownLines({ commit, because }: WhyLines, out: Shown): string[] {
  return [`not known: ${because}`, commitLine(commit, out)];
}

function knownLines(stretch: WhyLines, out: Shown): string[] {
  const { session, confidence, because, commit, asked, lastPrompt, change, original, issues = [] } = stretch;
  const before = change?.before.split('\n', 1)[0] ?? '';
  return [
    asked === undefined ? '' : `asked:    ${out.colors.bold(plain(asked.text))}`,
    lastPrompt === undefined ? '' : `then:     ${plain(lastPrompt.text)}`,
    session === undefined
      ? ''
      : `session:  ${plain(session.title)} (${joined([plain(session.agent), out.when(session.at), out.colors.cyan(session.id)])})`,
    `sure:     ${confidence}: ${plain(because)}`,
    commitLine(commit, out),
    original === undefined
      ? ''
      : `made as:  ${out.colors.cyan(original.hash.slice(0, HASH_CHARS))} ${plain(original.subject)}, ${out.when(original.at)}`,
    issues.length === 0 ? '' : `issues:   ${issues.map(plain).join(', ')}`,
    before === '' ? '' : `before:   ${out.colors.dim(plain(before))}`,
    ...entriesOf('decided', stretch.decisions, out),
    ...entriesOf('rejected', stretch.rejected, out),
    ...entriesOf('failed', stretch.failures, out),
  ];
}

function commitLine(commit: WhyLines['commit'], { when, colors }: Shown): string {
  if (commit === undefined) return 'commit:   none yet';
  return `commit:   ${colors.cyan(commit.hash.slice(0, HASH_CHARS))} ${plain(commit.subject)}, ${plain(commit.author)}, ${when(commit.at)}`;
}

function entriesOf(name: string, entries: WhyLines['decisions'], out: Shown): string[] {
  return (entries ?? []).map((entry) => `${`${name}:`.padEnd(10)}${plain(entry.title)}\n    ${entryFacts(entry, out)}`);
}
