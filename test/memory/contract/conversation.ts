import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import type { MessageInput } from '../../../src/api/requests.ts';
import type { OpenMemory } from './memory-contract.ts';

const MAY = '2023-05-08T10:00:00Z';
const JUNE = '2023-06-08T10:00:00Z';

/** What every implementation of `Memory` must do with the messages of conversations. */
export function conversationContract(open: OpenMemory): void {
  test('what a tool gave back is found by its words, as a tool’s', async (context) => {
    const memory = await openWith(context, open, [
      { role: 'tool', name: 'grep', content: 'src/harbour.ts: export const berth = 7', ref: 'm1' },
      { role: 'tool', content: 'lighthouse keeper on duty' },
    ]);
    const [hit] = (await memory.search('berth harbour')).hits;
    assert.deepEqual([hit?.kind, hit?.author, hit?.ref], ['observation', 'tool', 'm1']);
    assert.match(hit?.title ?? '', /^grep: src\/harbour\.ts/);
    const [other] = (await memory.search('lighthouse')).hits;
    assert.deepEqual([other?.kind, other?.author, other?.title], ['observation', 'tool', 'lighthouse keeper on duty']);
  });

  test('what the program told the model is no rule that anyone stated', async (context) => {
    const memory = await openWith(context, open, [{ role: 'system', content: 'We always use tabs for indentation.' }]);
    const { hits } = await memory.search('tabs for indentation');
    assert.deepEqual(
      hits.map(({ kind, author }) => [kind, author]),
      [['prompt', 'agent']],
    );
  });

  test('each speaker of a conversation is found by name, and equal words of two are two memories', async (context) => {
    const memory = await openWith(context, open, [
      { role: 'user', name: 'Caroline', content: 'I repaired the sailing boat.', ref: 'D1:1' },
      { role: 'user', name: 'Melanie', content: 'I repaired the sailing boat.', ref: 'D1:2' },
      { role: 'assistant', name: 'Hugin', content: 'Both boats are repaired.', ref: 'D1:3' },
    ]);
    const refs = async (query: string): Promise<unknown[]> => (await memory.search(query)).hits.map(({ ref }) => ref);
    assert.equal((await refs('what did Caroline repair?'))[0], 'D1:1');
    assert.equal((await refs('what did Melanie repair?'))[0], 'D1:2');
    assert.equal((await refs('Hugin'))[0], 'D1:3');
    const [hit] = (await memory.search('Caroline')).hits;
    const [record] = (await memory.get([hit?.id ?? ''])).records;
    assert.equal(record?.text, 'Caroline: I repaired the sailing boat.');
    assert.equal(record?.detail.speaker, 'Caroline');
  });

  test('a role that is none is told, and the other messages are taken', async (context) => {
    const memory = await open(context);
    const messages = [
      { role: 'wizard', content: 'x' },
      { role: 'user', content: 'y', name: 7 },
      { role: 'user', content: 'z', name: ' ' },
    ] as unknown as MessageInput[];
    const { accepted, skipped } = await memory.record({ sessionId: 's', messages });
    assert.equal(accepted, 1);
    assert.deepEqual(
      skipped.map(({ index }) => index),
      [0, 1],
    );
    assert.match(skipped[0]?.reason ?? '', /role/);
  });

  test('the sessions that answer are named as their caller named them, the best first', async (context) => {
    const memory = await open(context);
    await tell(memory, [{ role: 'user', content: 'The kiln cracked at 900 degrees.' }], 'kiln');
    await tell(memory, [{ role: 'user', content: 'The loom needs new thread, and the kiln wood.' }], 'loom');
    const { sessions, hits } = await memory.search({ query: 'why did the kiln crack?', sessions: true });
    assert.deepEqual(
      sessions?.map(({ ref }) => ref),
      ['kiln', 'loom'],
    );
    assert.equal(sessions?.[0]?.sessionId, hits[0]?.sessionId);
    assert.ok((sessions?.[0]?.score ?? 0) >= (sessions?.[1]?.score ?? 0));
    assert.equal((await memory.search('kiln')).sessions, undefined);
  });

  test('asked as of a time, it finds nothing later', async (context) => {
    const memory = await openWith(context, open, [
      { role: 'user', content: 'The bakery moved to Mill Street.', at: MAY, ref: 'may' },
      { role: 'user', content: 'The bakery moved to Canal Street.', at: JUNE, ref: 'june' },
    ]);
    const refs = async (asOf?: string): Promise<unknown[]> => {
      const query = { query: 'where is the bakery', ...(asOf === undefined ? {} : { asOf }) };
      return (await memory.search(query)).hits.flatMap(({ ref }) => ref ?? []).sort();
    };
    assert.deepEqual(await refs('2023-05-20T00:00:00Z'), ['may']);
    assert.deepEqual(await refs('2023-05-01T00:00:00Z'), []);
    assert.deepEqual(await refs(), ['june', 'may']);
    await assert.rejects(memory.search({ query: 'x', asOf: 'no time' }), { code: 'invalid_input' });
  });
}

async function openWith(context: TestContext, open: OpenMemory, messages: MessageInput[]): Promise<Memory> {
  const memory = await open(context);
  await tell(memory, messages, 'talk');
  return memory;
}

async function tell(memory: Memory, messages: MessageInput[], sessionId: string): Promise<void> {
  await memory.record({ sessionId, messages });
  await memory.settled();
}
