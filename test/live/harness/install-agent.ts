import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentPackage } from './agent.ts';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 300_000;

/** The version to run: the one that the tests hold, or another for the one agent that `npm run agents:check` looks at. */
export function versionWanted(name: string, held: string): string {
  const { CAIRN_LIVE: checked, CAIRN_LIVE_VERSION: version = held } = process.env;
  return name === checked ? version : held;
}

/** Installs the agent once below `<repository>/.agents/` and returns the path of its command inside the repository. */
export async function installAgent(
  repository: string,
  { name, package: held }: { readonly name: string; readonly package: AgentPackage },
): Promise<string> {
  const agent = { ...held, version: versionWanted(name, held.version) };
  const folder = join('.agents', name);
  const target = join(repository, folder);
  const command = join(folder, 'node_modules', '.bin', agent.command);
  if ((await stampOf(target)) === `${agent.name}@${agent.version}`) return command;
  // Built beside its place and moved there, so that two test files at once cannot see half of it.
  const building = `${target}.${process.pid}`;
  try {
    await build(building, agent);
    await place(building, target, agent);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return command;
}

async function build(folder: string, agent: AgentPackage): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const wanted = `${agent.name}@${agent.version}`;
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['install', '--prefix', folder, ...flags, wanted], { timeout: INSTALL_TIMEOUT_MS });
  // What an agent's own programs write to a home is not for the home of whoever runs the tests.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const options = {
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, PATH, HOME: join(folder, 'home'), npm_config_user_agent: 'npm/' },
  };
  if (agent.finish !== undefined) {
    const cwd = join(folder, 'node_modules', ...agent.name.split('/'));
    await run(process.execPath, [join(cwd, agent.finish)], { ...options, cwd });
  }
  await run(join(folder, 'node_modules', '.bin', agent.command), ['--version'], options);
  await writeFile(join(folder, 'stamp'), `${agent.name}@${agent.version}`);
}

async function place(building: string, target: string, agent: AgentPackage): Promise<void> {
  if ((await stampOf(target)) === `${agent.name}@${agent.version}`) return;
  await rm(target, { recursive: true, force: true });
  await rename(building, target);
}

async function stampOf(folder: string): Promise<string | undefined> {
  const stamp = join(folder, 'stamp');
  return existsSync(stamp) ? await readFile(stamp, 'utf8') : undefined;
}
