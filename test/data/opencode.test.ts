import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/opencode/capabilities.ts';
import { readFiles } from '../../src/agents/opencode/files.ts';
import { DIALECT } from '../../src/agents/opencode/hooks.ts';
import { readDatabase } from '../../src/agents/shared/opencode/database.ts';
import { asObject, asString, type JsonObject } from '../../src/core/json.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { readAll, readRows } from '../agents/database-rows.ts';
import { foldEvents } from '../agents/fold-events.ts';
import { writeStore } from '../agents/opencode/fixtures.ts';
import { loadPlugin } from '../agents/opencode/plugin-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/opencode');
const FILES = join(DATA, 'transcripts/agents/opencode');
const KEPT = 0.995;

const ROWS = readRows(join(LIVE, 'transcript.db-rows.jsonl'));

function recordedStore(context: TestContext): string {
  const path = join(temporaryFolder(context), 'opencode.db');
  writeStore(path, ROWS);
  return path;
}

/** Characters of what its user and the agent said. */
function saidIn(events: readonly RawEvent[]): number {
  return events.reduce((sum, { body }) => {
    if (body.kind === 'prompt' || body.kind === 'message') return sum + body.text.length;
    if (body.kind === 'subagent.start') return sum + (body.task ?? '').length;
    return sum + (body.kind === 'compact.end' ? (body.summary ?? '').length : 0);
  }, 0);
}

function assertKept(characters: number, events: readonly RawEvent[]): void {
  assert.ok(characters > 0 && saidIn(events) >= KEPT * characters, `${saidIn(events)} of ${characters}`);
}

suite('the recorded database of OpenCode', () => {
  test('is read, with all that was said in it; what the recording plugin put in is not', (context) => {
    const { events, read, skipped } = readAll(readDatabase('opencode', recordedStore(context)));
    const texts = ROWS.filter(({ table }) => table === 'part').map(({ data }) => asObject(JSON.parse(String(data))));
    const put = 'CTX-CHATMESSAGE-PART';
    const said = texts
      .filter(({ type, text }) => type === 'text' && text !== put)
      .map(({ text }) => asString(text) ?? '');
    assertKept(said.join('').length, events);
    const parts = ROWS.filter(({ table }) => table === 'part').length;
    assert.equal(read + Object.values(skipped).reduce((sum, count) => sum + count, 0), parts);
    assert.deepEqual(skipped, {
      'part:synthetic': 6,
      'part:step-start': 18,
      'part:step-finish': 18,
      'part:patch': 6,
    });
    assert.ok(events.every(({ body }) => !('text' in body) || !body.text.includes(put)));
  });

  test('and what the plugin sent in those runs tell of each event once, in either order', async (context) => {
    const sent = await replay(context, readRows(join(LIVE, 'hooks.jsonl')));
    const hooks = sent.flatMap(({ event, payload }, i) => {
      const { events, skipped } = DIALECT.readHook(event, payload, { at: i, delivery: `d${i}` });
      assert.deepEqual(skipped, {}, event);
      return events;
    });
    const { events } = readAll(readDatabase('opencode', recordedStore(context)));
    const folded = foldEvents([...hooks, ...events], CAPABILITIES.authority);
    assert.deepEqual(foldEvents([...events, ...hooks], CAPABILITIES.authority), folded);
    const of = (kind: string): string[] =>
      folded.filter(({ body }) => body.kind === kind).map(({ sources }) => sources.join());
    assert.deepEqual(of('prompt').sort(), [...Array(4).fill('hook,transcript'), 'transcript', 'transcript']);
    assert.deepEqual(of('turn.end'), Array(4).fill('hook,transcript'));
    assert.deepEqual(of('session.end'), Array(4).fill('hook'));
    assert.equal(of('session.start').length, 5);
  });
});

/** Has the real plugin live through what the recording one saw; gives what it sent. */
async function replay(
  context: TestContext,
  seen: readonly JsonObject[],
): Promise<{ event: string; payload: JsonObject }[]> {
  const { hooks, sent, restart } = await loadPlugin(context, '');
  let now = hooks;
  for (const { event: name, payload } of seen) {
    const [event, { input, output, properties, type }] = [asString(name) ?? '', asObject(payload)];
    if (event === 'plugin.init') now = await restart();
    else if (event.startsWith('event:'))
      await now.event?.({ event: { type: type ?? '', properties: properties ?? {} } });
    else if (event === 'experimental.chat.system.transform') await now[event]?.(asObject(input), { system: [] });
    else await now[event]?.(asObject(input), structuredClone(output));
  }
  return sent();
}

suite('the recorded files of OpenCode', () => {
  for (const storage of ['storage_v2', 'storage_legacy']) {
    test(`${storage} are read, with all that was said in them`, () => {
      const sessions = readdirSync(join(FILES, storage, 'session', 'proj_test'));
      const readings = sessions.map((name) => readAll(readFiles(join(FILES, storage, 'session', 'proj_test', name))));
      const parts = readdirSync(join(FILES, storage, 'part'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => asObject(JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8'))));
      const said = parts.filter(({ type }) => type === 'text').map(({ text }) => asString(text) ?? '');
      // One prompt has lost its parts: only its summary is left.
      const lost = storage === 'storage_legacy' ? 'Open README' : '';
      assertKept(
        [...said, lost].join('').length,
        readings.flatMap(({ events }) => events),
      );
      const read = readings.reduce((sum, reading) => sum + reading.read, 0);
      const skipped = readings.flatMap((reading) => Object.entries(reading.skipped));
      const left = skipped.reduce((sum, [, count]) => sum + count, 0);
      assert.equal(read + left, parts.length + (lost === '' ? 0 : 1));
    });
  }
});
