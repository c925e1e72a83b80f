import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTING_KEYS, SETTINGS, type Setting } from '../../../src/config/settings.ts';
import { listFiles } from '../../../src/platform/files.ts';
import { inherited } from '../../../src/platform/process/spawn-detached.ts';
import { runModule } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const MODULE = JSON.stringify(new URL('../../../src/platform/process/spawn-detached.ts', import.meta.url).href);

test('the program runs on after its starter, in /, with what it was given, nothing that makes Node load and no setting', async (t) => {
  const folder = temporaryFolder(t);
  const script = join(folder, 'program.mjs');
  const out = join(folder, 'out.json');
  const go = join(folder, 'go');
  writeFileSync(
    script,
    `import { existsSync, renameSync, writeFileSync } from 'node:fs';
     const look = setInterval(() => {
       if (!existsSync(${JSON.stringify(go)})) return;
       clearInterval(look);
       writeFileSync(process.argv[2] + '.tmp', JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(3),
         execPath: process.execPath, env: Object.keys(process.env).sort(), parent: process.ppid }));
       renameSync(process.argv[2] + '.tmp', process.argv[2]);
     }, 10);`,
  );
  const env = {
    CAIRN_HOME: folder,
    HOME: folder,
    ...{ CAIRN_EXCLUDE_PROJECTS: '**', CAIRN_EMBED_URL: 'http://127.0.0.1:1', CAIRN_LLM_MODEL: 'command:x' },
    ...{ NODE_OPTIONS: '--require /no/such/file', LD_PRELOAD: '', npm_config_x: '1', OPENSSL_CONF: '/no/such/file' },
    ...{ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: '/no', SSL_CERT_FILE: '/no', GIT_SSH_COMMAND: 'x' },
    ...{ GIT_CONFIG_GLOBAL: '/no', HTTP_PROXY: 'http://127.0.0.1:1', ALL_PROXY: 'x', UNKNOWN: '1' },
  };
  const starter = await runModule(
    `import { spawnDetached } from ${MODULE};
     spawnDetached({ script: ${JSON.stringify(script)}, args: [${JSON.stringify(out)}, 'a b'], env: ${JSON.stringify(env)} });`,
  );
  assert.deepEqual({ code: starter.code, stderr: starter.stderr }, { code: 0, stderr: '' });
  assert.equal(existsSync(out), false);
  writeFileSync(go, '');
  await until(() => existsSync(out));
  const told = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(
    { cwd: told.cwd, args: told.args, execPath: told.execPath, env: told.env },
    { cwd: '/', args: ['a b'], execPath: process.execPath, env: ['CAIRN_HOME', 'HOME', 'NODE_USE_SYSTEM_CA'] },
  );
});

test('every variable that Cairn reads reaches its programs, as do proxies, locale and the keys of ssh', () => {
  const sources = [...filesBelow('src/agents'), ...filesBelow('src/importers'), ...filesBelow('src/memory')];
  const read = sources.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/\bvariables\??\.([A-Z][A-Z0-9_]+)/g),
  ]);
  const names = [...new Set(read.map(([, name = '']) => name))].filter((name) => !name.startsWith('NODE_TLS'));
  assert.ok(names.length > 20, names.join(' '));
  const others = [
    'https_proxy',
    'NO_PROXY',
    'NODE_USE_ENV_PROXY',
    'LC_ALL',
    'LANG',
    'TZ',
    'SSH_AUTH_SOCK',
    'XDG_RUNTIME_DIR',
    'TMPDIR',
    'Path',
  ];
  const env = Object.fromEntries([...names, ...others].map((name) => [name, 'x']));
  assert.deepEqual(inherited({ env }), env);
});

test('settings by variable reach the program that a person starts alone', () => {
  const env = { HOME: '/home/ada', CAIRN_HOME: '/home/ada/.cairn', CAIRN_TEST_DEADLINE_SCALE: '2' };
  const set = {
    ...env,
    ...Object.fromEntries(SETTING_KEYS.map((key) => [(SETTINGS[key] as Setting).env ?? 'HOME', 'x'])),
    ...env,
  };
  assert.deepEqual(inherited({ env: set }), env);
  assert.deepEqual(inherited({ env: set, settings: true }), set);
});

function filesBelow(folder: string): string[] {
  const root = new URL(`../../../${folder}/`, import.meta.url);
  return listFiles(root.pathname).filter((path) => path.endsWith('.ts'));
}
