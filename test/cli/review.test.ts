import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { clientOf } from '../support/run-worker.ts';
import { atKeyboard } from './at-keyboard.ts';

interface Proposed {
  entries: { id: string; title: string; status?: string }[];
}

/** A home with two proposals, the later one first. */
async function withProposals(context: TestContext): Promise<{ cairn: Cairn; ids: string[] }> {
  const cairn = cairnIn(context);
  const first = await cairn.json(['remember', 'We deploy on Tuesdays only', '--kind', 'constraint']);
  const second = await cairn.json(['remember', 'Logs go to stderr', '--kind', 'decision', '--reason', 'pipes']);
  assert.deepEqual([first.status, second.status], ['proposed', 'proposed']);
  return { cairn, ids: [String(second.id), String(first.id)] };
}

async function proposedIn(cairn: Cairn): Promise<string[]> {
  const { entries } = (await cairn.json(['review', 'list'])) as unknown as Proposed;
  return entries.map(({ id }) => id);
}

async function statusOf(cairn: Cairn, id: string): Promise<unknown> {
  const { records } = (await cairn.json(['get', id])) as { records: { detail: { status?: string } }[] };
  return records[0]?.detail.status;
}

test('a person goes through what is proposed, one after the other, and can take the last judgement back', async (context) => {
  const { cairn, ids } = await withProposals(context);
  const [logs = '', deploys = ''] = ids;
  const terminal = atKeyboard(context, cairn, ['review']);
  await terminal.shows('1/2 Logs go to stderr', logs, 'reason pipes', 'Does it hold?', 'quit');
  await terminal.type('w');
  await terminal.shows('2/2 We deploy on Tuesdays only', 'undo the last', 'quit');
  await terminal.type('u');
  await terminal.shows('1/2 Logs go to stderr', 'quit');
  await terminal.type('c');
  await terminal.shows('2/2 We deploy on Tuesdays only', 'quit');
  await terminal.type('e');
  await terminal.shows('How should it read?');
  await terminal.type(', before noon\r');
  await terminal.shows('That was all.', 'quit');
  await terminal.type('q');
  const { code, stdout } = await terminal.ended;
  assert.equal(code, 0);
  assert.match(stdout, /2 confirmed, 0 withdrawn, 0 left\./);
  assert.deepEqual([await statusOf(cairn, logs), await statusOf(cairn, deploys)], ['confirmed', 'confirmed']);
  const { records } = (await cairn.json(['get', deploys])) as { records: { title: string; text: string }[] };
  assert.equal(records[0]?.text, 'We deploy on Tuesdays only, before noon');
  assert.equal(records[0]?.title, 'We deploy on Tuesdays only, before noon');
});

test('a proposal that says something else by then is not confirmed, and waits again', async (context) => {
  const cairn = cairnIn(context);
  const { id } = await cairn.json(['remember', 'Indent with tabs', '--kind', 'constraint']);
  const socket = readFileSync(join(cairn.at.home, 'worker.socket'), 'utf8').trim();
  const agent = clientOf(cairn.at, socket, { surface: 'mcp', agent: true });
  const terminal = atKeyboard(context, cairn, ['review']);
  await terminal.shows('1/1 Indent with tabs', 'quit');
  await agent.update(String(id), { text: 'Deploy by curl' });
  await agent.close();
  await terminal.type('c');
  await terminal.shows('That was all.', 'quit');
  await terminal.type('q');
  const { code, stdout } = await terminal.ended;
  assert.equal(code, 0);
  assert.match(stdout, /Not confirmed: o_\w+ says something else.*Deploy by curl/);
  assert.match(stdout, /0 confirmed, 0 withdrawn, 1 left\./);
  assert.equal(await statusOf(cairn, String(id)), 'proposed');
  const refused = await cairn.terminal(['review', 'confirm', String(id)]);
  const [, stamp = ''] = /--of (\w+)/.exec(refused.stdout) ?? [];
  assert.equal((await cairn.terminal(['review', 'confirm', String(id), '--of', stamp])).code, 0);
  assert.equal(await statusOf(cairn, String(id)), 'confirmed');
});

test('leaving keeps the last judgement and leaves the rest proposed', async (context) => {
  const { cairn, ids } = await withProposals(context);
  const terminal = atKeyboard(context, cairn, ['review']);
  await terminal.shows('1/2', 'quit');
  await terminal.type('w');
  await terminal.shows('2/2', 'undo the last', 'quit');
  await terminal.type('\u0003');
  const { code, stdout } = await terminal.ended;
  assert.equal(code, 0);
  assert.match(stdout, /0 confirmed, 1 withdrawn, 1 left\./);
  assert.deepEqual(await proposedIn(cairn), ids.slice(1));
});

test('judges by id, in a terminal without an agent alone', async (context) => {
  const { cairn, ids } = await withProposals(context);
  const [logs = '', deploys = ''] = ids;
  const script = await cairn.run(['review', 'confirm', logs]);
  assert.equal(script.code, 1);
  assert.match(script.stderr, /Only a person can judge .* this is not a terminal/);
  const agents = await cairn.terminal(['review', 'withdraw', logs], { env: { CLAUDECODE: '1' } });
  assert.match(agents.stdout, /an agent's terminal \(CLAUDECODE is set\)/);
  assert.match((await cairn.terminal(['review'], { env: { CLAUDECODE: '1' } })).stdout, /Only a person can judge/);
  assert.deepEqual(await proposedIn(cairn), ids);
  assert.equal((await cairn.terminal(['review', 'confirm', logs])).code, 0);
  const unknown = await cairn.terminal(['review', 'withdraw', deploys, 'o_aaaaaaaaaaaaaaaa']);
  assert.deepEqual([unknown.code, /Unknown: o_a+/.test(unknown.stdout)], [1, true]);
  assert.deepEqual([await statusOf(cairn, logs), await statusOf(cairn, deploys)], ['confirmed', 'withdrawn']);
});

test('lists what waits for scripts, and says when nothing does', async (context) => {
  const { cairn, ids } = await withProposals(context);
  const shown = await cairn.run(['review']);
  assert.match(shown.stdout, new RegExp(`^1\\. Logs go to stderr\\n {3}${ids[0]} .* proposed`));
  const page = (await cairn.json(['review', 'list', '--limit', '1'])) as { entries: unknown[]; nextCursor?: string };
  assert.equal(page.entries.length, 1);
  const rest = await cairn.json(['review', 'list', '--limit', '1', '--cursor', String(page.nextCursor)]);
  assert.equal((rest as unknown as Proposed).entries[0]?.id, ids[1]);
  assert.equal((await cairn.run(['review', 'confirm'])).code, 2);
  assert.equal((await cairn.run(['review', 'judge'])).code, 2);
  assert.match((await cairn.run(['review', '--project', 'r_aaaaaaaaaaaaaaaa'])).stderr, /Nothing is proposed/);
});

test('a person mutes a line by its id and has it told again; nobody else does', async (context) => {
  const { cairn, ids } = await withProposals(context);
  const [id = ''] = ids;
  const script = await cairn.run(['review', 'mute', id]);
  assert.equal(script.code, 1);
  assert.match(script.stderr, /Only a person says what is told no more, and this is not a terminal\./);
  assert.match(script.stderr, /Run it in a terminal of your own/);
  assert.match((await cairn.terminal(['review', 'mute', id])).stdout, /muted: told no more, still found/);
  assert.match((await cairn.run(['search', 'stderr'])).stdout, new RegExp(`${id} .* muted`));
  assert.match((await cairn.terminal(['review', 'unmute', id])).stdout, /told again/);
  assert.doesNotMatch((await cairn.run(['search', 'stderr'])).stdout, /muted/);
});

test('the log says what stands in the name of a person, when, how and at which terminal', async (context) => {
  const { cairn, ids } = await withProposals(context);
  const [id = ''] = ids;
  assert.match((await cairn.run(['review', 'log'])).stderr, /Nothing stands in a person's name\./);
  assert.equal((await cairn.terminal(['review', 'confirm', id])).code, 0);
  assert.equal((await cairn.terminal(['review', 'mute', id])).code, 0);
  const { stdout } = await cairn.run(['review', 'log', '--limit', '1']);
  assert.match(stdout, new RegExp(`^\\d{4}-\\S+ \\S+  muted in a terminal, /dev/pts/\\d+\\n  ${id} Logs go to stderr`));
  const { entries, nextCursor } = await cairn.json(['review', 'log', '--limit', '1']);
  assert.equal((entries as unknown[]).length, 1);
  const rest = await cairn.json(['review', 'log', '--cursor', String(nextCursor)]);
  assert.deepEqual(
    (rest.entries as { act: string; id: string }[]).map(({ act, id: about }) => [act, about]),
    [['confirmed', id]],
  );
});
