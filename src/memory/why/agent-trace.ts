import type { AgentTrace, AgentTraceConversation } from '../../api/work-answers.ts';
import { sha256Hex } from '../../core/hash.ts';
import type { SessionId } from '../../core/model/ids.ts';
import { isoTime } from '../../core/text/calendar.ts';
import type { Store } from '../../store/contract/store.ts';
import { type Attributed, timeOf } from './attribute-line.ts';

/** The version of the specification: https://agent-trace.dev, of January 2026. Its schema takes two numbers. */
const VERSION = '0.1';
/** Milliseconds around a change in which the session says its model, and events that are read. */
const NEAR_MS = 60 * 60_000;
const EVENTS_MAX = 400;
/** Who makes a model, as models.dev names them, by the beginning of its name. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'anthropic'],
  [/^(?:gpt|o\d|codex)/, 'openai'],
  [/^(?:gemini|gemma)/, 'google'],
  [/^grok/, 'xai'],
  [/^(?:kimi|moonshot)/, 'moonshotai'],
  [/^(?:mistral|devstral|codestral)/, 'mistral'],
  [/^deepseek/, 'deepseek'],
];
const MODEL_CHARS = 250;

/**
 * The lines that sessions wrote as records of Agent Trace: one for each commit, with the lines as they are numbered there, and
 * one without a revision for what is not committed. What no session wrote is left out: it may be a person's.
 */
export async function toAgentTraces(
  store: Store,
  attributed: readonly Attributed[],
  path: string,
): Promise<AgentTrace[]> {
  const traces: AgentTrace[] = [];
  for (const [revision, lines] of Map.groupBy(attributed, ({ origin }) => origin.commit?.hash ?? '')) {
    const files: AgentTrace['files'] = [];
    for (const [file, ofFile] of Map.groupBy(lines, ({ origin }) => origin.blamed?.path ?? path)) {
      const conversations: AgentTraceConversation[] = [];
      for (const [, ofSession] of Map.groupBy(ofFile, (line) => `${line.session} ${typeOf(line)}`)) {
        const session = ofSession[0]?.session;
        if (session === undefined) continue;
        const model = await modelAt(store, session, Math.max(...ofSession.map(timeOf)));
        conversations.push(toConversation(session, ofSession, model));
      }
      if (conversations.length > 0) files.push({ path: file, conversations });
    }
    if (files.length > 0) traces.push(toTrace(revision, files, lines));
  }
  return traces;
}

function toTrace(revision: string, files: AgentTrace['files'], lines: readonly Attributed[]): AgentTrace {
  const known = lines.filter(({ session }) => session !== undefined);
  const at = Math.max(...known.map(timeOf));
  return {
    version: VERSION,
    id: toUuid(JSON.stringify([revision, files])),
    timestamp: isoTime(at),
    ...(revision === '' ? {} : { vcs: { type: 'git', revision } }),
    files,
    metadata: {
      cairn: {
        sessions: [...Map.groupBy(known, ({ session, confidence }) => `${session} ${confidence}`).values()].map(
          ([first]) => ({
            id: first?.session ?? '',
            confidence: first?.confidence ?? '',
            because: first?.because ?? '',
          }),
        ),
      },
    },
  };
}

/** Only what a session is likely to have written counts as an agent's. */
function typeOf({ confidence }: Attributed): 'ai' | 'unknown' {
  return confidence === 'certain' || confidence === 'likely' ? 'ai' : 'unknown';
}

/** Lines of a session, all of one type. */
function toConversation(
  session: SessionId,
  lines: readonly Attributed[],
  model: string | undefined,
): AgentTraceConversation {
  const type = lines.every((line) => typeOf(line) === 'ai') ? 'ai' : 'unknown';
  return {
    url: `cairn:${session}`,
    contributor: { type, ...(model === undefined || type === 'unknown' ? {} : { model_id: model }) },
    ranges: rangesOf(lines),
    related: [{ type: 'session', url: `cairn:${session}` }],
  };
}

/** Lines that follow on each other in their revision, with the hash of what they say. */
function rangesOf(lines: readonly Attributed[]): AgentTraceConversation['ranges'] {
  const numbered = lines
    .map(({ origin }) => ({ line: origin.blamed?.lineThere ?? origin.line, text: origin.text }))
    .toSorted((one, other) => one.line - other.line);
  const runs: { start: number; texts: string[] }[] = [];
  for (const { line, text } of numbered) {
    const last = runs.at(-1);
    if (last !== undefined && line === last.start + last.texts.length) last.texts.push(text);
    else runs.push({ start: line, texts: [text] });
  }
  return runs.map(({ start, texts }) => ({
    start_line: start,
    end_line: start + texts.length - 1,
    content_hash: `sha256:${sha256Hex(texts.join('\n'))}`,
  }));
}

/** The model with which a session worked at a time, as `maker/model`. */
async function modelAt(store: Store, session: SessionId, at: number): Promise<string | undefined> {
  const read = async (kind: 'message' | 'session.start', since: number) =>
    (await store.log.select({ session, kinds: [kind], since, until: at + NEAR_MS }, { after: 0, limit: EVENTS_MAX }))
      .toSorted((one, other) => one.at - other.at)
      .flatMap(({ body, at: when }) =>
        (body.kind === 'message' || body.kind === 'session.start') && body.model !== undefined
          ? [{ model: body.model, at: when }]
          : [],
      );
  const said = await read('message', at - NEAR_MS);
  const found = said.findLast((one) => one.at <= at) ?? said[0] ?? (await read('session.start', 0)).at(-1);
  return found === undefined ? undefined : toModelId(found.model);
}

function toModelId(model: string): string {
  const maker = model.includes('/') ? undefined : MAKERS.find(([begins]) => begins.test(model))?.[1];
  return (maker === undefined ? model : `${maker}/${model}`).slice(0, MODEL_CHARS);
}

/** An id in the form of a UUID of version 8: the same record has the same. */
function toUuid(seed: string): string {
  const hex = sha256Hex(seed);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
