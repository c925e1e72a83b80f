import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { DIALECT } from '../../../src/agents/kimi-cli/hooks.ts';
import { KIMI_CLI } from '../../../src/agents/kimi-cli/kimi-cli.ts';
import { createParser } from '../../../src/agents/kimi-cli/transcript.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import { tomlText } from '../toml-arbitrary.ts';
import { CONFIG_FOLDER, SESSION, SESSION_FIXTURE } from './fixtures.ts';

const MOVED = { home: '/nowhere', variables: { KIMI_SHARE_DIR: CONFIG_FOLDER } };
const path = KIMI_CLI.transcriptOf?.(SESSION, MOVED) ?? '';

suite('kimi-cli', () => {
  test('a session is found by its id, with the folder in which it worked', () => {
    assert.deepEqual(
      KIMI_CLI.findTranscripts(MOVED).map((file) => file.path),
      [path],
    );
    const { events, lines, read, skipped } = readTranscript(path, createParser({ path }));
    assert.equal(read + skippedLines(skipped), lines);
    assert.deepEqual([...new Set(events.map(({ cwd }) => cwd))], ['/home/dev/shop']);
  });

  test('tells what was asked, said and done; arguments that were streamed are whole', () => {
    const { events, skipped } = readTranscript(path, createParser({ path }));
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text }) => text),
      ['We decided that amounts are integer cents. Fix the rounding.', 'Show me this.\n[image_url]'],
    );
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, input, success }) => [tool, Object.keys(input)[0], success]),
      [
        ['ReadFile', 'path', true],
        ['StrReplaceFile', 'path', true],
        ['Shell', 'command', false],
        ['Shell', 'command', true],
        ['Task', 'description', true],
      ],
    );
    assert.deepEqual(
      events.filter(({ subagent }) => subagent === 'a1').map(({ body }) => body.kind),
      ['subagent.start', 'tool.end', 'message'],
    );
    assert.deepEqual(Object.keys(skipped).sort(), ['StatusUpdate', 'StepBegin', 'metadata', 'part:think']);
  });

  test('goes on at any line as if it had not stopped', () => {
    const whole = readTranscript(path, createParser({ path }));
    for (let cut = 0; cut < whole.sizeBytes; cut += 97) {
      const parser = createParser({ path });
      const first = readTranscript(path, parser, { until: cut });
      const { resumeAt } = parser.position(first.sizeBytes);
      const second = readTranscript(path, createParser({ path }), { from: resumeAt });
      const told = [...first.events, ...second.events].filter(({ body }) => body.kind !== 'tool.start');
      const expected = new Set(whole.events.map((event) => JSON.stringify(event)));
      assert.deepEqual(new Set(told.map((event) => JSON.stringify(event))), expected);
    }
  });

  test('a session that has no wire is read from its context', (context) => {
    const home = temporaryFolder(context);
    const folder = join(home, '.kimi', 'sessions', 'x', 's1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'wire.jsonl'), '{"type":"metadata","protocol_version":"1.8"}\n');
    const lines = [
      { role: '_system_prompt', content: 'You are' },
      { role: 'user', content: 'Hello there' },
      {
        role: 'assistant',
        content: [
          { type: 'think', think: '…' },
          { type: 'text', text: 'Hello.' },
        ],
      },
    ];
    writeFileSync(join(folder, 'context.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const found = KIMI_CLI.findTranscripts({ home, variables: {} }).map((file) => file.path);
    assert.deepEqual(found, [join(folder, 'context.jsonl')]);
    const [file = ''] = found;
    const { events } = readTranscript(file, createParser({ path: file }));
    assert.deepEqual(
      events.map(({ body, agentSession }) => [body.kind, agentSession]),
      [
        ['prompt', 's1'],
        ['message', 's1'],
      ],
    );
  });

  test('what Python prints of a result is read for what it is', () => {
    const { payload, at } = SESSION_FIXTURE.hooks.find(({ payload: sent }) => JSON.stringify(sent).includes('4.5')) ?? {
      payload: null,
      at: 0,
    };
    const { events } = DIALECT.readHook('PostToolUse', payload, { at, delivery: 'd' });
    const [body] = bodiesOf(events, 'tool.end');
    assert.deepEqual([body?.output, body?.success], ['not an integer: 4.5\n', false]);
  });

  test('set-up is undone byte for byte, and twice is once, for every valid settings file', (context) => {
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.kimi'));
    const target = {
      environment: { home, variables: {} },
      hookCommand: '/home/dev/.cairn/bin/hook',
      mcpCommand: { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] },
    };
    const config = join(home, '.kimi', 'config.toml');
    fc.assert(
      fc.property(tomlText(), (text) => {
        writeFileSync(config, text);
        const [change] = KIMI_CLI.planSetup?.(target) ?? [];
        assert.equal(change?.path, config);
        writeFileSync(config, change?.after ?? '');
        assert.ok(!KIMI_CLI.planSetup?.(target).some((again) => again.path === config));
        assert.equal(KIMI_CLI.planUninstall?.(target)[0]?.after, text);
      }),
      { numRuns: 60 },
    );
  });
});
