import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AGENTS } from '../../src/agents/registry.ts';
import { readJsonc } from '../../src/agents/shared/setup/edit-jsonc.ts';
import { asString } from '../../src/core/json.ts';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, planUninstall } from '../../src/setup/uninstall.ts';
import { placeOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';

const options = { now: 1, seenByWorker: async (): Promise<undefined> => undefined };
const SETTINGS = '.claude/settings.json';

async function setUp(place: SetupEnvironment, ...names: string[]): Promise<void> {
  await applySetup(planSetup(chooseAgents(names, place), place), place, options);
}

/** The command that a repository's settings register for an event of Claude Code. */
function commandIn(project: string, event: string): string {
  const text = readFileSync(join(project, SETTINGS), 'utf8');
  return asString(readJsonc(text, ['hooks', event, 0, 'hooks', 0, 'command'])) ?? '';
}

/** Runs a command as an agent does, for a user with that home; gives the entries of Cairn's journal. */
function fire(command: string, home: string): { code: number | null; output: string; journal: string[] } {
  const payload = JSON.stringify({ session_id: 's', prompt_id: 'p', cwd: home, last_assistant_message: 'Done.' });
  const ran = spawnSync('sh', ['-c', command], { input: payload, env: { HOME: home, PATH: process.env.PATH ?? '' } });
  const journal = join(home, '.cairn', 'journal');
  return {
    code: ran.status,
    output: `${ran.stdout}${ran.stderr}`,
    journal: existsSync(journal) ? readdirSync(journal) : [],
  };
}

function projectOf(at: FreshHome): SetupEnvironment & { project: string } {
  return { ...placeOf(at), project: at.project };
}

test('a repository’s own files name no one’s home, and where no Cairn is they do nothing', async (context) => {
  const at = freshHome(context);
  writeFileSync(join(at.project, '.mcp.json'), '{ "mcpServers": {} }\n');
  await setUp(projectOf(at), 'claude-code');
  for (const path of [SETTINGS, '.mcp.json']) {
    const text = readFileSync(join(at.project, path), 'utf8');
    assert.ok(!text.includes(at.userHome), text);
    assert.ok(text.includes('$HOME/.cairn/bin/'));
  }
  const command = commandIn(at.project, 'Stop');
  const stranger = join(at.root, 'stranger');
  mkdirSync(stranger);
  assert.deepEqual(fire(command, stranger), { code: 0, output: '', journal: [] });
  assert.equal(fire(command, at.userHome).journal.length, 1);
});

test('a person’s own hooks tell of an event that a repository’s would tell as well', async (context) => {
  const at = freshHome(context);
  await setUp(projectOf(at), 'claude-code');
  await setUp(placeOf(at), 'claude-code');
  assert.deepEqual(fire(commandIn(at.project, 'Stop'), at.userHome), { code: 0, output: '', journal: [] });
  const place = placeOf(at);
  await applyUninstall(planUninstall(place), place, { now: 2, stopWorker: options.seenByWorker });
  await setUp(projectOf(at), 'claude-code');
  assert.equal(fire(commandIn(at.project, 'Stop'), at.userHome).journal.length, 1);
});

test('set-up of a repository and its undoing leave every byte as it was, and the person’s own files alone', async (context) => {
  const at = freshHome(context);
  const before = '{\n\t// ours\n\t"mcpServers": { "other": { "command": "x" } }\n}\n';
  writeFileSync(join(at.project, '.mcp.json'), before);
  const place = projectOf(at);
  const able = AGENTS.filter((agent) => agent.planSetup !== undefined);
  const plan = planSetup(able, place);
  await applySetup(plan, place, options);
  assert.ok(plan.leftOut.some(({ name }) => name === 'kimi-code'));
  assert.deepEqual(
    planSetup(able, place).agents.flatMap(({ changes }) => changes),
    [],
  );
  assert.deepEqual(readdirSync(at.userHome).sort(), ['.cairn', 'shop']);
  await applyUninstall(planUninstall(place), place, { now: 2, stopWorker: options.seenByWorker });
  assert.equal(readFileSync(join(at.project, '.mcp.json'), 'utf8'), before);
  assert.deepEqual(readdirSync(at.project).sort(), ['.git', '.mcp.json']);
  assert.ok(existsSync(place.paths.hook));
});
