import type { Colors } from '../terminal/output.ts';
import { fitLine, lineWidth } from './fit.ts';
import type { Size } from './layer.ts';

/** Lines of a frame besides its body: tabs, question and filters, hints. */
const BESIDES = 3;
/** Columns from which on tabs say their whole titles. */
const WIDE = 80;

/** What a frame shows around the body. */
export interface Frame {
  tabs: readonly { title: string; short: string; isShown: boolean }[];
  /** Names the projects that are listed. */
  scope: string;
  /** The question that is typed, and filters. */
  asked: string;
  /** What the last line says left and right. */
  said: string;
  state: string;
  body(size: Size): readonly string[];
}

/** The lines of the whole screen. */
export function drawFrame({ tabs, scope, asked, said, state, body }: Frame, size: Size, colors: Colors): string[] {
  const { width, height } = size;
  const names = tabs.map(({ title, short, isShown }, at) => {
    const name = `${at + 1} ${width < WIDE ? short : title}`;
    return isShown ? colors.bold(`[${name}]`) : ` ${name} `;
  });
  const room = Math.max(height - BESIDES, 1);
  const lines = body({ width, height: room });
  return [
    ends(names.join(''), colors.dim(scope), width),
    fitLine(asked, width),
    ...Array.from({ length: room }, (_, at) => lines[at] ?? ''),
    ends(said, colors.dim(state), width),
  ];
}

/** Two texts at the ends of a line; the left one gives way to the right one. */
function ends(left: string, right: string, width: number): string {
  const taken = Math.min(lineWidth(right), width);
  const end = fitLine(right, taken);
  const room = width - taken;
  return `${fitLine(left, Math.max(room - 1, 0))}${room > 0 ? ' ' : ''}${end}`;
}
