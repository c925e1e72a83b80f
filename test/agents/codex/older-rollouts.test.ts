import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/codex/capabilities.ts';
import { createParser } from '../../../src/agents/codex/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import type { ReadTranscript } from '../read-lines.ts';
import { BARE_FILE, EVENTS_FILE, FORK_FILE, readFile } from './fixtures.ts';
import { completed, event, META, message, written } from './rollout-lines.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

suite('an older rollout of Codex', () => {
  const told = ({ events }: ReadTranscript): unknown[] =>
    events.map(({ body }) => [body.kind, 'text' in body ? body.text : undefined]);

  test('tells each message once, though it stands there twice, and a prompt that is repeated twice', () => {
    assert.deepEqual(told(readFile(EVENTS_FILE)), [
      [
        'prompt',
        'Are all of these queries needed?\n\n# Context from my IDE setup:\n\n## Open tabs:\n- cart.js: src/cart.js\n\n## My request for Codex:',
      ],
      ['tool.end', undefined],
      ['tool.end', undefined],
      ['message', 'Two of three are needed.'],
      ['prompt', 'Go on.'],
      ['message', 'Done.'],
      ['prompt', 'Go on.'],
      ['turn.end', undefined],
    ]);
    assert.equal(fold(readFile(EVENTS_FILE).events).length, 8);
    const [shell] = bodiesOf(readFile(EVENTS_FILE).events, 'tool.end');
    assert.deepEqual([shell?.input.command, shell?.exitCode, shell?.durationMs], ['cat src/cart.js', 1, 100]);
  });

  test('of bare lines is read, with the folder that its first words name', () => {
    const file = readFile(BARE_FILE);
    assert.deepEqual(told(file), [
      ['prompt', 'List the callers.'],
      ['tool.end', undefined],
      ['message', 'Two callers.'],
      ['prompt', 'Thanks.'],
      ['message', 'Two callers.'],
    ]);
    assert.equal(fold(file.events).length, 5);
    assert.equal(file.events[0]?.cwd, '/home/dev/shop');
    assert.ok(file.events.every(({ at }) => at > 0));
  });

  test('says which messages the agent said on its way', (context) => {
    const path = written(
      context,
      [
        event('agent_message', { message: 'I look at the cart.', phase: 'commentary' }),
        event('agent_message', { message: 'The cart is empty.', phase: 'final_answer' }),
      ],
      { ...META, history_mode: 'full' },
    );
    const said = bodiesOf(readFile(path).events, 'message').map(({ text, interim }) => [text, interim]);
    assert.deepEqual(said, [
      ['I look at the cart.', true],
      ['The cart is empty.', undefined],
    ]);
  });

  test('of a fork leaves out the lines of the thread that it forked', () => {
    const { events, skipped } = readFile(FORK_FILE);
    assert.deepEqual(
      events.map(({ body }) => ('text' in body ? body.text : body.kind)),
      ['Try it another way.', 'So it is joined.'],
    );
    assert.equal(skipped.forked, 19);
    const parser = createParser({ path: FORK_FILE });
    for (const line of readFileSync(FORK_FILE, 'utf8').trimEnd().split('\n')) parser.line(line, 0);
    assert.equal(
      parser.position(0).state.forkOf,
      '019ef4d4-1400-7003-8c1e-7f60a1b2c3d4',
      'which thread that is is known',
    );
  });

  test('tells items that no event tells, as no person’s where events tell of prompts', (context) => {
    const lines = [
      event('user_message', { message: 'Start' }),
      message('user', 'Start'),
      message('assistant', 'Begun.'),
      message('user', 'Put in by Codex.'),
      message('assistant', 'Seen.'),
    ];
    const { events } = readFile(written(context, lines, { ...META, history_mode: 'legacy' }));
    assert.deepEqual(
      events.map(({ body }) => ('text' in body ? [body.text, 'origin' in body ? body.origin : undefined] : [])),
      [
        ['Start', 'person'],
        ['Begun.', undefined],
        ['Put in by Codex.', 'system'],
        ['Seen.', undefined],
      ],
    );
  });

  test('leaves out what Codex put in, by its marks or by its form', (context) => {
    const marked = (kind: string): JsonObject => ({
      internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
    });
    const lines = [
      message('user', 'One fact.', marked('hooks.additional_context')),
      message('user', '<turn_aborted>\nx\n</turn_aborted>'),
      message('user', '# AGENTS.md instructions for /home/dev/shop\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>'),
      message('user', 'Hello.', marked('user.text')),
      message('assistant', 'Hi.'),
    ];
    const { events, skipped } = readFile(written(context, lines, { ...META, history_mode: 'legacy' }));
    assert.deepEqual(
      events.map(({ body }) => ('text' in body ? body.text : body.kind)),
      ['Hello.', 'Hi.'],
    );
    assert.equal(skipped['message:put-in'], 3);
  });

  test('that was migrated to today’s form tells nothing that it had not told', (context) => {
    const say = (type: string, text: string): JsonObject =>
      completed(type, { id: 'x', content: [{ type: type === 'UserMessage' ? 'text' : 'Text', text }] });
    const before = [event('user_message', { message: 'Start' }), event('agent_message', { message: 'Done.' })];
    const after = [say('UserMessage', 'Start'), say('AgentMessage', 'Done.')];
    const old = readFile(written(context, before, { ...META, history_mode: 'legacy' })).events;
    const migrated = readFile(written(context, [...after, event('task_complete', { turn_id: 'rollout-3' })])).events;
    const keys = (events: readonly RawEvent[]): string[] => fold(events).map(({ key }) => key);
    assert.deepEqual(keys([...old, ...migrated]), keys(old));
  });
});
