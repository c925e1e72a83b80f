import fc from 'fast-check';
import { parse } from 'smol-toml';

const KEY = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/).filter((key) => key !== 'hooks');
const VALUE = fc.oneof(
  fc.integer().map(String),
  fc.boolean().map(String),
  fc.constantFrom('1.5', 'inf', '0xff', '9007199254740993', '1979-05-27T07:32:00Z', '07:32:00'),
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text.replace(/[\ud800-\udfff\x7f]/g, ''))),
  fc.constantFrom(
    "'[[hooks]]'",
    '"a # b"',
    '"""\n[[hooks]]\ncommand = \'x\'\n"""',
    "'''\n# \"[[hooks]]\n'''",
    '""""two quotes"""""',
    '[\n  1, # one ]\n  2,\n]',
    '[ [1], ["[["] ]',
    '{ a = 1, b = "}" }',
    '[]',
  ),
);
const END = fc.constantFrom('', '', ' # said so', '  ', '\t# [[hooks]]');
const GAP = fc.constantFrom('', '', '', '\n', '# mine\n', '\n\n', '  # "half\n');

const pairs = (max: number): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.tuple(KEY, VALUE, END, GAP), { maxLength: max, selector: ([key]) => key })
    .map((all) => all.map(([key, value, end, gap]) => `${gap}${key} = ${value}${end}\n`).join(''));

const HOOK = fc
  .tuple(fc.constantFrom('[[hooks]]', '[[ hooks ]]', '[["hooks"]] # his'), GAP, GAP)
  .map(([header, gap, end]) => `${header}\n${gap}event = "Stop"\ncommand = "say done"\n${end}`);
const TABLE = fc.tuple(fc.nat(999), fc.boolean(), pairs(3)).map(([number, list, body]) => {
  const name = `t${number}`;
  return { name, text: `${list ? `[[${name}]]` : `[${name}."a.b"]`}\n${body}` };
});

/** A valid text of TOML with comments, strings and lists over several lines, in any layout, with hooks of its own or none. */
export function tomlText(): fc.Arbitrary<string> {
  return (
    fc
      .record({
        top: pairs(4),
        tables: fc.uniqueArray(TABLE, { maxLength: 3, selector: ({ name }) => name }),
        hooks: fc.array(HOOK, { maxLength: 2 }),
        gap: GAP,
        end: fc.constantFrom('same', 'none', 'none', 'blank', 'space', 'comment'),
        lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
        mark: fc.constantFrom('', '', '\uFEFF'),
      })
      .map(({ top, tables, hooks, gap, end, lineEnd, mark }) => {
        const [first = '', second = ''] = hooks;
        const body = top + first + tables.map(({ text }) => text).join('') + gap + second;
        return mark + finish(body, end).replace(/\n/g, lineEnd);
      })
      // Now and then a key above has the name of a table.
      .filter(isToml)
  );
}

function finish(body: string, end: string): string {
  if (end === 'none') return body.replace(/\n$/, '');
  if (end === 'blank') return `${body}\n\n`;
  if (end === 'space') return `${body}  `;
  return end === 'comment' ? `${body}# the end` : body;
}

function isToml(text: string): boolean {
  try {
    parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
    return true;
  } catch {
    return false;
  }
}
