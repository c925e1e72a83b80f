// Serves the dashboard over the example project from a home of its own, and prints an address that signs in as a person:
// npm run web:dev [-- PAGE]. Ctrl-C ends it; Enter prints another address.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inWindow, quoted } from '../test/support/person-terminal.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'cairn-web-'));
const project = join(folder, 'shop');
mkdirSync(project);
const { PATH = '', LANG = 'C.UTF-8' } = process.env;
const env = { PATH, LANG, HOME: folder, CAIRN_HOME: join(folder, '.cairn'), CAIRN_EMBED_MODEL: 'none' };

const worker = spawn(process.execPath, [cli, 'worker'], { env, cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
process.on('SIGINT', () => worker.kill('SIGTERM'));
worker.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
const sessions = join(root, 'examples', 'sample-project', 'sessions');
execFileSync(process.execPath, [cli, 'import', '--agent', 'claude-code', sessions], { env, cwd: project });
await printAddress();
for await (const _line of createInterface(process.stdin)) await printAddress();

async function printAddress(): Promise<void> {
  const words = [process.execPath, cli, 'ui', '--no-open', ...process.argv.slice(2)];
  const { stdout } = await inWindow(`exec ${words.map(quoted).join(' ')}`, { env, cwd: project });
  process.stdout.write(`${/http:\S+/.exec(stdout)?.[0] ?? stdout}\n`);
}
