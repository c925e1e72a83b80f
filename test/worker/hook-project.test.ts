import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { LoggedEvent } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, type RunHook, sendHook } from '../support/hook-script.ts';
import { type RunningOwner, runOwner } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const RULE = 'We write notes in German.';
const OTHER_RULE = 'We write letters in French.';

interface Notes {
  at: FreshHome;
  owner: RunningOwner;
  runHook: RunHook;
  /** A folder without git or a project's mark, and one in it, each with a rule of its own. */
  notes: string;
  below: string;
}

async function rulesInTwoFolders(t: TestContext): Promise<Notes> {
  const at = freshHome(t);
  const notes = join(at.userHome, 'notes');
  const below = join(notes, 'letters');
  mkdirSync(below, { recursive: true });
  const runHook = installHook(at);
  const owner = await runOwner(t, { at });
  for (const [cwd, text] of [
    [notes, RULE],
    [below, OTHER_RULE],
  ] as const) {
    await owner.memory({ surface: 'cli', person: true, cwd }).remember({ text, kind: 'constraint' });
  }
  await owner.memory().settled();
  return { at, owner, runHook, notes, below };
}

const stop = (cwd: string) => ({ session_id: 's1', cwd, prompt_id: 'p0', last_assistant_message: 'Begun.' });
const prompt = (cwd: string) => ({ session_id: 's1', cwd, prompt_id: 'p1', prompt: 'Write to the bank, please.' });

/** The folders of the projects under which a session's prompts are stored. */
async function projectsOfPrompts(memory: Memory, folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const project of folders) {
    const events: LoggedEvent[] = [];
    for await (const event of memory.events({ project, follow: false })) events.push(event);
    if (events.some(({ kind }) => kind === 'prompt')) found.push(project);
  }
  return found;
}

function assertOnlyRuleOfNotes(text: string): void {
  assert.match(text, new RegExp(RULE));
  assert.doesNotMatch(text, new RegExp(OTHER_RULE));
}

test('a prompt below the folder in which its session began is stored in, and told of, one project', async (t) => {
  const { owner, notes, below } = await rulesInTwoFolders(t);
  await sendHook(owner.socket, 'Stop', { payload: stop(notes) });
  assertOnlyRuleOfNotes((await sendHook(owner.socket, 'UserPromptSubmit', { payload: prompt(below) })).text);
  assert.deepEqual(await projectsOfPrompts(owner.memory(), [notes, below]), [notes]);
});

test('so it is for a worker that started after the session began', async (t) => {
  const { owner, notes, below } = await rulesInTwoFolders(t);
  await sendHook(owner.socket, 'Stop', { payload: stop(notes) });
  await owner.end('SIGTERM');
  await owner.restart();
  assertOnlyRuleOfNotes((await sendHook(owner.socket, 'UserPromptSubmit', { payload: prompt(below) })).text);
  assert.deepEqual(await projectsOfPrompts(owner.memory(), [notes, below]), [notes]);
});

for (const [where, stopsFirst] of [
  ['in the database', false],
  ['in the journal', true],
] as const) {
  test(`so it is without a worker, with the beginning of the session ${where}`, async (t) => {
    const { owner, runHook, notes, below } = await rulesInTwoFolders(t);
    if (stopsFirst) await owner.end('SIGTERM');
    assert.equal((await runHook('Stop', stop(notes))).stdout, '');
    if (!stopsFirst) await owner.end('SIGTERM');
    let told = '';
    // On a machine that is busy the hook gives up its block, and the agent goes on without it.
    await until(async () => {
      told = (await runHook('UserPromptSubmit', prompt(below))).stdout;
      return told !== '';
    });
    assertOnlyRuleOfNotes(told);
    await owner.restart();
    await owner.memory().settled();
    assert.deepEqual(await projectsOfPrompts(owner.memory(), [notes, below]), [notes]);
  });
}

test('what is noted outside any session belongs to the folder in which it was noted', async (t) => {
  const { owner, notes, below } = await rulesInTwoFolders(t);
  const texts = async (project: string): Promise<string[]> =>
    (await owner.memory().list({ kinds: ['knowledge'], project })).entries.map(({ title }) => title);
  assert.deepEqual(await texts(notes), [RULE]);
  assert.deepEqual(await texts(below), [OTHER_RULE]);
});
