// Child processes of the scripts: signals go on to them, their exit code comes back.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command to its end. Gives its exit code, 128 + n when signal n ended it. With `capture` the child sees no
 * input, its output comes back as text, and a signal ends this process after it; otherwise it has the standard streams
 * of this process, and it is the child that decides what a signal means.
 */
export function runChild(command, args, { cwd, env, shell = false, capture = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd, env, shell, stdio });
    let received;
    const forward = (signal) => {
      received = signal;
      if (!sentByTerminal(signal)) child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    const release = () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      release();
      if (capture && received !== undefined) process.kill(process.pid, received);
      else resolve({ code: code ?? 128 + constants.signals[signal], output });
    });
  });
}

// A terminal sends Ctrl-C to the whole foreground group: passed on, the child would hear it twice.
function sentByTerminal(signal) {
  return signal !== 'SIGTERM' && Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY);
}
