import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { AGENTS, findAgent } from '../../src/agents/registry.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import * as LIMITS from '../../src/core/limits.ts';
import { emptyReconciled, reconcile } from '../../src/ingest/transcripts/reconcile-transcripts.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';
import { SESSION_FIXTURES } from './session-fixtures.ts';

/** Values that no field of a payload has. */
const VALUES: readonly JsonValue[] = [
  null,
  -1,
  1e308,
  true,
  '',
  '../../../etc/passwd',
  'a\0b\ud800',
  [1, 'x', null, [[]], { type: 'text', text: {} }],
  parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}') ?? null,
  parseJson(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) ?? null,
  parseJson(`${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`) ?? null,
];
const isDatabase = (path: string): boolean => /\.(?:db|vscdb|sqlite3?)$/.test(path);

suite('no value of a hook payload makes a dialect throw', () => {
  for (const fixture of SESSION_FIXTURES.filter(({ hooks }) => hooks.length > 0)) {
    test(fixture.agent, () => {
      const dialect = findAgent(fixture.agent)?.dialect;
      const read = (event: string, payload: JsonValue) => dialect?.readHook(event, payload, { at: 1, delivery: 'd' });
      for (const { event, payload } of fixture.hooks) {
        for (const value of VALUES) {
          read(event, value);
          for (const field of Object.keys(payload as JsonObject))
            read(event, { ...(payload as JsonObject), [field]: value });
        }
      }
      for (const event of ['__proto__', 'constructor', 'toString']) assert.deepEqual(read(event, {})?.events, []);
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    });
  }
});

suite('times that nothing can have do not keep a transcript from being read, nor the memory from being asked', () => {
  for (const fixture of SESSION_FIXTURES) {
    test(fixture.agent, async (context) => {
      const { memory, store, intake, at } = openFresh(context);
      const agent = findAgent(fixture.agent);
      assert.ok(agent);
      for (const time of ['1e308', '-1e300', '9e15', '"+275760-09-12T00:00:00.001Z"']) {
        fixture.write(at.userHome, 1);
        for (const { path } of agent.findTranscripts({ home: at.userHome, variables: {} })) {
          if (isDatabase(path)) continue;
          const times = /"(timestamp|time|ts|createdAt|created_at)": ?(?:"[^"]*"|[\d.]+)/g;
          const text = readFileSync(path, 'utf8').replace(times, (_, field) => `"${field}":${time}`);
          writeFileSync(path, text);
          let total = emptyReconciled();
          for await (const step of reconcile({ path, agent, proves: true }, { log: store.log, intake })) total = step;
          assert.ok(total.read > 0 || total.lines === 0, path);
        }
      }
      await memory.settled();
      for (const event of await store.log.since(0, 5_000)) {
        assert.ok(event.at >= LIMITS.times.least && event.at <= LIMITS.times.most, String(event.at));
      }
    });
  }
});

suite('below the folder of an agent no link is followed to a transcript', () => {
  for (const fixture of SESSION_FIXTURES) {
    test(fixture.agent, (context) => {
      const { userHome, root } = freshHome(context);
      const agent = findAgent(fixture.agent);
      const environment = { home: userHome, variables: {} };
      fixture.write(userHome, 1);
      const found = agent?.findTranscripts(environment) ?? [];
      assert.ok(found.length > 0);
      for (const [i, { path }] of found.entries()) {
        const elsewhere = join(root, `${i}-${basename(path)}`);
        renameSync(path, elsewhere);
        symlinkSync(elsewhere, path);
      }
      assert.deepEqual(agent?.findTranscripts(environment), []);
    });
  }
});

suite('a named pipe is no transcript, and nothing waits for it', () => {
  for (const agent of AGENTS) {
    test(agent.name, async (context) => {
      const { store, intake, at } = openFresh(context, { ignorable: /./ });
      const folder = join(at.root, 'pipes');
      mkdirSync(join(folder, 'subagents'), { recursive: true });
      const names = ['transcript.jsonl', 'session.json', 'messages.jsonl', 'crush.db', 'a.messages.json'];
      for (const name of names) {
        const path = join(folder, name);
        execFileSync('mkfifo', [path]);
        agent.companions?.(path);
        for await (const _step of reconcile({ path, agent, proves: true }, { log: store.log, intake }))
          assert.fail('was read');
      }
      takeIgnored();
    });
  }
});

suite('a session whose name is a path leads out of no folder', () => {
  for (const agent of AGENTS.filter(({ transcriptOf }) => transcriptOf !== undefined)) {
    test(agent.name, (context) => {
      const { userHome, root } = freshHome(context);
      const fixture = SESSION_FIXTURES.find((one) => one.agent === agent.name);
      fixture?.write(userHome, 1);
      const environment = { home: userHome, variables: {} };
      const [own] = agent.findTranscripts(environment);
      writeFileSync(join(root, 'secret.jsonl'), '{}\n');
      linkSync(join(root, 'secret.jsonl'), join(root, 'events.jsonl'));
      for (const name of [
        '..',
        '../../../..',
        '../../../../secret',
        root,
        `${root}/secret`,
        'a\0b',
        'x'.repeat(99_999),
      ]) {
        const found = agent.transcriptOf?.(name, environment);
        // One store holds all sessions of some agents.
        if (found !== undefined) assert.ok(own !== undefined && isDatabase(found) && found.startsWith(userHome), found);
      }
    });
  }
});
