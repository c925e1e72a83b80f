import { request } from 'node:http';
import { DELIVERY_HEADER } from '../../src/api/routes.ts';
import { variedText } from './generated/varied-text.ts';

/** Milliseconds between two hooks: as many agents at once would send them. */
const PAUSE_MS = 20;

/** The end of a turn, as the hook script sends it. */
export function sendStop(socketPath: string, number: number): Promise<void> {
  const payload = { session_id: 'bench', cwd: '/', hook_event_name: 'Stop', prompt_id: `p${number}` };
  const body = JSON.stringify({ ...payload, last_assistant_message: variedText(number, 1_000) });
  const headers = { [DELIVERY_HEADER]: `bench-${number}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const path = '/hook/claude-code/Stop';
    const sent = request({ socketPath, method: 'POST', path, headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the hook was answered with ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends hooks one after the other, numbered from `first`; the milliseconds that each waited until its event was durable. */
export async function timeHooks(
  socketPath: string,
  { first, count }: { first: number; count: number },
): Promise<number[]> {
  const waited: number[] = [];
  for (let number = first; number < first + count; number += 1) {
    const began = performance.now();
    await sendStop(socketPath, number);
    waited.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return waited;
}
