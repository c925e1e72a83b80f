import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CodeReader } from '../../src/code/open-code.ts';
import { countTokens } from '../../src/core/text/tokens.ts';
import { PATIENT } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { helpersOf, readProject, sample } from './support.ts';

const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

async function namesFor(code: CodeReader, root: string, query: string): Promise<string[]> {
  const { symbols } = await code.ask('search', { root, query });
  return symbols.map(({ name, path }) => `${path} ${name}`);
}

test('finds symbols by name, part of a name, signature, comment, holder, file and kind', async (context) => {
  const { root, code } = readProject(context, {
    'src/queue.ts': sample('sample.ts'),
    'src/users.py': 'def create_user_account(email: Address) -> Account:\n    """Signs somebody up."""\n    return 1\n',
    'test/queue.test.ts': 'export function retry(): void {}\n',
  });
  const first = async (query: string, more = {}): Promise<string> => {
    const [hit] = (await code.ask('search', { root, query, ...more })).symbols;
    return `${hit?.path} ${hit?.holder === undefined ? '' : `${hit.holder}.`}${hit?.name}`;
  };
  assert.equal(await first('retry'), 'src/queue.ts Queue.retry', 'what tests declare comes later');
  for (const query of ['createUserAccount', 'create user account', 'account', 'users', 'email', 'sign up somebody'])
    assert.equal(await first(query), 'src/users.py create_user_account', query);
  assert.equal(await first('puts a job back'), 'src/queue.ts Queue.retry');
  assert.equal(await first('queue', { kinds: ['method'] }), 'src/queue.ts Queue.retry');
  assert.equal(await first('retry', { path: 'test' }), 'test/queue.test.ts retry');
  assert.equal(await first('retry', { path: '**/*.test.ts' }), 'test/queue.test.ts retry');
  assert.deepEqual((await code.ask('search', { root, query: 'zebra' })).symbols, []);
  const [hit] = (await code.ask('search', { root, query: 'Queue' })).symbols;
  assert.deepEqual([hit?.line, hit?.endLine, hit?.doc], [7, 21, 'A queue of jobs.']);
});

test('sees what changed since it was indexed, and keeps the index by content', async (context) => {
  const { root, folder, code, write, reopen } = readProject(context, { 'a.ts': 'export const first = 1;\n' });
  assert.deepEqual(await namesFor(code, root, 'first'), ['a.ts first']);
  const [file = ''] = readdirSync(folder);
  const kept = readFileSync(join(folder, file));
  utimesSync(join(root, 'a.ts'), 1, 1);
  await code.close();
  const again = reopen();
  assert.deepEqual(await namesFor(again, root, 'first'), ['a.ts first']);
  assert.deepEqual(readFileSync(join(folder, file)), kept, 'a file with another time and the same content is the same');
  await again.close();
  write('a.ts', 'export const second = 1;\n');
  write('b.ts', 'export const third = 1;\n');
  const third = reopen();
  assert.deepEqual(await namesFor(third, root, 'second'), ['a.ts second']);
  assert.deepEqual(await namesFor(third, root, 'third'), ['b.ts third']);
  assert.deepEqual(await namesFor(third, root, 'first'), []);
  await third.close();
  writeFileSync(join(folder, file), 'damaged');
  assert.deepEqual(await namesFor(reopen(), root, 'third'), ['b.ts third'], 'a damaged index is made again');
});

test('a hit whose file changed a moment ago is shown as it is now, and left out once it is gone', async (context) => {
  const { root, code, write } = readProject(context, { 'a.ts': 'export const first = 1;\nexport const other = 2;\n' });
  await namesFor(code, root, 'first');
  write('a.ts', '\n\nexport const first = 12;\n');
  const { symbols } = await code.ask('search', { root, query: 'first' });
  assert.deepEqual(
    symbols.map(({ name, line, signature }) => [name, line, signature]),
    [['first', 3, 'export const first = 12']],
  );
  assert.deepEqual(await namesFor(code, root, 'other'), []);
});

test('a hit of a long file is shown as an outline shows it, whatever stands before it', async (context) => {
  const far = Array.from({ length: 400 }, (_, at) => `// Zeile ${at}: größer als das Fenster, – “so” 🌲`)
    .concat('export const one = 1;')
    .join('\n');
  const long = `/**\n * Opens the till of the shop.\n${' * More of it.\n'.repeat(900)} */`;
  const wide = `export const table = '${'x'.repeat(9_000)}';`;
  const last = '/** Closes it. */\nexport function closeTill(): void {}\n';
  const { root, code } = readProject(context, {
    'a.ts': [
      far,
      long,
      'export function openTill(ärger: number): void {}',
      `${wide} export class Till {}`,
      far,
      last,
    ].join('\n'),
    'b.py': `${'# é\n'.repeat(4_000)}def pay_till():\n    """Pays it."""\n`,
  });
  writeFileSync(
    join(root, 'bad.ts'),
    Buffer.from('export const odd = "\xff\xfe";\nexport const badTill = 1;\n', 'latin1'),
  );
  const { symbols: found } = await code.ask('search', { root, query: 'till' });
  assert.equal(found.length, 5);
  for (const { path, name, signature, doc, line } of found) {
    const { symbols } = await code.ask('outline', { root, path });
    const told = symbols.find((symbol) => symbol.name === name);
    assert.deepEqual([signature, doc, line], [told?.signature, told?.doc, told?.line], name);
  }
  const docs = found.flatMap(({ doc }) => doc ?? []).sort();
  assert.deepEqual(docs, ['Closes it.', 'Opens the till of the shop.', 'Pays it.']);
});

test('stays within the project: no way out, no link, nothing ignored, nothing secret', async (context) => {
  const { root, code, write } = readProject(
    context,
    {
      '.gitignore': 'built/\n*.gen.ts\n',
      'src/.gitignore': '!kept.gen.ts\n',
      'src/kept.gen.ts': 'export const kept = 1;\n',
      'src/left.gen.ts': 'export const left = 1;\n',
      'src/sub/deep.gen.ts': 'export const deep = 1;\n',
      'built/out.ts': 'export const out = 1;\n',
      'node_modules/a/a.ts': 'export const installed = 1;\n',
      '.ssh/id.ts': 'export const key = 1;\n',
      'own/private.ts': 'export const own = 1;\n',
      'plain.txt': 'export const plain = 1;\n',
    },
    { exclude: { paths: ['own/'], projects: ['**/closed'] } },
  );
  const outside = join(root, '..', 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'far.ts'), 'export const far = 1;\n');
  symlinkSync(outside, join(root, 'link'));
  symlinkSync(join(outside, 'far.ts'), join(root, 'far.ts'));
  write('big.ts', `export const big = 1;\n${'// x\n'.repeat(500_000)}`);
  for (const query of ['left', 'deep', 'out', 'installed', 'key', 'own', 'far', 'big', 'plain'])
    assert.deepEqual(await namesFor(code, root, query), [], query);
  assert.deepEqual(await namesFor(code, root, 'kept'), ['src/kept.gen.ts kept']);
  const refused = { code: 'not_allowed' };
  for (const path of [
    '../outside/far.ts',
    join(outside, 'far.ts'),
    'link/far.ts',
    'far.ts',
    '../outside/none.ts',
    '/etc/passwd',
    'src/left.gen.ts',
    'built/out.ts',
    '.ssh/id.ts',
    'own/private.ts',
  ])
    await assert.rejects(code.ask('outline', { root, path }), refused, path);
  for (const path of ['none.ts', 'big.ts', 'src', 'a\0b.ts'])
    await assert.rejects(code.ask('outline', { root, path }), { code: 'not_found' }, path);
  await assert.rejects(code.ask('outline', { root, path: 'plain.txt' }), { code: 'invalid_input' });
  await assert.rejects(code.ask('unfold', { root, path: '../outside/far.ts', symbol: 'far' }), refused);
  mkdirSync(join(root, 'closed'));
  await assert.rejects(code.ask('search', { root: join(root, 'closed'), query: 'a' }), refused);
});

test('a path is seen from the folder of who asks, else from the root', async (context) => {
  const { root, code } = readProject(context, { 'src/a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 1;\n' });
  const outlined = async (path: string): Promise<string> =>
    (await code.ask('outline', { root, path, cwd: join(root, 'src') })).path;
  assert.equal(await outlined('a.ts'), 'src/a.ts');
  assert.equal(await outlined('b.ts'), 'b.ts');
  assert.equal(await outlined('../b.ts'), 'b.ts');
});

test('no secret is shown or kept', async (context) => {
  const text = `/** Uses ${SECRET} for it. */\nexport function connect(token = '${SECRET}'): void {\n  send('${SECRET}');\n}\nexport const ${SECRET} = 1;\n`;
  const { root, folder, code } = readProject(context, { 'a.ts': text });
  const answers = [
    await code.ask('search', { root, query: 'connect' }),
    await code.ask('outline', { root, path: 'a.ts' }),
    await code.ask('unfold', { root, path: 'a.ts', symbol: 'connect' }),
  ];
  assert.doesNotMatch(JSON.stringify(answers), new RegExp(SECRET));
  assert.match(JSON.stringify(answers), /\[redacted:/);
  const { zstdDecompressSync } = process.getBuiltinModule('node:zlib');
  const kept = readdirSync(folder).map((name) => zstdDecompressSync(readFileSync(join(folder, name))).toString());
  assert.match(kept.join(''), /connect/);
  assert.doesNotMatch(kept.join(''), new RegExp(SECRET));
});

test('an outline costs at most 15 % of a long file, the smaller symbols left out first', async (context) => {
  const method = (n: number): string =>
    `  /** Does the step number ${n} of it, as told. */\n  step${n}(input: string, options: { times: number }): string {\n${`    this.count += input.length + options.times;\n`.repeat(3)}    return input;\n  }\n`;
  const many = `export class Steps {\n  count = 0;\n${Array.from({ length: 250 }, (_, n) => method(n)).join('\n')}}\n`;
  const dense = Array.from(
    { length: 300 },
    (_, n) => `export interface Shape${n} {\n  width: number;\n  height: number;\n}\n`,
  ).join('\n');
  const { root, code } = readProject(context, { 'many.ts': many, 'dense.ts': dense });
  for (const path of ['many.ts', 'dense.ts']) {
    const outline = await code.ask('outline', { root, path });
    assert.equal(outline.tokens, countTokens(outline.text));
    assert.ok(outline.tokens <= outline.fileTokens * 0.15, `${path} ${outline.tokens} of ${outline.fileTokens}`);
    assert.ok(outline.tokens > 100, path);
  }
  const { text, left, lines } = await code.ask('outline', { root, path: 'many.ts' });
  assert.ok(lines > 2_000);
  assert.match(text, /step249/);
  assert.equal(left, 1, 'the field alone is left out');
  const small = await code.ask('outline', { root, path: 'many.ts', budget: 60 });
  assert.ok(small.tokens <= 60 && small.left > 200);
});

test('a broken file gives what parses, and says so', async (context) => {
  const { root, code } = readProject(context, {
    'a.ts': 'export function whole(): void {}\n\nexport function broken( {\n\nclass Later {\n  run(): void {}\n}\n',
  });
  const { symbols, notes } = await code.ask('outline', { root, path: 'a.ts' });
  assert.ok(symbols.some(({ name }) => name === 'whole'));
  assert.deepEqual(
    notes.map(({ code: note }) => note),
    ['broken'],
  );
});

test('gives a symbol by name, by holder, by line, in parts, with others of its name', async (context) => {
  const long = `export function long(): void {\n${'  work();\n'.repeat(900)}}\n`;
  const { root, code } = readProject(context, {
    'a.ts': sample('sample.ts'),
    'b.ts': 'export function parse(): void {}\n',
    'c.go': sample('sample.go'),
    'd.rs': sample('sample.rs'),
    'long.ts': long,
  });
  const unfold = (input: object) => code.ask('unfold', { root, ...input });
  const method = await unfold({ symbol: 'Queue.retry', path: 'a.ts' });
  assert.equal(method.text, sample('sample.ts').split('\n').slice(13, 18).join('\n'));
  assert.deepEqual([method.from, method.line, method.endLine, method.holder], [14, 15, 18, 'Queue']);
  assert.equal((await unfold({ symbol: 'Queue::retry', path: 'd.rs' })).line, 20);
  assert.equal((await unfold({ symbol: 'Queue.Retry' })).path, 'c.go');
  assert.equal((await unfold({ path: 'a.ts', line: 17 })).name, 'retry');
  assert.equal((await unfold({ path: 'a.ts', line: 9 })).name, 'Queue');
  const parse = await unfold({ symbol: 'parse' });
  assert.deepEqual([parse.path, ...parse.others.map(({ path }) => path)].sort(), ['a.ts', 'b.ts', 'c.go', 'd.rs']);
  let [from, text]: [number | undefined, string] = [undefined, ''];
  do {
    const part = await unfold({ symbol: 'long', path: 'long.ts', ...(from === undefined ? {} : { from }) });
    text += `${part.text}\n`;
    from = part.next;
  } while (from !== undefined);
  assert.equal(text, long);
  await assert.rejects(
    unfold({ symbol: 'Nobody.retry' }),
    { code: 'not_found' },
    'a method of another holder is another one',
  );
  await assert.rejects(unfold({}), { code: 'invalid_input' });
  await assert.rejects(unfold({ symbol: 'none', path: 'a.ts' }), { code: 'not_found', fix: /LIMIT, Queue/ });
  await assert.rejects(unfold({ symbol: 'retried' }), { code: 'not_found', fix: /retry/ });
});

test('what became a link, ignored or excluded since it was indexed is not shown', async (context) => {
  const { root, code, write, reopen } = readProject(
    context,
    {
      'lib/a.ts': 'export function linked(): void {}\n',
      'b.ts': 'export function ignored(): void {}\n',
      'c.ts': 'export function excluded(): void {}\n',
    },
    { deadlines: { ...PATIENT, codeChangesMs: 0 } },
  );
  const names = ['linked', 'ignored', 'excluded'];
  for (const name of names) assert.equal((await namesFor(code, root, name)).length, 1, name);
  await code.close();
  const outside = join(root, '..', 'outside');
  renameSync(join(root, 'lib'), outside);
  symlinkSync(outside, join(root, 'lib'));
  write('.gitignore', 'b.ts\n');
  const again = reopen({ exclude: { paths: ['c.ts'], projects: [] } });
  for (const name of names) {
    assert.deepEqual(await namesFor(again, root, name), [], name);
    await assert.rejects(again.ask('unfold', { root, symbol: name }), { code: 'not_found' }, name);
  }
});

test('keeps the index of a hundred projects at most', async (context) => {
  const { root, folder, code, reopen } = readProject(context, { 'a.ts': 'export const a = 1;\n' });
  mkdirSync(folder);
  for (let n = 0; n < 120; n += 1) {
    writeFileSync(join(folder, `${n}.index`), '');
    utimesSync(join(folder, `${n}.index`), n + 1, n + 1);
  }
  await namesFor(code, root, 'a');
  const kept = readdirSync(folder);
  assert.equal(kept.length, 100);
  assert.ok(kept.includes('119.index') && !kept.includes('20.index'));
  await code.close();
  assert.deepEqual(await namesFor(reopen(), root, 'a'), ['a.ts a']);
});

test('without grammars it says what installs them', async (context) => {
  const { root, code } = readProject(context, { 'a.ts': 'export const a = 1;\n' }, { grammars: () => undefined });
  await assert.rejects(code.ask('search', { root, query: 'a' }), {
    code: 'unsupported',
    fix: 'npm install --prefix /home/ada/.cairn/code cairn-memory-code',
  });
});

test('a question that takes too long, or is cancelled, fails; one about a folder that is gone says so', async (context) => {
  const slow = readProject(context, { 'a.ts': 'export const a = 1;\n' }, { deadlines: { ...PATIENT, codeMs: 1 } });
  await assert.rejects(slow.code.ask('search', { root: slow.root, query: 'a' }), { code: 'timeout' });
  const aborted = slow.code.ask('search', { root: slow.root, query: 'a' }, { signal: AbortSignal.abort() });
  await assert.rejects(aborted, { code: 'cancelled' });
  const { root, code } = readProject(context, {});
  rmSync(root, { recursive: true });
  await assert.rejects(code.ask('search', { root, query: 'a' }), { code: 'not_found' });
});

test('a process that ends is started again with the next question', async (context) => {
  const { root, code } = readProject(context, { 'a.ts': 'export const a = 1;\n' });
  assert.deepEqual(await namesFor(code, root, 'a'), ['a.ts a']);
  const [helper = 0, ...others] = helpersOf(process.pid);
  assert.deepEqual(others, []);
  process.kill(helper, 'SIGKILL');
  await until(() => helpersOf(process.pid).length === 0);
  assert.deepEqual(await namesFor(code, root, 'a'), ['a.ts a']);
});
