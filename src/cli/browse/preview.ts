import { toCairnError } from '../../core/errors.ts';
import { wrapLines } from './fit.ts';
import { describeFailure } from './say.ts';
import type { ListedRow, View } from './view.ts';

/** Milliseconds that the selection rests before the memory is asked for more of it. */
const RESTS_MS = 60;
/** Upper bound on the previews that are kept. */
const MOST = 200;

/** What is shown of the selected row: at once what the list knows, then what the memory says. */
export interface Preview<Of extends ListedRow> {
  lines(row: Of, width: number): readonly string[];
  clear(): void;
}

/** Builds the preview of a view; `changed` asks to draw it again. */
export function createPreview<Of extends ListedRow>(view: View<Of>, changed: () => void): Preview<Of> {
  const known = new Map<string, string>();
  let [wanted, width] = ['', 0];
  let asking = new AbortController();
  const ask = async (row: Of, key: string): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    await new Promise((resolve) => setTimeout(resolve, RESTS_MS));
    if (signal.aborted) return;
    try {
      const text = await view.more?.(row, width, signal);
      if (text !== undefined) known.set(key, text);
    } catch (thrown) {
      if (signal.aborted) return;
      known.set(key, `${view.brief(row, width)}\n\n${describeFailure(toCairnError(thrown)).join('\n')}`);
    }
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    if (!signal.aborted) changed();
  };
  return {
    lines(row, columns) {
      width = columns;
      const key = `${row.id} ${columns}`;
      if (wanted !== key) {
        wanted = key;
        if (view.more !== undefined && !known.has(key)) void ask(row, key);
      }
      return wrapLines(known.get(key) ?? view.brief(row, columns), columns);
    },
    clear() {
      asking.abort();
      known.clear();
      wanted = '';
    },
  };
}
