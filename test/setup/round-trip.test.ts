import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { insertJsonc, readJsonc } from '../../src/agents/shared/edit-jsonc.ts';
import { applySetup, chooseAgents, planSetup, type SetupPlace } from '../../src/setup/setup.ts';
import { applyUninstall, planUninstall } from '../../src/setup/uninstall.ts';
import { serversText, settingsText } from '../agents/settings-arbitrary.ts';
import { tomlText } from '../agents/toml-arbitrary.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';

const LIMIT = { timeout: 300_000 };
const RUNS = { numRuns: 10 };
const NO_WORKER = async (): Promise<undefined> => undefined;

type Files = Record<string, string | undefined>;

/** The files of all agents that set-up writes, below the user's home, as they may stand; absent ones are not there. */
const FILES: fc.Arbitrary<Files> = fc.record({
  '.claude/settings.json': fc.option(settingsText(), { nil: undefined }),
  '.claude.json': fc.option(serversText(), { nil: undefined }),
  '.kimi-code/config.toml': fc.option(tomlText(), { nil: undefined }),
  '.kimi-code/mcp.json': fc.option(serversText(), { nil: undefined }),
});

async function setUp(place: SetupPlace): Promise<void> {
  const plan = planSetup(chooseAgents(['claude-code', 'kimi-code'], place), place);
  await applySetup(plan, place, { now: Date.now(), seenByWorker: NO_WORKER });
}

async function takeOut(place: SetupPlace): Promise<void> {
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

/** What a file says, whatever its layout. */
function meaningOf(name: string, text: string): object {
  const value: unknown = name.endsWith('.toml')
    ? parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true })
    : readJsonc(text, []);
  return value as object;
}

function withTheirs(name: string, text: string): string {
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
      writeFiles(
        at.userHome,
        Object.fromEntries(Object.entries(set).map(([name, text]) => [name, withTheirs(name, text ?? '')])),
      );
      await takeOut(place);
      for (const [name, text] of Object.entries(readFiles(at.userHome, files))) {
        const own = files[name] ?? (name.endsWith('.toml') ? '' : '{}');
        assert.deepEqual(meaningOf(name, text ?? ''), meaningOf(name, withTheirs(name, own)), name);
      }
    }),
    RUNS,
  );
});
