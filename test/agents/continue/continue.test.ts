import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CONTINUE } from '../../../src/agents/continue/continue.ts';
import { readSession } from '../../../src/agents/continue/session.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { applyChanges } from '../apply-changes.ts';

const ID = '6e375fe2-4eb0-4c8b-8bc5-1ce88cfc7636';
const BEGUN = 1795901429092;
const FIXTURES = fileURLToPath(new URL('../../fixtures/continue/', import.meta.url));

/** A session's file as it is written; rows are changed in place. */
interface Session {
  history: (JsonObject & { toolCallStates?: { status: string }[] })[];
}

/** A home with the session and the list of sessions beside it. */
function homeOf(context: TestContext): { home: string; path: string; save(session: Session, at?: number): void } {
  const home = temporaryFolder(context);
  const folder = join(home, '.continue', 'sessions');
  mkdirSync(folder, { recursive: true });
  for (const name of [`${ID}.json`, 'sessions.json']) copyFileSync(join(FIXTURES, name), join(folder, name));
  const path = join(folder, `${ID}.json`);
  const save = (session: Session, at = BEGUN): void => {
    writeFileSync(path, JSON.stringify(session));
    utimesSync(path, at / 1_000, at / 1_000);
  };
  return { home, path, save };
}

function session(): Session {
  return JSON.parse(readFileSync(join(FIXTURES, `${ID}.json`), 'utf8')) as Session;
}

function readAll(path: string, state?: JsonObject): { events: RawEvent[]; state: JsonObject } {
  const reader = readSession(path, state);
  const events = [...reader.steps()].flat();
  return { events, state: reader.state() };
}

const kinds = (events: readonly RawEvent[]): string[] => events.map(({ body }) => body.kind);

suite('Continue', () => {
  test('tells what a recorded session did: prompts, words, calls with their outcome, ends of turns', (context) => {
    const { home, path } = homeOf(context);
    const environment = { home, variables: {} };
    assert.deepEqual(
      CONTINUE.findTranscripts(environment).map((file) => file.path),
      [path],
    );
    assert.equal(CONTINUE.transcriptOf?.(ID, environment), path);
    const { events } = readAll(path);
    assert.deepEqual(kinds(events), [
      ...['prompt', 'message', 'tool.end', 'tool.end', 'tool.end', 'tool.end', 'message', 'turn.end'],
      ...['prompt', 'tool.end', 'message', 'turn.end'],
    ]);
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === ID && cwd === '/home/dev/shop'));
    assert.ok(events.every(({ at }) => at >= BEGUN && at < BEGUN + 1_000));
    const ends = events.flatMap(({ body }) => (body.kind === 'tool.end' ? [body] : []));
    assert.deepEqual(
      ends.map(({ tool, success, exitCode }) => [tool, success, exitCode]),
      [
        ['Read', true, undefined],
        ['Bash', false, 1],
        ['Edit', true, undefined],
        ['Bash', true, undefined],
        ['Bash', true, undefined],
      ],
    );
    assert.deepEqual(ends[0]?.input, { file_path: '/home/dev/shop/src/discount.js' });
  });

  test('gives of a session that went on only what is new, at the time of the file', (context) => {
    const { path, save } = homeOf(context);
    const whole = session();
    save({ ...whole, history: whole.history.slice(0, 6) });
    const first = readAll(path);
    assert.deepEqual(kinds(readAll(path, first.state).events), []);
    const later = BEGUN + 86_400_000;
    save(whole, later);
    const { events, state } = readAll(path, first.state);
    assert.deepEqual(kinds(events), ['prompt', 'tool.end', 'message', 'turn.end']);
    assert.ok(events.every(({ at }) => at > later - 2_000 && at <= later));
    // Read again from its beginning, it says the same of each event.
    const identities = [...first.events, ...events].map(({ identity }) => JSON.stringify(identity));
    assert.deepEqual(
      readAll(path).events.map(({ identity }) => JSON.stringify(identity)),
      identities,
    );
    assert.deepEqual(readAll(path, state).events, []);
  });

  test('tells of a call once it has ended', (context) => {
    const { path, save } = homeOf(context);
    const running = session();
    running.history.splice(3);
    const [call] = running.history[2]?.toolCallStates ?? [];
    assert.ok(call);
    call.status = 'calling';
    save(running);
    const first = readAll(path);
    assert.deepEqual(kinds(first.events), ['prompt', 'message', 'tool.end']);
    call.status = 'errored';
    save(running);
    assert.deepEqual(kinds(readAll(path, first.state).events), ['tool.end']);
  });

  test('names rows behind a summary that took the place of earlier ones', (context) => {
    const { path, save } = homeOf(context);
    const whole = session();
    const known = readAll(path);
    const summary = { message: { role: 'assistant', content: 'Rounded.' }, conversationSummary: 'Rounded.' };
    save({ history: [summary, whole.history[0] ?? {}] });
    const { events } = readAll(path, { ...known.state, rows: 0 });
    assert.deepEqual(kinds(events), ['compact.end', 'prompt']);
    const before = new Set(known.events.map(({ identity }) => JSON.stringify(identity)));
    assert.ok(events.every(({ identity }) => !before.has(JSON.stringify(identity))));
  });

  test('is set up in its settings where it has some, and they come back byte for byte', (context) => {
    const { home } = homeOf(context);
    const target = {
      environment: { home, variables: {} },
      hookCommand: '/home/dev/.cairn/bin/hook',
      mcpCommand: { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] },
    };
    assert.deepEqual(CONTINUE.planSetup?.(target), []);
    const settings = join(home, '.continue', 'config.yaml');
    const own = 'name: mine\nversion: 1.0.0\nmodels:\n  - name: m # the one\n    provider: openai';
    writeFileSync(settings, own);
    applyChanges(CONTINUE.planSetup?.(target) ?? []);
    assert.equal(
      readFileSync(settings, 'utf8'),
      `${own}\nmcpServers:\n  - {name: cairn, command: "/home/dev/.cairn/bin/cairn", args: ["mcp"]}`,
    );
    assert.deepEqual(CONTINUE.planSetup?.(target), []);
    applyChanges(CONTINUE.planUninstall?.(target) ?? []);
    assert.equal(readFileSync(settings, 'utf8'), own);
    assert.throws(() => CONTINUE.planSetup?.({ ...target, project: '/x' }), { code: 'unsupported' });
  });
});
