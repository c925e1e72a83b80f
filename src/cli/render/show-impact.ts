import type { ImpactCost, ImpactMemory, ImpactResult, ImpactRow } from '../../api/impact-answers.ts';
import { describeMean } from '../../core/mean.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { cutText } from '../../core/text/text.ts';
import type { WilsonShare } from '../../core/wilson.ts';
import type { Colors } from '../terminal/output.ts';
import { joined, plain, rows, titled } from './show.ts';

const DAYS = 14;
const SHOWN = 8;
const MEMORIES = 5;
const TITLE_CHARS = 80;
const SECTIONS: Readonly<Record<string, string>> = {
  rules: 'rules and decisions',
  proposed: 'what agents proposed',
  resume: 'where the work stood',
  prompts: 'what was asked last',
  files: 'files of the last session',
  sessions: 'sessions that bear on a prompt',
  earlier: 'earlier sessions',
  patterns: 'what recurs',
  bearing: 'what bears on a prompt',
  failures: 'known failures',
  changes: 'last changes of a file',
  tripwires: 'tripwires',
};
const OCCASIONS: Readonly<Record<string, string>> = {
  start: 'at a start',
  prompt: 'at a prompt',
  file: 'before a file',
  tripwire: 'before a tool call',
  failure: 'after a failed call',
};

/** What injected memories achieved, in three lines: told, used, cost. */
export function impactLines({ blocks, tokens, sessions, used, since = '', until = '' }: ImpactResult): string {
  const perBlock = Math.round(tokens / Math.max(blocks, 1));
  return [
    `Told  ${formatCounted(blocks, 'block')} in ${formatCounted(sessions, 'session')}, ${since.slice(0, 10)} to ${until.slice(0, 10)}`,
    `Used  something of ${formatCount(used.n)} of ${formatCount(used.of)} blocks, ${percent(used.n / Math.max(used.of, 1))} %; use is no proof of help`,
    `Cost  ${formatCounted(tokens, 'token')}, ${formatCount(perBlock)} a block`,
  ].join('\n');
}

/** What injected memories achieved, as a page for a terminal. */
export function impactPage(result: ImpactResult, colors: Colors): string {
  const { blocks, tokens, sessions, used, memories, ways, failures, tripwires, rules, since = '', until = '' } = result;
  const times = `${since.slice(0, 10)} to ${until.slice(0, 10)}`;
  const perBlock = Math.round(tokens / Math.max(blocks, 1));
  const parts = [
    `${colors.bold(formatCounted(blocks, 'block'))} ${blocks === 1 ? 'was' : 'were'} told in ${formatCounted(sessions, 'session')}, ${times}: ${formatCounted(tokens, 'token')}, ${perBlock} each.`,
    rows(
      [
        ['Blocks used afterwards', shareWords(used)],
        ['Memories used', shareWords(memories)],
        ['  asked for by id', formatCount(ways.fetched)],
        ['  file read or changed', formatCount(ways.touched)],
        ['  command run', formatCount(ways.repeated)],
        ['  heeded', formatCount(ways.heeded)],
        ['Known failures not met again', failures.of > 0 && shareWords(failures)],
        ['Tripwires not met after they spoke', tripwires.of > 0 && shareWords(tripwires)],
        ['Rules not broken (commands, paths)', rules.of > 0 && shareWords(rules)],
      ],
      colors,
    ),
    table('When', result.occasions, { colors, names: OCCASIONS }),
    result.agents.length > 1 ? table('Agents', result.agents, { colors }) : '',
    table('Parts of a block', result.sections, { colors, names: SECTIONS }),
    table('Kinds', result.kinds, { colors }),
    table('Days', result.days.slice(-DAYS), { colors, most: DAYS }),
    memoryList('Used most', result.mostUsed, colors),
    memoryList('Told three times or more and never used', result.neverUsed, colors),
    controlWords(result, colors),
    colors.dim('Used afterwards is not proof: the agent may have done it anyway.'),
  ];
  return joined(parts, '\n\n');
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** `12 of 40, 30 % (18 to 45)` */
function shareWords({ n, of, low, high }: WilsonShare): string {
  if (of === 0) return '-';
  return `${formatCount(n)} of ${formatCount(of)}, ${percent(n / of)} % (${percent(low)} to ${percent(high)})`;
}

function table(
  title: string,
  list: readonly (ImpactRow | ImpactCost)[],
  { colors, names = {}, most = SHOWN }: { colors: Colors; names?: Readonly<Record<string, string>>; most?: number },
): string {
  const pairs = list.slice(0, most).map((row): [string, string] => {
    const cost = 'tokens' in row ? `, ${formatCount(row.tokens)} tokens` : '';
    return [names[row.name] ?? plain(row.name), `${shareWords(row.used)}${cost}`];
  });
  return titled(title, rows(pairs, colors), colors);
}

function memoryList(title: string, list: readonly ImpactMemory[], colors: Colors): string {
  const lines = list.slice(0, MEMORIES).map(({ id, kind, title: name, told, used }) => {
    const how = `${used === 0 ? 'told' : `used ${formatCount(used)} of`} ${formatCounted(told, 'time')}`;
    return `${colors.cyan(id)} ${colors.dim(`${kind}, ${how}`)} ${cutText(plain(name), TITLE_CHARS)}`;
  });
  return titled(title, lines.join('\n'), colors);
}

function controlWords({ control }: ImpactResult, colors: Colors): string {
  if (control === undefined) return '';
  const side = (name: string, { sessions, failures, prompts }: typeof control.told): [string, string] => [
    name,
    `${formatCounted(sessions, 'session')}, failures ${describeMean(failures)}, prompts ${describeMean(prompts)}`,
  ];
  const pairs = [side('told', control.told), side('kept back', control.keptBack)];
  return titled('Compared, of each session', rows(pairs, colors), colors);
}
