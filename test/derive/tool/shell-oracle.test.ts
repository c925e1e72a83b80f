import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { readShell } from '../../../src/derive/tool/shell.ts';

const WORDS = ['a', '"b c"', "'d;e'", '$X', '"$Y"', '\\;', 'a\\ b', '*.ts', '-x', '"it\'s"', '\'"hi"\'', "$'x\\ny'"];
const REDIRECTIONS = ['', ' > out', ' 2>&1', ' < in', ' &> log', ' >> l 2>&1', ' >| f', ' <<< "here $X"'];
const BETWEEN = [' && ', ' || ', '; ', ' | ', '\n', ' |& ', ' & ', ' # then; b | c\n'];
const DOCUMENT = " <<'EOF'\nit's `one`; $(two)\nEOF\n";
/** No word of a shell and no wrapper: each program is one that only this line runs. */
const PROGRAM = 'prog';

const word = fc.constantFrom(...WORDS);
const redirection = fc.constantFrom(...REDIRECTIONS);
const { list } = fc.letrec<{ list: string; command: string; simple: string }>((tie) => ({
  simple: fc
    .tuple(
      fc.constantFrom('', 'A=1 ', 'A="b c" B=2 '),
      fc.array(fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: substitution(tie('list')) }), {
        maxLength: 3,
      }),
      redirection,
    )
    .map(([variables, words, target]) => `${variables}${[PROGRAM, ...words].join(' ')}${target}`),
  command: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: tie('simple') },
    fc.tuple(tie('list'), redirection).map(([lines, target]) => `( ${lines} )${target}`),
    fc.tuple(tie('list'), redirection).map(([lines, target]) => `{ ${lines}; }${target}`),
    fc.tuple(tie('list'), tie('list')).map(([asked, then]) => `if ${asked}; then ${then}; else ${PROGRAM}; fi`),
    fc.tuple(word, tie('list')).map(([value, lines]) => `for i in ${value}; do ${lines}; done`),
    fc.tuple(tie('list'), tie('list')).map(([asked, lines]) => `while ${asked}; do\n${lines}\ndone`),
    fc.tuple(word, tie('simple')).map(([value, line]) => `case ${value} in (a|b) ${line} ;; (*) ${PROGRAM};; esac`),
    tie('simple').map((line) => `${line}${DOCUMENT}${PROGRAM}`),
  ),
  list: fc
    .tuple(tie('command'), fc.array(fc.tuple(fc.constantFrom(...BETWEEN), tie('command')), { maxLength: 2 }))
    .map(([first, others]) => first + others.map((pair) => pair.join('')).join('')),
}));

function substitution(lines: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(['$( ', ' )'], ['"$( ', ' )"'], ['<( ', ' )']), lines)
    .map(([[open, close], within]) => open + within + close);
}

/** The line with a number behind each of its programs. */
const numbered = (line: string): string => {
  let at = 0;
  return line.replaceAll(PROGRAM, () => {
    at += 1;
    return PROGRAM + at;
  });
};

/** The programs that a parser of Bash finds; undefined where it finds a fault. */
function programsByParser(line: string): Set<string> | undefined {
  const found = new Set<string>();
  let isFaulty = false;
  const visit = (node: SyntaxNode): void => {
    if ('errors' in node && (node.errors?.length ?? 0) > 0) isFaulty = true;
    if (node.type === 'Command' && node.name !== undefined) found.add(node.name.value);
    forEachChild(node, visit);
  };
  visit(parse(line));
  return isFaulty ? undefined : found;
}

test('finds in any line the programs that a parser of Bash finds', () => {
  const isProgram = (name: string): boolean => name.startsWith(PROGRAM);
  let compared = 0;
  fc.assert(
    fc.property(list.map(numbered), (line) => {
      const reading = readShell(line);
      const expected = programsByParser(line);
      if (expected === undefined || !reading.isWhole) return;
      compared += 1;
      const found = new Set(reading.commands.map(({ program }) => program).filter(isProgram));
      assert.deepEqual([...found].sort(), [...expected].filter(isProgram).sort());
    }),
    { numRuns: 2_000 },
  );
  assert.ok(compared > 1_000, `only ${compared} lines were compared`);
});
