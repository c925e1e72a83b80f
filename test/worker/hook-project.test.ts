import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { LoggedEvent } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, type RunHook, sendHook } from '../support/hook-script.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const RULE = 'We write notes in German.';
const OTHER_RULE = 'We write letters in French.';

interface Notes {
  at: FreshHome;
  worker: RunningWorker;
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
  const worker = await runWorker(t, { at });
  for (const [cwd, text] of [
    [notes, RULE],
    [below, OTHER_RULE],
  ] as const) {
    await worker.asPerson(['remember', text, '--kind', 'constraint'], cwd);
  }
  await worker.memory().settled();
  return { at, worker, runHook, notes, below };
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
  const { worker, notes, below } = await rulesInTwoFolders(t);
  await sendHook(worker.socket, 'Stop', { payload: stop(notes) });
  assertOnlyRuleOfNotes((await sendHook(worker.socket, 'UserPromptSubmit', { payload: prompt(below) })).text);
  assert.deepEqual(await projectsOfPrompts(worker.memory(), [notes, below]), [notes]);
});

test('so it is for a worker that started after the session began', async (t) => {
  const { worker, notes, below } = await rulesInTwoFolders(t);
  await sendHook(worker.socket, 'Stop', { payload: stop(notes) });
  await worker.end('SIGTERM');
  await worker.restart();
  assertOnlyRuleOfNotes((await sendHook(worker.socket, 'UserPromptSubmit', { payload: prompt(below) })).text);
  assert.deepEqual(await projectsOfPrompts(worker.memory(), [notes, below]), [notes]);
});

for (const [where, stopsFirst] of [
  ['in the database', false],
  ['in the journal', true],
] as const) {
  test(`so it is without a worker, with the beginning of the session ${where}`, async (t) => {
    const { worker, runHook, notes, below } = await rulesInTwoFolders(t);
    if (stopsFirst) await worker.end('SIGTERM');
    assert.equal((await runHook('Stop', stop(notes))).stdout, '');
    if (!stopsFirst) await worker.end('SIGTERM');
    let told = '';
    // On a machine that is busy the hook gives up its block, and the agent goes on without it.
    await until(async () => {
      told = (await runHook('UserPromptSubmit', prompt(below))).stdout;
      return told !== '';
    });
    assertOnlyRuleOfNotes(told);
    await worker.restart();
    await worker.memory().settled();
    assert.deepEqual(await projectsOfPrompts(worker.memory(), [notes, below]), [notes]);
  });
}

test('what is noted outside any session belongs to the folder in which it was noted', async (t) => {
  const { worker, notes, below } = await rulesInTwoFolders(t);
  const texts = async (project: string): Promise<string[]> =>
    (await worker.memory().list({ kinds: ['knowledge'], project })).entries.map(({ title }) => title);
  assert.deepEqual(await texts(notes), [RULE]);
  assert.deepEqual(await texts(below), [OTHER_RULE]);
});
