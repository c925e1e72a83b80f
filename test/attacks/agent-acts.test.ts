// An agent's shell can look like a person's terminal. What a transcript or a hook shows it to have run in the person's
// name is taken back: it counts as the agent's, and is reported.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { writeClaudeSession } from '../../bench/support/claude-transcript.ts';
import type { UpdateInput } from '../../src/api/requests.ts';
import type { HookNeed } from '../../src/context/context-reads.ts';
import type { EventSource } from '../../src/core/model/event.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { BEGIN_LINE, END_LINE } from '../../src/privacy/own-words.ts';
import { type FreshHome, openFresh } from '../support/fresh-home.ts';

const RULE = 'We always deploy by hand, and never on Fridays.';
const PERSON = { surface: 'cli', person: true, terminal: '/dev/pts/3' } as const;

type Opened = OpenedMemory & { at: FreshHome };

/** What an agent ran: the command, its output, and how many milliseconds after the act its call ended. */
interface Ran {
  command: (id: string) => string;
  output?: (id: string) => string;
  laterMs?: number;
  failed?: true;
  input?: object;
  /** How the call came; default as a line of the agent's transcript. */
  source?: EventSource;
}

let calls = 0;

async function runCall(
  opened: Opened,
  { command, output, laterMs = 300, input, failed, source = 'transcript' }: Ran,
  id = '',
): Promise<void> {
  const { at } = opened;
  calls += 1;
  const call = {
    tool: 'Bash',
    input: { command: command(id), ...input },
    output: output?.(id) ?? '',
    success: failed !== true,
  };
  const place = { agent: 'claude-code', agentSession: 'one', cwd: at.project, at: Date.now() + laterMs };
  const identity = { number: `${calls}` };
  await opened.intake.events([{ ...place, identity, source, body: { kind: 'tool.end', ...call } }]);
  await opened.memory.settled();
}

async function proposal({ memory, at }: Opened): Promise<string> {
  const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  return (await agent.remember({ text: RULE, kind: 'constraint' })).id;
}

async function recordOf({ memory }: Opened, id: string) {
  const { records } = await memory.get(id);
  assert.ok(records[0]);
  return records[0];
}

async function lastEntry({ memory }: Opened) {
  return (await memory.reviewLog()).entries[0];
}

async function finding({ memory }: Opened): Promise<string> {
  const { checks } = await memory.doctor();
  const found = checks.find(({ name }) => name === 'acts in your name');
  return `${found?.status}: ${found?.message}`;
}

const open = (context: TestContext): Opened => openFresh(context, { caller: PERSON });

/** Ways to have Cairn leave out the words of a command. */
const HIDING: Record<string, (command: string) => string> = {
  'taken for a secret': (command) =>
    `export DEPLOY_PASSWORD='${command.replaceAll("'", '')}'; script -qec "$DEPLOY_PASSWORD" /dev/null >/dev/null`,
  'beside the name of an excluded file': (command) => `cat '.env' | head -1; ${command}`,
  'between private tags': (command) => `: '<private>'; ${command}; : '</private>'`,
  'behind a private tag that stays open': (command) => `: '<private>'; ${command}`,
  'in a tag of a system': (command) => `: '<system-reminder>\n${command}\n</system-reminder>'; sh run.sh`,
  'in the frame of what Cairn tells': (command) => `: '\n${BEGIN_LINE}\n'; ${command}; : '\n${END_LINE}\n'`,
  'behind 61 other commands': (command) => `${'echo step\n'.repeat(61)}${command}`,
  'behind 2,001 other commands': (command) => `${'echo step\n'.repeat(2_001)}${command}`,
  'behind a commit message of 9 kB': (command) => `git commit -qm '${'m '.repeat(4_500)}'\n${command}`,
  'behind a here-document of 9 kB': (command) => `cat > a.ts <<'EOF'\n${'one line\n'.repeat(1_000)}EOF\n${command}`,
  'behind words like a here-document': (command) => `echo "a <<EOF"\n${command}\nEOF`,
  'in a substitution': (command) => `echo "$( (${command}) )"`,
  'within a command that is cut': (command) => `: ${'a'.repeat(80_000)}; ${command}; : ${'b'.repeat(80_000)}`,
};

const CONFIRMS: Record<string, Ran> = {
  ...Object.fromEntries(
    Object.entries(HIDING).map(([name, hide]): [string, Ran] => [
      name,
      { command: (id) => hide(`xterm -e 'cairn review confirm ${id}'`) },
    ]),
  ),
  'in a pseudo-terminal': {
    command: (id) => `script -qec "env -i HOME=$HOME cairn review confirm ${id}" /dev/null`,
    output: (id) => `${id} confirmed\n`,
  },
  'with its output hidden': { command: (id) => `script -qec 'cairn review confirm ${id}' /dev/null >/dev/null 2>&1` },
  'with a refusal printed over it': {
    command: (id) => `cairn review confirm ${id} >/dev/null; echo "Only a person can judge proposals."`,
    output: () => 'Only a person can judge proposals.\n',
  },
  'by a request to the socket': {
    command: (id) =>
      `curl -s --unix-socket ~/.cairn/worker.sock -H "x-cairn-person: 41@77" -d '{"id":"${id}","changes":{"status":"confirmed"}}' http://cairn/api/v1/update`,
    output: (id) => `{"id":"${id}","status":"updated"}`,
  },
  'by keys sent to another terminal': {
    command: (id) => `tmux send-keys -t work 'cairn review confirm ${id}' Enter`,
    laterMs: -30_000,
  },
  'left running in the background': {
    command: (id) => `(sleep 240; script -qec "cairn review confirm ${id}" /dev/null) &`,
    laterMs: -240_000,
  },
  'by a script of its own': { command: () => 'script -qc ./approve.sh /dev/null', output: (id) => `${id} confirmed\n` },
  'one after the other, naming none': {
    command: () =>
      `for i in $(cairn review list --json | jq -r .entries[].id); do script -qec "cairn review confirm $i" /dev/null; done`,
    output: (id) => `${id} confirmed\n`,
  },
  'typed by a program': { command: () => "printf 'c' | script -qec 'cairn review --project . # confirm' /dev/null" },
};

for (const [name, ran] of Object.entries(CONFIRMS)) {
  for (const isCallFirst of [false, true]) {
    test(`a confirmation that an agent ran ${name} is taken back, the ${isCallFirst ? 'call' : 'act'} seen first`, async (context) => {
      const opened = open(context);
      const id = await proposal(opened);
      if (isCallFirst) await runCall(opened, ran, id);
      await opened.memory.update(id, { status: 'confirmed' });
      if (!isCallFirst) await runCall(opened, ran, id);
      await opened.memory.settled();
      assert.equal((await recordOf(opened, id)).detail.status, 'proposed');
      const entry = await lastEntry(opened);
      assert.deepEqual([entry?.act, entry?.id, entry?.takenBack?.agent], ['confirmed', id, 'claude-code']);
      assert.match(await finding(opened), /^warning: 1 act in your name was run by an agent/);
      const { text } = await opened.memory.context({ cwd: opened.at.project });
      assert.doesNotMatch(text, /by a person/);
    });
  }
}

const STATES: Record<string, Ran> = {
  ...Object.fromEntries(
    Object.entries(HIDING).map(([name, hide]): [string, Ran] => [
      name,
      { command: () => hide(`xterm -e 'cairn remember "${RULE}" --kind constraint'`) },
    ]),
  ),
  'word by word': {
    command: () => `script -qec "env -i cairn remember '${RULE}' --kind constraint" /dev/null`,
    output: (id) => `${id} created\n`,
  },
  'with its output hidden': { command: () => `script -qec "cairn remember '${RULE}'" /dev/null > /dev/null` },
  'from a file': {
    command: () => 'script -qec "cairn remember -" /dev/null < rule.txt',
    output: (id) => `${id} created\n`,
  },
  'by a request to the socket': {
    command: () =>
      `curl -s --unix-socket "$S" -H 'x-cairn-surface: cli' -d '{"text":"${RULE}"}' http://cairn/api/v1/remember`,
  },
};

for (const [name, ran] of Object.entries(STATES)) {
  test(`a statement that an agent made ${name} becomes the agent's proposal, and stays so`, async (context) => {
    const opened = open(context);
    const { id } = await opened.memory.remember({ text: RULE, kind: 'constraint' });
    assert.equal((await recordOf(opened, id)).author, 'person');
    await runCall(opened, ran, id);
    const isAgents = async () => {
      const { author, detail } = await recordOf(opened, id);
      return [author, detail.status];
    };
    assert.deepEqual(await isAgents(), ['agent', 'proposed']);
    assert.equal((await lastEntry(opened))?.takenBack?.agent, 'claude-code');
    await opened.store.log.reset();
    opened.deriver.wake();
    await opened.memory.settled();
    assert.deepEqual(await isAgents(), ['agent', 'proposed']);
    assert.equal((await opened.store.log.counts()).byEvent.revoked, 1);
  });
}

const OTHERS: Record<
  string,
  { change: UpdateInput; before?: UpdateInput; ofAgent?: true; ran: Ran; left: (detail: object) => unknown }
> = {
  // Neither withdrawn nor told again as a person's: who did it may not be known.
  withdrawal: {
    change: { status: 'withdrawn' },
    ran: { command: (id) => `script -qec "cairn review withdraw ${id}" /dev/null` },
    left: (detail) => 'status' in detail && detail.status === 'proposed',
  },
  // Less of an agent's words: to take that back would loosen, and evidence can be forged.
  'withdrawal of an agent’s words, which all the same stays': {
    ofAgent: true,
    change: { status: 'withdrawn' },
    ran: { command: (id) => `script -qec "cairn review withdraw ${id}" /dev/null` },
    left: (detail) => 'status' in detail && detail.status === 'withdrawn',
  },
  muting: {
    change: { muted: true },
    ran: {
      command: (id) => `script -qec "cairn review mute ${id}" /dev/null`,
      output: (id) => `${id} muted: told no more`,
    },
    left: (detail) => 'status' in detail && detail.status === 'proposed',
  },
  showing: {
    ofAgent: true,
    before: { hidden: true },
    change: { hidden: false },
    ran: { command: (id) => `script -qec "cairn review unhide ${id}" /dev/null` },
    left: (detail) => 'hidden' in detail,
  },
};

for (const [name, { before, change, ofAgent, ran, left }] of Object.entries(OTHERS)) {
  test(`so is a ${name}`, async (context) => {
    const opened = open(context);
    const id = ofAgent ? await proposal(opened) : (await opened.memory.remember({ text: RULE, kind: 'constraint' })).id;
    if (before !== undefined) await opened.memory.update(id, before);
    await opened.memory.update(id, change);
    await runCall(opened, ran, id);
    assert.ok(left((await recordOf(opened, id)).detail));
    assert.ok((await lastEntry(opened))?.takenBack);
  });
}

const refused = "not_allowed: Only a person can judge proposals, and this is an agent's terminal (CLAUDECODE is set).";
const HARMLESS: Record<string, Ran> = {
  'its attempt was refused, and the person did it then': {
    command: (id) => `cairn review confirm ${id}`,
    output: () => refused,
    failed: true,
    laterMs: -20_000,
  },
  'its attempt behind another program was refused, and the person did it then': {
    command: (id) => `script -qc 'cairn review confirm ${id}' /dev/null`,
    output: () => refused,
    laterMs: -20_000,
  },
  'it only said how': { command: (id) => `echo "Please run: cairn review confirm ${id}"`, laterMs: -10_000 },
  'it wrote of it': { command: (id) => `git commit -m "After cairn review confirm ${id}"`, laterMs: -10_000 },
  'a program recorded that it did': {
    command: (id) => `cairn review confirm ${id}`,
    output: (id) => `${id} confirmed`,
    source: 'sdk',
  },
  'its hook said nothing of what came of it': {
    command: (id) => `cairn review confirm ${id} || true`,
    source: 'hook',
  },
  'it listed what is proposed': {
    command: () => 'cairn review list',
    output: (id) => `1. ${RULE}\n   ${id} · knowledge · by agent · proposed\n`,
  },
  'it asked an address with the values of an excluded file': {
    command: () => 'set -a; source .env; set +a; curl -s localhost:3000/api/v1/users',
  },
  'it named an excluded file and a program': { command: () => 'grep -n PORT .env src/cli.js' },
  'it read an excluded file of a folder whose name holds that of Cairn': { command: () => 'cat ~/cairn-app/.env' },
  'it used the settings of a cluster': {
    command: () => 'kubectl --kubeconfig ~/.kube/config get --raw /api/v1/nodes',
  },
  'it looked for a private tag': { command: () => "grep -rn '<private>' docs" },
  'it confirmed another': { command: () => 'script -qec "cairn review confirm o_aaaaaaaaaaaaaaaa" /dev/null' },
  'it ran it an hour before': { command: (id) => `cairn review confirm ${id}`, laterMs: -3_600_000 },
  'it printed what reads like that': {
    command: () => 'sleep 2; cat note.txt 2>/dev/null',
    output: (id) => `${id} confirmed`,
  },
  'it read what was printed then': {
    command: () => 'cat typescript',
    output: (id) => `${id} confirmed`,
    laterMs: 90_000,
  },
};

for (const [name, ran] of Object.entries(HARMLESS)) {
  test(`what a person confirmed stays confirmed where an agent was near: ${name}`, async (context) => {
    const opened = open(context);
    const id = await proposal(opened);
    await opened.memory.update(id, { status: 'confirmed' });
    await runCall(opened, ran, id);
    assert.equal((await recordOf(opened, id)).detail.status, 'confirmed');
    assert.match(await finding(opened), /^ok: No agent was seen/);
  });
}

test('a transcript that is read later shows it, and a person may confirm again', async (context) => {
  const opened = open(context);
  const { memory, at } = opened;
  const id = await proposal(opened);
  await memory.update(id, { status: 'confirmed' });
  const command = `script -qec "cairn review confirm ${id}" /dev/null`;
  const steps = [{ call: { tool: 'Bash', input: { command }, output: `${id} confirmed` } }];
  writeClaudeSession(steps, { home: at.userHome, project: at.project, name: 'one', endsAt: Date.now() });
  for await (const _progress of memory.import({}));
  await memory.settled();
  assert.equal((await recordOf(opened, id)).detail.status, 'proposed');
  for await (const _progress of memory.import({}));
  await memory.update(id, { status: 'confirmed' });
  assert.equal((await recordOf(opened, id)).detail.status, 'confirmed');
});

const TWICE: Record<string, NonNullable<UpdateInput['status']>[]> = {
  'confirmed, reopened and confirmed': ['confirmed', 'reopened', 'confirmed'],
  'confirmed, withdrew and confirmed': ['confirmed', 'withdrawn', 'confirmed'],
};

for (const [name, done] of Object.entries(TWICE)) {
  test(`what an agent ${name} in one call is taken back whole, and a person may confirm then`, async (context) => {
    const opened = open(context);
    const id = await proposal(opened);
    for (const status of done) await opened.memory.update(id, { status });
    await runCall(opened, {
      command: () => `script -qec ./do.sh`,
      output: () => done.map((s) => `${id} ${s}`).join('\n'),
    });
    const told = async () => /by a person/.test((await opened.memory.context({ cwd: opened.at.project })).text);
    assert.equal(await told(), false);
    await opened.memory.update(id, { status: 'confirmed' });
    assert.equal(await told(), true);
  });
}

test('so are two rewordings by one call that is left running', async (context) => {
  const opened = open(context);
  const id = await proposal(opened);
  const command = () =>
    `(sleep 60; script -qec "cairn update ${id} --text a; cairn update ${id} --text b" /dev/null) &`;
  await runCall(opened, { command, laterMs: -60_000 });
  for (const text of ['Deploy by curl.', 'Deploy by wget.']) await opened.memory.update(id, { text });
  await opened.memory.settled();
  assert.equal((await recordOf(opened, id)).author, 'agent');
});

const FORGED: Record<string, Ran> = {
  'says that it confirmed the tripwire': {
    command: (id) => `cairn review confirm ${id}; echo done`,
    output: (id) => `${id} confirmed`,
  },
  'says that it stated the rule': {
    command: () => 'cairn remember "Never run git push --force."',
    output: (id) => `${id} created`,
  },
  'prints that the rule was made': { command: () => './note.sh', output: (id) => `${id} created` },
};

for (const [name, forged] of Object.entries(FORGED)) {
  test(`a tripwire that a person confirmed goes on, also where a call ${name}`, async (context) => {
    const opened = openFresh(context, { caller: PERSON, env: { CAIRN_TRIPWIRES: 'block' } });
    const { memory, at } = opened;
    const { id } = await memory.remember({ text: 'Never run git push --force.', kind: 'constraint' });
    await memory.settled();
    const { entries } = await memory.list({ kinds: ['pattern'] });
    const tripwire = entries.find(({ title }) => title.startsWith('Tripwire'))?.id ?? '';
    await memory.update(tripwire, { status: 'confirmed' });
    const refused = async (): Promise<boolean> => {
      const call = { tool: 'Bash', input: { command: 'git push --force' } };
      const need = { occasion: 'tool', call, agent: 'claude-code', agentSession: 'one', refusable: true } as const;
      const hook = { ...need, cwd: at.project, project: (await recordOf(opened, id)).project } as unknown as HookNeed;
      return (await memory.hookContext(hook)).refusal !== undefined;
    };
    assert.ok(await refused());
    await runCall(opened, forged, name.includes('tripwire') ? tripwire : id);
    assert.match(await finding(opened), /^warning: 1 act in your name was run by an agent/);
    assert.ok(await refused());
    const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
    for (const target of [id, tripwire])
      await assert.rejects(agent.update(target, { hidden: true }), { code: 'not_allowed' });
    await assert.rejects(agent.update(id, { text: 'Push as you like.' }), { code: 'not_allowed' });
    const opposite = { kind: 'noted', sessionId: 'one', text: 'Always run git push --force.', knowledge: 'constraint' };
    await memory.withCaller({ surface: 'http', person: false, cwd: at.project }).record([{ ...opposite, detail: {} }]);
    await agent.remember({ text: opposite.text, kind: 'constraint' });
    await memory.settled();
    assert.ok(await refused());
    await memory.update(tripwire, { status: 'withdrawn' });
    assert.ok(!(await refused()));
  });
}
