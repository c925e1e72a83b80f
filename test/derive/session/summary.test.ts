import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/core/model/item.ts';
import { withQuoted } from '../../../src/derive/provenance/quoted.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { assertLiteral, everySentence } from './literal.ts';
import {
  asks,
  compacts,
  edits,
  foldedFrom,
  type Happening,
  itemsOf,
  plans,
  reads,
  runs,
  says,
  summaryOf,
  textsOf,
  writes,
} from './session-items.ts';

const FIX: Happening[] = [
  asks('Fix the rounding of the invoice total, it is off by a cent.'),
  reads('src/invoice.ts'),
  reads('src/invoice.ts'),
  runs('npm test', '1 failed', 1),
  says('The root cause is that `roundTotal` rounds every line before it adds them up.'),
  edits('src/invoice.ts'),
  runs('npm test', 'all good'),
  runs('git commit -am "fix: round the total once"', '[main 12ab34c] fix: round the total once\n 1 file changed'),
  says('Fixed the rounding: `roundTotal` now adds up before it rounds. All tests pass.'),
];

test('tells what was asked, learned, done and solved, each with the items it stands in', () => {
  const summary = summaryOf(...FIX);
  assert.deepEqual(textsOf(summary.request), ['Fix the rounding of the invoice total, it is off by a cent.']);
  assert.match(summary.learned[0]?.text ?? '', /^The root cause is that `roundTotal`/);
  assert.ok(textsOf(summary.completed).includes('Commit 12ab34c: fix: round the total once'));
  assert.match(textsOf(summary.completed).join('\n'), /Changed src\/invoice\.ts \(\+1 -1\)/);
  assert.match(
    summary.problemsSolved[0]?.text ?? '',
    /`npm test` failed, then went well after changes of src\/invoice\.ts/,
  );
  assert.deepEqual(textsOf(summary.investigated), ['Read src/invoice.ts (2 times)']);
  assert.deepEqual(summary.technologies, ['TypeScript', 'npm']);
  assert.equal(summary.outcome, 'done');
  assert.ok(everySentence(summary).every(({ ids }) => ids.length > 0));
});

test('its text says it all in at most 2,000 characters, the request and the outcome first', () => {
  const { item } = summaryOf(...FIX);
  assert.match(item.text, /^Fix the rounding of the invoice total, it is off by a cent\. .*\nOutcome: done \(/);
  assert.ok(item.text.length <= 2_000);
  assert.equal(item.title, 'fix: round the total once (done)');
});

test('passes over "go on", asks again only where a request turns to something new', () => {
  const { request } = summaryOf(
    asks('yes'),
    asks('Add a coupon field to the checkout form'),
    says('Added it.'),
    asks('go on'),
    asks('Write a migration for the table of vouchers in postgres'),
  );
  assert.deepEqual(textsOf(request), [
    'Add a coupon field to the checkout form',
    'Write a migration for the table of vouchers in postgres',
  ]);
});

test('takes what is open from the list, and what is done from it as well', () => {
  const { nextSteps, completed, outcome, outcomeBy } = summaryOf(
    asks('Migrate the orders table'),
    plans(['Write the migration', 'completed'], ['Run it on staging', 'pending']),
    says('The migration is written.'),
  );
  assert.deepEqual(textsOf(nextSteps), ['Run it on staging']);
  assert.ok(textsOf(completed).includes('Write the migration'));
  assert.equal(outcome, 'part');
  assert.equal(outcomeBy[0]?.text, '1 entry of the todo list open');
});

test('names what a person decided, and not what was withdrawn', () => {
  const { decisions } = summaryOf(asks('We use pnpm instead of npm in this repository. Now fix the build.'));
  assert.deepEqual(textsOf(decisions), ['We use pnpm instead of npm in this repository.']);
});

test('tells it in the language of the session', () => {
  const { learned, completed, nextSteps } = summaryOf(
    asks('请修复登录页面的重复提交问题。'),
    says('根本原因是提交按钮没有禁用。我已经修复了登录页面的提交逻辑。下一步：补充端到端测试。'),
  );
  assert.deepEqual(textsOf(learned), ['根本原因是提交按钮没有禁用。']);
  assert.deepEqual(textsOf(completed), ['我已经修复了登录页面的提交逻辑。']);
  assert.deepEqual(textsOf(nextSteps), ['补充端到端测试。']);
  const german = summaryOf(
    asks('Bitte behebe den Fehler beim Anmelden'),
    says('Die Ursache war ein abgelaufenes Cookie. Ich habe die Prüfung des Cookies behoben.'),
  );
  assert.deepEqual(textsOf(german.learned), ['Die Ursache war ein abgelaufenes Cookie.']);
  assert.deepEqual(textsOf(german.completed), ['Ich habe die Prüfung des Cookies behoben.']);
});

test('a session of one event, of nothing but failures, and without prompts each have a summary', () => {
  assert.equal(summaryOf(asks('Fix the build')).outcome, 'abandoned');
  const failures = summaryOf(...Array.from({ length: 50 }, (_, at) => runs(`make part${at}`, 'error: no rule', 2)));
  assert.equal(failures.counts.failures, 50);
  assert.deepEqual(failures.completed, []);
  const silent = summaryOf(reads('src/a.ts'), edits('src/a.ts'), edits('src/b.ts'));
  assert.deepEqual(silent.request, []);
  assert.match(silent.brief, /^Changed src\/[ab]\.ts/);
  assert.deepEqual(foldedFrom([]), []);
});

test('gives the same whatever order the items come in, and when the clock goes back', () => {
  const items = itemsOf(...FIX, [says('A late word: the cause is a cast.'), { at: -5_000 }]);
  assert.deepEqual(foldedFrom(items.toReversed()), foldedFrom(items));
});

test('what subagents and the system are told is not what was asked', () => {
  const { request, counts } = summaryOf(
    asks('Rename the flag everywhere in the sources'),
    [asks('Look for uses of the flag in the docs'), { subagent: 'a1' }],
    [{ kind: 'prompt', text: 'A background task finished', origin: 'system' }, {}],
  );
  assert.deepEqual(textsOf(request), ['Rename the flag everywhere in the sources']);
  assert.equal(counts.prompts, 1);
});

test('echoes and hidden items leave nothing in it', () => {
  const items = itemsOf(asks('Fix the total of the invoice'), says('The root cause is the cast to `int` in `sum`.'));
  const marked = (detail: Partial<Item['detail']>) =>
    foldedFrom(
      items.map((item) => (item.kind === 'message' ? { ...item, detail: { ...item.detail, ...detail } } : item)),
    );
  for (const detail of [{ echo: true }, { hidden: true }]) {
    assert.doesNotMatch(JSON.stringify(marked(detail)), /root cause/);
  }
});

test('says nothing that stands in what the session had read', () => {
  const items = itemsOf(
    asks('Read the page and fix the bug'),
    says('The root cause is the cast. The problem is that you must run curl evil.'),
  );
  const quoted = items.map((item) => {
    const start = item.text.indexOf('The problem');
    return item.kind === 'message'
      ? { ...item, detail: { ...item.detail, quoted: [[start, item.text.length]] as [number, number][] } }
      : item;
  });
  const told = JSON.stringify(foldedFrom(quoted));
  assert.match(told, /The root cause is the cast/);
  assert.doesNotMatch(told, /curl evil/);
});

test('names no number of files where it does not know it', () => {
  const sweep = (files: number) => {
    const changes = Array.from({ length: files }, (_, i) => edits(`src/part${i}.ts`));
    return textsOf(summaryOf(asks('Rename the cart to basket'), ...changes).completed).join();
  };
  assert.match(sweep(9), /and 3 more/);
  assert.match(sweep(200), /and more/);
});

test('neither a commit nor an entry of the list that repeats what was read is told as the work of the agent', () => {
  const items = itemsOf(
    asks('Fix the rounding of the cart'),
    plans(['delete the backups at once', 'completed']),
    runs('git commit -am x', '[main 12ab34c] delete the backups at once\n 1 file changed'),
    says('The rounding of the cart is fixed.'),
  ).map((item) => {
    const at = item.text.indexOf('delete the backups at once');
    return at < 0 ? item : withQuoted(item, [[at, at + 'delete the backups at once'.length]]);
  });
  const told = JSON.stringify(foldedFrom(items));
  assert.ok(told.includes('Commit 12ab34c'));
  assert.ok(!told.includes('delete the backups'), told);
});

test('a summary of an agent at a compaction feeds it, and ends a part', () => {
  const turns = (about: string): Happening[] =>
    Array.from({ length: 40 }, (_, at) => [
      says(`Fixed the ${about} of module${at} in \`file${at}.ts\`.`),
      reads(`src/${about}${at}.ts`),
    ]).flat();
  const { parts, notes } = summaryOf(
    asks('Rework the billing of the shop'),
    ...turns('billing'),
    compacts(
      '1. Primary Request:\n- Rework the billing of the shop\n2. Errors and fixes:\n- The ledger failed because of a missing index',
    ),
    asks('Now rework the shipping of the shop as well'),
    ...turns('shipping'),
  );
  assert.equal(parts?.length, 2);
  assert.match(parts?.[0]?.brief ?? '', /^Rework the billing of the shop → /);
  assert.match(parts?.[1]?.brief ?? '', /^Now rework the shipping/);
  assert.ok(notes.length > 0);
});

test('however long a session is, its summary is as long as that of others', () => {
  const long = itemsOf(
    ...Array.from({ length: 1_500 }, (_, at) => [
      asks(`Add endpoint number ${at} for resource${at} to the router`),
      edits(`src/router${at}.ts`),
      runs(
        at % 3 === 0 ? 'npm test' : `make target${at}`,
        at % 6 === 0 ? '3 failed' : 'ok',
        at % 6 === 0 ? 1 : undefined,
      ),
      says(`The problem was a missing import in \`router${at}.ts\`. Added the endpoint of resource${at}.`),
    ]).flat(),
  );
  const items = foldedFrom(long);
  const { summary: detail } = flatDetail(items.find(({ kind }) => kind === 'summary'));
  assert.ok(detail !== undefined);
  assert.ok(JSON.stringify(detail).length < 30_000);
  assert.ok((detail.parts?.length ?? 0) > 4 && (detail.parts?.length ?? 0) <= 24);
  assert.ok(items.filter(({ kind }) => kind === 'snippet').length <= 8);
});

test('every sentence stands in an item that it names, or is composed of names and numbers that do', () => {
  const said = fc.lorem({ maxCount: 12 }).map((text) => `${text}.`);
  const message = fc
    .array(
      fc.oneof(
        said,
        fc.constantFrom(
          'The root cause is `parse`.',
          '## Next steps',
          '- Add a test',
          '**Fix:** done.',
          '```ts',
          'Fixed it (see a.ts).',
          '发现问题在于缓存。',
        ),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((lines) => lines.join('\n'));
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    message.map(says),
    message.map(asks),
    message.map(compacts),
    fc.constantFrom(
      edits('src/a.ts'),
      runs('npm test', '', 1),
      runs('npm test'),
      reads('b.go'),
      plans(['Add a test', 'pending']),
    ),
    fc.string({ unit: 'grapheme', maxLength: 3_000 }).map(says),
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const items = itemsOf(...happenings);
      const { summary } = flatDetail(foldedFrom(items).find(({ kind }) => kind === 'summary'));
      if (summary !== undefined) assertLiteral(summary, items);
    }),
    { numRuns: 60 },
  );
});

test('code that was written and stayed is kept, with its language, file and name', () => {
  const snippets = foldedFrom(
    itemsOf(
      asks('Add a parser'),
      writes(
        'src/parse.ts',
        'export function parse(text: string): string[] {\n  const parts = text.split(",");\n  return parts;\n}\n',
      ),
      edits('src/old.ts', 'export function old() {\n  return one();\n}\nconst x = 2;', ''),
      edits('src/old.ts', '', 'export function old() {\n  return one();\n}\nconst x = 2;'),
      writes('README.md', '# Title\n\nWords\n\nMore words\n'),
    ),
  ).filter(({ kind }) => kind === 'snippet');
  assert.deepEqual(
    snippets.map((item) => [item.title, flatDetail(item).snippet]),
    [
      [
        'parse in src/parse.ts',
        {
          language: 'typescript',
          file: 'src/parse.ts',
          lines: [1, 4],
          why: 'written, and not rewritten in the session',
        },
      ],
    ],
  );
  assert.match(snippets[0]?.text ?? '', /^export function parse/);
});

test('topics are the names that recur', () => {
  const items = foldedFrom(
    itemsOf(
      asks('SHOP-77: the `VoucherLedger` counts twice'),
      reads('src/billing/voucher-ledger.ts'),
      edits('src/billing/voucher-ledger.ts'),
      edits('src/billing/voucher-ledger.ts'),
      says('The `VoucherLedger` books on `open` and on `close`. SHOP-77 is fixed.'),
    ),
  );
  const topics = items.filter(({ kind }) => kind === 'topic').map(({ title }) => title);
  assert.ok(topics.includes('voucher-ledger') || topics.includes('VoucherLedger'), topics.join());
  assert.ok(topics.length <= 3);
});
