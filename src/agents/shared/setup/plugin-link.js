// What Cairn's plugins within agents share. Set-up puts it into each: a plugin is one file. It waits for an answer for a
// limited time, and throws nothing.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const HOOK = join(homedir(), '@HOOK@');
/** There while a confirmed tripwire waits, with the mode in it. */
const TRIPWIRES = join(dirname(dirname(HOOK)), 'tripwires');
const HOOK_MS = 10000;
const MOST_HOOKS = 16;
const ANSWER_CHARS = 100000;

/** How long an agent waits for what Cairn has to say. */
export const ANSWER_MS = 1300;
/** How long it waits at its end until all is told. */
export const END_MS = 700;
/** The hooks that run. */
export const running = new Set();

/** Runs the hook with a payload; gives what it printed, or nothing after a time. */
export function send(event, payload) {
  if (running.size >= MOST_HOOKS) return Promise.resolve('');
  const answer = new Promise((resolve) => {
    const shell = process.platform === 'win32';
    const options = { stdio: ['pipe', 'pipe', 'ignore'], detached: !shell, shell, windowsHide: true, timeout: HOOK_MS };
    const child = spawn(shell ? `"${HOOK}"` : HOOK, ['@AGENT@', event], options);
    let text = '';
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(text.trim()));
    child.stdin.on('error', () => resolve(''));
    child.stdout.on('error', () => resolve(''));
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part) => {
      if (text.length < ANSWER_CHARS) text += part;
    });
    child.stdin.end(JSON.stringify(payload));
  }).catch(() => '');
  running.add(answer);
  answer.then(() => running.delete(answer));
  return answer;
}

/** The same, or nothing when it takes longer. */
export function within(ms, answer) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, '');
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The mode of the tripwires that wait: nothing, warn or block. */
export function tripwires() {
  try {
    return readFileSync(TRIPWIRES, 'utf8').trim() || 'warn';
  } catch {
    return '';
  }
}

/** Head and tail of what a tool printed: what a command says of its failure stands at either end. */
export function shortened(printed, chars = 20000) {
  const half = chars / 2;
  return printed.length > chars ? `${printed.slice(0, half)}\n${printed.slice(-half)}` : printed;
}
