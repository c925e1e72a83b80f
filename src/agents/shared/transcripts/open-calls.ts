import { dropOldest } from '../../../core/drop-oldest.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { EventContext } from '../../../core/model/event.ts';

const MAX_GIVEN_UP = 500;

/** A tool call whose result was not read yet. */
export interface OpenCall {
  id: string;
  tool: string;
  input: JsonObject;
  place: EventContext;
  /** Identifies the occurrence: its line. */
  origin: string;
  /** Byte offset of its line, and the parser's state there. */
  offset: number;
  state: JsonObject;
  /** True once a line says that the tool ran. */
  ran?: true;
}

/** The tool calls that wait for their result, oldest first. */
export interface OpenCalls {
  open(call: OpenCall): void;
  /** The open call with this id. */
  get(id: string): OpenCall | undefined;
  /** Removes and returns the call whose result was read, also one that was given up. */
  close(id: string): OpenCall | undefined;
  oldest(): OpenCall | undefined;
  /** Gives up the calls that started before a byte offset: the parser no longer waits for their results. */
  giveUpBefore(offset: number): OpenCall[];
  /** Gives up the calls of a thread (a subagent's, or the main one) that has continued without their results. */
  giveUpThread(subagent: string | undefined): OpenCall[];
}

/** Starts without calls. */
export function createOpenCalls(): OpenCalls {
  const open = new Map<string, OpenCall>();
  const givenUp = new Map<string, OpenCall>();
  const giveUp = (calls: readonly OpenCall[]): void => {
    for (const call of calls) {
      open.delete(call.id);
      givenUp.set(call.id, call);
    }
    dropOldest(givenUp, MAX_GIVEN_UP);
  };
  const oldest = (): OpenCall | undefined => open.values().next().value;
  return {
    open: (call) => {
      if (!open.has(call.id)) open.set(call.id, call);
    },
    get: (id) => open.get(id),
    close: (id) => {
      const call = open.get(id) ?? givenUp.get(id);
      open.delete(id);
      givenUp.delete(id);
      return call;
    },
    oldest,
    giveUpBefore: (offset) => {
      const calls: OpenCall[] = [];
      for (let call = oldest(); call !== undefined && call.offset < offset; call = oldest()) {
        calls.push(call);
        giveUp([call]);
      }
      return calls;
    },
    giveUpThread: (subagent) => {
      const calls = [...open.values()].filter((call) => call.place.subagent === subagent);
      giveUp(calls);
      return calls;
    },
  };
}
