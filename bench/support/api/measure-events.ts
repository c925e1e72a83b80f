import { get, type IncomingMessage } from 'node:http';
import type { Memory } from '../../../src/api/contract.ts';
import type { Listening } from '../../../src/api/http-answers.ts';
import { processBytes, processSeconds } from '../process-time.ts';

const AT_ONCE = 16;

/** What live events cost. */
export interface EventFigures {
  /** Milliseconds from recording an event until a reader has it, of every event and reader. */
  took: number[];
  /** Events that readers got, and should have. */
  told: number;
  wanted: number;
  /** Bytes that the worker held before and after. */
  bytes: { before: number; after: number };
  /** Events a second, until every reader had the last one. */
  perSecond: number;
  /** Share of one core that the worker used. */
  cores: number;
  /** What `whileFollowing` gave, with every reader connected and nothing else recorded. */
  beside: number[];
}

/** Lets readers follow the log while events are recorded at an even pace, each with the time at which it was. */
export async function measureEvents(
  { memory, listening, pid }: { memory: Memory; listening: Listening; pid: number },
  { readers, perSecond, seconds }: { readers: number; perSecond: number; seconds: number },
  whileFollowing: () => Promise<number[]>,
): Promise<EventFigures> {
  const took: number[] = [];
  const opened: IncomingMessage[] = [];
  // One after the other: of connections that showed no token yet the worker keeps few.
  while (opened.length < readers) opened.push(await follow(listening, took));
  // What is the first of its kind is not measured.
  for (let n = 0; n < perSecond; n += 1) await record(memory, `warm-${n}`, 'warm');
  took.length = 0;
  const before = { bytes: processBytes(pid), seconds: processSeconds(pid), at: performance.now() };
  const waiting = new Set<Promise<unknown>>();
  const total = perSecond * seconds;
  for (let n = 0; n < total; n += 1) {
    const wait = before.at + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    // A worker that does not keep up gets them later, instead of connections without number.
    if (waiting.size >= AT_ONCE) await Promise.race(waiting);
    const sent: Promise<unknown> = record(
      memory,
      `live-${n}`,
      `at ${performance.timeOrigin + performance.now()}`,
    ).finally(() => waiting.delete(sent));
    waiting.add(sent);
  }
  await Promise.all(waiting);
  for (const until = Date.now() + 30_000; took.length < total * readers && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const cores = (processSeconds(pid) - before.seconds) / ((performance.now() - before.at) / 1_000);
  const perSecondReached = total / ((performance.now() - before.at) / 1_000);
  const bytes = { before: before.bytes, after: processBytes(pid) };
  const beside = await whileFollowing();
  for (const reader of opened) reader.destroy();
  return { took, told: took.length, wanted: total * readers, bytes, cores, perSecond: perSecondReached, beside };
}

function record(memory: Memory, ref: string, text: string): Promise<unknown> {
  const content = `${text} ${'word '.repeat(100)}`;
  return memory.record({ sessionId: 'live', messages: [{ role: 'assistant', content, ref }] });
}

async function follow({ url, token }: Listening, took: number[]): Promise<IncomingMessage> {
  const options = { agent: false, headers: { authorization: `Bearer ${token}` } };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/v1/events?last=0`, options, resolve).on('error', reject);
  });
  let rest = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    const now = performance.timeOrigin + performance.now();
    for (const block of blocks) {
      const [, at] = /"at (\d+\.?\d*) word/.exec(block) ?? [];
      if (at !== undefined) took.push(now - Number(at));
    }
  });
  answer.on('error', () => undefined);
  return answer;
}
