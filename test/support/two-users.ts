import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { until } from './until.ts';

/** A user that owns nothing here. */
export const NOBODY = 65_534;

/** A test in which two users meet. Only root can be both: without it the test is skipped by its name. */
export function testWithTwoUsers(name: string, work: (context: TestContext) => Promise<void>): void {
  test(name, (context) => (process.getuid?.() === 0 ? work(context) : context.skip('needs root, to be two users')));
}

/** Runs JavaScript text as another user, until the test ends. */
export function runAs(context: TestContext, uid: number, text: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', text], { uid, cwd: '/', env: {}, stdio: 'ignore' });
  context.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  return child;
}

/**
 * Lets another user listen at `socket`, in a folder that is made where it is missing, and answer every hook with words of
 * his own. Gives what he heard: the bytes of all connections.
 */
export async function listenAsStranger(context: TestContext, socket: string): Promise<() => string> {
  const heard = `${socket}.heard`;
  const text = `
    const { appendFileSync, chmodSync, mkdirSync, writeFileSync } = require('node:fs');
    const { dirname } = require('node:path');
    process.umask(0);
    mkdirSync(dirname(${JSON.stringify(socket)}), { recursive: true, mode: 0o777 });
    const server = require('node:http').createServer((request, response) => {
      request.on('data', (part) => appendFileSync(${JSON.stringify(heard)}, part));
      request.on('end', () => response.end(request.headers['x-cairn-delivery'] + '\\n{"said":"by a stranger"}'));
    });
    server.on('connection', () => appendFileSync(${JSON.stringify(heard)}, 'connected '));
    server.listen(${JSON.stringify(socket)}, () => {
      chmodSync(${JSON.stringify(socket)}, 0o777);
      writeFileSync(${JSON.stringify(heard)}, '');
    });`;
  const child = runAs(context, NOBODY, text);
  await until(() => {
    assert.equal(child.exitCode, null, 'the stranger cannot listen');
    return existsSync(heard);
  });
  return () => readFileSync(heard, 'utf8');
}
