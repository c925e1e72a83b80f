import { memoizeLast } from '../../core/memoize-last.ts';
import type { AnyItem } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { oneLine } from '../../core/text/text.ts';
import { FAILED_END } from '../text/title-words.ts';
import { withoutLeading } from '../tool/main-commands.ts';

type CommandText = Pick<AnyItem, 'kind' | 'title' | 'text' | 'detail'>;

const SHOWN_CHARS = 110;

/** The shell line of a command's observation, as far as its text has it; `undefined` for any other item. */
export const commandOfItem = memoizeLast((item: CommandText): string | undefined => {
  const { title, text } = item;
  if (detailOfKind(item, 'observation').observation !== 'command') return undefined;
  const at = text.startsWith('$ ') ? 0 : text.indexOf('\n$ ') + 1;
  if (!text.startsWith('$ ', at)) return undefined;
  const lines = text.slice(at + 2).split('\n');
  const shown = oneLine(title.replace(FAILED_END, '')).slice(0, SHOWN_CHARS).replace(/…$/, '').trimEnd();
  let line = lines[0] ?? '';
  // The output follows the command: lines are added until they cover what the title shows.
  for (let next = 1; next < lines.length && !covers(line, shown); next += 1) line += `\n${lines[next]}`;
  return line;
});

/** The output of a command's observation, as far as its text has it; the whole text of any other item. */
export function outputOfItem(item: CommandText): string {
  const line = commandOfItem(item);
  if (line === undefined) return item.text;
  return item.text.slice(item.text.indexOf(line) + line.length + 1);
}

function covers(line: string, shown: string): boolean {
  return withoutLeading(oneLine(line)).startsWith(shown);
}
