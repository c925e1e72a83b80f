import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import type { HealthCheck } from '../../../src/core/model/check.ts';
import { DAY_MS } from '../../../src/core/text/calendar.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import * as hermes from '../../agents/hermes/fixtures.ts';
import * as openclaw from '../../agents/openclaw/fixtures.ts';
import { openFresh } from '../../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

async function checkOf({ memory }: Opened, agent: string): Promise<HealthCheck | undefined> {
  const { checks } = await memory.doctor({});
  return checks.find(({ name }) => name === `transcripts:${agent}`);
}

async function importAll({ memory }: Opened, agent: string): Promise<void> {
  for await (const _progress of memory.import({ agent }));
}

/** Writes a file that was last changed `days` days ago. */
function writeOld(path: string, text: string, days: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  age(path, days);
}

function age(path: string, days: number): void {
  const at = (Date.now() - days * DAY_MS - 60_000) / 1_000;
  utimesSync(path, at, at);
}

suite('the transcripts of an agent', () => {
  test('are well once an event came of one, and a warning while none was read', async (context) => {
    const opened = openFresh(context);
    openclaw.writeStore(openclaw.databaseIn(opened.at.userHome), openclaw.storeRows());
    const before = await checkOf(opened, 'openclaw');
    assert.deepEqual([before?.status, before?.fix], ['warning', 'cairn import --agent openclaw']);
    await importAll(opened, 'openclaw');
    assert.deepEqual(await checkOf(opened, 'openclaw'), {
      name: 'transcripts:openclaw',
      status: 'ok',
      message: 'Read: 1 transcript.',
    });
  });

  test('are a warning when they were read and no event came of any', async (context) => {
    const opened = openFresh(context);
    const path = hermes.databaseIn(opened.at.userHome);
    mkdirSync(dirname(path), { recursive: true });
    const db = openDatabase(path);
    db.exec('CREATE TABLE conversations (id text)');
    db.close();
    await importAll(opened, 'hermes');
    const found = await checkOf(opened, 'hermes');
    assert.equal(found?.status, 'warning');
    assert.match(found?.message ?? '', /^No event came of 1 transcript of Hermes Agent: /);
    assert.match(found?.fix ?? '', /cairn import --agent hermes; .*update Cairn/);
  });

  test('are well with one that gave nothing among others', async (context) => {
    const opened = openFresh(context);
    openclaw.writeStore(openclaw.databaseIn(opened.at.userHome), openclaw.storeRows());
    openclaw.writeStore(openclaw.databaseIn(opened.at.userHome, 'idle'), []);
    await importAll(opened, 'openclaw');
    const found = await checkOf(opened, 'openclaw');
    assert.deepEqual([found?.status, found?.message], ['ok', 'Read: 2 transcripts. No event came of 1 of them.']);
  });

  test('that are not found where the agent is used are a warning with its folder', async (context) => {
    const opened = openFresh(context);
    const folder = join(opened.at.userHome, '.openclaw');
    writeOld(join(folder, 'agents', 'main', 'agent', 'newer-form.bin'), 'x', 2);
    const found = await checkOf(opened, 'openclaw');
    assert.equal(found?.status, 'warning');
    assert.equal(
      found?.message,
      `OpenClaw is used here (${folder} changed 2 days ago), but no session in a form that Cairn knows was found.`,
    );
    assert.match(found?.fix ?? '', /cairn import --agent openclaw/);
  });

  test('a request of Hermes that failed is none', async (context) => {
    const opened = openFresh(context);
    const dump = join(opened.at.userHome, '.hermes', 'sessions', 'request_dump_x_20261122_1.json');
    writeOld(dump, '{"session_id":"x","request":{}}', 0);
    await importAll(opened, 'hermes');
    const found = await checkOf(opened, 'hermes');
    // It has hooks: how it is used is seen by them, not by its folder.
    assert.deepEqual([found?.status, found?.message], ['ok', 'Hermes Agent has no transcripts here.']);
  });

  test('that are all of long before its last use are a warning', async (context) => {
    const opened = openFresh(context);
    const folder = join(opened.at.userHome, '.openclaw');
    const line =
      '{"type":"message","id":"a","timestamp":"2026-05-12T01:02:27Z","message":{"role":"user","content":"Go."}}\n';
    const old = join(folder, 'agents', 'main', 'sessions', 's1.jsonl');
    writeOld(old, line, 60);
    await importAll(opened, 'openclaw');
    assert.equal((await checkOf(opened, 'openclaw'))?.status, 'ok');
    writeOld(join(folder, 'agents', 'main', 'agent', 'newer-form.bin'), 'x', 0);
    const found = await checkOf(opened, 'openclaw');
    assert.equal(found?.status, 'warning');
    assert.match(
      found?.message ?? '',
      /^OpenClaw is used here .* but its newest session in a form that Cairn knows is of /,
    );
  });

  test('of an agent that is in use no more, or never was, are no fault', async (context) => {
    const opened = openFresh(context);
    writeOld(join(opened.at.userHome, '.pi', 'agent', 'settings.json'), '{}', 90);
    const found = await checkOf(opened, 'pi');
    assert.deepEqual([found?.status, found?.message], ['ok', 'pi has no transcripts here.']);
    assert.equal(await checkOf(opened, 'grok'), undefined);
  });

  test('that are not found although its hooks fire are a warning', async (context) => {
    const opened = openFresh(context);
    const hook = { agent: 'qwen-code', delivery: 'd-1', at: Date.now() };
    const payload = (more: object): string => JSON.stringify({ session_id: 's-1', cwd: opened.at.project, ...more });
    await opened.memory.takeHook({ ...hook, event: 'SessionStart', payload: payload({ source: 'startup' }) });
    assert.equal((await checkOf(opened, 'qwen-code'))?.status, 'ok');
    const prompt = payload({ prompt: 'Round the amounts.' });
    await opened.memory.takeHook({ ...hook, event: 'UserPromptSubmit', delivery: 'd-2', payload: prompt });
    const found = await checkOf(opened, 'qwen-code');
    assert.equal(found?.status, 'warning');
    assert.match(found?.message ?? '', /^Qwen Code is used here \(its last hook fired .*\), but no session/);
  });
});
