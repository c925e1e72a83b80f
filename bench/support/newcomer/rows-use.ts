import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './rows-begin.ts';
import { sessionIn, type Walk } from './walk.ts';

const ESCAPE = '\u001b';
const CODES = /\u001b(?:\[[0-9;?]*[A-Za-z]|\]8;;[^\u0007\u001b]*(?:\u0007|\u001b\\))/g;
const firstHit = (walk: Walk, words = 'search retry'): string => {
  const [hit] = walk.json(words).hits as { id: string }[];
  assert.ok(hit, `${words} finds nothing`);
  return hit.id;
};

/** The rows of everyday use, over the imported sessions. */
export const USE_ROWS: readonly Row[] = [
  {
    row: 8,
    asks: '--json everywhere, one value, shapes written down',
    look(walk) {
      const commands = [
        'search retry',
        'recall retry',
        'resume',
        'context',
        'sessions',
        'timeline yesterday',
        'project',
      ];
      const more = [
        'threads',
        'patterns',
        'tripwires',
        'stats',
        'impact',
        'projects',
        'report',
        'config',
        'status',
        'jobs',
      ];
      for (const words of [...commands, ...more, 'doctor', 'privacy', 'collections', 'log', 'backup list'])
        assert.doesNotThrow(() => walk.json(words), words);
      return `${commands.length + more.length + 5} commands gave one JSON value; docs/reference/json.md has the shapes`;
    },
  },
  {
    row: 9,
    asks: 'streams, NO_COLOR, FORCE_COLOR, local time, exit codes',
    async look(walk) {
      assert.ok(!walk.run('search retry').out.includes(ESCAPE));
      assert.ok((await walk.window('search retry')).out.includes(`${ESCAPE}[1m`));
      assert.ok(!(await walk.window('search retry', { env: { NO_COLOR: '1' } })).out.includes(`${ESCAPE}[1m`));
      assert.ok(walk.run('search retry', { env: { FORCE_COLOR: '1' } }).out.includes(ESCAPE));
      assert.match((await walk.window('sessions')).out, /yest|today|\d{2}:\d{2}/);
      assert.equal(walk.run('nosuch').code, 2);
      return 'colours in a window alone, or with FORCE_COLOR; none with NO_COLOR; local times; 2 for wrong usage';
    },
  },
  {
    row: 11,
    asks: 'search: filters, matched words marked, why each hit',
    async look(walk) {
      assert.match((await walk.window('search idempotency')).out, new RegExp(`${ESCAPE}\\[[0-9;]+m[Ii]dempotency`));
      assert.ok(
        (walk.json('search key kind:summary').hits as { kind: string }[]).every(({ kind }) => kind === 'summary'),
      );
      assert.match(walk.run('search retry --explain').out, /rank|score|words/i);
      return 'matched words are marked, `kind:` filters, `--explain` gives the parts of the rank; times in cli.md and recall-speed.md';
    },
  },
  {
    row: 12,
    asks: 'cairn ui opens a page that signs in by itself',
    look(walk) {
      const { url } = walk.json('ui --no-open') as { url: string };
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\//);
      return '`ui --no-open` gives an address of this machine with a code that works once';
    },
  },
  {
    row: 13,
    asks: 'what happens is seen live',
    look(walk) {
      assert.match(walk.run('help events').out, /--follow/);
      assert.match(walk.run('events --last 3').out, /\n/);
      return '`events` has the log, `events --follow` goes on';
    },
  },
  {
    row: 15,
    asks: 'keys everywhere, and a page of them',
    async look(walk) {
      const { out } = await walk.screen('browse', '?');
      assert.match(out.replaceAll(CODES, ''), /search|next session/i);
      return '`cairn` in a window: lists, preview, `?` shows the keys, `q` ends; test/cli/browse has each key';
    },
  },
  {
    row: 16,
    asks: 'destructive questions default to No, and can be undone',
    async look(walk) {
      const id = firstHit(walk);
      await walk.window(['forget', id], { keys: '\r' });
      assert.equal((walk.json(`get ${id}`).records as unknown[]).length, 1);
      const gone = await walk.window(['forget', id, '--yes']);
      assert.equal((walk.json(`get ${id}`).records as unknown[]).length, 0, gone.out);
      const back = await walk.window(['forget', '--undo', /f_\w{16}/.exec(gone.out)?.[0] ?? 'none']);
      assert.equal((walk.json(`get ${id}`).records as unknown[]).length, 1, back.out);
      return 'Enter at `forget` erased nothing; `--yes` did, and `forget --undo` brought it back';
    },
  },
  {
    row: 17,
    asks: 'a session step by step, and what was around a moment',
    look(walk) {
      const session = sessionIn(walk);
      assert.match(walk.run(`story ${session}`).out, /\n(?:.*\n){8}/);
      assert.match(walk.run('timeline yesterday').out + walk.run(`timeline ${firstHit(walk)}`).out, /\n/);
      return '`story ID` has prompts, calls and changes in order; `timeline` around an id';
    },
  },
  {
    row: 23,
    asks: 'settings: get, set, unset, edit, path, origin, typos',
    look(walk) {
      assert.match(walk.run('config').out, /\(default\)|config\.json/);
      assert.equal(walk.run('config path').out.trim(), '~/.cairn/config.json');
      const edited = walk.run('config edit', { env: { EDITOR: 'sed -i s/^}/"log.level":"debug"}/' } });
      assert.equal(edited.code, 0, edited.err);
      assert.equal(walk.run('config get log.level').out.trim(), 'debug');
      assert.notEqual(walk.run('config edit', { env: { EDITOR: 'sed -i s/debug/loud/' } }).code, 0);
      assert.equal(walk.run('config unset log.level').code, 0);
      return '`config edit` took over what was right and refused what was not; `config path`; every value with its origin';
    },
  },
  {
    row: 24,
    asks: 'settings file with comments, a JSON schema, a file per project',
    look(walk) {
      assert.match(readFileSync(join(walk.home, '.cairn', 'config.json'), 'utf8'), /\/\/ Settings of Cairn/);
      assert.match(walk.run('config schema').out, /"\$schema"/);
      mkdirSync(join(walk.project, '.cairn'), { recursive: true });
      writeFileSync(join(walk.project, '.cairn', 'config.json'), '{"context.enabled": false}');
      const { out, err } = walk.run('context');
      writeFileSync(join(walk.project, '.cairn', 'config.json'), '{"context.startTokens": 9, "llm.url": "http://x"}');
      const settings = Object.values(walk.run('config')).join('\n');
      writeFileSync(join(walk.project, '.cairn', 'config.json'), '{}');
      assert.match(out + err, /\.cairn\/config\.json turns context off/);
      assert.match(settings, /context\.startTokens = 9 \(\.cairn\/config\.json here/);
      assert.match(settings, /Its llm\.url is ignored/);
      return 'comments stay, `config schema`, and a file of a project that narrows: `config` shows what counts and what is ignored';
    },
  },
  {
    row: 28,
    asks: 'what it costs and gives, in three lines; a budget can be tried',
    look(walk) {
      const start = JSON.stringify({
        session_id: 'told',
        hook_event_name: 'SessionStart',
        source: 'startup',
        cwd: walk.project,
      });
      const env = { HOME: walk.home, PATH: '/usr/bin:/bin' };
      spawnSync(join(walk.home, '.cairn', 'bin', 'hook'), ['claude-code', 'SessionStart'], { input: start, env });
      const { out } = walk.run('impact');
      assert.match(out, /^Told .*\nUsed .*\nCost .*\d+ tokens.*\n$/);
      assert.ok(walk.run('impact -v').out.split('\n').length > 8);
      const [small, whole] = ['40', '2000'].map((budget) => walk.run(`context --budget ${budget}`).out.length);
      assert.ok((small ?? 0) < (whole ?? 0), `${small} and ${whole} characters`);
      return '`impact`: told, used, cost in three lines, details behind `-v`; `context --budget 40` is shorter than with 2000';
    },
  },
  {
    row: 29,
    asks: 'why was I told that',
    look(walk) {
      assert.match(Object.values(walk.run(`why ${firstHit(walk)}`)).join('\n'), /Told in \d+ sessions?/);
      assert.match(walk.run('context --explain').out + walk.run('context --explain').err, /\w/);
      return '`why ID` names the sessions that were told it; `context --explain` each line';
    },
  },
  {
    row: 30,
    asks: 'export as JSON, Markdown, SQLite',
    look(walk) {
      assert.match(walk.run('export').out, /^\{/);
      const chosen = walk.run('export --format json --kind commit --since 30d').out;
      assert.ok((JSON.parse(chosen) as { entries: unknown[] }).entries.length > 1);
      assert.match(walk.run('export --format md --kind commit').out, /^## Commit/m);
      assert.equal(walk.run('export commits.sqlite --kind commit').code, 0);
      assert.equal(walk.run('export commits.sqlite --kind commit').code, 1);
      assert.match(walk.run(`sessions export ${sessionIn(walk)}`).out, /^#/m);
      return '`export` of all as JSON lines; of chosen memories as JSON, Markdown, SQLite; no file is overwritten';
    },
  },
  {
    row: 31,
    asks: 'backup and restore, a copy each day',
    look(walk) {
      assert.equal(walk.run('backup create').code, 0);
      assert.match(walk.run('backup list').out, /\d events/);
      assert.equal(walk.run('backup verify').code, 0);
      return '`backup create`, `backup list`, `backup verify`; `backup restore` takes a person (test/cli/backup.test.ts)';
    },
  },
];
