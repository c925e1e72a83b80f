import { basename, join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import type { AgentEnvironment, SessionWriter } from '../shared/contract.ts';
import { type PastSession, type PastStep, restoredLines, uuidOf } from '../shared/past-session.ts';
import { askAgentDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { filesOf } from '../shared/transcripts/transcript-files.ts';
import { configFolder, findTranscripts, threadOf } from './places.ts';

/** The version whose lines these are like, without numbers and items: any version reads them. */
const VERSION = '0.169.0';
const PATCH_TOOL = 'apply_patch';

/** Writes `sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`, as `codex resume` reads it. */
export const SESSION_WRITER: SessionWriter = {
  idOf: uuidOf,
  find: (id, environment) => findTranscripts(environment).find(({ path }) => threadOf(path) === id)?.path,
  write(session, environment) {
    const began = new Date(session.steps[0]?.at ?? 0).toISOString();
    const day = began.slice(0, 10).split('-');
    const name = `rollout-${began.slice(0, 19).replaceAll(':', '-')}-${session.id}.jsonl`;
    const folder = join(configFolder(environment), 'sessions');
    const path = noted(session.id, environment) ?? join(folder, ...day, name);
    return { files: [{ path, text: restoredLines(linesOf(session, began)) }] };
  },
};

/** Where Codex has noted that a session lies: it looks nowhere else for one that it remembers. */
function noted(id: string, environment: AgentEnvironment): string | undefined {
  const folder = configFolder(environment);
  const databases = filesOf(folder, '.sqlite').filter((path) => /^state_\d+\.sqlite$/.test(basename(path)));
  const paths = databases.flatMap(
    (path) =>
      askAgentDatabase(path, (db) =>
        db.get<{ path: string }>('SELECT rollout_path AS path FROM threads WHERE id = ?', id),
      ) ?? [],
  );
  return paths.map(({ path }) => path).find((path) => path.startsWith(join(folder, '/')) && threadOf(path) === id);
}

function linesOf({ id, cwd, branch, steps }: PastSession, began: string): JsonObject[] {
  const meta = {
    ...{ session_id: id, id, timestamp: began, cwd },
    ...{ originator: 'codex_cli_rs', cli_version: VERSION, source: 'cli' },
    ...(branch === undefined ? {} : { git: { branch } }),
  };
  return [{ timestamp: began, type: 'session_meta', payload: meta }, ...steps.flatMap(toLines)];
}

/** The lines of a step: what the model gets, and what the screen shows. */
function toLines(step: PastStep): JsonObject[] {
  const timestamp = new Date(step.at).toISOString();
  const shown = (payload: JsonObject): JsonObject => ({ timestamp, type: 'event_msg', payload });
  const item = (payload: JsonObject): JsonObject => ({ timestamp, type: 'response_item', payload });
  if (step.kind === 'prompt') {
    const content = [{ type: 'input_text', text: step.text }];
    return [
      item({ type: 'message', role: 'user', content }),
      shown({ type: 'user_message', message: step.text, images: [] }),
    ];
  }
  if (step.kind === 'message') {
    const content = [{ type: 'output_text', text: step.text }];
    return [
      shown({ type: 'agent_message', message: step.text }),
      item({ type: 'message', role: 'assistant', content }),
    ];
  }
  const { id: call_id, tool: name, input, exitCode } = step;
  // Codex has no other mark of a call that failed.
  const output = exitCode === undefined ? step.output : `Process exited with code ${exitCode}\nOutput:\n${step.output}`;
  // A patch is the one call whose input is a text.
  if (name === PATCH_TOOL && typeof input.command === 'string') {
    return [
      item({ type: 'custom_tool_call', status: 'completed', call_id, name, input: input.command }),
      item({ type: 'custom_tool_call_output', call_id, output }),
    ];
  }
  return [
    item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id }),
    item({ type: 'function_call_output', call_id, output }),
  ];
}
