import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';
import { runWorker } from '../support/run-worker.ts';
import { assertClean } from './find-planted.ts';
import type { HookCall } from './hook-payloads.ts';
import { createPlanted, type Planted } from './planted.ts';
import { SECRET_SAMPLES } from './secret-samples.ts';
import { callHooks, importAll } from './ways.ts';

/** Secrets that can stand in a name: of a file, a folder, a session. */
function namesIn(planted: Planted, place: string): string[] {
  return planted.secrets(place).filter((text) => /^[\w.~=@$!+-]{1,200}$/.test(text));
}

/** Payloads whose every name holds a secret. */
function callsWithNames(planted: Planted, project: string): HookCall[] {
  const [kind = ''] = Object.keys(SECRET_SAMPLES).filter((name) => name === 'github-token');
  const name = (place: string): string => planted.secretsOf(kind, place)[0] ?? '';
  const payload = (more: JsonObject): JsonObject => ({
    session_id: name('session'),
    transcript_path: `${project}/${name('transcript')}.jsonl`,
    cwd: `${project}/${name('folder')}`,
    prompt_id: name('prompt id'),
    agent_id: name('subagent id'),
    agent_type: name('type of a subagent'),
    [name('unknown field')]: 1,
    ...more,
  });
  const tool = { tool_name: name('tool'), tool_use_id: name('call id') };
  const file = (place: string): string => `${project}/${name(place)}/a.ts`;
  return [
    { event: 'SessionStart', payload: payload({ source: name('trigger'), model: name('model') }) },
    { event: 'UserPromptSubmit', payload: payload({ prompt: planted.kept('prompt') }) },
    { event: 'PreToolUse', payload: payload({ ...tool, tool_input: { file_path: file('file of a tool') } }) },
    {
      event: 'PreToolUse',
      payload: payload({ tool_name: 'Read', tool_use_id: name('id'), tool_input: { file_path: file('read file') } }),
    },
    {
      event: 'PostToolUse',
      payload: payload({
        ...tool,
        tool_input: { path: file('path') },
        tool_response: { [name('key')]: file('result') },
      }),
    },
    {
      event: 'PostToolUse',
      payload: payload({
        tool_name: 'Bash',
        tool_use_id: name('another id'),
        tool_input: { command: `cat ${file('argument')} > ${file('target')}` },
        tool_response: { stdout: planted.kept('output') },
      }),
    },
    { event: 'SubagentStop', payload: payload({ last_assistant_message: planted.kept('result') }) },
    { event: 'PreCompact', payload: payload({ trigger: name('trigger of a compaction') }) },
    { event: 'Notification', payload: payload({ message: 'm', notification_type: name('type of a notification') }) },
    { event: 'SessionEnd', payload: payload({ reason: name('reason') }) },
  ];
}

test('a secret in a name that a hook tells does not stay: of a session, a folder, a file, a tool, a field', async (context) => {
  const worker = await runWorker(context, { env: { CAIRN_LOG_LEVEL: 'debug' } });
  const planted = createPlanted('names');
  await callHooks(worker.at, callsWithNames(planted, worker.at.project));
  await worker.memory().settled();
  await assertClean(worker.at.home, planted);
});

test('nor does it in the journal', async (context) => {
  const at = freshHome(context);
  const planted = createPlanted('names in the journal');
  await callHooks(at, callsWithNames(planted, at.project));
  await assertClean(at.home, planted);
  const worker = await runWorker(context, { at });
  await worker.memory().settled();
  await worker.end('SIGTERM');
  await assertClean(at.home, planted);
});

test('a secret in a name that a transcript tells does not stay, also when it is read on', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('names in transcripts');
  const name = (place: string): string => planted.secretsOf('github-token', place)[0] ?? '';
  const folder = join(at.userHome, '.claude', 'projects', `-shop-${name('folder of the project')}`);
  const session = name('session');
  mkdirSync(join(folder, session, 'subagents'), { recursive: true });
  const line = (fields: JsonObject): string =>
    `${JSON.stringify({
      sessionId: session,
      uuid: name('line'),
      promptId: name('prompt'),
      cwd: `${at.project}/${name('folder')}`,
      gitBranch: name('branch'),
      timestamp: '2026-01-01T10:00:00.000Z',
      ...fields,
    })}\n`;
  const say = (role: 'user' | 'assistant', content: string | JsonObject[]): JsonObject => ({
    type: role,
    message: { role, model: name('model'), content },
  });
  const path = join(folder, `${session}.jsonl`);
  writeFileSync(
    path,
    [
      line(say('user', planted.kept('prompt'))),
      line({ type: name('type of a line') }),
      line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: name('trigger') } }),
      line(
        say('assistant', [{ type: 'tool_use', id: name('call'), name: name('tool'), input: { path: name('path') } }]),
      ),
    ].join(''),
  );
  const agent = name('subagent');
  writeFileSync(
    join(folder, session, 'subagents', `agent-${agent}.jsonl`),
    line({ ...say('assistant', planted.kept('answer of a subagent')), agentId: agent }),
  );
  await importAll(memory);
  await assertClean(at.home, planted);
  appendFileSync(path, line(say('user', planted.kept('next prompt'))));
  assert.equal((await importAll(memory)).added > 0, true);
  await assertClean(at.home, planted);
  assert.equal((await importAll(memory)).lines, 0);
});

test('a secret of any kind in a name that a program tells does not stay', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('names in the SDK');
  const names = namesIn(planted, 'names');
  assert.ok(names.length > 100);
  const parts = ['agent', 'sessionId', 'cwd', 'prompt', 'subagent', 'number', 'tool', 'model', 'type', 'trigger'];
  const events = names.flatMap((name) =>
    parts.map((part) => ({
      ...{
        kind: 'tool.end',
        sessionId: 's',
        tool: 'Read',
        input: { file_path: `${at.project}/${name}/b.ts` },
        output: 'x',
      },
      [part]: part === 'cwd' ? `/home/dev/${name}/shop` : name,
    })),
  );
  const { accepted, skipped } = await memory.record(events);
  assert.equal(accepted + skipped.length, events.length);
  const refused = new Set(skipped.map(({ reason }) => reason.replace(/:.*/, '')));
  assert.deepEqual([...refused], ['agent is not a valid name'], 'all but an agent whose name is none are taken');
  assert.ok(accepted > 9 * names.length);
  for (const name of names.slice(0, 20)) {
    await memory.remember({ text: `${name} is the key`, ref: name, project: `/home/dev/${name}`, sessionId: name });
  }
  await memory.settled();
  await assertClean(at.home, planted);
});

test('a password in the address of a git remote does not stay', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('remotes');
  const [token = ''] = planted.secretsOf('github-token', 'remote');
  const values = ['user', 'password', 'odd password', 'query'].map((place) => planted.value(place));
  const remotes = [
    `https://${token}@git.acme.test/shop`,
    `https://${values[0]}:x-oauth-basic@git.acme.test/shop`,
    `https://deploy:${values[1]}@git.acme.test/shop.git`,
    `https://deploy:p@${values[2]}@git.acme.test/shop.git`,
    `https://git.acme.test/shop.git?private_token=${values[3]}`,
    `ssh://deploy:${values[1]}@git.acme.test:22/shop`,
  ];
  for (const [number, remote] of remotes.entries()) {
    const project = join(at.userHome, `project-${number}`);
    mkdirSync(join(project, '.git'), { recursive: true });
    writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(project, '.git', 'config'), `[remote "origin"]\n\turl = ${remote}\n`);
    await memory.remember({ text: `a note ${planted.kept(`project ${number}`)}`, project });
  }
  await assertClean(at.home, planted);
});
