import { basename, join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { SessionWriter } from '../shared/contract.ts';
import { type PastSession, type PastStep, restoredLines, uuidOf } from '../shared/past-session.ts';
import { configFolder, findTranscripts } from './places.ts';

/** The version whose lines these are like. */
const VERSION = '2.1.330';
/** Characters of a folder's name up to which it follows from the path alone. */
const FOLDER_CHARS = 200;

/** Writes `projects/<folder>/<session>.jsonl`, as `claude --resume` reads it. */
export const SESSION_WRITER: SessionWriter = {
  idOf: uuidOf,
  find: (id, environment) => findTranscripts(environment).find(({ path }) => basename(path) === `${id}.jsonl`)?.path,
  write(session, environment) {
    const path = join(configFolder(environment), 'projects', folderOf(session.cwd), `${session.id}.jsonl`);
    return { files: [{ path, text: restoredLines(linesOf(session)) }] };
  },
};

/** The name that Claude Code gives the folder of a project's sessions. */
function folderOf(cwd: string): string {
  const name = cwd.replace(/[^a-zA-Z0-9]/g, '-');
  if (name.length <= FOLDER_CHARS) return name;
  throw new CairnError('unsupported', `The path of the session's folder is too long: ${cwd}`, {
    fix: 'cairn sessions export ID gives its text.',
  });
}

function linesOf({ id, cwd, branch = '', model = '<synthetic>', steps }: PastSession): JsonObject[] {
  const lines: JsonObject[] = [];
  const add = (step: PastStep, part: string, line: JsonObject): void => {
    lines.push({
      parentUuid: lines.at(-1)?.uuid ?? null,
      isSidechain: false,
      ...line,
      uuid: uuidOf(`${step.id} ${part}`),
      timestamp: new Date(step.at).toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId: id,
      version: VERSION,
      gitBranch: branch,
    });
  };
  const say = (step: PastStep, part: string, content: JsonObject): void => {
    const message = {
      id: `msg_${step.id}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [content],
      stop_reason: content.type === 'tool_use' ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    };
    add(step, part, { message, type: 'assistant' });
  };
  for (const step of steps) {
    if (step.kind === 'prompt') {
      add(step, '', { type: 'user', message: { role: 'user', content: step.text } });
    } else if (step.kind === 'message') {
      say(step, '', { type: 'text', text: step.text });
    } else {
      const call = `toolu_${step.id}`;
      say(step, 'call', { type: 'tool_use', id: call, name: step.tool, input: step.input });
      const result = { tool_use_id: call, type: 'tool_result', content: step.output, is_error: step.failed };
      add(step, 'result', {
        type: 'user',
        message: { role: 'user', content: [result] },
        toolUseResult: step.output,
        sourceToolAssistantUUID: lines.at(-1)?.uuid ?? null,
      });
    }
  }
  return lines;
}
