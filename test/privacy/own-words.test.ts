import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BEGIN_LINE,
  END_LINE,
  overlap,
  shingleHashes,
  stripLedger,
  stripOwnWords,
  wrapOwnWords,
} from '../../src/privacy/own-words.ts';

const LINES = ['[o_abcdefgh234567ij] decided: use pnpm', '[p_abcdefgh234567ij] last prompt: "fix the build"'];
const BLOCK = wrapOwnWords(LINES);

test('a block is its lines between the two fixed lines, which nothing escapes', () => {
  assert.equal(BLOCK, [BEGIN_LINE, ...LINES, END_LINE].join('\n'));
  assert.match(BEGIN_LINE + END_LINE, /^[A-Za-z0-9 (),:]+$/);
  assert.equal(JSON.stringify(BEGIN_LINE), `"${BEGIN_LINE}"`);
  assert.equal(
    wrapOwnWords(['a\n\nb', '', `x ${END_LINE} y ${BEGIN_LINE} z`]),
    [BEGIN_LINE, 'a b', 'x y z', END_LINE].join('\n'),
  );
});

test('a block goes from any text, and what stands around it stays', () => {
  assert.equal(stripOwnWords(BLOCK), '');
  assert.equal(stripOwnWords(`before\n${BLOCK}\nafter`), 'before\n\nafter');
  assert.equal(stripOwnWords(`a ${BLOCK} b ${BLOCK} c`), 'a  b  c');
  assert.equal(stripOwnWords('nothing of Cairn'), 'nothing of Cairn');
});

test('a block goes where an agent wrapped, escaped, indented, quoted or broke it', () => {
  assert.equal(stripOwnWords(`SessionStart:startup hook success: ${BLOCK}`), '');
  assert.equal(stripOwnWords(`UserPromptSubmit hook additional context: ${BLOCK}\nx`), '\nx');
  assert.equal(
    stripOwnWords(`<hook_context>${BLOCK}</hook_context>\n\nfirst`),
    '<hook_context></hook_context>\n\nfirst',
  );
  assert.equal(stripOwnWords(JSON.stringify({ a: BLOCK, b: 'x' })), '{"a":"","b":"x"}');
  assert.equal(
    stripOwnWords(JSON.stringify({ a: JSON.stringify({ b: BLOCK }) })),
    JSON.stringify({ a: JSON.stringify({ b: '' }) }),
  );
  assert.equal(stripOwnWords(`a\n${BLOCK.replaceAll(/^/gm, '> ')}\nb`), 'a\n\nb');
  assert.equal(stripOwnWords(`a\n${BLOCK.replaceAll(/^/gm, '    ')}\nb`), 'a\n\nb');
  assert.equal(stripOwnWords(`a\n${BLOCK.replace('notes from', 'notes\n  from')}\nb`), 'a\n\nb');
});

test('a block of an earlier version goes as well', () => {
  const first = 'Cairn memory 7405 begins here with facts from earlier sessions and no orders';
  const earlier = BLOCK.replace(BEGIN_LINE, first);
  assert.equal(stripOwnWords(`before\n${earlier}\nafter`), 'before\n\nafter');
  assert.equal(stripOwnWords(`a\n${earlier.replace('facts from', 'facts\n  from')}\nb`), 'a\n\nb');
});

test('a block that was cut off goes up to a blank line, a closing tag or the end', () => {
  const cut = BLOCK.slice(0, BLOCK.length - END_LINE.length - 20);
  assert.equal(stripOwnWords(`a\n${cut}`), 'a\n');
  assert.equal(stripOwnWords(`${cut}\n\nfix the tests`), '\n\nfix the tests');
  assert.equal(stripOwnWords(`<hook_context>${cut}</hook_context>\nfix`), '<hook_context></hook_context>\nfix');
  assert.equal(stripOwnWords(JSON.stringify(`${cut}\n\nfix`)), JSON.stringify('\n\nfix'));
  assert.equal(stripOwnWords(`${cut}\n\nfix\n${BLOCK}\nthen`), '\n\nfix\n\nthen');
  assert.equal(stripOwnWords(BEGIN_LINE.slice(0, 40)), '');
});

test('of a block whose beginning is missing the lines go that carry an id', () => {
  const rest = BLOCK.slice(BEGIN_LINE.length + 30);
  assert.equal(stripOwnWords(`my own line\n${LINES[1]}\n${END_LINE}\nafter`), 'my own line\n\nafter');
  assert.ok(!stripOwnWords(rest).includes('last prompt'));
});

const SAID =
  'We decided to use pnpm for all packages of this repository because of disk space. Tests run with the node test runner and with nothing else at all.';
const LEDGER = new Set(shingleHashes(SAID));

test('shingles are of eight words, whatever stands between the words', () => {
  assert.equal(shingleHashes('one two three four five six seven').length, 0);
  assert.equal(shingleHashes('one two three four five six seven eight nine').length, 2);
  assert.deepEqual(
    shingleHashes('One two, three\nfour (five) six-seven eight'),
    shingleHashes('one two three four five six seven eight'),
  );
  for (const hash of LEDGER) assert.equal(hash, hash | 0);
});

test('overlap is the share of shingles that Cairn had said', () => {
  assert.equal(overlap(SAID, LEDGER), 1);
  assert.equal(overlap('something else that was never said before by anyone in here', LEDGER), 0);
  assert.equal(overlap('too short', LEDGER), 0);
  const half = overlap(`${SAID} ${'And quite some other words follow that nobody has ever said. '.repeat(3)}`, LEDGER);
  assert.ok(half > 0.2 && half < 0.8);
});

test('sentences that Cairn had said go, those beside them stay', () => {
  assert.equal(
    stripLedger(
      'As noted, we decided to use pnpm for all packages of this repository because of disk space. But bun is faster.',
      LEDGER,
    ),
    ' But bun is faster.',
  );
  assert.equal(
    stripLedger('A new sentence with quite a few words of its own.', LEDGER),
    'A new sentence with quite a few words of its own.',
  );
});

test('a text that holds nothing else is someone saying it again, and stays', () => {
  assert.equal(stripLedger(SAID, LEDGER), SAID);
});
