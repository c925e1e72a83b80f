import fc from 'fast-check';

/** How a text of JSON with comments is laid out; `choices` decide at each place, in turn. */
interface Layout {
  lineEnd: string;
  indent: string;
  oneLine: boolean;
  trailingCommas: boolean;
  mark: string;
  end: string;
  choices: readonly number[];
}

const LAYOUT: fc.Arbitrary<Layout> = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('  ', '    ', '\t', ''),
  oneLine: fc.boolean(),
  trailingCommas: fc.boolean(),
  mark: fc.constantFrom('', '\uFEFF'),
  end: fc.constantFrom('', '\n', '\r\n', '\n\n// end\n'),
  choices: fc.array(fc.nat(11), { minLength: 1, maxLength: 20 }),
});
const COMMENTS = ['', '', '', '', '', '', ' ', '/* a */', ' /* , } */ ', '\t'];

/** A text of JSON with comments for a value, in any layout. */
export function jsoncText(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.tuple(values, LAYOUT).map(([value, layout]) => layout.mark + printer(layout)(value, 0) + layout.end);
}

function printer(layout: Layout): (value: unknown, depth: number) => string {
  let turn = 0;
  const choose = (): number => layout.choices[turn++ % layout.choices.length] ?? 0;
  const gap = (): string => COMMENTS[choose()] ?? '';
  const lineGap = (): string => (layout.oneLine || choose() < 9 ? gap() : ' // it "is" so');
  const print = (value: unknown, depth: number): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const isList = Array.isArray(value);
    const entries = isList
      ? value.map((entry) => print(entry, depth + 1))
      : Object.entries(value).map(
          ([key, entry]) => `${JSON.stringify(key)}${gap()}:${gap()}${print(entry, depth + 1)}`,
        );
    const [open, close] = isList ? '[]' : '{}';
    if (entries.length === 0) return open + (choose() < 8 ? '' : breakLine(depth)) + gap() + close;
    const lines = entries.map((entry, index) => {
      const isLast = index === entries.length - 1;
      const comma = isLast && !layout.trailingCommas ? '' : ',';
      return choose() < 6 ? entry + comma + lineGap() : entry + gap() + comma + lineGap();
    });
    return open + lines.map((line) => breakLine(depth + 1) + line).join('') + breakLine(depth) + close;
  };
  const breakLine = (depth: number): string =>
    layout.oneLine ? gap() : layout.lineEnd + (choose() < 10 ? '' : layout.lineEnd) + layout.indent.repeat(depth);
  return print;
}
