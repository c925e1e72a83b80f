import { basename, dirname } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { createCopilotParser } from '../shared/dialects/copilot-transcript.ts';
import { AGENT_NAME } from './hooks.ts';
import { EVENTS } from './places.ts';

/** Makes the parser of one transcript of Copilot CLI, whose hooks have no ids of tool calls. */
export function createParser({ path }: { path: string }, state?: JsonObject): TranscriptParser {
  const name = basename(path);
  const session = name === EVENTS ? basename(dirname(path)) : name.replace(/\.jsonl$/, '');
  const identityOf = ({ tool, input, origin }: { tool: string; input: JsonObject; origin: string }) =>
    toolIdentity({ tool, input }, origin);
  return createCopilotParser({ agent: AGENT_NAME, session, identityOf }, state);
}
