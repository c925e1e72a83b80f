import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { homePaths } from '../../src/config/paths.ts';
import { DEADLINES, type Deadlines } from '../../src/core/deadlines.ts';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { DIST } from './built-program.ts';
import type { FreshHome } from './fresh-home.ts';
import { PATIENT } from './patience.ts';
import { type Ended, runProgram } from './run-program.ts';
import { environmentOf } from './run-worker.ts';

/** What a hook that has nothing to say ends with. */
export const QUIET: Ended = { code: 0, signal: null, stdout: '', stderr: '' };

/** Runs the hook of a home with a payload on its stdin. */
export type RunHook = (event: string, payload: unknown, agent?: string) => Promise<Ended>;

/**
 * Writes the hook of the built program into a fresh home; it is patient and starts no worker. An object is sent as JSON, a
 * text as it is. `deadlines`: those that are not patient.
 */
export function installHook(at: FreshHome, deadlines: Partial<Deadlines> = {}): RunHook {
  mkdirSync(at.home, { recursive: true, mode: 0o700 });
  writeFileSync(homePaths(at.home).config, '{"worker.start":"never"}');
  const path = join(at.home, 'hook');
  const template = readFileSync(join(DIST, 'hook.sh'), 'utf8');
  const parts = {
    home: at.home,
    node: process.execPath,
    app: DIST,
    person: at.userHome,
    deadlines: { ...PATIENT, silentMs: DEADLINES.silentMs, ...deadlines },
  };
  writeFileSync(path, renderHookScript(template, parts));
  chmodSync(path, 0o755);
  return (event, payload, agent = 'claude-code') =>
    runProgram(path, [agent, event], { input: toInput(payload), env: environmentOf(at), cwd: '/' });
}

/** Sends a hook's payload to a worker as `curl` does. */
export function sendHook(
  socket: string,
  event: string,
  options: { payload?: unknown; delivery?: string; path?: string } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      socketPath: socket,
      method: 'POST',
      path: options.path ?? `/hook/claude-code/${event}`,
      headers: { 'x-cairn-delivery': options.delivery ?? `d-${Math.random().toString(36).slice(2)}` },
    });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.end(toInput(options.payload ?? {}));
  });
}

function toInput(payload: unknown): string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
}
