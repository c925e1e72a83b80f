import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { AGENTS } from '../../src/agents/registry.ts';
import type { SetupTarget } from '../../src/agents/shared/contract.ts';
import { OWN_FILE_MARK } from '../../src/agents/shared/setup/create-setup.ts';
import { insertJsonc, readJsonc } from '../../src/agents/shared/setup/edit-jsonc.ts';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, planUninstall } from '../../src/setup/uninstall.ts';
import { serversText, settingsText } from '../agents/settings-arbitrary.ts';
import { tomlText } from '../agents/toml-arbitrary.ts';
import { yamlText } from '../agents/yaml-arbitrary.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { sized } from '../support/suite-size.ts';

const LIMIT = { timeout: sized({ small: 300_000, default: 600_000, full: 3_600_000 }) };
const RUNS = { numRuns: sized({ small: 3, default: 12, full: 100 }) };
const NO_WORKER = async (): Promise<undefined> => undefined;

type Files = Record<string, string | undefined>;

const ABLE = AGENTS.filter((agent) => agent.planSetup !== undefined);
const NAMES = ABLE.map(({ name }) => name);

/** Every file that set-up writes below a user's home, and whether it is Cairn's alone. */
const WRITTEN: ReadonlyMap<string, { isOwn: boolean }> = new Map(
  ABLE.flatMap((agent) => agent.planSetup?.(target('/home/dev')) ?? []).map(({ path, after }) => [
    path.slice('/home/dev/'.length),
    { isOwn: after?.includes(OWN_FILE_MARK) === true },
  ]),
);

/** The files as they may stand; absent ones are not there. */
const FILES: fc.Arbitrary<Files> = fc.record(
  Object.fromEntries([...WRITTEN].map(([path, { isOwn }]) => [path, isOwn ? fc.constant(undefined) : textOf(path)])),
);

function target(home: string): SetupTarget {
  const mcpCommand = { command: `${home}/.cairn/bin/cairn`, args: ['mcp'] };
  return { environment: { home, variables: {} }, hookCommand: `${home}/.cairn/bin/hook`, mcpCommand };
}

function textOf(path: string): fc.Arbitrary<string | undefined> {
  if (path.endsWith('.yaml')) return fc.option(yamlText(), { nil: undefined });
  const texts = path.endsWith('.toml') ? tomlText() : path.endsWith('settings.json') ? settingsText() : serversText();
  return fc.option(texts, { nil: undefined });
}

async function setUp(place: SetupEnvironment): Promise<void> {
  const plan = planSetup(chooseAgents(NAMES, place), place);
  await applySetup(plan, place, { now: Date.now(), seenByWorker: NO_WORKER });
}

async function takeOut(place: SetupEnvironment): Promise<void> {
  await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: NO_WORKER });
}

function writeFiles(home: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    if (text !== undefined) writeFileSync(join(home, name), text);
  }
}

function readFiles(home: string, files: Files): Files {
  const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  return Object.fromEntries(Object.keys(files).map((name) => [name, read(join(home, name))]));
}

/** What a file says, whatever its layout; of YAML its lines. */
function meaningOf(name: string, text: string): object {
  if (name.endsWith('.yaml')) return text.split(/\r?\n/).filter((line) => line !== '');
  const value: unknown = name.endsWith('.toml')
    ? parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true })
    : readJsonc(text, []);
  return value as object;
}

/** What is left of a file that set-up made when its user wrote into it: that of some says which form it has. */
const FORMS: Readonly<Record<string, string>> = {
  '.cursor/hooks.json': '{"version":1}',
  '.config/opencode/opencode.json': '{"$schema":"https://opencode.ai/config.json"}',
  '.config/kilo/opencode.json': '{"$schema":"https://opencode.ai/config.json"}',
};

function emptyOf(name: string): string {
  if (FORMS[name] !== undefined) return FORMS[name];
  return /\.(?:toml|yaml)$/.test(name) ? '' : '{}';
}

function withTheirs(name: string, text: string): string {
  if (name.endsWith('.yaml')) return `${text.replace(/[^\n]$/, '$&\n')}theirs: 1\n`;
  return name.endsWith('.toml')
    ? `${text.replace(/[^\n]$/, '$&\n')}[theirs]\nkey = 1\n`
    : insertJsonc(text, { path: ['theirs'] }, { key: 1 });
}

test('set-up of all agents twice is set-up once, and uninstall leaves every byte as it was', LIMIT, async (context) => {
  await fc.assert(
    fc.asyncProperty(FILES, fc.boolean(), async (files, hasBackups) => {
      const at = freshHome(context);
      const place = placeOf(at);
      writeFiles(at.userHome, files);
      await setUp(place);
      const once = readFiles(at.userHome, files);
      for (const text of Object.values(once)) assert.match(text ?? '', /cairn/);
      await setUp(place);
      assert.deepEqual(readFiles(at.userHome, files), once);
      if (!hasBackups) rmSync(place.paths.setupBackups, { recursive: true });
      await takeOut(place);
      assert.deepEqual(readFiles(at.userHome, files), { ...files });
    }),
    RUNS,
  );
});

test('uninstall takes only its own lines out of files that their user went on writing', LIMIT, async (context) => {
  await fc.assert(
    fc.asyncProperty(FILES, async (files) => {
      const at = freshHome(context);
      const place = placeOf(at);
      writeFiles(at.userHome, files);
      await setUp(place);
      const set = readFiles(at.userHome, files);
      const theirs = Object.entries(set).filter(([name]) => WRITTEN.get(name)?.isOwn === false);
      writeFiles(at.userHome, Object.fromEntries(theirs.map(([name, text]) => [name, withTheirs(name, text ?? '')])));
      await takeOut(place);
      for (const [name, text] of Object.entries(readFiles(at.userHome, files))) {
        if (WRITTEN.get(name)?.isOwn === true) {
          assert.equal(text, undefined, name);
          continue;
        }
        const own = files[name] ?? emptyOf(name);
        assert.deepEqual(meaningOf(name, text ?? ''), meaningOf(name, withTheirs(name, own)), name);
      }
    }),
    RUNS,
  );
});
