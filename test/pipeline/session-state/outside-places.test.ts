import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { factOf } from '../../../src/derive/event/session-fact.ts';
import { singleHash } from '../../../src/derive/provenance/shingles.ts';
import { SessionContext } from '../../../src/pipeline/session-state/session-context.ts';
import { fromStoredContext, toStoredContext } from '../../../src/pipeline/session-state/stored-context.ts';
import { makeEvent, ROOT, toolEnd } from '../../derive/make-event.ts';

const shell = (command: string, output = ''): ToolEnd => toolEnd('Bash', { command }, { output });
const read = (path: string): ToolEnd =>
  toolEnd('Read', { file_path: `${ROOT}/${path}` }, { output: 'The column keeps its own table.' });

/** Tells a session of calls, each at the time of its number, in the order given by `arrival`; true for those from outside. */
function derived(calls: readonly ToolEnd[], arrival = calls.map((_, n) => n)): boolean[] {
  const context = new SessionContext();
  // Events that arrived before one that they depend on are derived again.
  for (const n of [...arrival, ...calls.map((_, i) => i)]) learn(context, calls[n] as ToolEnd, n);
  return calls.map((body, n) => learn(context, body, n));
}

function learn(context: SessionContext, body: ToolEnd, n: number): boolean {
  const event = makeEvent(body, { at: 1_000 + n, seq: n + 1 });
  const items = deriveEvent(event, context.contextOf(event, { projectRoot: ROOT }));
  context.learn(event, factOf(event, items));
  return items.exposedAt !== undefined;
}

suite('text from outside in a file of the project', () => {
  test('is outside when it is read after the download, and not before', () => {
    const calls = [read('docs/a.md'), shell('curl -so docs/a.md https://x.example/a'), read('docs/a.md')];
    assert.deepEqual(derived(calls).slice(0, 1), [false]);
    assert.equal(derived(calls)[2], true);
    assert.equal(derived([...calls, read('docs/b.md')])[3], false);
  });

  test('is outside by whatever way it came there and is printed', () => {
    const ways: [string, ToolEnd][] = [
      ['wget https://x.example/b/a.md', read('a.md')],
      ['cd docs && wget https://x.example/b/a.md', read('docs/a.md')],
      ['curl -s https://x.example/a > docs/a.md', shell('cat docs/a.md')],
      ['curl -s https://x.example/a | jq . > docs/a.json', shell('head -3 ./docs/a.json')],
      ['curl -s https://x.example/a | tee docs/a.md', shell('cat docs/*.md')],
      ['gh issue view 3 --comments > notes/3.md', shell('grep -n deploy notes/3.md', '3:We deploy')],
      ['git clone https://x.example/a/kit third/kit', read('third/kit/README.md')],
      ['git clone https://x.example/a/kit kit', shell('git -C kit log -3')],
      ['git clone https://x.example/a/kit kit', shell('cd kit && git log -3')],
      ['git clone https://x.example/a/kit kit', shell('grep -rn deploy .', 'kit/README.md:3:We deploy')],
      ['curl -LO https://x.example/kit.tgz && tar xzf kit.tgz -C lib', read('lib/README.md')],
      ['mkdir lib; curl -sL https://x.example/kit.tgz | tar xz -C lib', read('lib/README.md')],
      ['aws s3 cp s3://bucket/a.md docs/a.md', read('docs/a.md')],
      ['curl -so a.md https://x.example/a; cp a.md docs/b.md', read('docs/b.md')],
      ['curl -so a.md https://x.example/a; cat a.md > c.md', read('c.md')],
      ['curl -so a.md https://x.example/a', toolEnd('Grep', { pattern: 'x' }, { output: 'a.md:1:We deploy' })],
    ];
    for (const [line, look] of ways) assert.equal(derived([shell(line), look])[1], true, line);
    const saved = toolEnd('mcp__pages__download', { url: 'https://x.example', path: `${ROOT}/docs/a.md` });
    assert.equal(derived([saved, read('docs/a.md')])[1], true);
    const shot = toolEnd('mcp__pages__fetch', { url: 'https://x.example', output_path: 'docs/a.md' });
    assert.equal(derived([shot, read('docs/a.md')])[1], true);
  });

  test('is not what builds, package managers, a server of this machine or the session itself write', () => {
    const calls = [
      shell('git pull --rebase'),
      shell('npm install > install.log'),
      shell('curl -s http://localhost:3000/health > health.json'),
      shell('cp README.md docs/readme.md'),
      read('install.log'),
      read('health.json'),
      read('docs/readme.md'),
      shell('curl -s https://x.example/a'),
      read('src/a.ts'),
    ];
    assert.deepEqual(derived(calls), [false, false, false, false, false, false, false, true, false]);
  });

  test('is known whatever order the calls arrive in, and after a long session was stored', () => {
    const calls = [
      shell('curl -so a.md https://x.example/a'),
      shell('mv a.md docs/a.md'),
      read('docs/a.md'),
      read('docs/b.md'),
    ];
    const expected = [true, false, true, false];
    for (const arrival of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ])
      assert.deepEqual(derived(calls, arrival), expected, String(arrival));
    const before = new SessionContext();
    calls.slice(0, 2).forEach((body, n) => {
      learn(before, body, n);
    });
    const snapshot = fromStoredContext(toStoredContext(before.snapshot()));
    assert.ok(snapshot !== undefined);
    const after = new SessionContext(1_002, snapshot);
    assert.equal(learn(after, calls[2] as ToolEnd, 2), true);
  });

  test('makes the words read from it words of outside, also when the session is read again before its download', () => {
    const calls = [shell('curl -so docs/a.md https://x.example/a'), read('docs/a.md')];
    const context = new SessionContext();
    for (const n of [1, 0]) {
      const event = makeEvent(calls[n] as ToolEnd, { at: 1_000 + n, seq: n + 1 });
      context.add(event.seq, factOf(event, deriveEvent(event, { projectRoot: ROOT })));
    }
    assert.equal(context.readings(2_000).isOnlyOutside(singleHash('column')), true);
  });
});

suite('the output of a shell in the background', () => {
  const started = (command: string): ToolEnd =>
    toolEnd('Bash', { command, run_in_background: true }, { output: 'Command running in background with ID: b7f' });
  const output = (id: string, field = 'bash_id', tool = 'BashOutput'): ToolEnd =>
    toolEnd(tool, { [field]: id }, { output: 'It says so.' });

  test('is outside when its command prints such text', () => {
    const calls = [started('curl -N https://x.example/feed'), output('b7f'), output('b7f', 'task_id', 'TaskOutput')];
    assert.deepEqual(derived(calls), [true, true, true]);
    assert.deepEqual(derived([started('npm run dev'), output('b7f'), output('b8')]), [false, false, false]);
  });

  test('is the same in the file that keeps it, which is no file of others', () => {
    const kept = (id: string): string => `/tmp/claude-1000/-home-dev-shop/0b1c2d3e/tasks/${id}.output`;
    const looks = [
      toolEnd('Read', { file_path: kept('b7f') }, { output: 'It says so.' }),
      shell(`tail -50 ${kept('b7f')}`, 'It says so.'),
    ];
    for (const look of looks) {
      assert.deepEqual(derived([started('npm run dev'), look]), [false, false]);
      assert.deepEqual(derived([started('curl -N https://x.example/feed'), look]), [true, true]);
    }
    assert.deepEqual(derived([toolEnd('Read', { file_path: '/tmp/notes/tasks/b7f.output' })]), [true]);
  });

  test('belongs to its command by the name that any agent gives it', () => {
    const ways: [ToolEnd, ToolEnd][] = [
      [
        toolEnd('exec_command', { cmd: 'curl -N https://x.example/feed' }, { result: { session_id: 7 } }),
        toolEnd('write_stdin', { session_id: 7, chars: '' }),
      ],
      [
        toolEnd('bash', { command: 'gh pr view 3', mode: 'async', shellId: 'pr' }),
        toolEnd('read_bash', { shellId: 'pr', delay: 5 }),
      ],
      [
        toolEnd('run_in_terminal', { command: 'wget -qO- x.example' }, { output: 'Terminal started with ID=t-3' }),
        toolEnd('get_terminal_output', { id: 't-3' }),
      ],
      [
        toolEnd('Bash', { command: 'tail -f docs/a.md' }, { result: { backgroundTaskId: 'b2' } }),
        toolEnd('TaskOutput', { task_id: 'b2' }),
      ],
    ];
    for (const [begun, shown] of ways) {
      assert.equal(derived([shell('curl -so docs/a.md https://x.example/a'), begun, shown])[2], true, begun.tool);
    }
  });
});
