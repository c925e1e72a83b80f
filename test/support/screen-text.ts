/** What a terminal would show of a program's output, line by line, and how it was left. */
export interface ScreenText {
  /** Takes output. Throws for a control character, and on the alternate screen for a sequence that Cairn does not use there. */
  feed(output: string): void;
  /** The lines of the screen, without spaces at their ends. */
  lines(): string[];
  /** Modes that are on: `1049` the alternate screen, `2004` marked pastes; `25` and `7`, which are on at first. */
  modes(): string[];
  /** What was put on the clipboard. */
  clipboard(): string | undefined;
  /** True when any colour or other style was set. */
  isStyled(): boolean;
}

const ESCAPE = '\u001b';
const SEQUENCE = new RegExp(
  `^(?:${ESCAPE}\\[(?<mark>\\??)(?<numbers>[\\d;]*)(?<end>[A-Za-z])|${ESCAPE}\\]52;c;(?<copied>[\\w+/=]*)\\u0007)`,
);
/** Longest beginning of a sequence that the next part of the output may end. */
const UNFINISHED = new RegExp(`^${ESCAPE}(?:\\[\\??[\\d;]*|\\][^\\u0007]*)?$`);

/** Builds an empty screen of `rows` lines. */
export function createScreenText(rows: number): ScreenText {
  const modes = new Set(['25', '7']);
  const blank = (): string[][] => Array.from({ length: rows }, () => []);
  let screen = blank();
  let main = { screen, row: 0, column: 0 };
  let [row, column, rest, isStyled] = [0, 0, '', false];
  let copied: string | undefined;
  const changeScreen = (isOther: boolean): void => {
    if (isOther) main = { screen, row, column };
    if (isOther) screen = blank();
    else ({ screen, row, column } = main);
  };
  const obey = (end: string, numbers: string, isMode: boolean): void => {
    const [first = 0, second = 0] = numbers.split(';').map(Number);
    if (isMode && end === 'h') modes.add(numbers);
    else if (isMode && end === 'l') modes.delete(numbers);
    else if (end === 'H') [row, column] = [Math.max(first - 1, 0), Math.max(second - 1, 0)];
    else if (end === 'K') (screen[row] ?? []).length = column;
    else if (end === 'J') screen = blank();
    else if (end === 'm') isStyled ||= numbers !== '0';
    else if (!modes.has('1049')) move(end, first || 1);
    else throw new Error(`a sequence that no screen of Cairn writes: ${numbers}${end}`);
    if (isMode && numbers === '1049') changeScreen(end === 'h');
  };
  // Beside the screen of Cairn, questions move from where they are.
  const move = (end: string, by: number): void => {
    if (end === 'A' || end === 'B') row = Math.max(0, Math.min(row + (end === 'A' ? -by : by), rows - 1));
    else if (end === 'C' || end === 'D') column = Math.max(column + (end === 'D' ? -by : by), 0);
    else if (end === 'G') column = by - 1;
  };
  const write = (char: string): void => {
    if (char === '\r') column = 0;
    else if (char === '\n' && row === rows - 1) screen = [...screen.slice(1), []];
    else if (char === '\n') row += 1;
    else if (/[\p{Cc}\p{Bidi_Control}]/u.test(char)) throw new Error(`a character that acts: ${JSON.stringify(char)}`);
    else {
      const line = screen[row] ?? [];
      while (line.length < column) line.push(' ');
      line[column] = char;
      column += 1;
    }
  };
  return {
    feed(output) {
      let text = rest + output;
      rest = '';
      while (text !== '') {
        const found = SEQUENCE.exec(text);
        const { mark = '', numbers = '', end, copied: base64 } = found?.groups ?? {};
        if (found === null && UNFINISHED.test(text)) {
          rest = text;
          return;
        }
        if (end !== undefined) obey(end, numbers, mark === '?');
        if (base64 !== undefined) copied = Buffer.from(base64, 'base64').toString('utf8');
        const [char = ''] = text;
        if (found === null) write(char);
        text = text.slice(found === null ? char.length : found[0].length);
      }
    },
    lines: () =>
      screen.map((line) =>
        Array.from(line, (char) => char ?? ' ')
          .join('')
          .trimEnd(),
      ),
    modes: () => [...modes].sort(),
    clipboard: () => copied,
    isStyled: () => isStyled,
  };
}
