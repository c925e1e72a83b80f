import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/hash.ts';
import { asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { AgentEnvironment, SessionWriter } from '../shared/contract.ts';
import { settingsPath } from '../shared/opencode/places.ts';
import type { PastSession, PastStep } from '../shared/past-session.ts';
import { readJsonc } from '../shared/setup/edit-jsonc.ts';
import { askAgentDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { configFolder, databases, dataFolder } from './places.ts';

/** The version whose export these files are like. */
const VERSION = '1.18.33';
/** In the ids of what Cairn wrote, where other ids are random. */
const MARK = 'cairn';
const TIME_BITS = 48;
const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

/** A model as messages name it. */
interface NamedModel {
  providerID: string;
  modelID: string;
}

/** Writes a file like that of `opencode export`, which `opencode import` takes into the database. */
export const SESSION_WRITER: SessionWriter = {
  idOf: (seed) => `ses_${sha256Hex(seed).slice(0, 12)}${MARK}${randomOf(seed)}`,
  find: (id, environment) =>
    databases(environment).find((path) =>
      askAgentDatabase(path, (db) => db.get('SELECT 1 FROM session WHERE id = ?', id)),
    ),
  write(session, environment) {
    const path = join(dataFolder(environment), `cairn-${session.id}.json`);
    const text = JSON.stringify(exportOf(session, modelOf(environment)), null, 1);
    return { files: [{ path, text }], takeIn: ['opencode', 'import', path] };
  },
};

/** The model of the last session, else that of the settings: the next prompt goes to the one that the messages name. */
function modelOf(environment: AgentEnvironment): NamedModel {
  const used = databases(environment).map((path) =>
    askAgentDatabase(path, (db) =>
      db.get<{ data: string }>(
        `SELECT data FROM message WHERE instr(data, '"role":"user"') > 0 ORDER BY time_created DESC LIMIT 1`,
      ),
    ),
  );
  for (const row of used) {
    const data = parseJson(row?.data ?? '');
    const model = isJsonObject(data) && isJsonObject(data.model) ? data.model : {};
    const [providerID, modelID] = [asString(model.providerID), asString(model.modelID)];
    if (providerID !== undefined && modelID !== undefined) return { providerID, modelID };
  }
  const set = asString(readJsonc(readText(settingsPath(configFolder(environment))) ?? '{}', ['model'])) ?? '';
  const [providerID = '', ...model] = set.split('/');
  if (model.length > 0) return { providerID, modelID: model.join('/') };
  throw new CairnError('not_found', 'OpenCode has no model yet, which a session of it needs.', {
    fix: 'Set "model" in opencode.json, or ask something of OpenCode first.',
  });
}

function exportOf({ id, title, cwd, steps }: PastSession, model: NamedModel): JsonObject {
  const [began, ended] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0];
  const info = { id, slug: id, projectID: 'global', directory: cwd, path: '', title, version: VERSION };
  const messages: JsonObject[] = [];
  let asked = '';
  let last = 0;
  for (const [at, step] of steps.entries()) {
    last = Math.max(last, step.at);
    const tail = `${timeOf(last, at)}${MARK}${randomOf(step.id)}`;
    const message = `msg_${tail}`;
    const part = { id: `prt_${tail}`, sessionID: id, messageID: message };
    const own = { id: message, sessionID: id };
    if (step.kind === 'prompt') {
      asked = message;
      messages.push({
        info: { ...own, role: 'user', time: { created: last }, agent: 'build', model: { ...model } },
        parts: [{ ...part, type: 'text', text: step.text }],
      });
    } else {
      messages.push({
        info: { ...own, ...answerOf(step, { asked, cwd, at: last }), ...model },
        parts: [{ ...part, ...partOf(step, last) }],
      });
    }
  }
  return { info: { ...info, time: { created: began, updated: ended } }, messages };
}

function answerOf({ kind }: PastStep, { asked, cwd, at }: { asked: string; cwd: string; at: number }): JsonObject {
  return {
    role: 'assistant',
    parentID: asked,
    mode: 'build',
    agent: 'build',
    path: { cwd, root: cwd },
    cost: 0,
    tokens: NO_TOKENS,
    time: { created: at, completed: at },
    finish: kind === 'call' ? 'tool-calls' : 'stop',
  };
}

function partOf(step: PastStep, at: number): JsonObject {
  if (step.kind !== 'call') return { type: 'text', text: step.text, time: { start: at, end: at } };
  const { id: callID, tool, input, output, failed } = step;
  const time = { start: at, end: at };
  const state = failed
    ? { status: 'error', input, error: output, time }
    : { status: 'completed', input, output, title: tool, metadata: {}, time };
  return { type: 'tool', tool, callID, state };
}

/** The part of an id by which OpenCode orders: the low bits of its time, with a number, in hex. */
function timeOf(at: number, number: number): string {
  const value = BigInt.asUintN(TIME_BITS, BigInt(at) * 4_096n + BigInt(number));
  return value.toString(16).padStart(TIME_BITS / 4, '0');
}

function randomOf(seed: string): string {
  return sha256Hex(seed).slice(0, 9);
}
