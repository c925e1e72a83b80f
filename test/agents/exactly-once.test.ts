import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { AGENTS } from '../../src/agents/registry.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { type OpenedMemory, openLocal } from '../../src/memory/open.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { PATIENT_ENV } from '../support/patience.ts';
import { sized } from '../support/suite-size.ts';
import type { SessionFixture } from './session-fixture.ts';
import { SESSION_FIXTURES } from './session-fixtures.ts';

const RUNS = sized({ small: 6, default: 24, full: 100 });

/** What may happen on the way; at the end all hooks came and the files are whole. Shares are of all there is. */
type Step =
  | { kind: 'hooks'; upTo: number }
  | { kind: 'again'; upTo: number }
  | { kind: 'file'; share: number }
  | { kind: 'crash'; share: number; after: number };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('hooks' as const), upTo: share }),
  fc.record({ kind: fc.constant('again' as const), upTo: share }),
  fc.record({ kind: fc.constant('file' as const), share }),
  fc.record({ kind: fc.constant('crash' as const), share, after: fc.nat(3) }),
);
const ALL: readonly Step[] = [
  { kind: 'file', share: 1 },
  { kind: 'hooks', upTo: 1 },
];

/** What a memory holds after a session came by these steps. */
interface Held {
  ids: string[];
  /** Events without ids: which of several equal ones is which, as the ends of turns, follows the order in which they came. */
  told: string[];
  items: string[];
}

async function play(fixture: SessionFixture, steps: readonly Step[]): Promise<Held> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-once-')));
  const userHome = join(root, 'home');
  mkdirSync(join(userHome, '.cairn'), { recursive: true });
  writeFileSync(join(userHome, '.cairn', 'key'), Buffer.alloc(32, 7), { mode: 0o600 });
  placeDatabase(join(userHome, '.cairn', 'cairn.db'));
  let opened = open(userHome);
  let [sent, grown] = [0, 0];
  const send = async (from: number, to: number): Promise<void> => {
    for (const [i, { event, at, payload }] of fixture.hooks.entries()) {
      if (i < from || i >= to) continue;
      const hook = { agent: fixture.agent, event, payload: JSON.stringify(payload), delivery: `delivery-${i}`, at };
      await opened.memory.takeHook(hook);
    }
  };
  const grow = (to: number): void => {
    grown = Math.max(grown, to);
    fixture.write(userHome, grown);
  };
  try {
    for (const one of steps) {
      if (one.kind === 'hooks') {
        const to = Math.max(sent, Math.ceil(one.upTo * fixture.hooks.length));
        await send(sent, to);
        sent = to;
      } else if (one.kind === 'again') {
        // The same deliveries: a hook that got no answer sends its payload once more.
        await send(0, Math.floor(one.upTo * sent));
      } else if (one.kind === 'file') {
        grow(one.share);
        for await (const _progress of opened.memory.import({ agent: fixture.agent }));
      } else {
        grow(one.share);
        let left = one.after;
        for await (const _progress of opened.memory.import({ agent: fixture.agent })) if (left-- <= 0) break;
        await opened.memory.close();
        opened = open(userHome);
      }
    }
    await opened.memory.settled();
    return await held(opened);
  } finally {
    await opened.memory.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function open(userHome: string): OpenedMemory {
  const env = { CAIRN_HOME: join(userHome, '.cairn'), ...PATIENT_ENV };
  const { paths, settings, deadlines } = resolveConfig({ env, userHome, readText: () => undefined });
  const environment = { home: userHome, variables: {} };
  const caller = { surface: 'cli', person: false, cwd: userHome } as const;
  return openLocal({ paths, settings, deadlines, environment, version: '0.0.0-test', caller });
}

async function held({ store }: OpenedMemory): Promise<Held> {
  const events = await store.log.since(0, 5_000);
  const items = await store.items.list({}, { limit: 5_000 });
  return {
    ids: events.map(({ id }) => id).sort(),
    told: events.map(({ body, at, subagent }) => JSON.stringify([body, at, subagent])).sort(),
    // The id of a pattern is of its project too, and that lies elsewhere each time.
    items: items.map(({ id, kind, author, title }) => `${kind === 'pattern' ? kind : id} ${author} ${title}`).sort(),
  };
}

suite('a session gives the same events and items whichever way it came, cut, repeated and interrupted', () => {
  for (const fixture of SESSION_FIXTURES) {
    test(fixture.agent, { timeout: sized({ small: 300_000, default: 600_000, full: 1_200_000 }) }, async () => {
      const expected = await play(fixture, ALL);
      assert.notEqual(expected.ids.length, 0);
      assert.deepEqual(await play(fixture, ALL.toReversed()), expected);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, hooksFirst) => {
          const rest = hooksFirst ? ALL.toReversed() : ALL;
          assert.deepEqual(await play(fixture, [...steps, ...rest, ...rest]), expected);
        }),
        { numRuns: RUNS },
      );
    });
  }

  test('is tried for every agent that has both, and for one of which a database alone is read', () => {
    const both = AGENTS.filter((agent) => agent.dialect !== undefined && agent.capabilities.transcripts !== undefined);
    const tried = [...both.map(({ name }) => name), 'openclaw'];
    assert.deepEqual(SESSION_FIXTURES.map(({ agent }) => agent).sort(), tried.sort());
  });
});
