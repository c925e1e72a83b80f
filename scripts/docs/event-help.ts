import type { EventKind } from '../../src/core/model/event.ts';

/** What each kind of event reports, and the fields of its body beside `kind`, for docs/reference/events.md. */
export const EVENT_HELP: Readonly<Record<EventKind, readonly [means: string, fields: string]>> = {
  'session.start': [
    'A session started, resumed, was cleared or forked, or continues after a compaction.',
    'trigger, model',
  ],
  'session.end': ['A session ended.', 'reason'],
  prompt: ['Somebody asked the agent for something.', 'text, origin, speaker, ref, echo, picked'],
  message: ['The agent wrote a message.', 'text, model, from, interim, speaker, ref, echo'],
  'tool.start': ['A tool is about to run.', 'tool, input'],
  'tool.end': [
    'A tool ran, with or without success.',
    'tool, input, output, success, result, exitCode, interrupted, durationMs, reply',
  ],
  'subagent.start': ['A subagent started its task.', 'type, task'],
  'subagent.end': ['A subagent ended.', 'type, result'],
  'compact.start': ['The agent is about to compact its context.', 'trigger'],
  'compact.end': ['The agent compacted its context.', 'trigger, summary, tokensBefore, tokensAfter'],
  'turn.end': ['The agent finished a turn.', ''],
  'turn.failed': ['A turn ended with an error.', 'error'],
  notification: ['The agent notified its user.', 'message, type'],
  permission: ['The agent asked for permission to use a tool, or was refused.', 'tool, input, denied, reason'],
  noted: [
    'A person or an agent stated something to remember, or an import brought it.',
    'text, title, knowledge, author, item, detail, person, terminal',
  ],
  revised: [
    'A person or an agent changed the words of a memory, or took a change back.',
    'target, changes, undoes, person, terminal',
  ],
  confirmed: ['A proposed statement was confirmed.', 'target, author, person, terminal'],
  withdrawn: ['A statement was withdrawn: it no longer holds.', 'target, author, person, terminal'],
  superseded: ['A newer statement replaced this one.', 'target, by, person, terminal'],
  reopened: ['A judgement was taken back.', 'target, person, terminal'],
  hidden: ['A memory was hidden.', 'target, person, terminal'],
  shown: ['A hidden memory is shown again.', 'target, person, terminal'],
  muted: ['A memory is no longer told in any block.', 'target, person, terminal'],
  unmuted: ['A muted memory may be told again.', 'target, person, terminal'],
  revoked: [
    'An act in a person’s name turned out to be an agent’s, and counts as the agent’s; `unproven`: only what any program can forge says so, and it goes on to count as the person’s, who is asked.',
    'target, act, by, unproven',
  ],
  renamed: ['A person renamed a project.', 'target, name, person, terminal'],
  merged: ['A person merged a project into another, or took that back.', 'target, into, person, terminal'],
  retired: ['Memories were retired: search does not find them.', 'targets, batch, reason, standing, person'],
  restored: ['Retired memories were restored.', 'targets, batch, person'],
  collected: [
    'A collection was created, changed, deleted or restored.',
    'target, name, description, query, live, add, remove, dropped, person',
  ],
  shared: [
    'Sync brought a memory of another home, or a change of one.',
    'home, member, target, version, item, from, catchUp, person',
  ],
  pruned: [
    'Old events of a session are about to be erased; the summary and patterns of the whole session are kept here.',
    'target, items, findings, person',
  ],
};
