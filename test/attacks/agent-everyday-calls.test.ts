// What an agent runs all day takes back nothing that a person stated or confirmed meanwhile: other servers have `/api/v1/`, other
// programs a `cli.js`, and many commands name a file whose contents are never kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

const PERSON = { surface: 'cli', person: true, terminal: '/dev/pts/3' } as const;

/** Calls of everyday work, with how many milliseconds after a person's act each ended. None names Cairn; that of others holds its name. */
const EVERYDAY: readonly [string, laterMs: number][] = [
  ['source .env && curl -s -X PATCH "$BASE/api/v1/users/me/settings" -d @body.json', -100_000],
  ['source .env && curl -s -X POST "$BASE/api/v1/orders/12/update"', 50_000],
  ['docker compose --env-file .env run app node dist/cli.js update-index', -60_000],
  ['node --env-file=.env dist/cli.js merge --dry-run', -60_000],
  ['curl -s -X PATCH "$BASE/api/v1/users/me/settings" -d @body.json', -60_000],
  ['curl -s http://localhost:3000/api/v1/observe | jq .', 1_000],
  ['curl -s http://localhost:3000/api/v1/auth/login -d \'{"remember":true}\' | jq .', 1_000],
  ['pytest tests/api/v1/ -k "remember" | tail -5', 1_000],
  ['curl -s http://localhost:3000/api/v1/settings | jq -r ".[].key"', 100_000],
  ['curl -s http://localhost:3000/api/v1/settings | jq -r ".[].key"', -50_000],
  ['ssh -i ~/.ssh/id_ed25519 host "cd /srv && node cli.js update"', 60_000],
  ['set -a; . ./.env.test; set +a; npx vitest run src/api/v1/settings.test.ts', 100_000],
  ['git add .env.example .env && git commit -m "move settings to /api/v1/settings"', 60_000],
  ['cd /Users/mcairns/shop && source .env && npm run update', -10_000],
  ['docker compose -f ~/cairn-web/compose.yml --env-file .env run app review | tail -5', 1_000],
  ['node dist/cli.js review confirm 12 | tail -5', 1_000],
  ["curl -s localhost:3000/api/v1/reviews -d '<private>' | jq .", 1_000],
];

for (const [command, laterMs] of EVERYDAY) {
  for (const source of ['transcript', 'hook'] as const) {
    test(`a call of everyday work takes nothing back and puts nothing in doubt, by ${source}: ${command}, ${laterMs}`, async (context) => {
      const { memory, intake, at } = openFresh(context, { caller: PERSON });
      const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
      const proposed = await agent.remember({ text: 'We always deploy by hand.', kind: 'constraint' });
      await memory.update(proposed.id, { status: 'confirmed' });
      const stated = await memory.remember({ text: 'Never run npm install.', kind: 'constraint' });
      const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, at: Date.now() + laterMs };
      const body = { kind: 'tool.end', tool: 'Bash', input: { command }, output: 'ok', success: true } as const;
      await intake.events([{ ...place, identity: { number: 'call' }, source, body }]);
      await memory.settled();
      const { records } = await memory.get([proposed.id, stated.id]);
      assert.deepEqual(
        records.map(({ detail }) => [detail.status, detail.takenBack]),
        [
          ['confirmed', undefined],
          ['stated', undefined],
        ],
      );
      const { checks } = await memory.doctor();
      assert.match(checks.find(({ name }) => name === 'acts in your name')?.message ?? '', /^No agent was seen/);
      assert.match((await memory.context({ cwd: at.project })).text, /npm install/);
    });
  }
}
