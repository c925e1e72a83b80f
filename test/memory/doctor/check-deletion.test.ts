import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HealthCheck } from '../../../src/core/model/check.ts';
import { DAY_MS } from '../../../src/core/text/calendar.ts';
import { openFresh } from '../../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

async function deletionIn({ memory }: Opened): Promise<HealthCheck | undefined> {
  const { checks } = await memory.doctor({});
  return checks.find(({ name }) => name === 'deletes:claude-code');
}

/** Writes a transcript of Claude Code that was last used `days` days ago. */
function writeTranscript({ at }: Opened, name: string, days: number): void {
  const folder = join(at.userHome, '.claude', 'projects', '-w');
  const line = { type: 'user', message: { role: 'user', content: `Fix ${name}.` }, uuid: name, cwd: at.project };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, `${JSON.stringify({ ...line, sessionId: name, timestamp: '2026-10-05T10:00:00.000Z' })}\n`);
  const time = (Date.now() - days * DAY_MS) / 1_000;
  utimesSync(path, time, time);
}

test('says what an agent is about to delete, by its own setting, and whether it was read', async (context) => {
  const opened = openFresh(context);
  writeTranscript(opened, 'new', 1);
  assert.match((await deletionIn(opened))?.message ?? '', /30 days after its last use: none goes within 7 days/);

  writeTranscript(opened, 'old', 25);
  const unread = await deletionIn(opened);
  assert.deepEqual([unread?.status, unread?.fix], ['warning', 'cairn import --agent claude-code']);
  assert.match(unread?.message ?? '', /of 1 that go within 7 days, 1 were not read/);

  for await (const _progress of opened.memory.import({ agent: 'claude-code' }));
  const read = await deletionIn(opened);
  assert.equal(read?.status, 'ok');
  assert.match(read?.message ?? '', /1 go, all read, within 7 days\. cairn sessions restore ID/);

  writeFileSync(join(opened.at.userHome, '.claude', 'settings.json'), '{ "cleanupPeriodDays": 365 }');
  assert.match((await deletionIn(opened))?.message ?? '', /365 days after its last use: none goes/);
});
