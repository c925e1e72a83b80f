// terminal-picture: what a program wrote to a terminal, as a small SVG. Colours are those of the theme; what a terminal
// would wrap is wrapped at its width.

const CHAR_WIDTH = 8.43;
const LINE_HEIGHT = 19;
const MARGIN = 16;

/** Colours of a theme: ground, text, and the eight of a terminal by the last digit of their code. */
export const THEMES = {
  light: {
    ground: '#ffffff',
    text: '#1f2328',
    quiet: '#59636e',
    codes: ['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#59636e'],
  },
  dark: {
    ground: '#0d1117',
    text: '#e6edf3',
    quiet: '#8b949e',
    codes: ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  },
} as const;

/** The name of a theme. */
export type Theme = keyof typeof THEMES;

interface Style {
  bold: boolean;
  dim: boolean;
  color: number | undefined;
}

interface Run extends Style {
  text: string;
}

// Links and moves of the cursor are not seen in a picture; SGR codes are its colours.
const CODE = /\u001b(?:\[([0-9;]*)m|\[[0-9;?]*[A-Za-z]|\]8;;[^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** The lines of a screen as SVG text elements from a height on. */
export function drawLines(lines: readonly (readonly Run[])[], theme: Theme, top: number): string {
  return lines
    .map((runs, at) => {
      const spans = runs.map(({ text, bold, dim, color }) => {
        const fill = color === undefined ? (dim ? THEMES[theme].quiet : undefined) : THEMES[theme].codes[color];
        const marks = `${fill === undefined ? '' : ` fill="${fill}"`}${bold ? ' font-weight="bold"' : ''}`;
        return marks === '' ? escaped(text) : `<tspan${marks}>${escaped(text)}</tspan>`;
      });
      return spans.length === 0 ? '' : `<text x="${MARGIN}" y="${top + at * LINE_HEIGHT}">${spans.join('')}</text>\n`;
    })
    .join('');
}

/** What was written, as at most `most` lines of at most `columns` characters. */
export function toLines(written: string, columns: number, most: number): Run[][] {
  const lines: Run[][] = [[]];
  let left = columns;
  let style: Style = { bold: false, dim: false, color: undefined };
  const add = (text: string): void => {
    for (const char of text) {
      if (char === '\n' || left === 0) {
        lines.push([]);
        left = columns;
      }
      if (char === '\n' || char === '\r') continue;
      left -= 1;
      const line = lines.at(-1) ?? [];
      const last = line.at(-1);
      if (last !== undefined && last.bold === style.bold && last.dim === style.dim && last.color === style.color)
        last.text += char;
      else line.push({ ...style, text: char });
    }
  };
  let from = 0;
  for (const match of written.matchAll(CODE)) {
    add(written.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[1] !== undefined) style = styled(style, match[1]);
  }
  add(written.slice(from));
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines.slice(0, most);
}

/** The frame of a picture of a number of columns and lines around what is drawn. */
export function framed(
  drawn: string,
  { columns, lines, theme, label }: { columns: number; lines: number; theme: Theme; label: string },
): string {
  const width = Math.ceil(columns * CHAR_WIDTH + 2 * MARGIN);
  const height = lines * LINE_HEIGHT + 2 * MARGIN;
  const { ground, text } = THEMES[theme];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
<rect width="100%" height="100%" rx="8" fill="${ground}" stroke="#8b949e"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${text}">
${drawn}</g>
</svg>
`;
}

/** Where the first line of a picture stands. */
export const FIRST_LINE = MARGIN + LINE_HEIGHT - 5;

function styled(before: Style, codes: string): Style {
  const style = { ...before };
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) Object.assign(style, { bold: false, dim: false, color: undefined });
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 22) Object.assign(style, { bold: false, dim: false });
    else if (code >= 30 && code <= 37) style.color = code - 30;
    else if (code === 39) style.color = undefined;
  }
  return style;
}

// A blank that viewers neither collapse nor drop.
function escaped(text: string): string {
  return text.replaceAll(' ', '\u00a0').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
