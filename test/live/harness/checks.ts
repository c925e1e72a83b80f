import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hit } from '../../../src/api/answers.ts';
import type { ItemKind } from '../../../src/core/model/kinds.ts';
import { BEGIN_LINE, END_LINE } from '../../../src/privacy/own-words.ts';
import type { LiveAgent } from './agent.ts';
import type { Cairn } from './cairn.ts';
import type { Machine } from './machine.ts';
import type { RecordedRequest } from './model/messages.ts';
import { injectedBlocks, injectedInto } from './model/requests.ts';
import { snapshotOf } from './snapshot.ts';
import { storedTexts } from './stored.ts';
import { CONSTRAINT, FIRST_SESSION, IN_A_LONG_OUTPUT, SAID_ON_THE_WAY, SAID_WHEN_QUOTING } from './story.ts';

/** What is counted as ignored or skipped although nothing is lost, by agent, and why. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  // The hidden agent that writes the summary ends without having begun.
  'claude-code': ['SubagentStop:hidden-agent'],
  // It ends a hook with its turn: the transcript tells what that one would have told.
  'kimi-code': ['hook ended before its payload came'],
  // After each round of tools it tells of a prompt again, of an empty one.
  'qwen-code': ['UserPromptSubmit:empty'],
};

/** An id as Cairn gives it. */
export const ID = /\b[a-z]_[0-9a-z]{8,}\b/;

/** Sets Cairn up in agents and returns what the home was before. */
export async function setUp(world: Machine, ...agents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const before = await snapshotOf(world.namespace.home);
  const { code, stdout, stderr } = await world.cairn.run(['setup', ...agents, '--yes']);
  assert.equal(code, 0, stderr);
  assert.match(stdout + stderr, /\+\+\+ \S+/);
  return before;
}

/** Gives an agent's plugin, where it has one, all the time that a busy machine needs, as every other program has. */
export async function makePatient({ namespace }: Machine, { plugin }: Pick<LiveAgent, 'plugin'>): Promise<void> {
  if (plugin === undefined) return;
  const path = join(namespace.home, plugin);
  const text = await readFile(path, 'utf8');
  assert.match(text, /const ANSWER_MS = \d+;/);
  await writeFile(path, text.replace(/(?<=_MS = )\d+/g, '60000'));
}

/** States the story's constraint as a person. */
export async function stateConstraint({ cairn }: Machine): Promise<void> {
  const { id, status } = await cairn.remember(CONSTRAINT, 'constraint');
  assert.equal(status, 'created');
  assert.equal((await cairn.get(id)).author, 'person');
}

/** Fails when the agents' transcripts hold anything that is not stored yet. */
export async function assertImportAddsNothing(cairn: Cairn): Promise<void> {
  const imported = await cairn.import();
  assert.equal(imported.added, 0, `the import added something: ${JSON.stringify(imported)}`);
}

/** How many records of a kind hold a text. */
export async function timesStored(cairn: Cairn, text: string, kind: ItemKind): Promise<number> {
  const { hits } = await cairn.search(text, kind);
  const records = await Promise.all(hits.map(({ id }) => cairn.get(id)));
  return records.filter((record) => record.text.includes(text)).length;
}

/** Each event of the first session once, from hooks and transcript together: a later import has nothing to add. */
export async function assertTakenInOnce({ cairn }: Machine, author: 'person' | 'agent'): Promise<void> {
  await assertImportAddsNothing(cairn);
  for (const [index, { prompt }] of FIRST_SESSION.slice(0, 2).entries()) {
    const { id } = await hitFor(cairn, prompt, 'prompt');
    const record = await cairn.get(id);
    assert.deepEqual([record.author, record.promptNumber], [author, index + 1]);
  }
  await hitFor(cairn, SAID_ON_THE_WAY, 'message');
  const { byEvent } = (await cairn.status()).counts;
  assert.deepEqual([byEvent['compact.start'], byEvent['compact.end']], [1, 1]);
}

/** What the agent said with what was injected is kept without it, and no injected line is anywhere. Stops the worker. */
export async function assertNothingInjectedIsStored(world: Machine): Promise<void> {
  const said = await world.cairn.get((await hitFor(world.cairn, SAID_WHEN_QUOTING, 'message')).id);
  assert.match(said.text, new RegExp(SAID_WHEN_QUOTING));
  const injected = new Set(
    world.namespace.requests.flatMap((request) => injectedBlocks(request).flatMap(({ lines }) => lines)),
  );
  const lines = [...injected].filter((line) => ID.test(line));
  assert.notEqual(lines.length, 0);

  await world.cairn.run(['worker', 'stop']);
  const stored = await storedTexts(world.cairnHome);
  assert.ok(
    stored.some(({ text }) => text.includes(IN_A_LONG_OUTPUT)),
    'the reader of everything stored has to find what is stored',
  );
  for (const words of [BEGIN_LINE, END_LINE, ...lines]) {
    const places = stored.filter(({ text }) => text.includes(words)).map(({ where }) => where);
    assert.deepEqual(places, [], `"${words}" was injected and then stored`);
  }
}

/** True for a path of the home that is not Cairn's. */
export function isOutsideCairn(path: string): boolean {
  return path !== '.cairn' && !path.startsWith('.cairn/');
}

/** Files that wait in the journal, without what a hook was ended in the middle of. */
export async function journalFiles({ cairnHome }: Machine): Promise<number> {
  const folder = join(cairnHome, 'journal');
  return existsSync(folder) ? (await readdir(folder)).filter((name) => !name.endsWith('.tmp')).length : 0;
}

/** The last request that reached the model. */
export function lastRequest({ namespace }: Machine): RecordedRequest {
  const last = namespace.requests.at(-1);
  assert.ok(last, 'no request reached the model');
  return last;
}

/** Fails unless Cairn injected all these words into a request. */
export function assertHolds(request: RecordedRequest, ...words: readonly string[]): void {
  const injected = injectedInto(request);
  const missing = words.filter((word) => !injected.includes(word));
  assert.deepEqual(missing, [], 'what was injected lacks this');
}

/** Finds the hit of a kind that says these words, else the first hit of that kind. */
export async function hitFor(cairn: Cairn, words: string, kind: ItemKind): Promise<Hit> {
  const { hits } = await cairn.search(words, kind);
  const hit = hits.find(({ title }) => title === words) ?? hits[0];
  assert.ok(hit, `cairn search "${words}" found: ${JSON.stringify(hits)}`);
  return hit;
}

/** What was counted that stands for a loss: all but what is named for the agents at work. */
export function unnamed(counted: object, agents: readonly { name: string }[]): string[] {
  const named = agents.flatMap(({ name }) => NAMED[name] ?? []);
  return Object.keys(counted).filter((why) => !named.includes(why));
}
