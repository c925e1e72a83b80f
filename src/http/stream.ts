import type { LoggedEvent } from '../api/answers.ts';
import { errorBody } from './failure.ts';

/** How a stream is written. */
interface Format<Value> {
  type: string;
  /** Sent at once, so that the reader knows that it is listened to. */
  opening: string;
  /** Sent while there is nothing else, so that a reader that is gone is noticed, and a living one sees that it is not. */
  beat?: string;
  item: (value: Value) => Uint8Array;
  failure: (error: unknown) => string;
}

const ENCODER = new TextEncoder();
const encode = (text: string): Uint8Array => ENCODER.encode(text);

/** One JSON value a line; a failure half-way is a line with `error`. */
export const LINES: Format<unknown> = {
  type: 'application/x-ndjson',
  opening: '\n',
  item: (value) => encode(`${JSON.stringify(value)}\n`),
  failure: (error) => `${JSON.stringify(errorBody(error))}\n`,
};

/** Events as they are sent: readers at one place of the log get the same object, which is written once for all. */
const written = new WeakMap<LoggedEvent, Uint8Array>();

/**
 * Server-sent events whose ids are places in the log; a failure half-way is an event named `failure`. A reader whose
 * connection ends asks again after a second, and says which id it had last.
 */
export const SERVER_SENT: Format<LoggedEvent> = {
  type: 'text/event-stream',
  opening: ': from here on\nretry: 1000\n\n',
  beat: ': nothing new\n\n',
  item(event) {
    const bytes = written.get(event) ?? encode(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
    written.set(event, bytes);
    return bytes;
  },
  failure: (error) => `event: failure\ndata: ${JSON.stringify(errorBody(error))}\n\n`,
};

/** How a stream is answered. */
interface StreamOptions {
  signals: AbortSignal[];
  /** A source that has an end: its first value is waited for, so that a failure has its own status. */
  whole: boolean;
  /** Milliseconds without a value after which a beat is sent. */
  beatMs?: number;
}

/**
 * Answers with what a source gives, as the reader takes it: at most one value waits, and a slow reader is read for later
 * instead of being stored for. `start` gets the signal that aborts when the reader is gone.
 */
export async function streamOf<Value>(
  format: Format<Value>,
  start: (signal: AbortSignal) => AsyncIterable<Value>,
  { signals, whole, beatMs }: StreamOptions,
): Promise<Response> {
  const gone = new AbortController();
  const source = start(AbortSignal.any([gone.signal, ...signals]))[Symbol.asyncIterator]();
  let first = whole ? await source.next() : undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encode(format.opening)),
    async pull(controller) {
      const beats = startBeats(controller, format.beat, beatMs);
      try {
        const step = first ?? (await source.next());
        first = undefined;
        if (step.done === true) controller.close();
        else controller.enqueue(format.item(step.value));
      } catch (error) {
        controller.enqueue(encode(format.failure(error)));
        controller.close();
      } finally {
        clearInterval(beats);
      }
    },
    async cancel() {
      gone.abort();
      await source.return?.(undefined);
    },
  });
  return new Response(stream, { headers: { 'content-type': format.type, 'cache-control': 'no-store' } });
}

/** Sends beats until the interval is cleared, none while the one before waits to be taken. */
function startBeats(
  controller: ReadableStreamDefaultController<Uint8Array>,
  beat: string | undefined,
  beatMs: number | undefined,
): NodeJS.Timeout | undefined {
  if (beat === undefined || beatMs === undefined) return undefined;
  const bytes = encode(beat);
  return setInterval(() => {
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes);
  }, beatMs);
}
