import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import type { Fill } from './fill.ts';

/** The transcript of one session of Claude Code and that of its subagent, as JSONL. */
export interface TranscriptFiles {
  main: string;
  subagent: string;
}

/** A session as the agent writes it down, with a planted text in every kind of line and every field that holds words. */
export function transcriptFiles(fill: Fill, session: { id: string; cwd: string }): TranscriptFiles {
  const lines = createLines(fill, session);
  return { main: mainLines(fill, lines, session.cwd).join(''), subagent: subagentLines(fill, lines).join('') };
}

interface Lines {
  line(fields: JsonObject): string;
  /** A line of the queue of prompts, which says neither folder nor id. */
  queue(fields: JsonObject): string;
  user(content: JsonValue, fields?: JsonObject): string;
  assistant(content: JsonValue, fields?: JsonObject): string;
  result(id: string, content: JsonValue, fields?: JsonObject): string;
}

function createLines(fill: Fill, session: { id: string; cwd: string }): Lines {
  let count = 0;
  const line = (fields: JsonObject): string => {
    count += 1;
    const common = {
      uuid: `${fill.name}-line-${count}`,
      parentUuid: `${fill.name}-line-${count - 1}`,
      sessionId: session.id,
      cwd: session.cwd,
      timestamp: new Date(Date.UTC(2026, 0, 1, 10, 0, count)).toISOString(),
      promptId: `${fill.name}-prompt`,
      version: '2.1.330',
    };
    return `${JSON.stringify({ ...common, ...fields })}\n`;
  };
  const user: Lines['user'] = (content, fields = {}) =>
    line({ type: 'user', message: { role: 'user', content }, ...fields });
  return {
    line,
    queue: (fields) => `${JSON.stringify({ type: 'queue-operation', sessionId: session.id, ...fields })}\n`,
    user,
    assistant: (content, fields = {}) =>
      line({ type: 'assistant', message: { role: 'assistant', model: 'claude-test', content, ...fields } }),
    result: (id, content, fields = {}) => user([{ type: 'tool_result', tool_use_id: id, content }], fields),
  };
}

function mainLines(fill: Fill, lines: Lines, cwd: string): string[] {
  const { line, queue, user, assistant, result } = lines;
  const text = (value: string): JsonObject => ({ type: 'text', text: value });
  const call = (id: string, name: string, input: JsonObject): string =>
    assistant([{ type: 'tool_use', id: `${fill.name}-${id}`, name, input }]);
  const answer = (id: string, content: JsonValue, toolUseResult: JsonValue): string =>
    result(`${fill.name}-${id}`, content, { toolUseResult });
  return [
    user(fill.text('prompt'), { promptSource: 'typed' }),
    user([
      text(fill.text('prompt in parts')),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    ]),
    assistant([{ type: 'thinking', thinking: fill.dropped('thinking') }, text(fill.text('message'))]),
    // In versions that do not repeat it elsewhere.
    queue({
      operation: 'enqueue',
      content: fill.text('prompt typed during the turn'),
      timestamp: '2026-01-01T10:00:03.500Z',
    }),
    queue({ operation: 'remove', timestamp: '2026-01-01T10:00:03.700Z' }),
    call('1', 'Bash', { command: fill.text('command'), description: fill.text('description') }),
    answer('1', fill.text('output'), { stdout: fill.dropped('stdout'), stderr: '' }),
    call('2', 'Edit', {
      file_path: `${cwd}/src/a.ts`,
      old_string: fill.text('old text'),
      new_string: fill.text('new text'),
    }),
    answer('2', 'The file was updated.', {
      originalFile: fill.dropped('original file'),
      structuredPatch: [fill.json('patch')],
    }),
    call('3', 'mcp__db__query', fill.json('input of a tool')),
    answer('3', [text(fill.text('answer of a server'))], fill.json('structured result')),
    call('4', 'Bash', { command: 'make test' }),
    user([{ type: 'tool_result', tool_use_id: `${fill.name}-4`, is_error: true, content: fill.text('error') }], {
      toolUseResult: `Error: ${fill.dropped('error again')}`,
    }),
    call('5', 'Task', { subagent_type: 'Explore', prompt: fill.text('task'), description: 'look' }),
    answer('5', [text(fill.text("subagent's result"))], { agentId: `${fill.name}sub`, status: 'completed' }),
    line({
      type: 'attachment',
      attachment: { type: 'queued_command', prompt: fill.text('queued'), commandMode: 'prompt' },
    }),
    line({ type: 'attachment', attachment: { type: 'edited_text_file', snippet: fill.dropped('edited file') } }),
    line({ type: 'file-history-snapshot', snapshot: fill.dropped('snapshot of files') }),
    line({ type: 'summary', summary: fill.dropped('title of the session') }),
    line({ type: 'a-line-of-tomorrow', words: fill.dropped('unknown line') }),
    line({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'x',
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    }),
    user(fill.text('summary of a compaction'), { isCompactSummary: true }),
    user(fill.dropped('meta'), { isMeta: true }),
    user(`<bash-stdout>${fill.dropped('output of a command of the user')}</bash-stdout>`),
    // A call without its result: where the next reading begins.
    call('6', 'Write', { file_path: `${cwd}/src/b.ts`, content: fill.dropped('call that waits') }),
    `${fill.dropped('line that is no JSON').replaceAll('\n', ' ')}\n`,
  ];
}

function subagentLines(fill: Fill, { user, assistant }: Lines): string[] {
  const agentId = `${fill.name}sub`;
  return [
    user(fill.dropped('task of the subagent'), { agentId, isSidechain: true, parentUuid: null }),
    assistant([{ type: 'tool_use', id: `${fill.name}-s1`, name: 'Grep', input: { pattern: fill.text('pattern') } }]),
    user([{ type: 'tool_result', tool_use_id: `${fill.name}-s1`, content: fill.text('what was found') }], { agentId }),
    assistant([{ type: 'text', text: fill.text('answer of the subagent') }], { stop_reason: 'end_turn' }),
  ];
}
