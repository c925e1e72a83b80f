import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HookReading } from '../agents/shared/contract.ts';
import { DELIVERY_HEADER, DELIVERY_ID } from '../api/routes.ts';
import { toCairnError } from '../core/errors.ts';
import { randomId } from '../core/hash.ts';
import * as LIMITS from '../core/limits.ts';
import type { HookIntakeResult } from '../ingest/intake.ts';
import type { LocalMemory } from '../memory/local.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { goAhead } from '../platform/yield-to-event-loop.ts';

const HOOK_PATH = /^\/hook\/([\w-]{1,40})\/([\w.-]{1,60})$/;

/**
 * Called after a hook's events are durable: which transcript or session it named, who sent it where that was another agent
 * than the hook's, and whether to read it now or later.
 */
export type OnHook = (
  hook: { agent: string } & Pick<HookReading, 'transcript' | 'session' | 'sentBy' | 'reconcile'>,
) => void;

/** Agent and event of a request to the hook route; `undefined` for any other request. */
export function matchHook(request: IncomingMessage): { agent: string; event: string } | undefined {
  const match = request.method === 'POST' ? HOOK_PATH.exec(request.url ?? '') : null;
  const [, agent, event] = match ?? [];
  return agent === undefined || event === undefined ? undefined : { agent, event };
}

/**
 * Answers `POST /hook/AGENT/EVENT`: appends what the payload says, durably, then answers 200 with the delivery id on the
 * first line and after it exactly what the hook is to print. A payload that is not read, as one that is too long, is counted.
 */
export async function answerHook(
  exchange: { request: IncomingMessage; response: ServerResponse },
  hook: { agent: string; event: string },
  parts: { memory: LocalMemory; onHook: OnHook },
): Promise<void> {
  const { request, response } = exchange;
  const delivery = deliveryOf(request);
  const written = goAhead();
  try {
    const payload = await readPayload(request);
    const taken = await parts.memory.takeHook({ ...hook, payload, delivery, at: now() });
    written();
    const reply = taken === undefined ? '' : await replyTo(taken, hook.event, parts.memory);
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(`${delivery}\n${reply}`);
    // After the answer: noting what is to be read writes to the disk.
    if (taken !== undefined) parts.onHook({ agent: taken.dialect.name, ...taken.reading });
  } catch (error) {
    // Kimi Code ends the hooks of a turn's last tools with the turn.
    ignore(error, request.complete ? `hook failed: ${toCairnError(error).code}` : 'hook ended before its payload came');
    if (!response.headersSent) response.writeHead(500);
    response.end();
  } finally {
    written();
  }
}

async function replyTo({ dialect, reading }: HookIntakeResult, event: string, memory: LocalMemory): Promise<string> {
  if (reading.need === undefined) return '';
  const refusable = dialect.refusesOn?.includes(event) === true;
  const shows = dialect.showsOn?.includes(event) === true;
  const { text, refusal, notice, warning } = await memory.hookContext({
    ...reading.need,
    agent: dialect.name,
    refusable,
    shows,
  });
  const reply = text === '' && refusal === undefined ? '' : dialect.reply(event, text, refusal);
  const said = [warning, notice?.text].filter((one) => one !== undefined).join('\n');
  return said === '' ? reply : (dialect.withNotice?.(reply, said) ?? reply);
}

/** The delivery id of a hook. One that sends none delivers once. */
function deliveryOf(request: IncomingMessage): string {
  const value = request.headers[DELIVERY_HEADER];
  return typeof value === 'string' && DELIVERY_ID.test(value) ? value : randomId();
}

/** The payload; `undefined` when it is too long: it is read to its end all the same, or the hook would send it once more. */
async function readPayload(request: IncomingMessage): Promise<string | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= LIMITS.payloadBytes) parts.push(part);
    else parts = [];
  }
  return size > LIMITS.payloadBytes ? undefined : Buffer.concat(parts).toString('utf8');
}
