import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { AGENTS } from '../../src/agents/registry.ts';
import { RESTORED } from '../../src/agents/shared/past-session.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { EventBody } from '../../src/core/model/event.ts';
import { planRestore, type RestoredSession } from '../../src/sessions/restore-session.ts';
import type { SessionEvent } from '../../src/sessions/session-events.ts';
import { readTranscript } from '../agents/read-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SESSION = '0bd320c8-a537-4c5b-8b99-dbe8ace8970d';
const CALL = { kind: 'tool.end', tool: 'Read', input: { file_path: '/w/a.ts' }, success: true } as const;
const BODIES: readonly EventBody[] = [
  { kind: 'session.start', trigger: 'startup' },
  { kind: 'prompt', text: 'Which colour has the till?', origin: 'person' },
  { kind: 'message', text: 'I look.', model: 'model-1' },
  { ...CALL, output: 'const till = "teal";' },
  { ...CALL, tool: 'Bash', input: { command: 'false' }, output: 'exit 1', success: false },
  { kind: 'message', text: 'Teal.', model: 'model-1' },
];
const WRITERS = AGENTS.filter(({ sessionWriter }) => sessionWriter !== undefined);

function eventsOf(agent: string, bodies: readonly EventBody[] = BODIES): [SessionEvent, ...SessionEvent[]] {
  const events = bodies.map((body, at) => ({
    ...{ id: `e_${at}`, agent, agentSession: SESSION, at: 1_770_000_000_000 + at * 1_000, cwd: '/w', branch: 'main' },
    body,
  }));
  return events as [SessionEvent, ...SessionEvent[]];
}

suite('planning a restored session', () => {
  for (const agent of WRITERS) {
    test(`${agent.name} reads what was written for it as it was, and Cairn nothing of it`, (context) => {
      const environment = { home: temporaryFolder(context), variables: {} };
      const options = { seed: 's_1', title: 'The till', agents: AGENTS, environment };
      const plan = planRestore(eventsOf(agent.name), options);
      assert.deepEqual([plan.id, plan.to, plan.cwd, plan.steps, plan.leftOut], [SESSION, agent.name, '/w', 5, 0]);
      writeFiles(plan);
      assert.deepEqual(
        read(agent, plan, (text) => text),
        [],
      );
      assert.deepEqual(
        read(agent, plan, (text) => text.replaceAll(`,"restoredBy":"${RESTORED.restoredBy}"`, '')),
        ['Which colour has the till?', 'I look.', 'Read true const till = "teal";', 'Bash false exit 1', 'Teal.'],
      );
      assert.throws(() => planRestore(eventsOf(agent.name), options), { code: 'unwritable' });
      assert.ok(agent.findTranscripts(environment).length > 0);
    });
  }

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

/** What an agent's own reader finds in the written transcript, changed before. */
function read(agent: (typeof WRITERS)[number], plan: RestoredSession, change: (text: string) => string): string[] {
  const path = agent.sessionWriter?.find(plan.id, { home: '', variables: {} }) ?? plan.files[0]?.path ?? '';
  const file = plan.files.find((one) => one.path === path);
  assert.ok(file);
  writeFileSync(path, change(file.text));
  const { events } = readTranscript(path, agent.createParser({ path }));
  writeFileSync(path, file.text);
  return events.flatMap(({ body }) => saidIn(body as unknown as JsonObject));
}

function saidIn({ kind, text, tool, success, output }: JsonObject): string[] {
  if (kind === 'prompt' || kind === 'message') return [String(text)];
  return kind === 'tool.end' ? [`${tool} ${success} ${output}`] : [];
}
