import { toCairnError } from '../../core/errors.ts';
import { plain } from '../render/show.ts';
import { wrapLines } from './fit.ts';
import { scrolled } from './keys.ts';
import type { Layer } from './layer.ts';

/** Lines below what is seen that are read ahead. */
const AHEAD = 20;
const BACK = new Set(['q', 'escape', 'h', 'left', 'backspace']);
const ENDS = new Set(['G', 'end']);

/** A text that is read part by part, as far as it was scrolled. `leave` closes it; `changed` asks to draw. */
export interface ReaderDeps {
  parts: AsyncIterable<string>;
  changed: () => void;
  leave: () => void;
  hints: string;
}

/** A page that scrolls. */
export function createReader({ parts, changed, leave, hints }: ReaderDeps): Layer {
  const source = parts[Symbol.asyncIterator]();
  const texts: string[] = [];
  let [isReading, isWhole, toEnd, top] = [false, false, false, 0];
  let wrapped = { lines: [] as string[], width: 0, texts: 0 };
  let height = 1;
  const readOn = async (): Promise<void> => {
    if (isReading || isWhole) return;
    isReading = true;
    try {
      const { done, value } = await source.next();
      if (done === true) isWhole = true;
      else texts.push(value);
    } catch (thrown) {
      isWhole = true;
      const { message, fix = '' } = toCairnError(thrown);
      texts.push(plain(`${message} ${fix}`));
    }
    isReading = false;
    changed();
  };
  return {
    draw(size) {
      ({ height } = size);
      if (wrapped.width !== size.width) wrapped = { lines: [], width: size.width, texts: 0 };
      for (const text of texts.slice(wrapped.texts)) wrapped.lines.push(...wrapLines(text, size.width));
      wrapped.texts = texts.length;
      const last = Math.max(wrapped.lines.length - height, 0);
      top = toEnd ? last : Math.min(top, last);
      if (top + height + AHEAD > wrapped.lines.length) void readOn();
      return texts.length === 0 ? ['Reading …'] : wrapped.lines.slice(top, top + height);
    },
    press({ name }) {
      if (BACK.has(name)) leave();
      else {
        const to = scrolled(name, { at: top, most: Math.max(wrapped.lines.length - height, 0), page: height });
        if (to === undefined) return false;
        top = to;
        // What is read later is below it, too.
        toEnd = ENDS.has(name);
        changed();
      }
      return true;
    },
    hints: () => `${isWhole ? '' : '… '}${hints}`,
  };
}
