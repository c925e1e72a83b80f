import type { JsonObject } from '../../core/json.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { createCopilotParser } from '../shared/dialects/copilot-transcript.ts';
import { AGENT_NAME } from './hooks.ts';
import { placeOfTranscript } from './places.ts';
import { toolNumber } from './tool-number.ts';

/** Makes the parser of one transcript of VS Code, which has the form of Copilot CLI's. */
export function createParser({ path }: { path: string }, state?: JsonObject): TranscriptParser {
  const identityOf = ({ id }: { id: string }): { number: string } => ({ number: toolNumber(id) });
  return createCopilotParser({ agent: AGENT_NAME, ...placeOfTranscript(path), isTyped: true, identityOf }, state);
}
