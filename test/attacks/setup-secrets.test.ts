// Agents' settings hold keys. Set-up must be able to put every byte back, and keep none of them.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { AGENTS } from '../../src/agents/registry.ts';
import { OWN_FILE_MARK } from '../../src/agents/shared/setup/create-setup.ts';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { removeCopies } from '../../src/setup/setup-backup.ts';
import { applyUninstall, planUninstall } from '../../src/setup/uninstall.ts';
import { attackIn } from '../support/attack.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';

const SECRET = `sk-ant-api03-${'x7Qd'.repeat(24)}`;
const NO_WORKER = async (): Promise<undefined> => undefined;
const ABLE = AGENTS.filter((agent) => agent.planSetup !== undefined);

/** Settings with a key in them, in each form in which people and programs write them. */
const FORMS: Record<string, { json: string; toml: string }> = {
  'on one line': {
    json: `{"env":{"ANTHROPIC_API_KEY":"${SECRET}"},"hooks":{},"mcpServers":{"a":{"command":"a","env":{"KEY":"${SECRET}"}}}}`,
    toml: `key = "${SECRET}"`,
  },
  'on many lines': {
    json: `{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "KEY=${SECRET} say" }] }\n    ]\n  },\n  "env": {\n    "KEY": "${SECRET}"\n  }\n}\n`,
    toml: `[env]\nkey = "${SECRET}"\n\n[mcp_servers.a]\ncommand = "a"\nenv = { KEY = "${SECRET}" }\n`,
  },
};

/** The files of a home that hold the key. */
function holding(home: string): string[] {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => join(home, name));
  return files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(SECRET));
}

async function setUp(place: SetupEnvironment): Promise<void> {
  const plan = planSetup(
    chooseAgents(
      ABLE.map(({ name }) => name),
      place,
    ),
    place,
  );
  await applySetup(plan, place, { now: Date.now(), seenByWorker: NO_WORKER });
}

/** Writes settings with a key for every agent into the places where set-up will write; returns them by path. */
function plantSettings(place: SetupEnvironment, form: { json: string; toml: string }): Map<string, string> {
  const { environment, paths } = place;
  const mcpCommand = { command: paths.launcher, args: ['mcp'] };
  const written = ABLE.flatMap(
    (agent) => agent.planSetup?.({ environment, hookCommand: paths.hook, mcpCommand }) ?? [],
  );
  const shared = written.filter(({ path, after }) => /\.(?:json|toml)$/.test(path) && !after?.includes(OWN_FILE_MARK));
  // Vibe keeps its servers as a list of tables.
  const tables = form.toml.replace('[mcp_servers.a]\n', '[[mcp_servers]]\nname = "a"\n');
  const toml = (path: string): string => (path.includes('.vibe') ? tables : form.toml);
  const texts = new Map(shared.map(({ path }) => [path, path.endsWith('.toml') ? toml(path) : form.json]));
  for (const [path, text] of texts) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return texts;
}

function assertTexts(texts: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) assert.equal(readFileSync(path, 'utf8'), text, path);
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`a key in settings ${name}`, async (context: TestContext) => {
    const at = freshHome(context);
    const place = placeOf(at);
    const texts = plantSettings(place, form);
    assert.ok(texts.size > 10);
    await attackIn(context, `is in nothing that set-up of all agents keeps, ${name}`, async () => {
      await setUp(place);
      assert.deepEqual(holding(at.home), []);
    });
    await attackIn(context, `stays where it is when Cairn is taken out, to the byte, ${name}`, async () => {
      await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: NO_WORKER });
      assertTexts(texts);
      assert.deepEqual(holding(at.home), []);
    });
  });
}

test('whole copies of settings, which earlier versions kept, go after a month, or with Cairn', async (context) => {
  const at = freshHome(context);
  const { paths } = placeOf(at);
  const place = placeOf(at);
  const copies = ['2026-01-02T00-00-00-000Z', '2026-03-01T00-00-00-000Z'].map((name) => join(paths.setupBackups, name));
  for (const folder of copies) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '0.bak'), SECRET);
    writeFileSync(join(folder, 'manifest.json'), '{"version":1,"entries":[]}');
    utimesSync(join(folder, '0.bak'), 0, 0);
  }
  removeCopies(paths.setupBackups, { now: Date.parse('2026-03-02T00:00:00Z') });
  assert.deepEqual(holding(at.home), [join(copies[1] ?? '', '0.bak')]);
  await setUp(place);
  await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: NO_WORKER });
  assert.deepEqual(holding(at.home), []);
});
