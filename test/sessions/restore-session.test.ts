import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { OPENCODE } from '../../src/agents/opencode/opencode.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import type { Agent } from '../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { EventBody } from '../../src/core/model/event.ts';
import { planRestore, type RestoredSession } from '../../src/sessions/restore-session.ts';
import type { SessionEvent } from '../../src/sessions/session-events.ts';
import { readAll, writeDatabase } from '../agents/database-rows.ts';
import { readTranscript } from '../agents/read-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SESSION = '0bd320c8-a537-4c5b-8b99-dbe8ace8970d';
const CALL = { kind: 'tool.end', tool: 'Read', input: { file_path: '/w/a.ts' }, success: true } as const;
const BODIES: readonly EventBody[] = [
  { kind: 'session.start', trigger: 'startup' },
  { kind: 'prompt', text: 'Which colour has the till?', origin: 'person' },
  { kind: 'message', text: 'I look.', model: 'model-1' },
  { ...CALL, output: 'const till = "teal";' },
  { ...CALL, tool: 'Bash', input: { command: 'false' }, output: 'exit 1', success: false, exitCode: 1 },
  { kind: 'message', text: 'Teal.', model: 'model-1' },
];

interface Exported {
  info: { id: string };
  messages: {
    info: JsonObject & { id: string; time: { created: number } };
    parts: (JsonObject & { messageID: string })[];
  }[];
}

function eventsOf(agent: string, bodies: readonly EventBody[] = BODIES): [SessionEvent, ...SessionEvent[]] {
  const events = bodies.map((body, at) => ({
    ...{ id: `e_${at}`, agent, agentSession: SESSION, at: 1_770_000_000_000 + at * 1_000, cwd: '/w', branch: 'main' },
    body,
  }));
  return events as [SessionEvent, ...SessionEvent[]];
}

const SAID = ['Which colour has the till?', 'I look.', 'Read true const till = "teal";', 'Bash false exit 1', 'Teal.'];
/** Agents whose transcripts are lines, and what their readers find: of messages that Kimi Code takes over none. */
const READ: Readonly<Record<string, readonly string[]>> = {
  'claude-code': SAID,
  codex: SAID,
  'kimi-code': SAID.slice(0, 1),
};

suite('planning a restored session', () => {
  for (const [name, said] of Object.entries(READ)) {
    test(`${name} reads what was written for it as it was, and Cairn nothing of it`, (context) => {
      const agent = AGENTS.find((one) => one.name === name);
      assert.ok(agent);
      const environment = { home: homeOf(context), variables: {} };
      const options = { seed: 's_1', title: 'The till', agents: AGENTS, environment };
      const plan = planRestore(eventsOf(name), options);
      assert.deepEqual([plan.id, plan.to, plan.cwd, plan.steps, plan.leftOut], [SESSION, name, '/w', 5, 0]);
      writeFiles(plan);
      const read = (): string[] => plan.files.flatMap(({ path }) => saidIn(agent, path));
      assert.deepEqual(read(), []);
      assert.throws(() => planRestore(eventsOf(name), options), { code: 'unwritable' });
      const [{ path: found } = { path: '' }] = agent.findTranscripts(environment);
      assert.equal(found, plan.files[0]?.path);
      writeFileSync(found, readFileSync(found, 'utf8').replaceAll(',"restoredBy":"cairn"', ''));
      assert.deepEqual(read(), said);
    });
  }

  for (const id of [
    '../../../.config/autostart/evil',
    '--dangerously-skip-permissions',
    'x; touch y',
    'a/b',
    '..',
    '',
  ]) {
    test(`a session whose id is no plain name is refused: "${id}"`, (context) => {
      const options = {
        seed: 's_1',
        title: 'The till',
        agents: AGENTS,
        environment: { home: homeOf(context), variables: {} },
      };
      for (const name of [...Object.keys(READ), 'opencode']) {
        const [first, ...rest] = eventsOf(name);
        const events = [{ ...first, agentSession: id }, ...rest] as [SessionEvent, ...SessionEvent[]];
        assert.throws(() => planRestore(events, options), { code: 'unsupported', message: /no plain name/ });
      }
    });
  }

  test('opencode takes in messages in their order, of which Cairn reads nothing', (context) => {
    const environment = { home: homeOf(context), variables: {} };
    const options = { seed: 's_1', title: 'The till', agents: AGENTS, environment, to: 'opencode' };
    const plan = planRestore(eventsOf('claude-code'), options);
    const [file] = plan.files;
    assert.deepEqual(plan.takeIn, ['opencode', 'import', file?.path]);
    const { info, messages } = JSON.parse(file?.text ?? '') as Exported;
    assert.equal(info.id, plan.id);
    const ids = messages.map((message) => message.info.id);
    assert.deepEqual(ids, ids.toSorted());
    assert.deepEqual(messages[0]?.info.model, { providerID: 'own', modelID: 'team/model' });

    const path = join(environment.home, '.local/share/opencode/opencode.db');
    const rows = messages.map(({ info: { id, time, ...data } }) => ({
      ...{ table: 'message', id, session_id: plan.id, time_created: time.created, time_updated: time.created },
      data: { ...data, time },
    }));
    const parts = messages.flatMap(({ parts: own }) =>
      own.map(({ id, messageID, ...data }) => ({ table: 'part', id, message_id: messageID, data })),
    );
    const session = { table: 'session', id: plan.id, parent_id: null, directory: '/w', time_updated: 1 };
    const schema = `
      CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, time_updated INTEGER);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      CREATE TABLE part (id TEXT, message_id TEXT, data TEXT);`;
    writeDatabase(path, { schema, rows: [session, ...rows, ...parts] as JsonObject[] });
    const snapshot = OPENCODE.createSnapshot?.({ path });
    assert.ok(snapshot);
    assert.deepEqual(readAll(snapshot).events, []);
    assert.throws(() => planRestore(eventsOf('claude-code'), options), { code: 'unwritable' });
  });

  test('another agent is told of the calls in words, under an id of its own that stays', (context) => {
    const environment = { home: temporaryFolder(context), variables: {} };
    const options = { seed: 's_1', title: 'The till', agents: AGENTS, environment, to: 'claude-code' };
    const plan = planRestore(eventsOf('codex'), options);
    assert.notEqual(plan.id, SESSION);
    assert.equal(planRestore(eventsOf('codex'), options).id, plan.id);
    const text = plan.files.map((file) => file.text).join('');
    assert.ok(text.includes('A call that was made in codex: Bash'));
    assert.ok(!text.includes('tool_use'));
    assert.ok(plan.resume.endsWith(plan.id));
  });

  test('after a compaction stands its summary, and of a long session the newest turns', (context) => {
    const environment = { home: temporaryFolder(context), variables: {} };
    const options = { seed: 's_1', title: 'The till', agents: AGENTS, environment };
    const compacted = eventsOf('claude-code', [
      ...BODIES,
      { kind: 'compact.end', trigger: 'auto', summary: 'The till is teal.' },
      { kind: 'prompt', text: 'And the door?', origin: 'person' },
    ]);
    const [summary = '', prompt = ''] = linesOf(planRestore(compacted, options));
    assert.match(summary, /The till is teal\./);
    assert.match(prompt, /And the door\?/);

    const long = Array.from({ length: 12 }, (_, at): EventBody[] => [
      { kind: 'prompt', text: `Prompt ${at}.`, origin: 'person' },
      { kind: 'message', text: 'word '.repeat(20_000) },
    ]);
    const { steps, leftOut, files } = planRestore(eventsOf('claude-code', long.flat()), options);
    assert.deepEqual([steps, leftOut], [6, 9]);
    assert.ok(files[0]?.text.includes('Prompt 11.') && !files[0].text.includes('Prompt 8.'));
  });

  test('says when an agent cannot take it, and when nothing is there to go on with', (context) => {
    const environment = { home: temporaryFolder(context), variables: {} };
    const options = { seed: 's_1', title: 'The till', agents: AGENTS, environment };
    assert.throws(() => planRestore(eventsOf('cursor'), options), { code: 'unsupported' });
    assert.throws(() => planRestore(eventsOf('codex'), { ...options, to: 'cursor' }), { code: 'unsupported' });
    const empty = eventsOf('claude-code', [{ kind: 'session.start', trigger: 'startup' }]);
    assert.throws(() => planRestore(empty, options), { code: 'not_found' });
  });
});

function linesOf({ files }: RestoredSession): string[] {
  return (files[0]?.text ?? '').trimEnd().split('\n');
}

function writeFiles({ files }: RestoredSession): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** A home in which Kimi Code and OpenCode have a model. */
function homeOf(context: TestContext): string {
  const home = temporaryFolder(context);
  for (const folder of ['.kimi-code', '.config/opencode']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.kimi-code/config.toml'), 'default_model = "own" # mine\n');
  writeFileSync(join(home, '.config/opencode/opencode.json'), '{ "model": "own/team/model" // mine\n}');
  return home;
}

/** What an agent's own reader finds in a transcript; in a file that is none, nothing. */
function saidIn(agent: Agent, path: string): string[] {
  if (!path.endsWith('.jsonl')) return [];
  return readTranscript(path, agent.createParser({ path })).events.flatMap(({ body }) => {
    if (body.kind === 'prompt' || body.kind === 'message') return [body.text];
    return body.kind === 'tool.end' ? [`${body.tool} ${body.success} ${body.output}`] : [];
  });
}
