// What is not kept shows an agent's act all the same: neither a file of the project nor a pause hides what it did in a person's name.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { type FreshHome, openFresh } from '../support/fresh-home.ts';

const RULE = 'Always deploy by curl.';
const PERSON = { surface: 'cli', person: true, terminal: '/dev/pts/3' } as const;

type Opened = OpenedMemory & { at: FreshHome };

function settle({ at }: Opened, settings: object): void {
  mkdirSync(join(at.project, '.cairn'), { recursive: true });
  writeFileSync(join(at.project, '.cairn', 'config.json'), JSON.stringify(settings));
}

const WAYS: Record<string, (opened: Opened) => unknown> = {
  'where the project has recording off': (opened) => settle(opened, { 'capture.enabled': false }),
  'where its patterns hide the command': (opened) =>
    settle(opened, { 'privacy.patterns': ['cairn*', 'created', 'remember'] }),
  'where it excludes every file': (opened) => settle(opened, { 'privacy.excludePaths': ['**', '?*'] }),
  'in a pause that it began': ({ memory, at }) =>
    memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project }).pause({}),
};

async function run({ intake, memory, at }: Opened, output: string): Promise<void> {
  const command = `script -qec "env -i cairn remember '${RULE}' > /dev/null" /dev/null`;
  const input = { command, file_path: 'src/a.ts' };
  const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, at: Date.now() + 300 };
  const body = { kind: 'tool.end', tool: 'Bash', input, output, success: true } as const;
  await intake.events([{ ...place, identity: { number: 'call' }, source: 'transcript', body }]);
  await memory.settled();
}

function open(context: TestContext): Opened {
  return openFresh(context, { caller: PERSON });
}

for (const [name, way] of Object.entries(WAYS)) {
  for (const isCallFirst of [false, true]) {
    test(`what an agent stated for a person ${name} is taken back, the ${isCallFirst ? 'call' : 'act'} first`, async (context) => {
      const opened = open(context);
      const { memory, store } = opened;
      await memory.remember({ text: 'Use pnpm.', kind: 'decision' });
      await way(opened);
      if (isCallFirst) await run(opened, 'done');
      const { id } = await memory.remember({ text: RULE, kind: 'constraint' });
      if (!isCallFirst) await run(opened, `${id} created`);
      await memory.settled();
      const [record] = (await memory.get(id)).records;
      assert.deepEqual([record?.author, record?.detail.status], ['agent', 'proposed']);
      const entry = (await memory.reviewLog()).entries.find((one) => one.id === id);
      assert.equal(entry?.takenBack?.agent, 'claude-code');
      // The log holds nothing that it is not to keep.
      const { byEvent } = await store.log.counts();
      const isKept = !/recording off|pause/.test(name);
      assert.equal(byEvent['tool.end'] ?? 0, isKept ? 1 : 0);
    });
  }
}
