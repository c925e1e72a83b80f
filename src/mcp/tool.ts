import type { CallOptions, Memory } from '../api/contract.ts';
import type { JsonObject } from '../core/json.ts';

/**
 * What a tool answers: text for the model, and the same as data. Some agents show their model the data alone (Claude Code
 * does, seen with 2.1.330), some the text alone: each says everything, what it is worth included.
 */
export interface ToolAnswer {
  text: string;
  data: JsonObject;
}

/** One MCP tool. `input` is the JSON schema of its arguments, which `run` checks itself. */
export interface Tool {
  name: string;
  /** Says first when to use it, and is complete in itself: some agents show no instructions. */
  description: string;
  input: JsonObject & { type: 'object' };
  /** True when it only reads. */
  readOnly: boolean;
  /** True when what it does takes something out of sight. */
  destructive?: boolean;
  run(memory: Memory, input: JsonObject, options: CallOptions): Promise<ToolAnswer>;
}
