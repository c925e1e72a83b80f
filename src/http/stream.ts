import type { LoggedEvent } from '../api/answers.ts';
import { errorBody } from './failure.ts';

/** How a stream is written. */
interface Format<Value> {
  type: string;
  /** Sent at once, so that the reader knows that it is listened to. */
  opening: string;
  item: (value: Value) => string;
  failure: (error: unknown) => string;
}

/** One JSON value a line; a failure half-way is a line with `error`. */
export const LINES: Format<unknown> = {
  type: 'application/x-ndjson',
  opening: '\n',
  item: (value) => `${JSON.stringify(value)}\n`,
  failure: (error) => `${JSON.stringify(errorBody(error))}\n`,
};

/** Server-sent events whose ids are places in the log; a failure half-way is an event named `failure`. */
export const SERVER_SENT: Format<LoggedEvent> = {
  type: 'text/event-stream',
  opening: ': from here on\n\n',
  item: (event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`,
  failure: (error) => `event: failure\ndata: ${JSON.stringify(errorBody(error))}\n\n`,
};

/**
 * Answers with what a source gives, as the reader takes it. `start` gets the signal that aborts when the reader is gone.
 * With `whole`, a source that has an end, its first value is waited for, so that a failure has its own status.
 */
export async function streamOf<Value>(
  format: Format<Value>,
  start: (signal: AbortSignal) => AsyncIterable<Value>,
  { signals, whole }: { signals: AbortSignal[]; whole: boolean },
): Promise<Response> {
  const gone = new AbortController();
  const source = start(AbortSignal.any([gone.signal, ...signals]))[Symbol.asyncIterator]();
  let first = whole ? await source.next() : undefined;
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(format.opening)),
    async pull(controller) {
      try {
        const step = first ?? (await source.next());
        first = undefined;
        if (step.done === true) controller.close();
        else controller.enqueue(encoder.encode(format.item(step.value)));
      } catch (error) {
        controller.enqueue(encoder.encode(format.failure(error)));
        controller.close();
      }
    },
    async cancel() {
      gone.abort();
      await source.return?.(undefined);
    },
  });
  return new Response(stream, { headers: { 'content-type': format.type, 'cache-control': 'no-store' } });
}
