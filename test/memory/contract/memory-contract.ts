import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import { CairnError } from '../../../src/core/errors.ts';
import { changingContract } from './changing.ts';
import { collectingContract } from './collecting.ts';
import { conversationContract } from './conversation.ts';
import { figuresContract } from './figures.ts';
import { issuesContract } from './issues.ts';
import { readingContract } from './reading.ts';
import { recurringContract } from './recurring.ts';
import { resumingContract } from './resuming.ts';
import { standingContract } from './standing.ts';
import { summarisingContract } from './summarising.ts';
import { writeProjectFile } from './write-project-file.ts';
import { writingContract } from './writing.ts';

/** Opens an empty memory for one test and sees to its end. */
export type OpenMemory = (context: TestContext) => Promise<Memory>;

const SESSION = 'session-1';

/** What every implementation of `Memory` must do, run over one of them. */
export function memoryContract(name: string, open: OpenMemory): void {
  suite(`the memory, ${name}`, () => {
    test('finds by words what was recorded', async (context) => {
      const memory = await open(context);
      const result = await memory.record({
        sessionId: SESSION,
        messages: [
          { role: 'user', content: 'The checkout fails for guests with a coupon.' },
          { role: 'assistant', content: 'The coupon service rejects a missing customer id.' },
        ],
      });
      assert.deepEqual(result, { accepted: 2, duplicates: 0, skipped: [] });
      await memory.settled();
      const { hits } = await memory.search('why does the coupon fail for guests?');
      for (const kind of ['prompt', 'message'])
        assert.ok(
          hits.some((hit) => hit.kind === kind),
          kind,
        );
      assert.match(`${hits[0]?.title} ${hits[0]?.snippet}`, /coupon/);
      assert.ok((hits[0]?.score ?? 0) > 0);
    });

    test('tells of the language model: without one nothing is sent', async (context) => {
      const memory = await open(context);
      const { state, plan, today } = await memory.llm({ plan: true });
      assert.deepEqual([state, plan, today.calls], ['off', [], 0]);
      await assert.rejects(memory.llm({ run: true }), { code: 'invalid_input' });
    });

    test('takes what is recorded twice once, when it is named', async (context) => {
      const memory = await open(context);
      const messages = [{ role: 'user' as const, content: 'hello', ref: 'm1' }];
      assert.equal((await memory.record({ sessionId: SESSION, messages })).accepted, 1);
      assert.deepEqual(await memory.record({ sessionId: SESSION, messages }), {
        accepted: 0,
        duplicates: 1,
        skipped: [],
      });
    });

    test('keeps equal messages that are not named, each', async (context) => {
      const memory = await open(context);
      const messages = [
        { role: 'user' as const, content: 'go on' },
        { role: 'user' as const, content: 'go on' },
      ];
      assert.equal((await memory.record({ sessionId: SESSION, messages })).accepted, 2);
      await memory.settled();
      assert.equal((await memory.status()).counts.events, 2);
    });

    test('takes a call that is told once more, by its name, once', async (context) => {
      const memory = await open(context);
      const messages = [{ role: 'user' as const, content: 'go on' }];
      const options = { delivery: 'call-1' };
      assert.equal((await memory.record({ sessionId: SESSION, messages }, options)).accepted, 1);
      const again = await memory.record({ sessionId: SESSION, messages }, options);
      assert.deepEqual(again, { accepted: 0, duplicates: 1, skipped: [] });
      assert.equal((await memory.record({ sessionId: SESSION, messages })).accepted, 1);
    });

    test('says why an event is skipped and takes the others', async (context) => {
      const memory = await open(context);
      const result = await memory.record([
        { kind: 'prompt', sessionId: SESSION, text: 'hello' },
        { kind: 'dance', sessionId: SESSION },
        { kind: 'prompt', sessionId: SESSION },
        { kind: 'prompt', sessionId: '', text: 'x' },
        { kind: 'prompt', sessionId: SESSION, text: 'x', agent: 'words and no name' },
      ]);
      assert.equal(result.accepted, 1);
      assert.deepEqual(
        result.skipped.map(({ index }) => index),
        [1, 2, 3, 4],
      );
      assert.match(result.skipped[0]?.reason ?? '', /dance/);
    });

    test('remembers a note and gives it back whole', async (context) => {
      const memory = await open(context);
      const { id, status } = await memory.remember({
        text: 'Deploys happen on Tuesdays.',
        kind: 'note',
        concepts: ['deploy'],
      });
      assert.equal(status, 'proposed');
      const { records, missing } = await memory.get([id, 'o_aaaaaaaaaaaaaaaa']);
      assert.equal(records[0]?.text, 'Deploys happen on Tuesdays.');
      assert.deepEqual(records[0]?.detail.concepts, ['deploy']);
      assert.deepEqual(missing, ['o_aaaaaaaaaaaaaaaa']);
    });

    test('updates a note of the same ref', async (context) => {
      const memory = await open(context);
      const first = await memory.remember({ text: 'The build runs on Node 22.', ref: 'build' });
      const second = await memory.remember({ text: 'The build runs on Node 24.', ref: 'build' });
      assert.equal(second.id, first.id);
      assert.equal(second.status, 'updated');
      const { hits } = await memory.search('which node does the build run on');
      assert.deepEqual(
        hits.map((hit) => `${hit.title}${hit.snippet}`),
        ['The build runs on Node 24.'],
      );
    });

    test('keeps no secret', async (context) => {
      const memory = await open(context);
      const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
      const { id, redacted } = await memory.remember(`The token is ${secret} for now.`);
      assert.equal(
        Object.values(redacted).reduce((a, b) => a + b, 0),
        1,
      );
      const { records } = await memory.get(id);
      assert.doesNotMatch(JSON.stringify(records), new RegExp(secret));
      assert.match(records[0]?.text ?? '', /\[redacted:/);
    });

    test('forgets by id and does not take it in again', async (context) => {
      const memory = await open(context);
      const messages = [{ role: 'user' as const, content: 'A zebra stood in the office.', ref: 'z' }];
      await memory.record({ sessionId: SESSION, messages });
      await memory.settled();
      const [hit] = (await memory.search({ query: 'zebra', kinds: ['prompt'] })).hits;
      const report = await memory.forget({ ids: [hit?.id ?? '', 'o_aaaaaaaaaaaaaaaa'] });
      assert.equal(report.events, 1);
      assert.deepEqual(report.missing, ['o_aaaaaaaaaaaaaaaa']);
      assert.deepEqual((await memory.search('zebra')).hits, []);
      const again = await memory.record({ sessionId: SESSION, messages });
      assert.deepEqual(again.skipped, [{ index: 0, reason: 'it was forgotten' }]);
    });

    test('no question is an error', async (context) => {
      const memory = await open(context);
      await memory.remember('We use pnpm.');
      for (const query of [
        '',
        '?',
        '"',
        'NEAR(',
        'a AND OR NOT',
        '*',
        '-',
        'x'.repeat(50_000),
        '\u0000',
        '🦄',
        'title:',
      ]) {
        const { hits } = await memory.search(query);
        assert.ok(Array.isArray(hits), query.slice(0, 20));
      }
    });

    test('gives a context block for a project, and an empty one where nothing is known', async (context) => {
      const memory = await open(context);
      assert.equal((await memory.context()).text, '');
      await memory.record([
        { kind: 'prompt', sessionId: 's1', number: '1', text: 'We decided to use idempotency keys for payments.' },
        {
          kind: 'tool.end',
          sessionId: 's1',
          number: 't1',
          tool: 'Edit',
          input: { file_path: 'src/pay.ts', old_string: 'a', new_string: 'b' },
          output: 'ok',
        },
        { kind: 'turn.end', sessionId: 's1', number: '1' },
      ]);
      await memory.settled();
      await writeProjectFile(memory, 'src/pay.ts');
      const block = await memory.context();
      assert.match(block.text, /idempotency keys/);
      assert.match(block.text, /src\/pay\.ts/);
      assert.ok(block.tokens <= 450);
    });

    readingContract(open);
    standingContract(open);
    conversationContract(open);
    changingContract(open);
    collectingContract(open);
    resumingContract(open);
    summarisingContract(open);
    writingContract(open);
    issuesContract(open);
    recurringContract(open);
    figuresContract(open);

    test('a wrong input is a CairnError with a code', async (context) => {
      const memory = await open(context);
      const wrong: (() => Promise<unknown>)[] = [
        () => memory.remember(''),
        () => memory.forget({ ids: [] }),
        () => memory.search({ query: 'x', since: 'no time' }),
        () => memory.get(Array.from({ length: 51 }, () => 'o_aaaaaaaaaaaaaaaa')),
        () => memory.get(7 as never),
        () => memory.search(null as never),
        () => memory.search({ query: 'x', sesion: 's_aaaaaaaaaaaaaaaa' } as never),
        () => memory.search({ query: 'x', limit: 0 }),
        () => memory.search({ query: 'x', kinds: ['dance' as never] }),
        () => memory.timeline({ anchor: 'o_aaaaaaaaaaaaaaaa', before: 51 }),
        () => memory.list({ limit: 1.5 }),
        () => memory.record({ sessionId: 's' } as never),
        () => memory.remember({ text: 'x', confidence: 2 }),
        () => memory.update('o_aaaaaaaaaaaaaaaa', { status: 'stated' as never }),
        () => memory.context({ budget: 'much' as never }),
        () => memory.doctor({ deep: 1 as never }),
        () => memory.settled({ timeoutMs: -1 }),
      ];
      for (const call of wrong) {
        await assert.rejects(call, (error) => error instanceof CairnError && error.code === 'invalid_input');
      }
    });
  });
}
