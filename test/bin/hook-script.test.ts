import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { AGENTS } from '../../src/agents/registry.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { PATIENT } from '../support/patience.ts';
import { type Ended, ended, runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const TEMPLATE = readFileSync(new URL('../../src/bin/hook.sh', import.meta.url), 'utf8');

interface Hook {
  path: string;
  home: string;
  socket: string;
  /** What reached the program of the fallback: arguments and stdin. */
  kept(): { args: string[]; payload: string } | undefined;
  /** The environment of the fallback. */
  env(): Record<string, string>;
}

/**
 * A hook script whose fallback notes what it gets and prints `kept`. Its paths are as awkward as a person's can be. It is
 * patient unless it is to keep to its `ownTime`, where nobody answers.
 */
function makeHook(t: TestContext, { ownTime = false } = {}): Hook {
  const folder = temporaryFolder(t);
  const home = join(folder, "Ann's memory");
  const app = join(home, 'app $1');
  mkdirSync(app, { recursive: true });
  const note = join(home, 'note.json');
  writeFileSync(
    join(app, 'hook.cjs'),
    `const fs = require('node:fs');
     const args = process.argv.slice(2);
     fs.writeFileSync(${JSON.stringify(note)}, JSON.stringify({ args, payload: fs.readFileSync(0, 'utf8'),
       home: process.env.CAIRN_HOME, options: process.env.NODE_OPTIONS }));
     fs.writeFileSync(${JSON.stringify(`${note}.env`)}, JSON.stringify(process.env));
     fs.writeSync(1, 'kept\\n');`,
  );
  const path = join(home, 'hook');
  const deadlines = ownTime ? DEADLINES : PATIENT;
  writeFileSync(path, renderHookScript(TEMPLATE, { home, node: process.execPath, app, person: folder, deadlines }));
  chmodSync(path, 0o755);
  const kept: Hook['kept'] = () => {
    try {
      return JSON.parse(readFileSync(note, 'utf8'));
    } catch {
      return undefined;
    }
  };
  return {
    path,
    home,
    socket: join(folder, 's.sock'),
    kept,
    env: () => JSON.parse(readFileSync(`${note}.env`, 'utf8')),
  };
}

/** A worker that is there: `answer` is called with the payload. */
async function listen(t: TestContext, hook: Hook, listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(hook.socket, resolve));
  writeFileSync(join(hook.home, 'worker.socket'), `${hook.socket}\n`);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
}

function run(hook: Hook, input: string | Uint8Array, env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return runProgram(hook.path, ['claude-code', 'Stop'], { input, env });
}

const quiet = { code: 0, signal: null, stderr: '' };

test('with a worker the payload arrives whole and its answer is printed without the first line', async (t) => {
  const hook = makeHook(t);
  const payload = `{"text":"${'ü$\\`\'"%s\\n'.repeat(20_000)}"}`;
  let got = '';
  let url = '';
  await listen(t, hook, (request, response) => {
    url = `${request.method} ${request.url}`;
    request.setEncoding('utf8').on('data', (part: string) => {
      got += part;
    });
    request.on('end', () => response.end(`${request.headers['x-cairn-delivery']}\n{"a":"b\\\\n%s"}\n{"c":1}`));
  });
  assert.deepEqual(await run(hook, payload), { ...quiet, stdout: '{"a":"b\\\\n%s"}\n{"c":1}\n' });
  assert.equal(got, payload);
  assert.equal(url, 'POST /hook/claude-code/Stop');
  assert.equal(hook.kept(), undefined);
});

test('an answer without words prints nothing', async (t) => {
  const hook = makeHook(t);
  const replies = [(id: unknown) => `${id}\n`, (id: unknown) => `${id}`];
  let count = 0;
  await listen(t, hook, (request, response) => {
    request.resume().on('end', () => response.end(replies[count++ % 2]?.(request.headers['x-cairn-delivery'])));
  });
  for (const _reply of replies) assert.deepEqual(await run(hook, '{}'), { ...quiet, stdout: '' });
  assert.equal(hook.kept(), undefined);
});

test('each run has a delivery id of its own', async (t) => {
  const hook = makeHook(t);
  const ids = new Set<unknown>();
  await listen(t, hook, (request, response) => {
    ids.add(request.headers['x-cairn-delivery']);
    request.resume().on('end', () => response.end(`${request.headers['x-cairn-delivery']}\n`));
  });
  await Promise.all(Array.from({ length: 5 }, () => run(hook, '{}')));
  assert.equal(ids.size, 5);
  for (const id of ids) assert.match(String(id), /^[\w-]{8,64}$/);
});

test('without a worker the program of the fallback gets agent, event, delivery and payload', async (t) => {
  const hook = makeHook(t);
  const env = { ...process.env, NODE_OPTIONS: '--require /no/such/file', CAIRN_HOME: '/elsewhere' };
  assert.deepEqual(await run(hook, '{"a":1}', env), { ...quiet, stdout: 'kept\n' });
  const kept = hook.kept();
  assert.deepEqual(kept?.args.slice(0, 2), ['claude-code', 'Stop']);
  assert.match(kept?.args[2] ?? '', /^[\w-]{8,64}$/);
  assert.deepEqual({ ...kept, args: [] }, { args: [], payload: '{"a":1}', home: hook.home });
});

test('a dead socket, an error, a strange or an unfinished answer: the payload goes to the fallback, nothing else is printed', async (t) => {
  const answers: Record<string, RequestListener> = {
    error: (request, response) => request.resume().on('end', () => response.writeHead(503).end('half')),
    'other id': (request, response) => request.resume().on('end', () => response.end('someone\nelse')),
    nothing: (request, response) => request.resume().on('end', () => response.end()),
    'cut off': (request, response) =>
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-length': 1_000 });
        response.write(`${request.headers['x-cairn-delivery']}\n{"half":`);
        setTimeout(() => response.destroy(), 50);
      }),
    silence: (request) => request.resume(),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const hook = makeHook(t, { ownTime: name === 'silence' });
    await listen(t, hook, answer);
    assert.deepEqual(await run(hook, '{"a":1}'), { ...quiet, stdout: 'kept\n' }, name);
    assert.equal(hook.kept()?.payload, '{"a":1}', name);
  }
  const hook = makeHook(t);
  const dead = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(hook.socket)}, () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  await ended(dead);
  writeFileSync(join(hook.home, 'worker.socket'), `${hook.socket}\n`);
  assert.deepEqual(await run(hook, '{"a":1}'), { ...quiet, stdout: 'kept\n' });
  assert.equal(hook.kept()?.payload, '{"a":1}');
});

test('the delivery id that the worker got is the one of the fallback', async (t) => {
  const hook = makeHook(t);
  let delivery: unknown;
  await listen(t, hook, (request, response) => {
    delivery = request.headers['x-cairn-delivery'];
    request.resume().on('end', () => response.writeHead(500).end());
  });
  await run(hook, '{}');
  assert.equal(hook.kept()?.args[2], delivery);
});

test('something that listens but never accepts a request keeps nobody for long', async (t) => {
  const hook = makeHook(t, { ownTime: true });
  const server = createNetServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(hook.socket, resolve));
  t.after(() => server.close());
  writeFileSync(join(hook.home, 'worker.socket'), `${hook.socket}\n`);
  assert.deepEqual(await run(hook, '{"a":1}'), { ...quiet, stdout: 'kept\n' });
});

test('without curl, or without the files of a worker, the fallback reads the payload itself', async (t) => {
  const hook = makeHook(t);
  writeFileSync(join(hook.home, 'worker.socket'), '/no/such/socket\n');
  assert.equal((await run(hook, '{"a":1}')).stdout, 'kept\n');
  await listen(t, hook, (_request, response) => response.end());
  const bare = join(hook.home, 'bare');
  writeFileSync(bare, readFileSync(hook.path, 'utf8').replace(/^PATH=.*$/m, 'PATH=/no/such/folder'), { mode: 0o755 });
  assert.deepEqual(await runProgram(bare, ['claude-code', 'Stop'], { input: '{"b":2}' }), {
    ...quiet,
    stdout: 'kept\n',
  });
  assert.equal(hook.kept()?.payload, '{"b":2}');
});

test('a hook that only tripwires need ends at once where none waits, and else is any other', async (t) => {
  const hook = makeHook(t);
  const runArmed = (...more: string[]): Promise<Ended> =>
    runProgram(hook.path, ['claude-code', 'PreToolUse', ...more, 'armed'], { input: '{"a":1}', env: process.env });
  for (const more of [[], ['project']]) {
    assert.deepEqual(await runArmed(...more), { ...quiet, stdout: '' });
    assert.equal(hook.kept(), undefined);
  }
  writeFileSync(join(hook.home, 'tripwires'), '');
  assert.deepEqual(await runArmed(), { ...quiet, stdout: 'kept\n' });
  assert.deepEqual(hook.kept()?.args.slice(0, 2), ['claude-code', 'PreToolUse']);
});

test('a hook that only refuses ends at once unless calls are refused', async (t) => {
  const hook = makeHook(t);
  const runRefusing = (...more: string[]): Promise<Ended> =>
    runProgram(hook.path, ['kimi-code', 'PreToolUse', ...more, 'refusing'], { input: '{"a":1}', env: process.env });
  assert.deepEqual(await runRefusing(), { ...quiet, stdout: '' });
  for (const mode of ['', 'warn\n', 'blocked\n']) {
    writeFileSync(join(hook.home, 'tripwires'), mode);
    for (const more of [[], ['project']]) assert.deepEqual(await runRefusing(...more), { ...quiet, stdout: '' });
  }
  assert.equal(hook.kept(), undefined);
  writeFileSync(join(hook.home, 'tripwires'), 'block\n');
  assert.deepEqual(await runRefusing(), { ...quiet, stdout: 'kept\n' });
});

test('a program of the project on the path is not run', async (t) => {
  const hook = makeHook(t);
  const bin = temporaryFolder(t);
  for (const name of ['curl', 'cat', 'node', 'date', 'uuidgen', 'printf']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ran > ${join(bin, 'ran')}\n`, { mode: 0o755 });
  }
  await listen(t, hook, (request, response) => {
    request.resume().on('end', () => response.end(`${request.headers['x-cairn-delivery']}\nyes`));
  });
  assert.equal((await run(hook, '{}', { ...process.env, PATH: bin })).stdout, 'yes\n');
  assert.throws(() => readFileSync(join(bin, 'ran')));
});

test('nothing that a project sets has Node or its TLS load, trust or leave anything unchecked, and HOME stays the person’s', async (t) => {
  const hook = makeHook(t);
  const set = {
    OPENSSL_CONF: '/no/such/file',
    OPENSSL_MODULES: '/no',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_EXTRA_CA_CERTS: '/no/such/file',
    NODE_OPTIONS: '--require /no/such/file',
    NODE_CHANNEL_FD: '3',
    NODE_ICU_DATA: '/no',
    SSL_CERT_FILE: '/no',
    LD_LIBRARY_PATH: '/no',
    LD_AUDIT: '',
    DYLD_INSERT_LIBRARIES: '/no',
  };
  const { PATH, LANG = 'C' } = process.env;
  const kept = { HTTPS_PROXY: 'http://127.0.0.1:1', CODEX_HOME: '/c', SSH_AUTH_SOCK: '/s', LANG };
  assert.equal((await run(hook, '{}', { ...set, ...kept, PATH, HOME: '/of/the/project' })).stdout, 'kept\n');
  const env = hook.env();
  assert.deepEqual(
    Object.keys(set).filter((name) => name in env),
    [],
  );
  assert.deepEqual(
    [env.HOME, ...Object.keys(kept).map((name) => env[name])],
    [join(hook.home, '..'), ...Object.values(kept)],
  );
});

test('a payload of megabytes that the worker refuses, or never reads, reaches the fallback whole', async (t) => {
  const payload = `{"text":"${'0123456789ü'.repeat(300_000)}"}`;
  const refuse: RequestListener = (_request, response) => response.writeHead(413).end();
  const readAndFail: RequestListener = (request, response) => {
    request.resume().on('end', () => response.destroy());
  };
  const neverRead: RequestListener = () => undefined;
  for (const answer of [refuse, readAndFail, neverRead]) {
    const hook = makeHook(t, { ownTime: answer === neverRead });
    await listen(t, hook, answer);
    assert.deepEqual(await run(hook, payload), { ...quiet, stdout: 'kept\n' });
    assert.equal(hook.kept()?.payload, payload);
  }
  const hook = makeHook(t);
  await listen(t, hook, refuse).then(() => rmSync(hook.socket));
  assert.equal((await run(hook, payload)).stdout, 'kept\n');
  assert.equal(hook.kept()?.payload, payload);
});

test('what the fallback starts and leaves running keeps no agent waiting', async (t) => {
  const hook = makeHook(t);
  const app = join(hook.home, 'app $1', 'hook.cjs');
  const [go, note] = [join(hook.home, 'go'), join(hook.home, 'lives')];
  const program = `const fs = require('node:fs');
    const look = setInterval(() => {
      if (!fs.existsSync(${JSON.stringify(go)})) return;
      clearInterval(look);
      fs.writeFileSync(${JSON.stringify(note)}, '');
    }, 10);`;
  writeFileSync(
    app,
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}],
       { detached: true, stdio: 'ignore' }).unref();`,
  );
  await listen(t, hook, (_request, response) => response.writeHead(500).end());
  assert.deepEqual(await run(hook, '{}'), { ...quiet, stdout: '' });
  writeFileSync(go, '');
  await until(() => existsSync(note));
});

test('no payload, no stdin, no program and a closed stdout: it exits 0 and says nothing', async (t) => {
  const hook = makeHook(t);
  await listen(t, hook, (request, response) => {
    request.resume().on('end', () => response.end(`${request.headers['x-cairn-delivery']}\n`));
  });
  assert.deepEqual(await run(hook, ''), { ...quiet, stdout: '' });
  const closed = await runProgram('/bin/sh', ['-c', '"$0" claude-code Stop <&- >&-; echo $?', hook.path]);
  assert.equal(closed.stdout, '0\n');
  for (const shell of ['/bin/sh', '/bin/bash', '/bin/dash'].filter(existsSync)) {
    const heard: string[] = [];
    const told = makeHook(t);
    await listen(t, told, (request, response) => {
      request
        .on('data', (part) => heard.push(String(part)))
        .on('end', () => response.end(`${request.headers['x-cairn-delivery']}\n`));
    });
    const mute = `printf '{"a":1}' | ${shell} "$0" claude-code Stop >&-; echo $?`;
    assert.equal((await runProgram(shell, ['-c', mute, told.path])).stdout, '0\n', shell);
    assert.deepEqual(heard, ['{"a":1}'], shell);
  }
  const deaf = await runProgram('/bin/sh', [
    '-c',
    '{ echo "{}" | "$0" claude-code Stop; echo $? >&2; } | true',
    hook.path,
  ]);
  assert.equal(deaf.stderr, '0\n');
  const lost = makeHook(t);
  const script = readFileSync(lost.path, 'utf8').replace(process.execPath, '/no/such/node');
  writeFileSync(lost.path, script.replace(/^PATH=.*$/m, 'PATH=/no/such/folder'));
  assert.deepEqual(await run(lost, '{}'), { ...quiet, stdout: '' });
});

suite('where no Node can run it, the person is told at the start of a session:', () => {
  const nodes: Readonly<Record<string, (folder: string) => string | undefined>> = {
    'one that is too old': (folder) => {
      const path = join(folder, 'node');
      writeFileSync(path, '#!/bin/sh\ncat >/dev/null\nexit 3\n', { mode: 0o755 });
      return path;
    },
    none: () => undefined,
  };
  for (const [which, makeNode] of Object.entries(nodes)) {
    test(which, async (t) => {
      const hook = makeHook(t);
      const folder = join(hook.home, 'no programs');
      mkdirSync(folder);
      const node = makeNode(folder) ?? '/no/such/node';
      const script = readFileSync(hook.path, 'utf8').replace(process.execPath, node);
      writeFileSync(hook.path, script.replace(/^PATH=.*$/m, `PATH='${folder.replaceAll("'", "'\\''")}'`));
      for (const { name, dialect } of AGENTS) {
        const start = await runProgram(hook.path, [name, 'SessionStart'], { input: '{}' });
        assert.deepEqual({ ...start, stdout: '' }, { ...quiet, stdout: '' });
        const shows = dialect?.showsOn?.includes('SessionStart') === true;
        assert.equal(start.stdout !== '', shows, name);
        if (shows) assert.match(JSON.parse(start.stdout).systemMessage, /cairn setup/);
      }
      assert.deepEqual(await run(hook, '{}'), { ...quiet, stdout: '' }, 'and at no other time');
    });
  }
});

test('started from a terminal it returns at once', async (t) => {
  const hook = makeHook(t);
  const terminal = openSync('/dev/ptmx', 'r+');
  t.after(() => closeSync(terminal));
  const { code, stdout } = await ended(
    spawn(hook.path, ['claude-code', 'Stop'], { stdio: [terminal, 'pipe', 'pipe'] }),
  );
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
  assert.equal(hook.kept(), undefined);
});
