import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/cline/capabilities.ts';
import { DIALECT } from '../../src/agents/cline/hooks.ts';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../src/core/json.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { hookEvents, readFile } from '../agents/cline/fixtures.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { sentHooks } from '../agents/session-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/cline');
const LONE_FILE = join(DATA, 'transcripts/cline/session.messages.json');
/** The recorded sessions by id, as they lie in the folder. */
const SESSIONS = { '1795303758995_gpiwd': 'transcript.1', '1795303770892_rju1u': 'transcript.2' };

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

/** The recorded transcripts where Cline keeps them. */
function recordedFiles(context: TestContext): string[] {
  const folder = temporaryFolder(context);
  return Object.entries(SESSIONS).map(([session, name]) => {
    const path = join(folder, session, `${session}.messages.json`);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(LIVE, `${name}.messages.json`), path);
    copyFileSync(join(LIVE, `${name}.manifest.json`), join(folder, session, `${session}.json`));
    return path;
  });
}

/** Characters of the texts of users and agents in a file, without what Cline wrote itself and put around them. */
function charactersIn(path: string): number {
  const { messages } = asObject(parseJson(readFileSync(path, 'utf8')));
  const said = (Array.isArray(messages) ? messages.filter(isJsonObject) : []).filter(
    ({ metadata }) => asObject(metadata).displayRole === undefined,
  );
  const texts = said.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isJsonObject) : []));
  const words = ({ type, text }: JsonObject): string => (type === 'text' ? (asString(text) ?? '') : '');
  return texts.map((block) => words(block).replace(/<\/?user_input[^>]*>/g, '').length).reduce((a, b) => a + b, 0);
}

suite('the recorded transcripts of Cline', () => {
  test('keep all that users and agents said', (context) => {
    for (const path of [...recordedFiles(context), LONE_FILE]) {
      const texts = readFile(path).events.map(({ body }) => ('text' in body ? body.text.length : 0));
      const share = texts.reduce((one, other) => one + other, 0) / charactersIn(path);
      assert.ok(share >= 0.995, `${path}: ${share}`);
    }
  });

  test('are read but for what Cline says to the model itself', (context) => {
    for (const path of [...recordedFiles(context), LONE_FILE]) {
      const { events, skipped } = readFile(path);
      assert.ok(events.length > 0);
      assert.deepEqual(
        Object.keys(skipped).filter((type) => type !== 'user:system'),
        [],
      );
      assert.equal(JSON.stringify(events).includes('CTX-'), false);
    }
    assert.ok(readFile(LONE_FILE).events.every(({ agentSession }) => agentSession === '1784094124598_rruoq'));
  });
});

suite('the recorded run of Cline, by hook and by transcript', () => {
  const hooks = sentHooks(join(LIVE, 'hooks.jsonl'));

  test('has no field that is unknown', () => {
    for (const { event, at, payload } of hooks) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
  });

  test('gives each event once in either order, with the prompt that no hook tells', (context) => {
    const told = recordedFiles(context).flatMap((path) => readFile(path).events);
    const own = hookEvents(hooks);
    const folded = fold([...own, ...told]);
    assert.deepEqual(fold([...told, ...own]), folded);
    const of = (source: string, kind: string): number =>
      folded.filter(({ sources, body }) => sources.join() === source && body.kind === kind).length;
    assert.deepEqual([of('transcript', 'prompt'), of('hook', 'prompt')], [2, 0]);
    // The subagent's file was not recorded: its call is known from the hook alone.
    assert.deepEqual(
      [of('hook,transcript', 'tool.end'), of('transcript', 'tool.end'), of('hook', 'tool.end')],
      [6, 0, 1],
    );
  });
});
