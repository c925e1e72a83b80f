import type { SessionResult, SessionSnippet, SessionSummary } from '../../api/session-answers.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { Sourced } from '../../core/model/item.ts';
import { formatCounts } from '../../core/text/format-count.ts';
import { plainWords } from '../../core/text/text.ts';
import type { Colors, Shown } from '../terminal/output.ts';
import { bullet, indented, joined, type Part, pageWidth, plain, rows, timeSpan, wrap } from './show.ts';

/** A session as a page: its facts, its outcome, then one section for each part of its summary. */
export function sessionPage(session: SessionResult, { colors, columns, when }: Shown): string {
  const width = pageWidth(columns);
  const { summary } = session;
  const sections =
    summary === undefined
      ? []
      : sectionsOf(summary, when).map(([name, lines]) => section(name, lines, { colors, width }));
  return joined([head(session, { colors, width, when }), ...sections, ...snippets(session.snippets, colors)], '\n\n');
}

interface SessionLocation extends Pick<Shown, 'colors'> {
  width: number;
}

function head(
  { id, title, agent, startedAt, lastAt, exposed, summary, topics, tags, issues }: SessionResult,
  { colors, width, when }: SessionLocation & Pick<Shown, 'when'>,
): string {
  const facts = [colors.cyan(id), plain(agent), timeSpan(startedAt, lastAt, when), exposed && 'read untrusted text'];
  const names = summary?.topics ?? topics.map((topic) => topic.title);
  const pairs: [string, Part][] = [
    ['outcome', summary && describeOutcome(summary.outcome)],
    ['counts', summary && plain(formatCounts(summary.counts))],
    ['with', summary?.technologies.map(plain).join(', ')],
    ['written by', plain(summary?.model ?? '')],
    ['topics', names.map(plain).join(', ')],
    ['tags', tags.map(({ name }) => plain(name)).join(', ')],
    ['issues', issues.map(plain).join(', ')],
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

function sectionsOf(summary: SessionSummary, when: Shown['when']): [string, Sourced[]][] {
  const { outcomeBy, request, completed, learned, decisions, problemsSolved, nextSteps, userNotes, notes } = summary;
  return [
    ['Asked', request],
    ['Learned', learned],
    ['Decided', decisions],
    ['Done', completed],
    ['Solved', problemsSolved],
    ['Shown by', outcomeBy],
    ['Next', nextSteps],
    ['Noted by a person', userNotes],
    ['Notes', notes],
    ['Looked at', summary.investigated],
    ['Key messages', summary.keyMessages],
    ['Parts', (summary.parts ?? []).map((part) => partShown(part, when))],
  ];
}

function partShown(
  { endedAt, brief, title = brief, end, ids }: NonNullable<SessionSummary['parts']>[number],
  when: Shown['when'],
): Sourced {
  const came = end === undefined ? '' : ` → ${end}`;
  return { text: `until ${when(new Date(endedAt).toISOString())}: ${title}${came}`, ids };
}

function section(name: string, sentences: readonly Sourced[], { colors, width }: SessionLocation): string {
  if (sentences.length === 0) return '';
  const entries = sentences.flatMap(({ text, ids: [id] }) => {
    const source = id === undefined ? '' : ` [${id}]`;
    return bullet(`${plain(plainWords(text))}${source}`, width - 2).map((line) =>
      indented(line).replace(source.trim(), (shown) => colors.dim(shown)),
    );
  });
  return [colors.bold(name), ...entries].join('\n');
}

/** The places of the code, a line each: their text is one `get` away. */
function snippets(all: readonly SessionSnippet[], colors: Colors): string[] {
  const lines = all.map(({ id, title, language, why, lines: span }) => {
    const place = span === undefined ? '' : `, lines ${span.join(' to ')}`;
    return `  - ${plain(title)} ${colors.dim(`· ${plain(language)}${place} · ${plain(why)} [${id}]`)}`;
  });
  return lines.length === 0 ? [] : [[colors.bold('Code'), ...lines].join('\n')];
}
