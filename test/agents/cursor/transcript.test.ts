import assert from 'node:assert/strict';
import { cpSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/cursor/capabilities.ts';
import { companions, findTranscripts, folderOf, readSource, transcriptOf } from '../../../src/agents/cursor/places.ts';
import { createParser } from '../../../src/agents/cursor/transcript.ts';
import { cursorPrompt, cursorTime, cursorWords } from '../../../src/agents/cursor/words.ts';
import type { EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript } from '../read-lines.ts';
import {
  hookEvents,
  MAIN_FILE,
  OLD_FILE,
  readFile,
  SESSION,
  SESSION_FIXTURE,
  SUBAGENT,
  SUBAGENT_FILE,
} from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

/** A file of these lines where Cursor would keep it, last written at 50 s since 1970. */
function written(context: TestContext, lines: readonly unknown[]): string {
  const path = join(temporaryFolder(context), 'agent-transcripts', 's', 's.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  utimesSync(path, 50, 50);
  return path;
}

suite('a transcript of Cursor', () => {
  test('tells of prompts without what the editor adds, of words without thinking, and of tool calls', () => {
    const { events, skipped } = readFile(MAIN_FILE);
    assert.deepEqual(skipped, { turn_ended: 3 });
    assert.deepEqual(
      events.map(({ body }) =>
        'text' in body ? `${body.kind}: ${body.text}` : `${body.kind}: ${'tool' in body ? body.tool : ''}`,
      ),
      [
        'prompt: We decided that amounts are integer cents. Fix the rounding of the discount.',
        'message: I look at the discount first.',
        'tool.start: Read',
        'tool.start: StrReplace',
        'tool.start: Shell',
        'message: The discount is rounded to whole cents now.',
        'prompt: Let an agent find the callers.',
        'tool.start: Task',
        'message: Two files call it: the cart and the invoice.',
        'prompt: Release it.',
      ],
    );
  });

  test('has the time of its file until a prompt brings one', (context) => {
    const path = join(dirname(written(context, [])), 'x.jsonl');
    cpSync(MAIN_FILE, path);
    utimesSync(path, 50, 50);
    const times = readFile(path).events.map(({ at }) => at);
    assert.deepEqual([...new Set(times)], [50_000, Date.parse('2026-09-21T14:14:00Z')]);
  });

  test('of a subagent belongs to the session, with its task', () => {
    const { events } = readFile(SUBAGENT_FILE);
    assert.deepEqual(
      events.map(({ agentSession, subagent, body }) => [agentSession === SESSION, subagent === SUBAGENT, body.kind]),
      ['subagent.start', 'tool.start', 'message'].map((kind) => [true, true, kind]),
    );
    assert.deepEqual(events[0]?.body, {
      kind: 'subagent.start',
      type: 'subagent',
      task: 'Find who requires discount.js.',
    });
  });

  test('with results of tools tells how they ended, and counts what it cannot read', () => {
    const { events, skipped } = readFile(OLD_FILE);
    assert.deepEqual(skipped, { tool: 1, unknown: 1 });
    const ends = events.flatMap(({ body }) =>
      body.kind === 'tool.end' ? [[body.tool, body.output, body.success]] : [],
    );
    assert.deepEqual(ends, [
      ['Bash', 'a.js\nb.js', true],
      ['Read', 'one', false],
    ]);
    assert.equal(events.at(-1)?.body.kind === 'message' && events.at(-1)?.agentSession, 'old-session');
  });

  test('counts lines that are none, and goes on', (context) => {
    const path = written(context, [
      '{"role":"us',
      { role: 'user' },
      { role: 'user', content: 'hello' },
      { role: 'assistant' },
      '',
    ]);
    const { events, skipped } = readFile(path);
    assert.deepEqual(
      events.map(({ body, at }) => [body.kind, at]),
      [['prompt', 50_000]],
    );
    assert.deepEqual(skipped, { malformed: 1, 'user:empty': 1, 'assistant:empty': 1, blank: 1 });
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    for (const path of [MAIN_FILE, SUBAGENT_FILE, OLD_FILE]) {
      const whole = readFile(path);
      for (let until = 0; until < whole.sizeBytes; until += 90) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `stopped at ${until}`);
      }
    }
  });
});

test('one session of Cursor by hook and by transcript gives each event once, in either order', () => {
  const told = [MAIN_FILE, SUBAGENT_FILE].flatMap((path) => readFile(path).events);
  const hooks = hookEvents();
  const folded = fold([...hooks, ...told]);
  assert.deepEqual(fold([...told, ...hooks]), folded);
  const of = (source: string): EventKind[] =>
    folded.flatMap(({ sources, body }) => (sources.join() === source ? [body.kind] : [])).sort();
  assert.deepEqual(of('hook,transcript'), ['message', 'message', 'prompt', 'prompt', 'prompt', 'subagent.start']);
  assert.deepEqual([...new Set(of('transcript'))], ['message', 'tool.start']);
  const start = folded.find(({ body }) => body.kind === 'subagent.start')?.body;
  assert.equal(start?.kind === 'subagent.start' && start.task, 'Find who requires discount.js.');
});

suite('what Cursor writes around words', () => {
  test('is left out of a prompt, of several and of one that is not closed', () => {
    assert.equal(
      cursorPrompt('<x>a</x>\n<user_query>\n one \n</user_query> y <user_query>two</user_query>'),
      'one\ntwo',
    );
    assert.equal(cursorPrompt('<user_query>open'), '<user_query>open');
    assert.equal(cursorPrompt('<system-reminder>x</system-reminder> plain '), 'plain');
    assert.equal(cursorWords('Said.\n\n[REDACTED]'), 'Said.');
  });

  test('may be a time, of a zone or of none', () => {
    const at = Date.parse('2026-03-11T17:32:00Z');
    assert.equal(cursorTime('<timestamp>Wednesday, Mar 11, 2026, 10:32 AM (UTC-7)</timestamp>'), at);
    for (const text of ['', '<timestamp>soon</timestamp>', '<timestamp>']) assert.equal(cursorTime(text), undefined);
  });
});

suite('the places of Cursor', () => {
  test('are found below its folder, subagents with their session', (context) => {
    const home = temporaryFolder(context);
    SESSION_FIXTURE.write(home, 1);
    const environment = { home, variables: {} };
    const found = findTranscripts(environment);
    assert.deepEqual(
      found.map(({ path, sizeBytes }) => sizeBytes === statSync(path).size),
      [true, true],
    );
    const own = transcriptOf(SESSION, environment) ?? '';
    assert.ok(own.endsWith(`${SESSION}/${SESSION}.jsonl`));
    const [subagent = ''] = companions(own);
    assert.deepEqual(readSource(subagent), { session: SESSION, subagent: SUBAGENT, trace: { slug: 'home-dev-shop' } });
    assert.deepEqual(companions(subagent), []);
    assert.equal(transcriptOf('../x', environment), undefined);
  });

  test('say the folder of a project where there is one of that name', (context) => {
    const root = temporaryFolder(context);
    for (const folder of ['my', 'my-app/sub', 'my.app.x', '.hidden/repo'])
      mkdirSync(join(root, folder), { recursive: true });
    assert.equal(folderOf('my-app', root), join(root, 'my-app'));
    assert.equal(folderOf('my-app-sub', root), join(root, 'my-app', 'sub'));
    assert.equal(folderOf('my-app-x', root), join(root, 'my.app.x'));
    assert.equal(folderOf('hidden-repo', root), join(root, '.hidden', 'repo'));
    assert.equal(folderOf('my-gone', root), undefined);
    mkdirSync(join(root, 'my.app'));
    assert.equal(folderOf('my-app', root), undefined, 'where several have it, none is taken');
  });
});
