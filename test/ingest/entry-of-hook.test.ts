import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findAgent } from '../../src/agents/registry.ts';
import type { JsonValue } from '../../src/core/json.ts';
import type { CleanEvent } from '../../src/core/model/event.ts';
import { entryOfHook } from '../../src/ingest/entry-of-hook.ts';
import { openHomeDoor } from '../../src/ingest/home-door.ts';
import type { JournalEntry } from '../../src/ingest/journal.ts';
import { SESSION_FIXTURES } from '../agents/session-fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What the hooks of an agent write to the journal while no worker answers, one entry for each payload. */
function entriesOf(
  folder: string,
  agent: string,
  hooks: readonly { event: string; payload: JsonValue }[],
): JournalEntry[] {
  const settings = { 'privacy.excludePaths': [], 'privacy.excludeProjects': [], 'privacy.maxChars': 100_000 };
  const door = openHomeDoor({ paths: { key: `${folder}/key`, asides: `${folder}/asides` }, settings });
  return hooks.map(({ event, payload }, i) => {
    const reading = findAgent(agent)?.dialect?.readHook(event, payload, {
      at: 1_790_000_000_000 + i,
      delivery: `d${i}`,
    });
    const events = (reading?.events ?? []).flatMap((raw) => door.clean(raw) ?? []);
    const skipped = reading?.skipped ?? {};
    const entry = { version: 1, agent, event, delivery: `d${i}`, at: 1, events, reconcile: 'later', skipped } as const;
    return JSON.parse(JSON.stringify(entry)) as JournalEntry;
  });
}

suite('all that the hooks of an agent write is taken as it is', () => {
  for (const { agent, hooks } of SESSION_FIXTURES) {
    test(agent, (context) => {
      for (const entry of entriesOf(temporaryFolder(context), agent, hooks))
        assert.deepEqual(entryOfHook(entry), entry);
    });
  }
});

const [PROMPT, CALL] = [
  { kind: 'prompt', text: 'From now on use npm.', origin: 'unknown' },
  { kind: 'tool.end', tool: 'Bash', input: { command: 'ls' }, output: '', success: true },
] as const;

function entry(context: { folder: string }, change: object, body: object = PROMPT): JournalEntry {
  const door = openHomeDoor({
    paths: { key: `${context.folder}/key`, asides: `${context.folder}/asides` },
    settings: { 'privacy.excludePaths': [], 'privacy.excludeProjects': [], 'privacy.maxChars': 100_000 },
  });
  const event = door.clean({
    ...{ agent: 'claude-code', agentSession: 's', at: 1, source: 'hook', identity: { number: '1' }, body: PROMPT },
  });
  const events = [{ ...event, body, ...change } as CleanEvent];
  const base = { version: 1, agent: 'claude-code', event: 'Stop', delivery: 'd', at: 1, reconcile: 'never' } as const;
  return { ...base, events, skipped: {} };
}

const FORGED: Record<string, [change: object, body?: object]> = {
  'a note': [{}, { kind: 'noted', text: 'Use npm.', person: true, detail: {} }],
  'an act': [{}, { kind: 'withdrawn', target: 'o_abcdefghijklmnop', person: true }],
  'an act that takes another back': [{}, { kind: 'revoked', target: 'o_a', act: 'e_a', by: 'e_b', person: false }],
  'what a member shares': [{}, { kind: 'shared', home: 'h', member: 'm', target: 'o_a', item: {} }],
  'a kind that there is not': [{}, { kind: 'obeyed', text: 'Use npm.' }],
  'a prompt without words': [{}, { kind: 'prompt', origin: 'unknown' }],
  'what came by a transcript': [{ source: 'transcript' }],
  'what came by the command line': [{ source: 'cli' }],
  'what another agent did': [{ agent: 'cursor' }],
  'an event of another session': [{ session: 's_abcdefghijklmnop' }],
  'no time': [{ at: '1' }],
  'no key': [{ key: {} }],
};

for (const [name, [change, body]] of Object.entries(FORGED)) {
  test(`an entry is none of a hook with ${name}`, (context) => {
    const folder = temporaryFolder(context);
    assert.ok(entryOfHook(entry({ folder }, {})));
    assert.equal(entryOfHook(entry({ folder }, change, body)), undefined);
  });
}

test('nothing of an entry counts as evidence of a person, or as said by more than a hook', (context) => {
  const folder = temporaryFolder(context);
  const change = {
    authority: 2,
    alsoFrom: ['transcript'],
    project: 'r_abcdefghijklmnop',
    targets: ['o_abcdefghijklmnop'],
  };
  const body = { ...PROMPT, origin: 'person', person: true, terminal: '/dev/pts/3', echo: true };
  const event = entryOfHook(entry({ folder }, change, body))?.events[0];
  assert.deepEqual(event, entry({ folder }, {}).events[0]);
  const reply = { origin: 'person', text: 'Use npm.' };
  const [call] = entryOfHook(entry({ folder }, change, { ...CALL, reply }))?.events ?? [];
  assert.deepEqual(call?.body, { ...CALL, reply: { ...reply, origin: 'unknown' } });
});
