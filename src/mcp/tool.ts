import type { CallOptions, Memory } from '../api/contract.ts';
import type { JsonObject } from '../core/json.ts';
import type { ToolAnswer } from './render/text.ts';

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
