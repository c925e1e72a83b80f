import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { ALL_TOOLS } from '../../src/mcp/tools.ts';
import { openFresh } from '../support/fresh-home.ts';

/** The arguments of each tool in their order, `!` after one that it needs: what agents have learned to call stays. */
const NAMES = {
  search: 'query! limit cursor kinds meaning category concept project agent session file since until explain',
  timeline: 'anchor! before after kinds project',
  get: 'ids! full from',
  context: 'prompt file budget',
  remember: 'text! kind title reason alternatives severity confidence concepts files',
  forget: 'ids!',
  by_file: 'file! project limit cursor',
  recall: 'query! project agent since until',
  resume: 'session project words',
  project: 'project',
  patterns: 'kind file project since limit cursor',
  workflow: 'file project limit cursor session',
  stats: 'project since until',
  report: 'span format project',
  semantic_search: 'query! limit cursor kinds project since until explain',
  smart_outline: 'path! budget project',
  smart_search: 'query! kinds path limit project',
  smart_unfold: 'symbol path line from project',
  why: 'path! line end_line project',
  by_concept: 'concept! kinds project limit cursor',
  observe: 'title! kind narrative facts concepts files ref',
  summarize: 'session title text request learned completed nextSteps notes',
  checkpoint: 'task progress nextSteps openQuestions files note session',
  edit: 'id! text title reason concepts revert tags',
  collection_list: '',
  collection_get: 'collection! limit cursor',
  collection_create: 'name! query ids live description project',
  collection_add: 'collection! ids!',
  collection_remove: 'collection! ids!',
  collection_ask: 'collection! question! limit',
  collection_export: 'collection! format',
  collection_rename: 'collection! name description',
  collection_delete: 'collection!',
  collection_restore: 'collection!',
};

function namesOf({ properties, required }: Readonly<Record<string, unknown>>): string {
  const needed = new Set((required as string[] | undefined) ?? []);
  return Object.keys(properties ?? {})
    .map((name) => (needed.has(name) ? `${name}!` : name))
    .join(' ');
}

function toolOf(name: string) {
  return ALL_TOOLS.find((tool) => tool.name === name) ?? assert.fail(name);
}

test('every tool has the arguments that agents know, in their order', () => {
  assert.deepEqual(Object.fromEntries(ALL_TOOLS.map(({ name, input }) => [name, namesOf(input)])), NAMES);
});

test('an argument of another name is refused by every tool that takes any, which names those that it takes', async (context) => {
  const { memory } = openFresh(context);
  for (const { name, input, run } of ALL_TOOLS) {
    const names = Object.keys(input.properties ?? {});
    const refused = (error: unknown): boolean =>
      error instanceof CairnError &&
      error.code === 'invalid_input' &&
      error.message.includes('"sesion"') &&
      names.every((one) => error.fix?.includes(one) === true);
    await assert.rejects(async () => run(memory, { sesion: 'x' }, {}), refused, name);
  }
});

test('the arguments that a call has by another name reach it', async (context) => {
  const { memory } = openFresh(context);
  const said = (sessionId: string, at: number) => ({
    sessionId,
    messages: [{ role: 'user' as const, content: `Mend the ${sessionId}.`, at }],
  });
  await memory.record(said('cart', 1_770_000_000_000));
  await memory.record(said('till', 1_770_000_100_000));
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['session'] });
  const cart = entries.at(-1)?.id ?? assert.fail();
  const { data: stock } = await toolOf('checkpoint').run(memory, { session: cart, task: 'Half the cart is done' }, {});
  const { data: summary } = await toolOf('summarize').run(memory, { session: cart, text: 'The cart waits.' }, {});
  for (const { id } of [stock, summary]) {
    assert.equal((await memory.get([String(id)])).records[0]?.sessionId, cart, JSON.stringify([stock, summary]));
  }
  const { text } = await toolOf('resume').run(memory, { session: cart }, {});
  assert.match(text, /Half the cart is done/);
  await toolOf('collection_create').run(memory, { name: 'carts', ids: [String(stock.id)] }, {});
  assert.equal((await memory.collections({ collection: 'carts' })).entries?.length, 1);
  const { data } = await toolOf('report').run(memory, { span: 'month', format: 'md', project: '*' }, {});
  assert.match(String(data.report), /^# Report of the month/);
});
