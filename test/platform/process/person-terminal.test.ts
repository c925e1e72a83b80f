import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { standingOf } from '../../../src/platform/process/person-terminal.ts';
import {
  type ProcessTable,
  parsePs,
  type RunningProcess,
  readProcessTable,
} from '../../../src/platform/process/process-table.ts';

type Row = Partial<Omit<RunningProcess, 'words'>> & { command: string };

/** Processes one below the other, the first at the top, of which the last one asks. */
function tableOf(rows: readonly Row[]): ProcessTable {
  const known = new Map<number, RunningProcess>();
  for (const [i, { command, ...row }] of rows.entries()) {
    const words = command.split(' ');
    const name = (words[0] ?? '').split('/').at(-1) ?? '';
    const own = {
      pid: i + 10,
      parent: i === 0 ? 1 : i + 9,
      userId: 1_000,
      started: '5',
      session: i + 10,
      variables: [],
    };
    const process = { ...own, name, words, ...row };
    known.set(process.pid, process);
  }
  return { read: (pid) => known.get(pid), pids: () => [...known.keys()] };
}

const isPerson = (...rows: Row[]): boolean => 'terminal' in standingOf(rows.length + 9, tableOf(rows));
const at = (terminal: string, session: number) => ({ terminal, session });

suite('a person types', () => {
  test('in a window, over ssh, in a container, below sudo', () => {
    const cli = { command: 'node cli.js', ...at('p1', 11) };
    for (const giver of ['kitty', '/usr/libexec/gnome-terminal-server', 'sshd: ann@pts/1', 'login', 'foot'])
      assert.ok(isPerson({ command: giver }, { command: '-bash', ...at('p1', 11) }, cli), giver);
    assert.ok(isPerson({ command: 'bash', parent: 0, ...at('p0', 10) }, { command: 'node cli.js', ...at('p0', 10) }));
    const sudo = { command: 'sudo -s', ...at('p1', 11) };
    const inside = [
      { command: 'bash', ...at('p2', 13) },
      { command: 'node cli.js', ...at('p2', 13) },
    ];
    assert.ok(isPerson({ command: 'kitty' }, { command: 'bash', ...at('p1', 11) }, sudo, ...inside));
  });

  test('in the terminal of an editor, with what the editor sets for agents', () => {
    for (const giver of [
      'code --type=utility',
      'cursor --type=utility',
      'node /home/a/.vscode-server/x --type=ptyHost',
      'java -cp /opt/idea/lib',
    ]) {
      const variables = ['CURSOR_TRACE_ID', 'CLAUDE_CODE_SSE_PORT', 'GEMINI_CLI_IDE_SERVER_PORT'];
      const cli = { command: 'node cli.js', variables, ...at('p1', 11) };
      assert.ok(isPerson({ command: giver }, { command: 'zsh', variables, ...at('p1', 11) }, cli), giver);
    }
  });

  test('in a terminal of Windows, in WSL 2 and in WSL 1', () => {
    const init = { command: '/init', userId: 0 };
    const cli = { command: 'node cli.js', ...at('p1', 12) };
    const bash = { command: '-bash', ...at('p1', 12) };
    const above = { ...init, name: 'SessionLeader' };
    assert.ok(isPerson(above, { ...init, name: 'Relay(12)' }, bash, cli));
    const leader = { ...init, name: 'SessionLeader', ...at('t1', 11) };
    assert.ok(isPerson(init, leader, { ...bash, ...at('t1', 11) }, { ...cli, ...at('t1', 11) }));
    // What an agent left is adopted by a relay that was made for another.
    for (const relay of [
      { ...init, name: 'Relay(9)' },
      { ...init, name: 'Relay(12)', userId: 1_000 },
      { ...init, name: 'init' },
    ])
      assert.ok(!isPerson(above, relay, bash, cli), JSON.stringify(relay));
  });

  test('in a window of tmux that someone has open', () => {
    const [shell, cli] = [
      { command: 'bash', ...at('p5', 14) },
      { command: 'node cli.js', ...at('p5', 14) },
    ];
    const client = { command: 'tmux attach', ...at('p1', 11) };
    const window = [{ command: 'kitty' }, { command: 'bash', ...at('p1', 11) }, client];
    assert.ok(isPerson(...window, { command: 'tmux new', parent: 1 }, shell, cli));
    assert.ok(
      !isPerson(
        { command: 'bash' },
        { command: 'x' },
        { command: 'x' },
        { command: 'tmux new -d', parent: 1 },
        shell,
        cli,
      ),
    );
  });
});

suite('no person types', () => {
  const window = [{ command: 'kitty' }, { command: 'bash', ...at('p1', 11) }];

  test('below an agent, by its program, its package or its variable, however far above', () => {
    const agents: Row[] = [
      ...['claude', '/home/a/.local/bin/codex --full-auto', 'node /x/node_modules/@google/gemini-cli/dist/index.js'],
      ...['python3 /home/a/.local/bin/aider', '/x/cursor-agent/node /x/cursor-agent/versions/1/index.js'],
    ].map((command) => ({ command, ...at('p1', 11) }));
    agents.push({ command: 'unknown', variables: ['CLAUDECODE'], ...at('p1', 11) });
    for (const agent of agents) {
      const below = [
        { command: 'sh', ...at('p1', 11) },
        { command: 'node cli.js', ...at('p1', 11) },
      ];
      assert.ok(!isPerson(...window, agent, ...below), agent.command);
      const given = [
        { command: 'script', ...at('p1', 11) },
        { command: 'sh', ...at('p2', 14) },
      ];
      assert.ok(!isPerson(...window, agent, ...given, { command: 'node cli.js', ...at('p2', 14) }), agent.command);
    }
    assert.ok(isPerson(...window, { command: 'node cli.js remember claude codex', ...at('p1', 11) }));
  });

  test('without a terminal, and in one that a tool gives with nobody above', () => {
    assert.ok(!isPerson({ command: 'kitty' }, { command: 'bash' }, { command: 'node cli.js' }));
    for (const tool of [
      'script -qec x',
      'expect -f x',
      '/usr/bin/tclsh8.6 /usr/bin/unbuffer',
      'python3.12 -c x',
      'systemd --user',
    ])
      assert.ok(
        !isPerson({ command: tool }, { command: 'sh', ...at('p2', 11) }, { command: 'node cli.js', ...at('p2', 11) }),
        tool,
      );
  });

  test('in a terminal that was left: its shell is not above', () => {
    assert.ok(
      !isPerson(
        ...window,
        { command: 'script', parent: 1, ...at('p1', 11) },
        { command: 'sh', ...at('p2', 13) },
        { command: 'node cli.js', ...at('p2', 13) },
      ),
    );
    assert.ok(!isPerson(...window, { command: 'node cli.js', parent: 1, ...at('p1', 11) }));
  });
});

test('the system tells of this process what it is', () => {
  for (const platform of [process.platform, 'freebsd'] as const) {
    const self = readProcessTable(platform).read(process.pid);
    assert.equal(self?.parent, process.ppid, platform);
    assert.equal(self.userId, process.getuid?.());
    assert.match(self.words.join(' '), /node/);
    assert.equal(readProcessTable(platform).read(process.pid)?.started, self.started);
  }
});

test('ps of macOS is read, with the highest process at a terminal as its leader', () => {
  const table = parsePs(
    [
      '    1     0     0 ??       Mon Nov  2 09:00:01 2026     /sbin/launchd',
      '  400     1   501 ??       Mon Nov  2 09:00:05 2026     /System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal',
      '  410   400     0 ttys001  Mon Nov  2 09:01:00 2026     login -pf ann',
      '  411   410   501 ttys001  Mon Nov  2 09:01:00 2026     -zsh',
      '  420   411   501 ttys001  Mon Nov  2 09:02:00 2026     node /opt/cairn/dist/cli.js review',
    ].join('\n'),
  );
  assert.deepEqual(table.read(420), {
    ...{ pid: 420, parent: 411, userId: 501, started: 'Mon Nov 2 09:02:00 2026', session: 410, terminal: 'ttys001' },
    ...{ name: 'node', words: ['node', '/opt/cairn/dist/cli.js', 'review'], variables: [] },
  });
  assert.deepEqual(standingOf(420, table), { terminal: 'ttys001' });
});
