import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import { agentProgramIn } from '../../../src/llm/command/agent-programs.ts';
import { openCommandModel } from '../../../src/llm/command/command-model.ts';
import { splitLine } from '../../../src/llm/command/split-line.ts';
import type { LanguageModel, ModelRequest } from '../../../src/llm/model/language-model.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const REQUEST: ModelRequest = {
  system: 'Answer.',
  prompt: 'the plan',
  schema: { name: 'summary', schema: {} },
  maxTokens: 300,
};
const never = (): AbortSignal => new AbortController().signal;

/** A model behind a program of some lines of JavaScript. */
function program(
  context: TestContext,
  source: string,
  options: { timeoutMs?: number } = {},
): LanguageModel & { folder: string } {
  const folder = temporaryFolder(context);
  const file = join(folder, 'answer.mjs');
  writeFileSync(file, source);
  const model = openCommandModel({
    line: `"${process.execPath}" '${file}'`,
    timeoutMs: 60_000,
    allowAgent: false,
    variables: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', CAIRN_LLM_KEY: 'hidden', AWS_SECRET: 'hidden' },
    cwd: join(folder, 'asides'),
    ...options,
  });
  return { ...model, folder };
}

async function assertFails(work: Promise<unknown>, code: string, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof CairnError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    assert.ok(error.fix);
    return true;
  });
}

suite('a command', () => {
  test('reads the prompt and prints the answer, with little of the environment, in a folder of its own', async (context) => {
    const model = program(
      context,
      `let text = ''; for await (const part of process.stdin) text += part;
       console.log(JSON.stringify({ text, env: Object.keys(process.env), cwd: process.cwd() }));`,
    );
    const reply = await model.complete(REQUEST, { signal: never() });
    const said = JSON.parse(reply.text) as { text: string; env: string[]; cwd: string };
    assert.equal(said.text, 'Answer.\n\nthe plan\n');
    assert.deepEqual(
      said.env.filter((name) => /CAIRN|AWS/.test(name)),
      [],
    );
    assert.ok(said.env.includes('LC_ALL'));
    assert.match(said.cwd, /asides$/);
    assert.equal(reply.inputTokens, 4);
    assert.ok(reply.outputTokens > 10);
  });

  test('answers also when it does not read its input', async (context) => {
    const model = program(context, `console.log('short')`);
    const prompt = 'x'.repeat(1_000_000);
    assert.equal((await model.complete({ ...REQUEST, prompt }, { signal: never() })).text, 'short\n');
    takeIgnored();
  });

  test('that takes too long is ended with all that it started', async (context) => {
    const source = `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
       writeFileSync('../pids', process.pid + ' ' + child.pid);
       process.on('SIGTERM', () => {});
       setInterval(() => {}, 1000);`;
    const timedOut = async (timeoutMs: number): Promise<string> => {
      const model = program(context, source, { timeoutMs });
      await assertFails(model.complete(REQUEST, { signal: never() }), 'timeout', /did not answer in time/);
      const pids = join(model.folder, 'pids');
      // On a busy machine the time may be over before the program began.
      return existsSync(pids) ? readFileSync(pids, 'utf8') : timedOut(timeoutMs * 2);
    };
    for (const pid of (await timedOut(500)).split(' ')) await until(() => !existsSync(`/proc/${pid}/cwd`));
  });

  test('that fails, prints without end or is not there is model_failed', async (context) => {
    const fails = program(context, `console.log('half'); process.exit(3)`);
    await assertFails(fails.complete(REQUEST, { signal: never() }), 'model_failed', /ended with 3/);
    const endless = program(
      context,
      `const more = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', more); }; more();`,
    );
    await assertFails(endless.complete(REQUEST, { signal: never() }), 'model_failed', /printed more/);
    const cwd = temporaryFolder(context);
    const none = openCommandModel({
      line: '/no/such/program',
      timeoutMs: 60_000,
      allowAgent: false,
      variables: {},
      cwd,
    });
    await assertFails(none.complete(REQUEST, { signal: never() }), 'model_failed', /cannot be started/);
    takeIgnored();
  });

  test('is ended when the caller cancels', async (context) => {
    const model = program(context, 'setInterval(() => {}, 1000)');
    const cancel = new AbortController();
    const work = model.complete(REQUEST, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 50);
    await assert.rejects(work, (error) => error instanceof CairnError && error.code === 'cancelled');
  });

  test('of an agent is refused unless it is allowed, in words that say why', (context) => {
    const cwd = temporaryFolder(context);
    const agent = { line: 'claude -p', timeoutMs: 60_000, variables: {}, cwd };
    assert.throws(
      () => openCommandModel({ ...agent, allowAgent: false }),
      (error) => error instanceof CairnError && error.code === 'not_allowed' && /subscription/.test(error.message),
    );
    assert.equal(openCommandModel({ ...agent, allowAgent: true }).name, 'command:claude');
    for (const line of ['', '  ', 'llm "open']) {
      assert.throws(
        () => openCommandModel({ ...agent, line, allowAgent: true }),
        (error) => error instanceof CairnError && error.code === 'invalid_input',
      );
    }
  });
});

test('a line is split as a shell would, without expanding anything', () => {
  assert.deepEqual(splitLine(`llm -m "a b" 'c "d' e\\ f "" $HOME *`), [
    'llm',
    '-m',
    'a b',
    'c "d',
    'e f',
    '',
    '$HOME',
    '*',
  ]);
  assert.equal(splitLine(`llm 'open`), undefined);
  assert.deepEqual(splitLine('   '), []);
});

test('agents are found wherever a line runs them, and nothing else is', () => {
  const lines = {
    'claude -p': 'claude',
    '/usr/local/bin/codex exec -': '/usr/local/bin/codex',
    'env FOO=1 gemini -p': 'gemini',
    'npx -y @openai/codex exec': '@openai/codex',
    'npx @anthropic-ai/claude-code@latest -p': '@anthropic-ai/claude-code@latest',
    'bash -c "cat | claude -p"': 'claude',
    'C:/tools/Claude.exe -p': 'C:/tools/Claude.exe',
    'gh copilot suggest': 'copilot',
    'timeout 60 qwen': 'qwen',
    'llm -m claude': undefined,
    'ollama run kimi': undefined,
    'python3 answer.py gemini': undefined,
    './my-model --like pi': undefined,
  };
  for (const [line, agent] of Object.entries(lines)) assert.equal(agentProgramIn(splitLine(line) ?? []), agent, line);
});
