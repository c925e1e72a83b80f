import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, asString, objectsIn, parseJson, textsIn } from '../../../src/core/json.ts';
import type { TeamMachine } from './machine.ts';
import type { Oracle } from './oracle.ts';

/** What a member does at a machine, one thing after another. The oracle hears of each word that is said once. */
export type Deed = (machine: TeamMachine, oracle: Oracle, random: (below: number) => number) => Promise<void>;

const state: Deed = async ({ name, memory, shared }, oracle) => {
  const mark = oracle.newMark(name, 'shared');
  const text = `We decided that pier ${mark} opens to the public.`;
  const made = await memory.remember({ text, kind: 'decision', project: shared }).then(
    (one) => one,
    () => undefined,
  );
  if (made !== undefined) oracle.acknowledged(mark, made.id);
};

const confide: Deed = async ({ name, memory, unshared, shared }, oracle, random) => {
  const mark = oracle.newMark(name, 'private');
  const [kind, project] = random(2) === 0 ? (['decision', unshared] as const) : (['note', shared] as const);
  const text = `We decided that cellar ${mark} stays shut.`;
  const made = await memory.remember({ text, kind, project }).then(
    (one) => one,
    () => undefined,
  );
  if (made !== undefined) oracle.acknowledged(mark, made.id);
};

/** A short session of an agent, in either project: what a tool printed never leaves; what was typed may, in a summary. */
const work: Deed = async ({ name, hook, shared, unshared }, oracle, random) => {
  const cwd = random(3) === 0 ? unshared : shared;
  const typed = oracle.newMark(name, cwd === shared ? 'told' : 'private');
  const printed = oracle.newMark(name, 'private');
  const session = { session_id: `session-${typed}`, cwd };
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: `toolu_${printed}` };
  if (await hook('UserPromptSubmit', { ...session, prompt: `List what ${typed} has` })) oracle.acknowledged(typed);
  const response = { stdout: `${printed}\n`, stderr: '', interrupted: false };
  if (await hook('PostToolUse', { ...session, ...tool, tool_response: response })) oracle.acknowledged(printed);
  await hook('Stop', session);
};

const forget: Deed = async (machine, oracle, random) => {
  const mine = oracle.forgettable(machine.name);
  const one = mine[random(Math.max(mine.length, 1))];
  if (one?.id === undefined) return;
  const receipt = join(machine.at.root, `receipt-${one.mark}.json`);
  oracle.forgetting(one.mark);
  const { code } = await machine.person(['forget', one.id, '--now', '--yes', '--receipt', receipt]);
  if (code !== 0) return;
  const { sync } = asObject(parseJson(readFileSync(receipt, 'utf8')));
  oracle.forgotten(one.mark, textsIn(asObject(sync).ids));
};

const sync: Deed = async (machine, oracle) => {
  await machine.cairn(['sync', 'now']);
  await askReceipts(machine, oracle);
};

/** Deeds by how often they are done. */
const DEEDS: readonly Deed[] = [state, state, state, state, confide, work, forget, sync, sync];

/** Does one deed after another. */
export async function live(
  machine: TeamMachine,
  oracle: Oracle,
  { deeds, random }: { deeds: number; random: (below: number) => number },
): Promise<void> {
  for (let n = 0; n < deeds; n += 1) {
    // Each comes once before chance decides.
    const deed = DEEDS[n < DEEDS.length ? (n * 4) % DEEDS.length : random(DEEDS.length)];
    await deed?.(machine, oracle, random);
  }
}

/** Asks about what was forgotten here; the oracle hears which receipts say that they reached all. */
export async function askReceipts({ name, cairn }: TeamMachine, oracle: Oracle): Promise<void> {
  const open = oracle.receiptsOf(name);
  if (open.length === 0) return;
  const told = await cairn(['sync', 'forgotten', ...open.flatMap(({ receipt }) => receipt)]);
  const states = new Map(objectsIn(told?.forgotten).map((one) => [asString(one.id) ?? '', asString(one.state)]));
  for (const { mark, receipt } of open) {
    if (receipt.every((id) => states.get(id) === 'reached')) await oracle.reached(mark);
  }
}
