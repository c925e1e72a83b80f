// Runs inside the namespace: starts the scripted model, takes commands as JSON lines on stdin and answers on stdout.
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { startModel } from './model/model-server.ts';
import {
  type Command,
  type HostLine,
  type OtherProcess,
  type RunCommand,
  type RunnerLine,
  type RunResult,
  toLine,
} from './model/protocol.ts';
import { type Program, startProgram } from './run-program.ts';
import type { Script } from './script.ts';

const programs = new Map<number, Program>();
let script: Script = { turns: [] };

const model = await startModel({
  script: () => script,
  record: (request) => write({ kind: 'request', request }),
});
const lines = createInterface({ input: process.stdin });
lines.on('line', (text) => {
  const { id, command } = JSON.parse(text) as HostLine;
  obey(id, command).then(
    (value) => write({ kind: 'done', id, value }),
    (error: unknown) => write({ kind: 'failed', id, message: String(error) }),
  );
});
// The host is gone or done: leaving ends the namespace with everything in it.
lines.on('close', () => process.exit(0));
write({ kind: 'ready', modelUrl: model.url });

function write(line: RunnerLine): void {
  process.stdout.write(toLine(line));
}

async function obey(id: number, command: Command): Promise<unknown> {
  switch (command.kind) {
    case 'script':
      script = command.script;
      return null;
    case 'processes':
      return processes();
    case 'type':
      programs.get(command.to)?.type(command.keys);
      return null;
    case 'run':
      return run(id, command);
  }
}

async function run(id: number, command: RunCommand): Promise<RunResult> {
  const program = startProgram(command, (text) => {
    if (command.typed === true) write({ kind: 'output', id, text });
  });
  programs.set(id, program);
  try {
    return await program.ended;
  } finally {
    programs.delete(id);
  }
}

async function processes(): Promise<readonly OtherProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ({ pid, command: await commandOf(pid) })));
  return found.filter(({ pid, command }) => pid !== 1 && pid !== process.pid && command !== '');
}

/** The command line of a process; empty when it is gone or a zombie. */
async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}
