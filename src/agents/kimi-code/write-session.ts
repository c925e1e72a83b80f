import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';
import type { AgentEnvironment, SessionWriter } from '../shared/contract.ts';
import { type PastSession, type PastStep, restoredLines, uuidOf } from '../shared/past-session.ts';
import { parseToml, splitMark } from '../shared/setup/edit-toml.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { configFolder, configPath, transcriptOf } from './places.ts';

const SLUG_CHARS = 40;
const HASH_CHARS = 12;
const TITLE_CHARS = 50;

/**
 * Writes `sessions/wd_…/<session>` and its line in the index, in the form in which Kimi Code itself writes the sessions that
 * it takes over from kimi-cli (`migration-legacy` of 2.1.0).
 */
export const SESSION_WRITER: SessionWriter = {
  idOf: (seed) => `session_${uuidOf(seed)}`,
  find: transcriptOf,
  write(session, environment) {
    const root = configFolder(environment);
    const folder = join(root, 'sessions', workFolder(session.cwd), session.id);
    const agent = join(folder, 'agents', 'main');
    const wire = restoredLines(linesOf(session, modelOf(environment)));
    const index = { sessionId: session.id, sessionDir: folder, workDir: session.cwd };
    return {
      files: [
        { path: join(agent, 'wire.jsonl'), text: wire },
        { path: join(folder, 'state.json'), text: JSON.stringify(stateOf(session, agent), null, 2) },
      ],
      added: [{ path: join(root, 'session_index.jsonl'), text: `${JSON.stringify(index)}\n` }],
    };
  },
};

/** The model that the settings name: a session without one takes no prompt. */
function modelOf(environment: AgentEnvironment): string {
  const model = parseToml(splitMark(readText(configPath(environment)) ?? '').body).default_model;
  if (typeof model === 'string' && model !== '') return model;
  throw new CairnError('not_found', 'Kimi Code has no model yet; a session needs one.', {
    fix: 'Start kimi, and choose one with /model.',
  });
}

/** The name of the folder for the sessions of a working folder: of its last part, and a hash of all of it. */
function workFolder(cwd: string): string {
  const path = cwd.replaceAll('\\', '/').replace(/\/+$/, '');
  const trim = (text: string): string => text.replace(/^-+|-+$/g, '');
  const name = (path.split('/').at(-1) ?? path).toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  const slug = trim(trim(name).slice(0, SLUG_CHARS));
  const shown = ['', '.', '..'].includes(slug) ? 'workspace' : slug;
  return `wd_${shown}_${sha256Hex(path).slice(0, HASH_CHARS)}`;
}

function stateOf({ id, cwd, title, steps }: PastSession, homedir: string): JsonObject {
  const last = steps.findLast(({ kind }) => kind === 'prompt');
  return {
    ...{ id, version: 2, cwd },
    createdAt: steps[0]?.at ?? 0,
    updatedAt: steps.at(-1)?.at ?? 0,
    archived: false,
    title: title.slice(0, TITLE_CHARS),
    titleKind: 'replaceable',
    isCustomTitle: false,
    lastPrompt: last?.kind === 'prompt' ? last.text.slice(0, 200) : '',
    lastTurnReason: 'completed',
    agents: { main: { homedir, type: 'main', parentAgentId: null } },
    custom: {},
  };
}

function linesOf({ steps }: PastSession, modelAlias: string): JsonObject[] {
  const time = steps[0]?.at ?? 0;
  const lines: JsonObject[] = [
    { type: 'metadata', protocol_version: '1.0', created_at: time },
    { type: 'config.update', agentId: 'main', modelAlias, profileName: 'agent', time },
  ];
  const turn = { agentId: 'main', turnId: -1, answers: false };
  const end = (time: number): void => {
    if (turn.answers)
      lines.push({ type: 'turn.ended', agentId: 'main', turnId: turn.turnId, reason: 'completed', time });
    turn.answers = false;
  };
  for (const step of steps) {
    if (step.kind === 'prompt' || turn.turnId < 0) {
      end(step.at);
      const isPrompt = step.kind === 'prompt';
      turn.turnId += 1;
      lines.push({
        ...{ type: 'turn.prompt', agentId: 'main', time: step.at },
        input: isPrompt ? [{ type: 'text', text: step.text }] : [],
        origin: isPrompt ? { kind: 'user' } : { kind: 'system_trigger', name: 'imported_orphan' },
      });
    }
    if (step.kind !== 'prompt') turn.answers = true;
    for (const message of toMessages(step)) lines.push({ type: 'context.append_message', message });
  }
  end(steps.at(-1)?.at ?? 0);
  return lines;
}

function toMessages(step: PastStep): JsonObject[] {
  const say = (role: string, text: string): JsonObject => ({ role, content: [{ type: 'text', text }], toolCalls: [] });
  if (step.kind !== 'call') return [say(step.kind === 'prompt' ? 'user' : 'assistant', step.text)];
  const call = { name: step.tool, arguments: JSON.stringify(step.input) };
  return [
    { role: 'assistant', content: [], toolCalls: [{ type: 'function', id: step.id, function: call }] },
    { ...say('tool', step.output), toolCallId: step.id },
  ];
}
