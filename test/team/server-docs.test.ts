import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SERVER_COMMANDS } from '../../src/server/commands/run-command.ts';
import { SERVER_VARIABLES } from '../../src/server/server-config.ts';
import { startCluster } from './cluster.ts';
import { runWords } from './team-server.ts';

const DOC = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8');
const LIST = readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8');

/** The code blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...DOC.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
}

test('the page takes an admin from nothing to a server that answers, command by command', async (context) => {
  const cluster = await startCluster();
  context.after(() => cluster.stop());
  const [sql = ''] = blocks('sql');
  for (const statement of sql.split(';\n').filter((one) => one.trim() !== '')) cluster.psql(statement);
  const env: Record<string, string> = {};
  const lines = blocks('sh').flatMap((code) => code.trim().split('\n'));
  const run: string[] = [];
  for (const line of lines) {
    const [, name, url = ''] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name?.startsWith('CAIRN_DATABASE') === true) {
      const [, role = ''] = /\/\/(\w+):/.exec(url) ?? [];
      env[name] = cluster.urlOf(role, 'cairn');
    } else if (name === undefined && line.startsWith('cairn server ') && !line.endsWith(' start')) {
      const words = [...line.slice('cairn server '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, a, b]) => a ?? b ?? '',
      );
      const { code, stderr } = await runWords(words, env);
      assert.equal(code, 0, `${line}: ${stderr}`);
      run.push(words.slice(0, 2).join(' '));
    }
  }
  assert.deepEqual(run, ['migrate', 'tenant create', 'member add', 'token create', 'token create', 'member login']);
});

test('the page names every variable and every group of commands', () => {
  for (const name of Object.keys(SERVER_VARIABLES)) assert.match(DOC, new RegExp(`\`${name}\``));
  for (const { name } of SERVER_COMMANDS) assert.match(DOC, new RegExp(`${name.split(' ')[0]}`));
  assert.match(LIST, /CAIRN_DATABASE_OWNER_URL/);
});
