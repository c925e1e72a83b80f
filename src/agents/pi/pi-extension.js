// @MARK@
// Tells Cairn what happens in pi and hands its model what Cairn remembers. It throws nothing, waits for an answer for a
// little more than a second at most, and works as if it were not there when Cairn does not answer.

import { ANSWER_MS, END_MS, running, send, shortened, tripwires, within } from '../shared/setup/plugin-link.js';

/** Tools after which there may be something to say of a file. */
const FILE_TOOLS = new Set(['@FILE_TOOLS@']);
const PROMPT_CHARS = 500000;
/** What begins a session, in the words of the hooks; a reload begins none. */
const SOURCES = { new: 'clear', fork: 'fork', resume: 'resume' };
const EXITED = /Command exited with code (\d{1,3})\s*$/;

const SESSIONS = Symbol.for('cairn.pi');
globalThis[SESSIONS] ??= new WeakMap();
const owners = globalThis[SESSIONS];

function isGoingOn(sessionManager) {
  return sessionManager.getEntries().some(({ type }) => type === 'message');
}

export default function cairn(pi) {
  let started = Promise.resolve('');

  /** The session of an event; the user's file and a repository's may both be there, and one of them tells of it. */
  const isOurs = ({ sessionManager }) => {
    if (!owners.has(sessionManager)) owners.set(sessionManager, pi);
    return owners.get(sessionManager) === pi;
  };

  const tell = (event, { sessionManager, cwd }, payload) =>
    send(event, {
      session_id: sessionManager.getSessionId(),
      transcript_path: sessionManager.getSessionFile() ?? '',
      cwd,
      ...payload,
    });

  /** Listens to an event; pi goes on without Cairn when that fails. */
  const on = (event, listen) =>
    pi.on(event, async (said, ctx) => {
      try {
        return isOurs(ctx) ? await listen(said, ctx) : undefined;
      } catch {
        return undefined;
      }
    });

  on('session_start', ({ reason }, ctx) => {
    if (reason === 'reload') return;
    const source = SOURCES[reason] ?? (isGoingOn(ctx.sessionManager) ? 'resume' : 'startup');
    started = tell('SessionStart', ctx, { source });
  });

  // What a compaction took out of the context comes again with what follows.
  on('session_compact', (_, ctx) => {
    started = tell('SessionStart', ctx, { source: 'compact' });
  });

  // A message after the prompt, which pi keeps: each later request begins as this one did. A system prompt would change
  // whenever there is something new to know, and with it everything that was cached behind it.
  on('before_agent_start', async ({ prompt }, ctx) => {
    await within(ANSWER_MS, started);
    const asked = { prompt: prompt.slice(0, PROMPT_CHARS) };
    const content = await within(ANSWER_MS, tell('UserPromptSubmit', ctx, asked));
    return content === '' ? undefined : { message: { customType: 'cairn', content, display: false } };
  });

  on('tool_call', async ({ toolName, toolCallId, input }, ctx) => {
    if (tripwires() !== 'block') return undefined;
    const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const reason = await within(ANSWER_MS, tell('PreToolUse', ctx, call));
    return reason === '' ? undefined : { block: true, reason };
  });

  on('tool_result', async ({ toolName, toolCallId, input, content, details, isError }, ctx) => {
    if (!isError && !FILE_TOOLS.has(toolName) && tripwires() === '') return undefined;
    const text = shortened(content.map((part) => part.text ?? '').join('\n'));
    const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const code = EXITED.exec(text)?.[1];
    const error = code === undefined ? text : `Exit code ${code}\n${text}`;
    const answer = isError
      ? tell('PostToolUseFailure', ctx, { ...call, error, tool_response: details })
      : tell('PostToolUse', ctx, { ...call, tool_response: text });
    const known = await within(ANSWER_MS, answer);
    return known === '' ? undefined : { content: [...content, { type: 'text', text: known }] };
  });

  on('agent_end', (_, ctx) => {
    tell('Stop', ctx, {});
  });

  on('session_shutdown', async ({ reason }, ctx) => {
    owners.delete(ctx.sessionManager);
    if (reason !== 'reload') tell('SessionEnd', ctx, { reason });
    await within(END_MS, Promise.all(running));
  });
}
