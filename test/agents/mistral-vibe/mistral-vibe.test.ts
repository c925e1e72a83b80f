import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { DIALECT } from '../../../src/agents/mistral-vibe/hooks.ts';
import { MISTRAL_VIBE } from '../../../src/agents/mistral-vibe/mistral-vibe.ts';
import { readSession } from '../../../src/agents/mistral-vibe/session.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { applyChanges } from '../apply-changes.ts';
import { dayOf } from '../session-fixture.ts';
import { entries, folderIn, SESSION, writeState } from './fixtures.ts';

function readAll(path: string, state?: JsonObject): { events: RawEvent[]; state: JsonObject; skipped: object } {
  const reader = readSession(path, state);
  const events = [...reader.steps()].flat();
  return { events, state: reader.state(), skipped: reader.counts().skipped };
}

const kinds = (events: readonly RawEvent[]): string[] => events.map(({ body }) => body.kind);

suite('Mistral Vibe', () => {
  test('tells what a recorded session did: prompts, words, calls with their outcome, ends of turns', (context) => {
    const home = temporaryFolder(context);
    const path = writeState(home, entries());
    const environment = { home, variables: {} };
    assert.equal(MISTRAL_VIBE.transcriptOf?.(SESSION, environment), path);
    const { events, skipped } = readAll(path);
    assert.deepEqual(kinds(events), [
      ...['prompt', 'message', 'tool.end', 'tool.end', 'tool.end', 'tool.end', 'message', 'turn.end'],
      ...['prompt', 'tool.end', 'message', 'turn.end'],
    ]);
    assert.deepEqual(Object.keys(skipped), ['notice']);
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === '/home/dev/shop'));
    const ends = events.flatMap(({ body }) => (body.kind === 'tool.end' ? [body] : []));
    assert.deepEqual(
      ends.map(({ tool, success, exitCode }) => [tool, success, exitCode]),
      [
        ['read_file', true, undefined],
        ['bash', false, 1],
        ['search_replace', true, undefined],
        ['bash', true, 0],
        ['bash', true, 0],
      ],
    );
    assert.match(ends[0]?.output ?? '', /^exports\.discount/);
    assert.deepEqual(ends[2]?.input, {
      file_path: '/home/dev/shop/src/discount.js',
      edits: [{ old_str: 'cents * 0.9', new_str: 'Math.round(cents * 0.9)', replace_all: false }],
    });
  });

  test('gives of a session that went on only what is new, and of a turn its end once it has ended', (context) => {
    const home = temporaryFolder(context);
    const all = entries();
    const second = all.findLastIndex(({ role }) => role === 'user');
    const first = readAll(writeState(home, all.slice(0, second)));
    assert.equal(kinds(first.events).at(-1), 'turn.end');
    const path = writeState(home, all.slice(0, -1), { generation: 98, status: 'in_progress' });
    const running = readAll(path, first.state);
    assert.deepEqual(kinds(running.events).slice(0, 2), ['turn.end', 'prompt']);
    assert.notEqual(kinds(running.events).at(-1), 'turn.end');
    const whole = readAll(writeState(home, all, { generation: 99 }), running.state);
    assert.deepEqual(kinds(whole.events).slice(-1), ['turn.end']);
    assert.deepEqual(kinds(readAll(path, whole.state).events), ['turn.end']);
    const told = [...first.events, ...running.events, ...whole.events].map(({ identity, body }) =>
      JSON.stringify([body.kind, identity]),
    );
    const once = readAll(path).events.map(({ identity, body }) => JSON.stringify([body.kind, identity]));
    assert.deepEqual([...new Set(told)].sort(), once.sort());
  });

  test('reads a call that still runs again, and counts a state that it cannot read', (context) => {
    const home = temporaryFolder(context);
    const at = entries().findIndex(({ type }) => type === 'effect');
    const rows = entries().slice(0, at + 1);
    const running = rows.map((row, index) => (index === at ? { ...row, generationStatus: 'in_progress' } : row));
    const first = readAll(writeState(home, running, { generation: 1, status: 'in_progress' }));
    assert.deepEqual(kinds(first.events), ['prompt', 'message']);
    const path = writeState(home, rows, { generation: 2, status: 'in_progress' });
    assert.deepEqual(kinds(readAll(path, first.state).events), ['tool.end']);
    writeFileSync(join(folderIn(home), 'CURRENT'), JSON.stringify({ generation: '../../../etc' }));
    assert.deepEqual(readAll(path), {
      events: [],
      state: { entries: 0, last: '' },
      skipped: { 'session:unreadable': 1 },
    });
  });

  test('asks for context behind a call, and answers in the form that Vibe reads', () => {
    const [refusal, asked] = dayOf('mistral-vibe').map(({ event, at, payload }) =>
      DIALECT.readHook(event, payload, { at, delivery: 'd' }),
    );
    assert.equal(refusal?.need?.occasion, 'refusal');
    assert.equal(asked?.need?.occasion, 'tool');
    assert.equal(asked?.need?.file, '/home/dev/shop/src/discount.js');
    assert.match(asked?.transcript ?? '', /64280f48[^/]*\/CURRENT$/);
    assert.deepEqual(JSON.parse(DIALECT.reply('post_tool', 'known')), {
      hook_specific_output: { additional_context: 'known' },
    });
    assert.deepEqual(JSON.parse(DIALECT.reply('pre_tool', '', 'no')), { decision: 'deny', reason: 'no' });
    assert.equal(DIALECT.reply('pre_tool', 'known'), '');
  });

  test('is set up with named hooks and a server in the list, and both are undone byte for byte', (context) => {
    const home = temporaryFolder(context);
    const target = {
      environment: { home, variables: {} },
      hookCommand: '/home/dev/.cairn/bin/hook',
      mcpCommand: { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] },
    };
    const [hooks, settings] = ['hooks.toml', 'config.toml'].map((name) => join(home, '.vibe', name));
    assert.ok(hooks && settings);
    mkdirSync(dirname(hooks), { recursive: true });
    const own = [
      '[[hooks]]\nname = "lint"\ntype = "post_agent"\ncommand = "eslint ." # mine\n',
      'active_model = "m"\n\n[[mcp_servers]]\nname = "other"\ntransport = "stdio"\ncommand = "npx"',
    ];
    writeFileSync(hooks, own[0] ?? '');
    writeFileSync(settings, own[1] ?? '');
    applyChanges(MISTRAL_VIBE.planSetup?.(target) ?? []);
    const line = /name = "cairn-post_tool"\ntype = "post_tool"\ncommand = "\S+hook mistral-vibe post_tool"/;
    assert.match(readFileSync(hooks, 'utf8'), line);
    assert.match(readFileSync(settings, 'utf8'), /name = "cairn"\ntransport = "stdio"\ncommand = "\S+\/cairn"/);
    assert.deepEqual(MISTRAL_VIBE.planSetup?.(target), []);
    applyChanges(MISTRAL_VIBE.planUninstall?.(target) ?? []);
    assert.deepEqual([readFileSync(hooks, 'utf8'), readFileSync(settings, 'utf8')], own);
    writeFileSync(settings, '[[mcp_servers]]\nname = "cairn"\ncommand = "stones"\n');
    assert.throws(() => MISTRAL_VIBE.planSetup?.(target), { code: 'invalid_input' });
  });
});
