import { minute } from '../core/minute.ts';
import type { Entry } from '../memory/answers.ts';
import type { Memory } from '../memory/contract.ts';
import type { Contradiction } from '../memory/contradiction-answers.ts';
import type { Colors } from './output.ts';
import { plain } from './show.ts';

/** Statements that cannot both hold, of a project or, without one, of all. */
export async function contradictionsOf(
  memory: Memory,
  project: string | undefined,
  signal: AbortSignal,
): Promise<Contradiction[]> {
  return (await memory.contradictions({ project: project ?? '*' }, { signal })).contradictions;
}

/** Each pair with both ids and texts, the newer first, and how a person decides. */
export function contradictionLines(found: readonly Contradiction[], colors: Colors): string {
  const pairs = found.map(({ older, newer }) =>
    [line('newer', newer, colors), line('older', older, colors)].join('\n'),
  );
  return [
    colors.bold('These cannot both hold; the newer wins'),
    ...pairs,
    colors.dim('To decide: cairn review withdraw ID, or cairn review confirm ID'),
  ].join('\n\n');
}

function line(which: string, { id, at, author, status, title, snippet }: Entry, colors: Colors): string {
  const facts = [minute(at), author, status].filter((part) => part !== undefined).join(', ');
  const rest = snippet === '' || snippet === title ? '' : ` ${plain(snippet)}`;
  return `${which}  ${colors.cyan(id)} ${colors.dim(facts)}\n       ${plain(title)}${rest}`;
}
