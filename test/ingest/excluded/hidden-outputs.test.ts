import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { openHomeDoor } from '../../../src/ingest/home-door.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** One call of a session, with its answer. */
type Call = [tool: string, input: JsonObject, output: string, result?: JsonValue];

const LONG = '/home/dev/.claude/projects/-shop/6f1c/tool-results/b7xk2p.txt';
const TASK = '/tmp/claude-1000/-shop/tasks/b41f9ac.output';

function read(path: string, output: string): Call {
  return ['Read', { file_path: path }, output];
}

test('what a call of an excluded file goes on to tell under another name is left out', (context) => {
  const home = temporaryFolder(context);
  const settings = {
    'privacy.excludePaths': ['contracts/'],
    'privacy.excludeProjects': [],
    'privacy.maxChars': 100_000,
  };
  const paths = { key: join(home, 'key'), asides: join(home, 'asides') };
  const door = openHomeDoor({ paths, settings, userHome: home, topOf: (folder) => folder });
  let number = 0;
  const tell = ([tool, input, output, result]: Call, agentSession = 'one'): string => {
    number += 1;
    const clean = door.clean({
      ...{ agent: 'claude-code', agentSession, at: 1_764_500_000_000 + number, source: 'hook', cwd: '/home/dev/shop' },
      body: { kind: 'tool.end', tool, input, output, success: true, ...(result !== undefined && { result }) },
      identity: { number: `${number}` },
    });
    return JSON.stringify(clean?.body);
  };
  const started = (id: string): string => `Command running in background with ID: ${id}. Output is written to: /tmp/x`;
  for (const call of [
    ['Bash', { command: 'cat contracts/a.md; sleep 9', run_in_background: true }, started('b41f9ac')],
    ['Bash', { command: 'cat contracts/*.md' }, `Output too large. Full output saved to: ${LONG}`],
    ['exec_command', { cmd: 'tail -f contracts/a.md' }, 'Process running with session ID 4711'],
    ['Bash', { command: 'less contracts/a.md' }, 'x', { stdout: '', backgroundTaskId: 'shell_9' }],
    ['Bash', { command: 'npm run dev', run_in_background: true }, started('b52aaaa')],
  ] as Call[]) {
    tell(call);
  }
  for (const call of [
    ['TaskOutput', { task_id: 'b41f9ac', block: true }, 'leaving'],
    ['BashOutput', { bash_id: 'shell_9' }, 'leaving', { stdout: 'leaving' }],
    ['write_stdin', { session_id: 4711, chars: '' }, 'leaving'],
    read(LONG, '1\tleaving'),
    read(TASK, '1\tleaving'),
    ['Bash', { command: `tail -5 ${TASK}` }, 'leaving'],
  ] as Call[]) {
    assert.doesNotMatch(tell(call), /leaving/, JSON.stringify(call));
    assert.match(tell(call, 'two'), /leaving/);
  }
  for (const call of [
    ['TaskOutput', { task_id: 'b52aaaa', block: true }, 'staying'],
    ['write_stdin', { session_id: 4712, chars: '' }, 'staying'],
    ['Bash', { command: 'echo 4711 b41f9ac' }, 'staying'],
    read('/home/dev/.claude/projects/-shop/6f1c/tool-results/other.txt', '1\tstaying'),
  ] as Call[]) {
    assert.match(tell(call), /staying/, JSON.stringify(call));
  }
  // A long output of other calls, where it names one.
  assert.doesNotMatch(
    tell(read(LONG.replace('b7', 'c8'), '1\tdiff --git a/contracts/a.md b/contracts/a.md\n2\t+leaving')),
    /leaving/,
  );
});
