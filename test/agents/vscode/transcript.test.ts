import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/vscode/capabilities.ts';
import { createParser } from '../../../src/agents/vscode/transcript.ts';
import { VSCODE } from '../../../src/agents/vscode/vscode.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import { hookEvents, readFile, SESSION, SESSION_FILE } from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

suite('a transcript of VS Code, made from its source', () => {
  test('is read or skipped line by line, tools with arguments in text among them', () => {
    const { events, lines, read, skipped } = readFile(SESSION_FILE);
    assert.equal(read + skippedLines(skipped), lines);
    assert.equal(bodiesOf(events, 'prompt').length, 2);
    assert.equal(bodiesOf(events, 'message').length, 3);
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, success, input }) => [tool, success, Object.keys(input).length > 0]),
      [
        ['read_file', true, true],
        ['run_in_terminal', true, true],
        ['replace_string_in_file', true, true],
        ['run_in_terminal', true, true],
        ['read_file', false, true],
        ['runSubagent', true, true],
      ],
    );
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === '/home/dev/shop'));
  });

  test('that names no folder has that of its workspace', (context) => {
    const path = join(temporaryFolder(context), 'w', 'GitHub.copilot-chat', 'transcripts', 's1.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(join(path, '..', '..', '..', 'workspace.json'), '{"folder":"file:///home/dev/a%20shop"}');
    writeFileSync(path, `${JSON.stringify({ type: 'user.message', data: { content: 'Go on.' } })}\n`);
    assert.deepEqual(
      readFile(path).events.map(({ agentSession, cwd }) => [agentSession, cwd]),
      [['s1', '/home/dev/a shop']],
    );
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    const whole = readFile(SESSION_FILE);
    for (let until = 0; until < whole.sizeBytes; until += 200) {
      const first = createParser({ path: SESSION_FILE });
      const head = readTranscript(SESSION_FILE, first, { until });
      const { resumeAt, state } = first.position(head.sizeBytes);
      const tail = readTranscript(SESSION_FILE, createParser({ path: SESSION_FILE }, state), { from: resumeAt });
      assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `stopped at ${until}`);
    }
  });

  test('and hooks give each event once, in either order', () => {
    const { events } = readFile(SESSION_FILE);
    const folded = fold([...hookEvents(), ...events]);
    assert.deepEqual(fold([...events, ...hookEvents()]), folded);
    assert.equal(folded.filter(({ body }) => body.kind === 'tool.end').length, 6);
    assert.equal(folded.filter(({ body }) => body.kind === 'prompt').length, 2);
  });

  test('is found in the folders of VS Code, old and new', (context) => {
    const home = temporaryFolder(context);
    const user = join(home, 'Library', 'Application Support', 'Code - Insiders', 'User');
    const path = join(user, 'workspaceStorage', 'w', 'GitHub.copilot-chat', 'transcripts', 's1.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    const environment = { home, variables: {} };
    assert.deepEqual(
      VSCODE.findTranscripts(environment).map((file) => file.path),
      [path],
    );
    assert.equal(VSCODE.detect(environment), false);
    mkdirSync(join(user, 'globalStorage', 'github.copilot-chat'), { recursive: true });
    assert.equal(VSCODE.detect(environment), true);
  });
});
