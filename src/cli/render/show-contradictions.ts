import type { Entry } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { Contradiction } from '../../api/review-answers.ts';
import { authorName } from '../../core/text/author-name.ts';
import type { Shown } from '../terminal/output.ts';
import { plain } from './show.ts';

/** Pairs of statements that certainly or possibly contradict each other, of one project, or of all without one. */
export async function contradictionsOf(
  memory: Memory,
  project: string | undefined,
  signal: AbortSignal,
): Promise<Contradiction[]> {
  return (await memory.contradictions({ project: project ?? '*' }, { signal })).contradictions;
}

/** Each pair with both ids and texts, the newer first, and the command by which a person decides. */
export function contradictionLines(found: readonly Contradiction[], out: Shown): string {
  const { colors } = out;
  const part = (title: string, pairs: readonly Contradiction[]): string[] =>
    pairs.length === 0 ? [] : [colors.bold(title), ...pairs.map((pair) => pairLines(pair, out))];
  return [
    ...part(
      'These cannot both hold; the newer wins',
      found.filter(({ sure }) => sure),
    ),
    ...part(
      'These may contradict each other; both stand',
      found.filter(({ sure }) => !sure),
    ),
    colors.dim('To decide: cairn review withdraw ID; where both hold: cairn review confirm ID ID'),
  ].join('\n\n');
}

function pairLines({ older, newer }: Contradiction, out: Shown): string {
  return [line('newer', newer, out), line('older', older, out)].join('\n');
}

function line(which: string, entry: Entry, { colors, when }: Shown): string {
  const { id, at, status, title, snippet } = entry;
  const facts = [when(at), authorName(entry), status].filter((part) => part !== undefined).join(', ');
  const rest = snippet === '' || snippet === title ? '' : ` ${plain(snippet)}`;
  return `${which}  ${colors.cyan(id)} ${colors.dim(facts)}\n       ${plain(title)}${rest}`;
}
