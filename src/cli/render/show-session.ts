import type { SessionResult, SessionSnippet, SessionSummary } from '../../api/session-answers.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { Sourced } from '../../core/model/item.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCounts } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { plainWords } from '../../core/text/text.ts';
import type { Colors } from '../terminal/output.ts';
import { indented, joined, type Part, pageWidth, plain, rows, timeSpan, wrap } from './show.ts';

const SNIPPET_LINES = 12;

/** A session as a page: its facts, its outcome, then one section for each part of its summary. */
export function sessionPage(
  session: SessionResult,
  { colors, columns }: { colors: Colors; columns?: number | undefined },
): string {
  const width = pageWidth(columns);
  const { summary } = session;
  const sections =
    summary === undefined ? [] : sectionsOf(summary).map(([name, lines]) => section(name, lines, { colors, width }));
  return joined([head(session, { colors, width }), ...sections, ...snippets(session.snippets, colors)], '\n\n');
}

interface SessionLocation {
  colors: Colors;
  width: number;
}

function head(
  { id, title, agent, startedAt, lastAt, exposed, summary, topics }: SessionResult,
  { colors, width }: SessionLocation,
): string {
  const facts = [colors.cyan(id), plain(agent), timeSpan(startedAt, lastAt), exposed && 'read untrusted text'];
  const names = summary?.topics ?? topics.map((topic) => topic.title);
  const pairs: [string, Part][] = [
    ['outcome', summary && describeOutcome(summary.outcome)],
    ['counts', summary && plain(formatCounts(summary.counts))],
    ['with', summary?.technologies.map(plain).join(', ')],
    ['written by', plain(summary?.model ?? '')],
    ['topics', names.map(plain).join(', ')],
  ];
  const brief = plainWords(summary?.brief ?? '');
  return joined(
    [
      colors.bold(plain(title)),
      joined(facts, colors.dim(' · ')),
      rows(pairs, colors),
      brief !== '' && `\n${wrap(plain(brief), width).join('\n')}`,
    ],
    '\n',
  );
}

function sectionsOf(summary: SessionSummary): [string, Sourced[]][] {
  const { outcomeBy, request, completed, learned, decisions, problemsSolved, nextSteps, userNotes, notes } = summary;
  return [
    ['Shown by', outcomeBy],
    ['Asked', request],
    ['Done', completed],
    ['Learned', learned],
    ['Decided', decisions],
    ['Solved', problemsSolved],
    ['Next', nextSteps],
    ['Noted by a person', userNotes],
    ['Notes', notes],
    ['Looked at', summary.investigated],
    ['Key messages', summary.keyMessages],
    [
      'Parts',
      (summary.parts ?? []).map(({ endedAt, brief, ids }) => ({
        text: `until ${formatMinute(new Date(endedAt).toISOString())}: ${brief}`,
        ids,
      })),
    ],
  ];
}

function section(name: string, sentences: readonly Sourced[], { colors, width }: SessionLocation): string {
  if (sentences.length === 0) return '';
  const entries = sentences.flatMap(({ text, ids: [id] }) => {
    const source = id === undefined ? '' : ` [${id}]`;
    const [first = '', ...rest] = wrap(`${plain(plainWords(text))}${source}`, width - 4);
    return [`  - ${first}`, ...rest.map((line) => `    ${line}`)].map((line) =>
      line.replace(source.trim(), (shown) => colors.dim(shown)),
    );
  });
  return [colors.bold(name), ...entries].join('\n');
}

function snippets(all: readonly SessionSnippet[], colors: Colors): string[] {
  return all.map(({ id, title, text, language, why, lines }, at) => {
    const place = lines === undefined ? '' : `, lines ${lines.join(' to ')}`;
    const code = safeText(text).split('\n');
    const cut =
      code.length > SNIPPET_LINES
        ? `\n${colors.dim(`    … ${code.length - SNIPPET_LINES} more lines: cairn get ${id}`)}`
        : '';
    const shown = indented(indented(code.slice(0, SNIPPET_LINES).join('\n')));
    const told = `  ${plain(title)} ${colors.dim(`· ${plain(language)}${place} · ${plain(why)} [${id}]`)}\n${shown}${cut}`;
    return at === 0 ? `${colors.bold('Code')}\n${told}` : told;
  });
}
