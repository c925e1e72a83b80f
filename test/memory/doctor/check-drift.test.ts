import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { HealthCheck } from '../../../src/core/model/check.ts';
import { weekOf } from '../../../src/ingest/line-counts.ts';
import { openFresh } from '../../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

const WEEK_MS = 7 * 86_400_000;

/** Writes a session of pi of 60 prompts and as many lines of a type, of a version of its format, and imports it. */
async function importSession({ memory, at }: Opened, session: { id: string; version: number; type: string }) {
  const { id, version, type } = session;
  const lines: object[] = [{ type: 'session', version, id, timestamp: '2026-11-20T10:00:00.000Z', cwd: at.project }];
  for (let n = 0; n < 60; n += 1) {
    const timestamp = `2026-11-20T10:00:${String(n).padStart(2, '0')}.000Z`;
    lines.push({ type, id: `${id}-x${n}`, timestamp });
    lines.push({
      type: 'message',
      id: `${id}-m${n}`,
      timestamp,
      message: { role: 'user', content: `Round ${id} ${n}.` },
    });
  }
  const path = join(at.userHome, '.pi', 'agent', 'sessions', '--shop--', `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for await (const _progress of memory.import({ agent: 'pi' }));
}

async function driftOf({ memory }: Opened): Promise<HealthCheck | undefined> {
  const { checks } = await memory.doctor({});
  return checks.find(({ name }) => name === 'drift:pi');
}

/** A home in which a session of version 3 of the format was read three weeks ago, with half of its lines skipped. */
async function withPast(context: TestContext): Promise<Opened> {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3 * WEEK_MS });
  const home = openFresh(context);
  await importSession(home, { id: 'old', version: 3, type: 'custom' });
  context.mock.timers.setTime(Date.now() + 3 * WEEK_MS);
  return home;
}

suite('the drift of an agent', () => {
  test('is no fault while its lines are as they were', async (context) => {
    const opened = await withPast(context);
    assert.equal(await driftOf(opened), undefined);
    await importSession(opened, { id: 'new', version: 3, type: 'custom' });
    const found = await driftOf(opened);
    assert.equal(found?.status, 'ok');
    assert.match(found?.message ?? '', /^50 % of 121 lines of pi since last week gave no event, before 50 %\.$/);
  });

  test('is a warning when its format has a version that was not seen before', async (context) => {
    const opened = await withPast(context);
    await importSession(opened, { id: 'new', version: 4, type: 'custom' });
    const found = await driftOf(opened);
    assert.equal(found?.status, 'warning');
    assert.match(found?.message ?? '', /The format of its transcripts is new: version 4, before 3\./);
    assert.match(found?.fix ?? '', /^Update Cairn/);
  });

  test('is a warning with the types when more of its lines are skipped than before', async (context) => {
    const opened = await withPast(context);
    await importSession(opened, { id: 'new', version: 3, type: 'custom' });
    await importSession(opened, { id: 'newer', version: 3, type: 'message_of_tomorrow' });
    assert.equal((await driftOf(opened))?.status, 'ok');
    const path = join(opened.at.userHome, '.pi', 'agent', 'sessions', '--shop--', 'newest.jsonl');
    writeFileSync(path, '{"type":"turn_of_tomorrow","id":"t"}\n'.repeat(300));
    for await (const _progress of opened.memory.import({ agent: 'pi' }));
    const found = await driftOf(opened);
    assert.equal(found?.status, 'warning');
    assert.match(
      found?.message ?? '',
      /% of 542 lines of pi since last week gave no event, before 50 %: .*turn_of_tomorrow 300 \(new\)/,
    );
  });

  test('weeks are numbered without a gap', () => {
    assert.equal(weekOf(WEEK_MS * 10) - weekOf(WEEK_MS * 9), 1);
  });
});
