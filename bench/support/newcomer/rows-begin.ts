import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Walk } from './walk.ts';

/** One row of the checklist: what is asked for, and a look that says what was seen or throws. */
export interface Row {
  row: number;
  asks: string;
  look(walk: Walk): string | Promise<string>;
}

const settingsOf = ({ home }: Walk): Record<string, string> => {
  const files = ['.claude/settings.json', '.claude.json', '.codex/config.toml', '.codex/hooks.json'];
  return Object.fromEntries(
    files.filter((file) => existsSync(join(home, file))).map((file) => [file, readFileSync(join(home, file), 'utf8')]),
  );
};
let before: Record<string, string> = {};
/** What set-up showed on a terminal. */
let setUp = '';

/** The rows of a first hour: set-up, import, health, help; in this order, since each needs what the ones before left. */
export const FIRST_ROWS: readonly Row[] = [
  {
    row: 26,
    asks: 'help in groups, with examples, and what to type next',
    look(walk) {
      const { out } = walk.run('--help');
      for (const group of ['Everyday:', 'Curate:', 'Set up:', 'Look inside:', 'Examples:', 'Help of a command'])
        assert.ok(out.includes(group), group);
      assert.match(walk.run('help search').out, /Examples:/);
      return '`cairn --help`: five groups, six examples, how to get help of a command and the manual';
    },
  },
  {
    row: 38,
    asks: 'empty lists name the next step',
    look(walk) {
      for (const words of ['sessions', 'search retry', 'patterns', 'resume'])
        assert.match(walk.run(words).err + walk.run(words).out, /cairn \w+|-a\b|fewer/, words);
      return '`sessions`, `search`, `patterns`, `resume` over an empty memory each name a command or another scope';
    },
  },
  {
    row: 2,
    asks: 'one command sets up, says what it changes, asks once',
    async look(walk) {
      before = settingsOf(walk);
      const dry = walk.run('setup --dry-run');
      assert.equal(dry.code, 0);
      assert.deepEqual(settingsOf(walk), before);
      setUp = (
        await walk.typed('setup', [
          ['Codex (hooks, MCP, ', '\r'],
          ['Set Cairn up like this?', 'd'],
          ['bin/hook', 'y'],
          ['Import', 'y'],
        ])
      ).out;
      assert.match(setUp, /Set up: Claude Code, Codex/);
      assert.match(setUp, /To undo it, to the byte: cairn uninstall/);
      assert.match(walk.run('setup --yes').err, /Already set up|Nothing changed/);
      return '`setup --dry-run` changed nothing; on one screen `setup` says what each agent gets, shows the changes on `d`, asks once and tries the hook; again it says so in a line';
    },
  },
  {
    row: 10,
    asks: 'private by default, says so at set-up, and can pause',
    async look(walk) {
      assert.match(setUp, /Private: what agents do is kept in your home/);
      assert.match(setUp, /Nothing leaves this machine unless/);
      const paused = walk.run('pause 10m');
      assert.equal(paused.code, 0, paused.err);
      assert.match(walk.run('status').out, /paused/i);
      await walk.window('unpause');
      assert.doesNotMatch(walk.run('status').out, /^Paused/m);
      assert.match(walk.run('privacy').out + walk.run('privacy').err, /redact|exclude/i);
      return 'set-up says what is kept, what leaves and how to stop; `pause 10m` shows in `status`, `unpause` ends it; `privacy` counts what was redacted and left out';
    },
  },
  {
    row: 5,
    asks: 'past sessions are read at once, and something of them is shown',
    look(walk) {
      assert.match(setUp, /added +\d+ events/);
      assert.match(setUp, /The next session in this folder will be told:[\s\S]*idempotency/i);
      assert.equal((walk.json('sessions').entries as unknown[]).length, 5);
      return `set-up imports after a yes (${/added.*/.exec(setUp)?.[0].replace(/ +/g, ' ').trim()}) and shows what the next session here is told; five sessions of this folder listed`;
    },
  },
  {
    row: 27,
    asks: 'progress on a terminal, quiet in a pipe',
    async look(walk) {
      const shown = await walk.window('import --yes');
      const piped = walk.run('import --yes');
      assert.ok(!`${piped.out}${piped.err}`.includes('\u001b['));
      assert.match(shown.out, /known before/);
      return '`import` in a window and in a pipe: same figures, no control codes in the pipe';
    },
  },
  {
    row: 1,
    asks: 'a hook takes no time, says nothing when it fails, exits 0',
    look({ home, project }) {
      const hook = join(home, '.cairn', 'bin', 'hook');
      const env = { HOME: home, PATH: '/usr/bin:/bin' };
      for (const input of ['', 'no json', JSON.stringify({ session_id: 'a', hook_event_name: 'Stop', cwd: project })]) {
        const { status, stderr } = spawnSync(hook, ['claude-code', 'Stop'], { input, env, encoding: 'utf8' });
        assert.deepEqual([status, stderr], [0, '']);
      }
      return 'empty, wrong and right input: exit 0, nothing on stderr; times in hook.md';
    },
  },
  {
    row: 6,
    asks: 'status: worker, size, queue, hooks last seen',
    look(walk) {
      const { out } = walk.run('status');
      for (const word of ['version', 'worker', 'agents', 'memory', 'disk', 'waiting', 'hooks'])
        assert.match(out, new RegExp(`^${word} `, 'm'));
      return `${out.trim().split('\n').length} lines, each a fact`;
    },
  },
  {
    row: 4,
    asks: 'doctor: what is wrong first, a line a group, a report to paste',
    look(walk) {
      const { out } = walk.run('doctor');
      const lines = out.trim().split('\n');
      assert.ok(lines.length <= 20, `${lines.length} lines`);
      assert.match(walk.run('doctor -v').out, /\n(?:.*\n){20}/);
      const report = walk.run('doctor --report').out;
      assert.ok(!report.includes(walk.home));
      return `\`doctor\` ${lines.length} lines, \`-v\` all checks, \`--report\` without a path of the home`;
    },
  },
  {
    row: 7,
    asks: 'errors say what, why and the command that helps, with a code and a page',
    async look(walk) {
      for (const words of ['search', 'config set log.level loud', 'sessions show nosuch', 'projects rename x'])
        assert.match(walk.run(words).err, /^error: .+\nfix: {3}.+/m, words);
      const { error } = walk.json('config set log.level loud') as { error: { code: string; fix: string } };
      assert.ok(error.code === 'invalid_input' && error.fix !== '');
      assert.match((await walk.window('projects rename x')).out, /more: {2}cairn help not_found/);
      assert.match(walk.run('help invalid_input').out, /^invalid_input: .*troubleshooting\.md#invalid_input/s);
      return 'four wrong commands: `error:` and `fix:`; on a terminal `more:` names the code, whose page is docs/help/troubleshooting.md';
    },
  },
  {
    row: 25,
    asks: 'did you mean: commands, options, settings, agents, actions, projects',
    look(walk) {
      const said = (words: string): string => walk.run(words).err;
      assert.match(said('serach x'), /Did you mean search/);
      assert.match(said('search x --limt 3'), /Did you mean --limit/);
      assert.match(said('config get context.startToken'), /Did you mean "context\.startTokens"/);
      assert.match(said('search x --agent clode-code'), /Did you mean "claude-code"/);
      assert.match(said('sessions showw'), /Did you mean "show"/);
      assert.match(said('backup lst'), /Did you mean "list"/);
      assert.match(said('help serach'), /Did you mean "search"/);
      assert.match(said('search x --project nosuch'), /cairn projects/);
      return 'all of them suggest the right word; an unknown project names `cairn projects`';
    },
  },
  {
    row: 22,
    asks: 'completions for the shells, and a manual page',
    look(walk) {
      for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
        assert.match(walk.run(`completion ${shell}`).out, /cairn complete/, shell);
      assert.match(walk.run(['complete', '--', 'sessions', 'show', '']).out, /s_\w{16}/);
      assert.match(walk.run('help --man').out, /^\.TH CAIRN 1/);
      return 'bash, zsh, fish and PowerShell; sessions are completed live; `help --man` is the page of `man cairn`';
    },
  },
  {
    row: 41,
    asks: 'documentation as a site, with troubleshooting',
    look() {
      const docs = new URL('../../../docs/', import.meta.url);
      for (const page of ['start.md', 'concepts.md', 'help/faq.md', 'help/troubleshooting.md', 'reference/json.md'])
        assert.ok(existsSync(new URL(page, docs)), page);
      return `${readdirSync(docs, { recursive: true }).filter((name) => String(name).endsWith('.md') && !String(name).includes('node_modules')).length} pages; test/docs builds and checks them`;
    },
  },
];

/** The last row: nothing is left of what set-up wrote. */
export const LAST_ROWS: readonly Row[] = [
  {
    row: 3,
    asks: 'uninstall puts every byte back and keeps the memory',
    async look(walk) {
      const { out, code } = await walk.window('uninstall --yes');
      assert.equal(code, 0, out);
      assert.deepEqual(settingsOf(walk), before);
      assert.ok(existsSync(join(walk.home, '.cairn', 'cairn.db')));
      return 'settings of both agents byte for byte as before, comments included; the database is still there';
    },
  },
];
