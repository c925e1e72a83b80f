import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAgent } from '../../../src/agents/registry.ts';
import { recordedSessions } from '../next-session/recorded-sessions.ts';

const TEAM = 'transcripts/claude-code-team';

/** A prompt of a main thread, and the data set that holds it. */
export interface TypedPrompt {
  set: string;
  text: string;
}

/** The different prompts of the main threads of all recorded sessions, each once, without what programs sent. */
export function typedPrompts(data: string, scratch: string): TypedPrompt[] {
  const files = [
    ...recordedSessions(data, scratch).map(({ set, agent, path }) => ({ set, agent, path })),
    ...readdirSync(join(data, TEAM)).map((name) => ({
      set: 'claude-code-team',
      agent: 'claude-code',
      path: join(data, TEAM, name),
    })),
  ];
  const prompts = new Map<string, TypedPrompt>();
  for (const { set, agent, path } of files)
    for (const text of promptsOf(agent, path)) if (!prompts.has(text)) prompts.set(text, { set, text });
  return [...prompts.values()];
}

function promptsOf(agent: string, path: string): string[] {
  const parser = findAgent(agent)?.createParser({ path });
  let offset = 0;
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const events = line.trim() === '' ? [] : (parser?.line(line, offset) ?? []);
      offset += Buffer.byteLength(line) + 1;
      return events.flatMap(({ body, subagent }) =>
        body.kind === 'prompt' && body.origin !== 'system' && subagent === undefined ? [body.text] : [],
      );
    });
}
