// Part of a package of Cairn.
// Tells Cairn what happens in OpenCode and hands its model what Cairn remembers. It throws nothing but what refuses a tool
// call, waits for an answer for a little more than a second at most, and works as if it were not there when Cairn does not
// answer.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const HOOK = join(homedir(), ".cairn/bin/hook");
/** There while a confirmed tripwire waits, with the mode in it. */
const TRIPWIRES = join(dirname(dirname(HOOK)), 'tripwires');
const HOOK_MS = 10000;
const MOST_HOOKS = 16;
const ANSWER_CHARS = 100000;

/** How long an agent waits for what Cairn has to say. */
const ANSWER_MS = 1300;
/** How long it waits at its end until all is told. */
const END_MS = 700;
/** The hooks that run. */
const running = new Set();

/** Runs the hook with a payload; gives what it printed, or nothing after a time. */
function send(event, payload) {
  if (running.size >= MOST_HOOKS) return Promise.resolve('');
  const answer = new Promise((resolve) => {
    const shell = process.platform === 'win32';
    const options = { stdio: ['pipe', 'pipe', 'ignore'], detached: !shell, shell, windowsHide: true, timeout: HOOK_MS };
    const child = spawn(shell ? `"${HOOK}"` : HOOK, ['opencode', event], options);
    let text = '';
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(text.trim()));
    child.stdin.on('error', () => resolve(''));
    child.stdout.on('error', () => resolve(''));
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part) => {
      if (text.length < ANSWER_CHARS) text += part;
    });
    child.stdin.end(JSON.stringify(payload));
  }).catch(() => '');
  running.add(answer);
  answer.then(() => running.delete(answer));
  return answer;
}

/** The same, or nothing when it takes longer. */
function within(ms, answer) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, '');
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The mode of the tripwires that wait: nothing, warn or block. */
function tripwires() {
  try {
    return readFileSync(TRIPWIRES, 'utf8').trim() || 'warn';
  } catch {
    return '';
  }
}

/** Head and tail of what a tool printed: what a command says of its failure stands at either end. */
function shortened(printed, chars = 20000) {
  const half = chars / 2;
  return printed.length > chars ? `${printed.slice(0, half)}\n${printed.slice(-half)}` : printed;
}

/** Tools after which there may be something to say of a file. */
const FILE_TOOLS = new Set(["read","edit","write"]);
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
