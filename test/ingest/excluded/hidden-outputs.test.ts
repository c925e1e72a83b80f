import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import type { Reply } from '../../../src/core/model/event.ts';
import { openHomeDoor } from '../../../src/ingest/home-door.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** One call of a session, with its answer. */
type Call = [tool: string, input: JsonObject, output: string, result?: JsonValue];

const LONG = '/home/dev/.claude/projects/-shop/6f1c/tool-results/b7xk2p.txt';
const TASK = '/tmp/claude-1000/-shop/tasks/b41f9ac.output';
const GEMINI = '/home/dev/.gemini/tmp/shop/tool-outputs/session-1/run_shell_command_17_ab.txt';
const QWEN = '/home/dev/.qwen/tmp/abc/run_shell_command_1f.output';
const COPILOT = '/tmp/copilot-tool-output-1764-ab.txt';

function read(path: string, output: string): Call {
  return ['Read', { file_path: path }, output];
}

/** Tells calls to a home with these patterns; gives what it keeps of each. */
function told(context: TestContext, patterns: string[]) {
  const home = temporaryFolder(context);
  const settings = {
    'privacy.excludePaths': patterns,
    'privacy.excludeProjects': [],
    'privacy.maxChars': 100_000,
  };
  const paths = { key: join(home, 'key'), asides: join(home, 'asides') };
  const door = openHomeDoor({ paths, settings, userHome: home, topOf: (folder) => folder });
  let number = 0;
  return (
    [tool, input, output, result]: Call,
    { session = 'one', reply }: { session?: string; reply?: Reply } = {},
  ) => {
    number += 1;
    const clean = door.clean({
      ...{ agent: 'claude-code', agentSession: session, at: 1_764_500_000_000 + number },
      ...{ source: 'hook', cwd: '/home/dev/shop' },
      body: {
        ...{ kind: 'tool.end', tool, input, output, success: true },
        ...(result !== undefined && { result }),
        ...(reply !== undefined && { reply }),
      },
      identity: { number: `${number}` },
    });
    return JSON.stringify(clean?.body);
  };
}

test('what a call of an excluded file goes on to tell under another name is left out', (context) => {
  const tell = told(context, ['contracts/']);
  const started = (id: string): string => `Command running in background with ID: ${id}. Output is written to: /tmp/x`;
  for (const call of [
    ['Bash', { command: 'cat contracts/a.md; sleep 9', run_in_background: true }, started('b41f9ac')],
    ['Bash', { command: 'cat contracts/*.md' }, `Output too large. Full output saved to: ${LONG}`],
    ['exec_command', { cmd: 'tail -f contracts/a.md' }, 'Process running with session ID 4711'],
    ['Bash', { command: 'less contracts/a.md' }, 'x', { stdout: '', backgroundTaskId: 'shell_9' }],
    ['Bash', { command: 'npm run dev', run_in_background: true }, started('b52aaaa')],
    ['run_shell_command', { command: 'cat contracts/a.md' }, 'x', { llmContent: `For full output see: ${GEMINI}\nx` }],
    ['run_shell_command', { command: 'cat contracts/b.md' }, `The full output has been saved to: ${QWEN}\nx`],
    ['bash', { command: 'cat contracts/a.md' }, `Output too large. Saved to: ${COPILOT}\nPreview`],
    ['bash', { command: 'cat contracts/a.md; sleep 9' }, '<command started in background with shellId: 3>'],
    ['bash', { command: 'cat contracts/a.md' }, 'x\n[Showing lines 1-2 of 9. Full output: /tmp/pi-bash-ab12.log]'],
    [
      'Shell',
      { command: 'cat contracts/a.md' },
      `terminal file: /home/dev/shop/.cursor/terminals/3.txt. See /usr/bin/env`,
    ],
    ['Shell', { command: 'cat contracts/a.md', run_in_background: true }, 'task_id: bash-ab12\nstatus: running'],
    ['Monitor', { command: 'tail -f contracts/a.md' }, 'Monitor started (task bq1, timeout 300000ms)'],
    [
      'execute_command',
      { command: 'cat contracts/a.md' },
      'Output truncated. Artifact ID: cmd-177.txt\n/home/dev/shop/src/c.ts',
    ],
    ['bash', { command: 'npm test' }, 'Full output: /tmp/pi-bash-staying.log'],
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
    ['read_file', { file_path: GEMINI }, 'leaving'],
    ['run_shell_command', { command: `head -9 ~${GEMINI.slice(9)} | cut -c1-80` }, 'leaving'],
    ['read_file', { absolute_path: QWEN }, 'leaving'],
    ['view', { path: COPILOT }, 'leaving'],
    ['bash', { command: `head -200 "${COPILOT}"` }, 'leaving'],
    ['bash', { command: `head -200 /private${COPILOT}` }, 'leaving'],
    ['read_bash', { shellId: '3', delay: 5 }, 'leaving'],
    ['read', { path: '/tmp/pi-bash-ab12.log' }, 'leaving'],
    ['Read', { path: '/home/dev/shop/.cursor/terminals/3.txt' }, 'leaving'],
    ['TaskOutput', { task_id: 'bash-ab12' }, 'leaving'],
    ['TaskOutput', { task_id: 'bq1' }, 'leaving'],
    ['read_command_output', { artifact_id: 'cmd-177.txt' }, 'leaving'],
  ] as Call[]) {
    assert.doesNotMatch(tell(call), /leaving/, JSON.stringify(call));
    assert.match(tell(call, { session: 'two' }), /leaving/);
  }
  for (const call of [
    ['TaskOutput', { task_id: 'b52aaaa', block: true }, 'staying'],
    ['write_stdin', { session_id: 4712, chars: '' }, 'staying'],
    ['Bash', { command: 'echo 4711 b41f9ac' }, 'staying'],
    ['mcp__tracker__get', { id: 3 }, 'staying'],
    ['read', { path: '/tmp/pi-bash-staying.log' }, 'staying'],
    ['Read', { path: '/home/dev/shop/src/c.ts' }, 'staying'],
    ['Bash', { command: '/usr/bin/env node x.js' }, 'staying'],
    read('/home/dev/.claude/projects/-shop/6f1c/tool-results/other.txt', '1\tstaying'),
  ] as Call[]) {
    assert.match(tell(call), /staying/, JSON.stringify(call));
  }
  // An answer that names the file itself: what is written into it next is left out as before.
  const file = '/home/dev/elsewhere/contracts/a.md';
  tell(['Write', { file_path: file, content: 'leaving' }, `Wrote ${file}`]);
  assert.doesNotMatch(tell(['Write', { file_path: file, content: 'leaving' }, 'ok']), /leaving/);
  // A long output of other calls, where it names one.
  assert.doesNotMatch(
    tell(read(LONG.replace('b7', 'c8'), '1\tdiff --git a/contracts/a.md b/contracts/a.md\n2\t+leaving')),
    /leaving/,
  );
});

test('a path that the contents of an excluded file name, or a test run, is no output of it', (context) => {
  const tell = told(context, []);
  tell(read('/home/dev/shop/.env', 'DATA_DIR=/srv/shop/data\nLIVE=/home/dev/shop-live'));
  tell([
    'Bash',
    { command: 'source .env && npm test' },
    '> shop@1.0.0 test /home/dev/shop-fix\nRUN v3 /home/dev/shop-fix',
  ]);
  const question = 'The data is in /srv/shop/data. Shall the import write there?';
  const answered: Call = ['AskUserQuestion', { questions: [{ question }] }, 'User answered: staying'];
  const reply: Reply = { origin: 'person', answers: [{ question, answer: 'No, staying away from it' }] };
  assert.match(tell(answered, { reply }), /staying.*staying/);
  for (const call of [
    ['ExitPlanMode', { plan: 'Write to /srv/shop/data, then look' }, 'staying'],
    ['Bash', { command: 'cd /home/dev/shop-fix && git commit -qm x' }, 'staying'],
    ['Bash', { command: 'git commit -m "Move /srv/shop/data away"' }, 'staying'],
    ['Bash', { command: 'ls /srv/shop/data' }, 'staying'],
    ['Read', { file_path: '/home/dev/shop-fix/a.ts' }, 'staying'],
  ] as Call[]) {
    assert.match(tell(call), /staying/, JSON.stringify(call));
  }
});

test('what a person said of a call that reads such an output stays', (context) => {
  const tell = told(context, []);
  tell(['Bash', { command: 'cat .env' }, `Full output saved to: ${LONG}`]);
  const reply: Reply = { origin: 'person', text: 'staying, use Vault' };
  const kept = tell(read(LONG, 'leaving'), { reply });
  assert.match(kept, /staying, use Vault/);
  assert.doesNotMatch(kept, /leaving/);
});
