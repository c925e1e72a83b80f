// @MARK@
// Tells Cairn what happens in OpenCode and hands its model what Cairn remembers. It throws nothing but what refuses a tool
// call, waits for an answer for a little more than a second at most, and works as if it were not there when Cairn does not
// answer.

import { ANSWER_MS, END_MS, running, send, shortened, tripwires, within } from '../shared/setup/plugin-link.js';

/** Tools after which there may be something to say of a file. */
const FILE_TOOLS = new Set(['@FILE_TOOLS@']);
const MOST = { sessions: 500, textChars: 500000, depth: 5 };

const INSTANCES = Symbol.for('cairn.opencode');
globalThis[INSTANCES] ??= new WeakSet();
const instances = globalThis[INSTANCES];
let count = 0;

/** A map that forgets its oldest keys. */
function remember(map, key, value) {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) if (map.size > MOST.sessions) map.delete(oldest);
  return value;
}

/** A hook of OpenCode's that never throws. */
function safely(work) {
  return async (input, output) => {
    try {
      await work(input, output);
    } catch {
      // OpenCode goes on without Cairn.
    }
  };
}

export const Cairn = async ({ client, directory }) => {
  // The user's file and a repository's may both be there.
  if (instances.has(client)) return {};
  instances.add(client);
  const children = new Map();
  const origins = new Map();
  const starts = new Map();
  const prompts = new Map();
  const errors = new Map();

  /** Tells of the session's start, once, and again after a compaction: what it should know then comes with a message. */
  const startOf = (sessionID) => {
    const source = origins.get(sessionID) ?? 'resume';
    const tell = () => within(ANSWER_MS, send('session.start', { sessionID, directory, source }));
    return starts.get(sessionID) ?? remember(starts, sessionID, tell());
  };

  /** The session that a subagent works for, and who the subagent is; a session of its own is its own. */
  const placeOf = (own, type = 'subagent') => {
    let sessionID = own;
    for (let depth = 0; depth < MOST.depth && children.has(sessionID); depth += 1) sessionID = children.get(sessionID);
    return sessionID === own ? { sessionID } : { sessionID, agent_id: own, agent_type: type };
  };

  /** What Cairn says to a tool call; a subagent's belongs to the session that it works for. */
  const askOf = (event, { tool, sessionID, args }, more = {}) =>
    within(ANSWER_MS, send(event, { ...placeOf(sessionID), directory, tool, args, ...more }));

  const onEvent = {
    'session.created': ({ info }) => {
      if (info.parentID) remember(children, info.id, info.parentID);
      else remember(origins, info.id, 'startup');
    },
    'session.updated': ({ info }) => {
      if (info.parentID) remember(children, info.id, info.parentID);
    },
    'message.updated': ({ info: { id, role, sessionID } }) => {
      if (role === 'user' && id > (prompts.get(sessionID) ?? '')) remember(prompts, sessionID, id);
    },
    'session.compacted': ({ sessionID }) => {
      remember(origins, sessionID, 'compact');
      starts.delete(sessionID);
      if (!children.has(sessionID)) startOf(sessionID);
    },
    'session.error': ({ sessionID, error }) => {
      if (sessionID) remember(errors, sessionID, error);
    },
    'session.idle': ({ sessionID }) => {
      const error = errors.get(sessionID);
      errors.delete(sessionID);
      const messageID = prompts.get(sessionID);
      if (!children.has(sessionID)) send('session.idle', { sessionID, directory, messageID, error });
    },
  };

  return {
    event: safely(async ({ event }) => onEvent[event.type]?.(event.properties)),
    // A part of the message, which OpenCode keeps: each later request begins as this one did. A system prompt would
    // change whenever there is something new to know, and with it everything that was cached behind it.
    'chat.message': safely(async ({ sessionID }, { message, parts }) => {
      const own = parts.filter((part) => part.type === 'text' && !part.synthetic && !part.ignored);
      const text = own
        .map((part) => part.text)
        .join('\n')
        .slice(0, MOST.textChars);
      if (!children.has(sessionID)) {
        remember(prompts, sessionID, message.id);
        await startOf(sessionID);
      }
      const asked = {
        ...placeOf(sessionID, message.agent),
        directory,
        messageID: message.id,
        agent: message.agent,
        text,
      };
      const block = await within(ANSWER_MS, send('chat.message', asked));
      if (block === '') return;
      count += 1;
      // Parts are ordered by their ids: this one comes last.
      const id = `prt_zcairn${Date.now().toString(36)}${count.toString(36)}`;
      parts.push({ id, sessionID, messageID: message.id, type: 'text', text: block, synthetic: true });
    }),
    'tool.execute.before': async (input, output) => {
      let why = '';
      await safely(async () => {
        if (tripwires() === 'block') why = await askOf('tool.execute.before', { ...input, args: output.args });
      })();
      if (why !== '') throw new Error(why);
    },
    'tool.execute.after': safely(async (input, result) => {
      const { exit } = result.metadata ?? {};
      const hasFailed = typeof exit === 'number' && exit !== 0;
      const isOfFile = FILE_TOOLS.has(input.tool) && !children.has(input.sessionID);
      if (!isOfFile && !hasFailed && tripwires() === '') return;
      const output = shortened(typeof result.output === 'string' ? result.output : '');
      const text = await askOf('tool.execute.after', input, { output, exit });
      if (text === '') return;
      if (typeof result.output === 'string') result.output += `\n\n${text}`;
      else if (Array.isArray(result.content)) result.content.push({ type: 'text', text });
    }),
    dispose: safely(async () => {
      for (const [sessionID, messageID] of prompts) {
        if (!children.has(sessionID)) send('session.end', { sessionID, directory, messageID, reason: 'exit' });
      }
      await within(END_MS, Promise.all(running));
    }),
  };
};
