import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RecordedRequest } from './model/messages.ts';
import { type Command, type RunnerLine, toLine } from './model/protocol.ts';

/** A command under way: its number, what its program has shown so far, and its result. */
export interface Sent<Value> {
  readonly id: number;
  readonly output: () => string;
  readonly result: Promise<Value>;
}

/** The host's end of the line to the runner. */
export interface RunnerLink {
  /** Resolves with the address of the scripted model once the namespace stands. */
  readonly ready: Promise<string>;
  readonly requests: readonly RecordedRequest[];
  send<Value>(command: Command): Sent<Value>;
}

interface Call extends PromiseWithResolvers<unknown> {
  output: string;
}

/** Speaks the runner's JSON lines over a child's stdin and stdout; its end fails every command under way. */
export function linkRunner(child: ChildProcessWithoutNullStreams): RunnerLink {
  const requests: RecordedRequest[] = [];
  const calls = new Map<number, Call>();
  const ready = Promise.withResolvers<string>();
  let stderr = '';
  let last = 0;

  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as RunnerLine;
    if (line.kind === 'ready') ready.resolve(line.modelUrl);
    else if (line.kind === 'request') requests.push(line.request);
    else settle(calls, line);
  });
  const fail = (why: unknown): void => {
    const error = new Error(`The namespace ended (${String(why)}). It said: ${stderr.trim() || 'nothing'}`);
    for (const call of [ready, ...calls.values()]) call.reject(error);
    calls.clear();
  };
  child.on('error', fail).on('exit', (code, signal) => fail(signal ?? code));
  child.stdin.on('error', fail);

  const send = <Value>(command: Command): Sent<Value> => {
    const call: Call = { ...Promise.withResolvers<unknown>(), output: '' };
    const id = ++last;
    calls.set(id, call);
    child.stdin.write(toLine({ id, command }));
    return { id, output: () => call.output, result: call.promise as Promise<Value> };
  };
  return { ready: ready.promise, requests, send };
}

function settle(calls: Map<number, Call>, line: Extract<RunnerLine, { id: number }>): void {
  const call = calls.get(line.id);
  if (call === undefined) return;
  if (line.kind === 'output') {
    call.output += line.text;
    return;
  }
  calls.delete(line.id);
  if (line.kind === 'done') call.resolve(line.value);
  else call.reject(new Error(line.message));
}
