import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { objectsIn } from '../../../../src/core/json.ts';
import type { Finding } from '../../../../src/core/model/finding.ts';
import { withDetail } from '../../../../src/core/model/item.ts';
import type { PatternKind } from '../../../../src/core/model/kinds.ts';
import { derivePattern } from '../../../../src/derive/pattern/derive-pattern.ts';
import { flatDetail } from '../../../support/flat-detail.ts';
import { toolEnd } from '../../make-event.ts';
import { asks, edits, type Happening, itemsOf, reads, runs, says } from '../session-items.ts';
import { foldOf, found } from './found.ts';

const OTHER = 's_bbbbbbbbbbbbbbbb' as Finding['session'];
const FAILED = '--- FAIL: TestAdd (0.01s)\n    cart_test.go:9: expected 2, got 1\nFAIL';
const BROKEN = '# shop\n./cart.go:3:2: undefined: Basket';

const test1 = (exitCode?: number, output = FAILED): Happening =>
  runs('go test ./cart', exitCode === undefined ? 'ok  \tshop/cart\t0.1s' : output, exitCode);

describe('an error', () => {
  test('counts each time that something had been done between, and a mere rerun not', () => {
    const [error] = found('error', test1(1), test1(1), edits('cart.go'), test1(1));
    assert.equal(error?.count, 2);
    assert.equal(error?.key, 'go: TestAdd: expected n, got n');
    assert.equal(error?.author, 'tool');
  });

  test('is a pattern from the third session on', () => {
    const once = found('error', test1(1));
    const others = ['s_bbbbbbbbbbbbbbbb', 's_cccccccccccccccc'].map((session) => ({
      ...(once[0] as Finding),
      session: session as never,
    }));
    assert.equal(derivePattern([...once, ...others.slice(1)]), undefined);
    const pattern = derivePattern([...once, ...others]);
    assert.deepEqual([flatDetail(pattern).pattern?.count, flatDetail(pattern).pattern?.sessions], [3, 3]);
  });

  test('is none of a command that only answers no', () => {
    assert.deepEqual(found('error', runs('grep -rn basket .', '', 1), runs('grep -rn basket .', '', 1)), []);
  });
});

describe('a fix', () => {
  test('names no file that was only printed from and put back, but one whose change was taken back', () => {
    const look = edits('shop.go', 'a\nprint(a)', 'a');
    const back = edits('shop.go', 'a', 'a\nprint(a)');
    const [fix] = found('fix', test1(1), look, test1(1), edits('cart.go', 'c'), back, test1());
    assert.deepEqual(fix?.files, ['cart.go']);
    const [reverted] = found('fix', look, test1(1), back, test1());
    assert.deepEqual(reverted?.files, ['shop.go']);
  });

  test('is a failure, then a success of the same test, with the edits and the cause between', () => {
    const happenings = [
      test1(1),
      says('The cause is that the basket counts from zero.'),
      edits('cart.go'),
      edits('README.md'),
      test1(),
    ];
    const items = itemsOf(...happenings);
    const [fix, ...others] = foldOf(items).filter(({ kind }) => kind === 'fix');
    assert.deepEqual(others, []);
    assert.equal(fix?.key, 'go: TestAdd: expected n, got n');
    assert.deepEqual(fix?.files, ['README.md', 'cart.go']);
    const [told] = objectsIn(fix?.detail.fixes);
    assert.deepEqual(told?.failed, [items[0]?.id]);
    assert.equal(told?.passed, items[4]?.id);
    assert.deepEqual(told?.by, 'edit');
    assert.match(JSON.stringify(fix?.detail.cause), /counts from zero/);
    assert.equal(
      derivePattern([fix as Finding])?.title,
      'TestAdd failed: The cause is that the basket counts from zero; changed README.md and 1 more file',
    );
  });

  test('is none where the same passes again with nothing done between', () => {
    assert.deepEqual(found('fix', test1(1), reads('cart.go'), test1()), []);
  });

  test('may be another action than an edit, or another call', () => {
    const [installed] = found('fix', test1(1, BROKEN), runs('go get example.com/basket'), test1());
    assert.deepEqual(objectsIn(installed?.detail.fixes)[0]?.commands, ['go get']);
    const [pushed] = found(
      'fix',
      runs('git push', 'fatal: The current branch has no upstream branch.', 128),
      runs('git push -u origin x'),
    );
    assert.equal(objectsIn(pushed?.detail.fixes)[0]?.by, 'other call');
  });

  test('is seen where another error comes instead and the former never comes back', () => {
    const fixes = found('fix', test1(1, BROKEN), edits('cart.go'), test1(1));
    assert.deepEqual(
      fixes.map(({ key }) => key),
      ['go: undefined: basket'],
    );
    assert.deepEqual(found('fix', test1(1, BROKEN), edits('cart.go'), test1(1), edits('x.go'), test1(1, BROKEN)), []);
  });

  test('is none where a build that breaks only hides the test', () => {
    assert.deepEqual(found('fix', test1(1), edits('cart.go'), test1(1, BROKEN)), []);
  });

  test('of a test is none by a run of other tests', () => {
    const other = runs('go test ./shipping', 'ok  \tshop/shipping\t0.1s');
    assert.deepEqual(found('fix', test1(1), edits('cart.go'), other), []);
    const named = runs('make test ARGS="-run TestAdd"', 'ok  \tshop/cart\t0.1s');
    assert.equal(found('fix', test1(1), edits('cart.go'), named).length, 1);
    const all = runs('go test ./...', 'ok  \tshop/cart\t0.1s');
    assert.equal(found('fix', test1(1), edits('cart.go'), all).length, 1);
  });

  test('tells where a file is that was looked for elsewhere', () => {
    const [fix] = found('fix', runs('cat cart.go', 'cat: cart.go: No such file or directory', 1), reads('src/cart.go'));
    assert.deepEqual([fix?.key, fix?.files], ['missing: cart.go', ['src/cart.go']]);
    assert.equal(derivePattern([fix as Finding])?.title, 'cart.go is not where it was looked for; it is `src/cart.go`');
  });

  test('of an edit is another edit of the same file, and no pattern: it is a slip of the tool', () => {
    const input = { file_path: '/home/dev/shop/cart.go', old_string: 'a', new_string: 'b' };
    const failed = toolEnd('Edit', input, { success: false, output: 'String to replace not found in file.' });
    const fixes = found('fix', failed, reads('cart.go'), edits('cart.go'));
    assert.equal(fixes[0]?.key, 'edit: string to replace not found in file');
    assert.equal(derivePattern(fixes), undefined);
    assert.equal(derivePattern([...fixes, { ...(fixes[0] as Finding), session: OTHER }]), undefined);
    assert.deepEqual(found('fix', failed, edits('other.go')), []);
  });

  test('of code at hand is no pattern; of a test that returns it is one', () => {
    const built = found('fix', test1(1, BROKEN), edits('cart.go'), test1());
    assert.equal(built.length, 1);
    assert.equal(derivePattern([...built, { ...(built[0] as Finding), session: OTHER }]), undefined);
    const tested = found('fix', test1(1), edits('cart.go'), test1());
    assert.equal(derivePattern(tested), undefined);
    assert.equal(derivePattern([...tested, { ...(tested[0] as Finding), session: OTHER }])?.kind, 'pattern');
  });
});

describe('a workflow', () => {
  const turn = (n: number, ...lines: string[]): Happening[] =>
    [edits('cart.go', `b${n}`), ...lines.map((line) => runs(line, 'ok'))].map((body) => [
      body as never,
      { prompt: `turn ${n}` },
    ]);

  test('is what is run after a change, of how many turns that changed files', () => {
    const work = [1, 2, 3].map((n) => turn(n, 'npm run lint', n === 1 ? 'npm run lint' : 'npm test', 'git status'));
    const [checks, ...others] = found('workflow', ...work.flat());
    assert.deepEqual(others, []);
    const sessions = ['s_bbbbbbbbbbbbbbbb', 's_cccccccccccccccc', 's_dddddddddddddddd'];
    const pattern = derivePattern(sessions.map((session) => ({ ...(checks as Finding), session: session as never })));
    assert.equal(
      pattern?.title,
      'After a change these are run, of 9 turns that changed files: npm run lint (9), npm test (6)',
    );
    assert.equal(derivePattern([checks as Finding]), undefined);
  });

  test('counts nothing that ran before the last change of a turn, or where nothing changed', () => {
    const early = [runs('npm test', 'ok'), edits('cart.go'), runs('ls', 'a')];
    assert.deepEqual(found('workflow', ...early, runs('cat cart.go', 'b')), []);
    assert.deepEqual(found('workflow', runs('npm test', 'ok')), []);
  });
});

describe('architecture', () => {
  const turn = (at: number, ...files: string[]): Happening[] =>
    files.map((file) => [edits(file, `b${at}`) as never, { prompt: `turn ${at}` }]);
  const inSessions = (findings: readonly Finding[]): Finding[] =>
    [
      's_bbbbbbbbbbbbbbbb',
      's_cccccccccccccccc',
      's_dddddddddddddddd',
      's_eeeeeeeeeeeeeeee',
      's_ffffffffffffffff',
    ].flatMap((session) => findings.map((one) => ({ ...one, session: session as never })));

  test('is two files of different folders that change together in five sessions, and mostly so', () => {
    const pair = found('architecture', ...turn(1, 'src/wire.ts', 'docs/api.md'));
    assert.deepEqual(pair[0]?.files, ['docs/api.md', 'src/wire.ts']);
    const pattern = derivePattern(inSessions(pair));
    assert.equal(pattern?.title, 'A change of docs/api.md mostly comes with one of src/wire.ts: 5 of 5 times');
    assert.equal(derivePattern(pair), undefined);
    const alone = [2, 3].flatMap((at) => [...turn(at, 'src/wire.ts'), ...turn(at + 10, 'docs/api.md')]);
    assert.equal(
      derivePattern(inSessions(found('architecture', ...alone, ...turn(1, 'src/wire.ts', 'docs/api.md')))),
      undefined,
    );
  });

  test('is none of one folder, of a file and its test, of lock files and sweeps over everything', () => {
    assert.deepEqual(found('architecture', ...turn(1, 'src/wire.ts', 'src/api.ts')), []);
    assert.deepEqual(found('architecture', ...turn(1, 'src/wire.ts', 'test/wire.test.ts')), []);
    assert.deepEqual(found('architecture', ...turn(1, 'package.json', 'web/package-lock.json')), []);
    const sweep = turn(1, ...Array.from({ length: 20 }, (_, n) => `src/${n}/a${n}.ts`));
    assert.deepEqual(found('architecture', ...sweep), []);
  });
});

describe('what is stated', () => {
  const said = (kind: PatternKind, ...texts: string[]): string[] =>
    found(kind, ...texts.map(asks)).map(({ label }) => label);

  test('is a decision where it settles the case at hand, a preference where it holds for good', () => {
    assert.deepEqual(said('decision', "Let's go with SQLite for the cache."), ["Let's go with SQLite for the cache."]);
    assert.deepEqual(said('preference', 'Always run the linter before you commit.'), [
      'Always run the linter before you commit.',
    ]);
    assert.deepEqual(said('preference', '以后请用中文写提交信息。'), ['以后请用中文写提交信息。']);
  });

  test('is not a question, a task, a report or what someone else said', () => {
    const texts = [
      'Should we use SQLite instead of a file?',
      'Can you add a test for the basket?',
      'I used SQLite instead of a file.',
      'I got this feedback on the change: we should only use one list.',
      'This session is being continued from a previous conversation. Let us drop the list, we decided.',
      'I would have expected that the basket is empty.',
      "Let's add some tests.",
      '1. open the shop\n2. put a pear into the basket\n3. the price is wrong',
    ];
    assert.deepEqual([...said('decision', ...texts), ...said('preference', ...texts)], []);
  });

  test('is found where a person tells a wish, a need, an order, or agrees and adds something', () => {
    const texts = [
      "I'd like to change the basket so it is sorted.",
      'I would replace the file with a table',
      'We need to split the basket into smaller parts.',
      "Right now when the basket is empty we fail, let us see, but for now let's remove this restriction",
      'yes, but sorted by their price',
      'so prices first of all, then the basket',
      'All good, but keep the old names.',
    ];
    for (const text of texts) assert.equal(said('decision', text).length, 1, text);
    const answers = '1. no\n2. we show the newest basket\n3. yes\n4. the price is in cents';
    assert.deepEqual(said('decision', answers), ['we show the newest basket', 'the price is in cents']);
  });

  test('is a preference where it speaks of any case, or of one program rather than another', () => {
    const texts = ['We should add the shop to any log line', 'Use pnpm, not npm', 'keep our notes in the wiki.'];
    texts.push('No emojis please', 'Answer in German.', 'Make sure to run the linter before every commit');
    texts.push("Don't add comments to the code", 'from now on the prices are in cents', 'I always want short commits.');
    for (const text of texts) assert.deepEqual(said('preference', text), [text]);
    assert.deepEqual(said('decision', 'No, we should use the table instead.').length, 1);
    assert.deepEqual(said('preference', 'Use the table, not the file'), []);
  });

  test('by its number is told with the option that it picks', () => {
    const offer = says('There are two ways:\n\n1. **A table** - one row each\n2. **A file** - one line each');
    const [pick] = found('decision', offer, asks("let's go with option 2."));
    assert.equal(pick?.label, "let's go with option 2. A file - one line each");
    assert.equal(pick?.evidence.length, 2);
    const [other] = found('decision', asks("let's go with option 2."));
    assert.notEqual(other?.key, pick?.key);
  });

  test('in an answer to a question of the agent is a decision, and so is a plan that was approved', () => {
    const answered = toolEnd(
      'AskUserQuestion',
      { questions: [{ question: 'Which store?' }] },
      { output: 'User has answered your questions: "Which store?"="SQLite", "Which way?"="1". Go on.' },
    );
    const plan = (output: string): Happening => toolEnd('ExitPlanMode', { plan: '# Keep prices in cents' }, { output });
    const approved = plan('User has approved your plan. You can now start coding.');
    assert.deepEqual(
      found('decision', answered, approved, plan('The user said no.')).map(({ label, author }) => [label, author]),
      [
        ['Keep prices in cents', 'agent'],
        ['Which store? SQLite', 'agent'],
      ],
    );
  });

  test('counts in other words as the same, and once where a rule was read out of it', () => {
    const [rule, ...others] = found(
      'decision',
      asks("Let's use SQLite for the cache."),
      asks('We should use SQLite for the cache'),
    );
    assert.deepEqual([rule?.count, others.length], [2, 0]);
    assert.equal(rule?.author, 'person');
  });

  test('as a correction is a preference only once it is said again', () => {
    const findings = found('preference', asks('I already told you to write tests first.'));
    assert.equal(derivePattern(findings), undefined);
    assert.notEqual(derivePattern(findings.map((one) => ({ ...one, count: 2 }))), undefined);
  });

  test('by an agent is a decision where it names what it takes instead', () => {
    const labels = found(
      'decision',
      says('Rather than changing the interface, let me add a helper function.'),
      says('Let me check the tests instead.'),
    ).map(({ label, author }) => [label, author]);
    assert.deepEqual(labels, [['Rather than changing the interface, let me add a helper function.', 'agent']]);
    const settled = [
      "I'll keep the old name for both shops.",
      'Let me rewrite it to be a macro:',
      "I'll add a price list without opening the basket.",
      "You're right - the basket should be sorted.",
      'Since both shops share it, let me put it into a package.',
    ];
    for (const text of settled) assert.equal(found('decision', says(text)).length, 1, text);
    const told = ["You're right - line 3 is wrong.", 'Let me keep looking.', 'Let me fix it so the tests pass.'];
    for (const text of told) assert.deepEqual(found('decision', says(text)), [], text);
  });
});

describe('findings', () => {
  test('are the same for any session of nothing but failures, at most 64 of a kind, and bounded', () => {
    const failures = Array.from({ length: 500 }, (_, n) =>
      runs(`tool${n} x`, `Error: basket ${'abc'.repeat(n % 90)} broke`, 1),
    );
    const findings = foldOf(itemsOf(...failures));
    const errors = findings.filter(({ kind }) => kind === 'error');
    assert.ok(errors.length > 0 && errors.length <= 64);
    for (const { key, evidence, files } of findings) {
      assert.ok(key.length <= 200 && evidence.length <= 8 && files.length <= 8);
    }
  });

  test('leave out echoes and other sessions', () => {
    const items = itemsOf(asks("Let's go with SQLite for the cache."));
    assert.deepEqual(foldOf(items.map((item) => withDetail(item, { echo: true }))), []);
    assert.deepEqual(
      foldOf(items.map((item) => ({ ...item, session: 's_bbbbbbbbbbbbbbbb' as Finding['session'] }))),
      [],
    );
  });

  test('never throw, whatever commands and outputs hold', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string(), fc.boolean())), (calls) => {
        foldOf(itemsOf(...calls.map(([line, output, ok]) => runs(line, output, ok ? undefined : 1))));
      }),
      { numRuns: 60 },
    );
  });
});
