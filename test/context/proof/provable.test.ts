import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ContextLine } from '../../../src/context/lines/context-line.ts';
import { openProver } from '../../../src/context/proof/provable.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { ItemKind } from '../../../src/core/model/kinds.ts';
import { openFresh } from '../../support/fresh-home.ts';

const HOUR_MS = 3_600_000;

/** A project whose session an hour ago read and changed files, and lines about it to be proven. */
function projectOf(context: TestContext) {
  const { memory, store, at } = openFresh(context);
  const place = { sessionId: 'one', agent: 'claude-code', cwd: at.project };
  const write = (file: string, text: string): void => {
    const path = join(at.project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, (Date.now() - 2 * HOUR_MS) / 1_000, (Date.now() - 2 * HOUR_MS) / 1_000);
  };
  const run = (tool: string, input: Record<string, string>, output = ''): Promise<unknown> =>
    memory.record([{ ...place, kind: 'tool.end', tool, input, output, at: Date.now() - HOUR_MS }]);
  const change = (file: string, content: string): Promise<unknown> => {
    write(file, content);
    return run('Write', { file_path: join(at.project, file), content });
  };
  const items = async (): Promise<Item[]> => {
    await memory.settled();
    return store.items.list({}, { limit: 100 });
  };
  const itemOf = async (kind: ItemKind): Promise<Item> => (await items()).find((item) => item.kind === kind) as Item;
  const prove = async (text: string, { of, ...more }: { of?: Item } & Partial<ContextLine> = {}) => {
    const item = of ?? (await itemOf('observation'));
    const line: ContextLine = {
      id: item.id,
      kind: item.kind,
      section: 'bearing',
      worth: 1,
      text: `[${item.id}] ${text}`,
      ...more,
    };
    const { prove: proveAll } = openProver({ store, project: item.project, root: at.project });
    return (await proveAll([line]))[0]?.text.replace(/^\[\w+\] /, '');
  };
  return { memory, at, write, run, change, itemOf, prove };
}

test('a line that names a file of the project is told while the file is there', async (context) => {
  const { change, prove, at } = projectOf(context);
  await change('src/cart.ts', 'export const cart = 1;\n');
  for (const text of ['Changed src/cart.ts.', 'Look at cart.ts:12'])
    assert.equal(await prove(text, { of: undefined as never }), text);
  rmSync(join(at.project, 'src', 'cart.ts'));
  await change('src/other.ts', 'x\n');
  assert.equal(await prove('Changed src/cart.ts.'), undefined);
  assert.equal(await prove('Look at cart.ts:12'), undefined);
  assert.equal(await prove('Deleted src/cart.ts.'), 'Deleted src/cart.ts.');
});

test('a file that memory never saw may be one that is to be made', async (context) => {
  const { change, prove } = projectOf(context);
  await change('src/cart.ts', 'x\n');
  assert.equal(await prove('Write docs/plan.md next.'), 'Write docs/plan.md next.');
});

test('of a list the names that are gone are left out, and quoted words are never changed', async (context) => {
  const { change, prove, at } = projectOf(context);
  for (const name of ['a', 'b', 'c']) await change(`src/${name}.ts`, `${name}\n`);
  rmSync(join(at.project, 'src', 'b.ts'));
  assert.equal(await prove('Changed src/a.ts, src/b.ts, src/c.ts'), 'Changed src/a.ts, src/c.ts');
  assert.equal(await prove('Changed src/{b.ts, c.ts}'), 'Changed src/c.ts');
  assert.equal(await prove('Asked: "fix src/a.ts, src/b.ts"'), undefined);
});

test('a symbol that stands in none of the files where it was seen is gone; a wish may name one that is to be made', async (context) => {
  const { change, prove, write, at } = projectOf(context);
  await change('src/cart.ts', 'export function toCents() {}\n');
  assert.equal(await prove('`toCents` rounds.'), '`toCents` rounds.');
  await change('src/other.ts', 'x\n');
  write('src/cart.ts', 'export function inCents() {}\n');
  assert.equal(await prove('`toCents` rounds.'), undefined);
  assert.equal(await prove('`neverSeen` rounds.'), '`neverSeen` rounds.');
  assert.equal(await prove('Open: add `toCents`.'), 'Open: add `toCents`.');
  assert.equal(await prove('Asked: add `toCents`.', { kind: 'prompt' }), 'Asked: add `toCents`.');
  assert.ok(at.project);
});

test('what was read or written is told while the file has that content, whatever its time', async (context) => {
  const { memory, prove, write, at } = projectOf(context);
  write('src/cart.ts', 'one\n');
  const input = { file_path: join(at.project, 'src/cart.ts'), content: 'one\n' };
  const fields = { tool_name: 'Write', tool_input: input, tool_response: {}, tool_use_id: 'w1' };
  const payload = JSON.stringify({ session_id: 'one', cwd: at.project, hook_event_name: 'PostToolUse', ...fields });
  const then = Date.now() - HOUR_MS;
  await memory.takeHook({ agent: 'claude-code', event: 'PostToolUse', payload, delivery: 'd1', at: then });
  const touch = (): void => utimesSync(join(at.project, 'src/cart.ts'), new Date(), new Date());
  touch();
  assert.equal(await prove('Change of a file.'), 'Change of a file.');
  write('src/cart.ts', 'two\n');
  touch();
  assert.equal(await prove('Change of a file.'), undefined);
});

test('a commit that was amended is not told', async (context) => {
  const { run, prove, itemOf, at } = projectOf(context);
  const git = (...args: string[]): string => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    return execFileSync('git', ['-C', at.project, ...person, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
  };
  rmSync(join(at.project, '.git'), { recursive: true });
  git('init', '--quiet', '-b', 'main');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  const printed = git('commit', '--allow-empty', '-m', 'cents');
  await run('Bash', { command: 'git commit -m cents' }, `${printed} 1 file changed, 1 insertion(+)\n`);
  const of = await itemOf('commit');
  assert.equal(await prove('Committed: cents', { of }), 'Committed: cents');
  git('commit', '--quiet', '--amend', '--allow-empty', '-m', 'cents, better');
  assert.equal(await prove('Committed: cents', { of }), undefined);
});

test('the claims that a line carries are checked too', async (context) => {
  const { change, prove, write } = projectOf(context);
  await change('src/cart.ts', 'x\n');
  write('package.json', '{"scripts":{"build":"tsc"}}');
  const claims = (name: string) => ({ claims: [{ kind: 'script', name, in: 'package.json' } as const] });
  assert.equal(await prove('It is built so.', claims('build')), 'It is built so.');
  assert.equal(await prove('It is built so.', claims('gone')), undefined);
  assert.equal(await prove('Built by `npm run gone`.'), undefined);
  assert.equal(await prove('Built by `npm run gone`.', { section: 'tripwires' }), 'Built by `npm run gone`.');
});

test('the blocks of a checkout leave out what is gone', async (context) => {
  const { memory, change, at } = projectOf(context);
  const place = { sessionId: 'one', agent: 'claude-code', cwd: at.project };
  await change('src/cart.ts', 'x\n');
  await memory.record([{ ...place, kind: 'prompt', text: 'Fix the rounding in src/cart.ts.', at: Date.now() }]);
  await memory.settled();
  assert.match((await memory.context({ cwd: at.project })).text, /src\/cart\.ts/);
  rmSync(join(at.project, 'src'), { recursive: true });
  assert.doesNotMatch((await memory.context({ cwd: at.project })).text, /src\/cart\.ts/);
});
