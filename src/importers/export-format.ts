import { asNumber, asObject, asString, isJsonObject, isTexts, type JsonObject, parseJson } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { EventBody, EventContext, EventSource, StoredEvent } from '../core/model/event.ts';
import { EVENT_KINDS } from '../core/model/event.ts';
import { type EventId, type ProjectId, projectId } from '../core/model/ids.ts';
import { hasItsFields, validateBody } from '../core/model/validate-body.ts';
import { omitUndefined } from '../core/omit-undefined.ts';

/** The first line of an export. */
export const EXPORT_HEADER = '{"cairn":"export","version":1}';

/** A project in an export, before its first event. Its display name is derived, so an export does not contain it. */
export interface ExportedProject {
  id: ProjectId;
  identity: string;
  root?: string;
  remote?: string;
}

/** An event in an export. */
export interface ExportedEvent extends EventContext {
  id: EventId;
  project?: ProjectId;
  sources: EventSource[];
  authority: 1 | 2;
  body: EventBody;
}

/** One line of an export. */
export type ExportLine =
  | { header: true }
  | { project: ExportedProject }
  | { event: ExportedEvent }
  // Memories that are kept from being shared.
  | { private: string[] };

const SOURCES: readonly EventSource[] = ['hook', 'transcript', 'sdk', 'mcp', 'cli', 'http', 'import', 'sync'];
const EVENT_ID = /^e_[a-z2-7]{16}$/;
const PROJECT_ID = /^r_[a-z2-7]{16}$/;
const OPTIONAL = ['cwd', 'branch', 'prompt', 'subagent'] as const;

/**
 * A line of an export as an object whose JSON text is the line. Fields are in a fixed order; those of the body keep the
 * order of the event, since items derived from a tool's input depend on it.
 */
export function toExportLine(line: { project: ExportedProject } | { event: StoredEvent }): JsonObject {
  if ('project' in line) {
    const { id, identity, root, remote } = line.project;
    return { project: { id, identity, ...omitUndefined({ root, remote }) } } as unknown as JsonObject;
  }
  const { id, agent, agentSession: session, at, authority, body } = line.event;
  // By which way an event came here is of this home alone.
  const sources = line.event.sources.filter((source, _, all) => source !== 'import' || all.length === 1);
  const { cwd, branch, prompt, subagent, project } = line.event;
  const place = omitUndefined({ cwd, branch, prompt, subagent, project });
  return { event: { id, agent, session, at, ...place, sources, authority, body } } as unknown as JsonObject;
}

/** Parses a line of an export from an untrusted file; a string is the reason why it is not valid. */
export function readExportLine(text: string): ExportLine | string {
  if (text === EXPORT_HEADER) return { header: true };
  const line = parseJson(text);
  if (!isJsonObject(line)) return 'lines that are no JSON';
  if (isJsonObject(line.project)) return readProject(line.project);
  if (isTexts(line.private)) return { private: line.private };
  return isJsonObject(line.event) ? readEvent(line.event) : 'lines of an unknown kind';
}

function readProject({ id, identity, root, remote }: JsonObject): ExportLine | string {
  if (typeof identity !== 'string' || id !== projectId(identity)) return 'projects that are none';
  return {
    project: { id: id as ProjectId, identity, ...omitUndefined({ root: asString(root), remote: asString(remote) }) },
  };
}

function readEvent(event: JsonObject): ExportLine | string {
  const { id, agent, session, at, project, sources, authority } = event;
  const body = validateBody(asObject(event.body));
  const isPlaced = typeof agent === 'string' && typeof session === 'string' && isTime(asNumber(at));
  if (!isPlaced || typeof id !== 'string' || !EVENT_ID.test(id)) return 'events without an id, a session or a time';
  if (!EVENT_KINDS.some((kind) => kind === body.kind) || !hasItsFields(body)) return 'events of an unknown kind';
  const place = Object.fromEntries(OPTIONAL.map((name) => [name, asString(event[name])]));
  return {
    event: {
      id: id as EventId,
      agent,
      agentSession: session,
      at: at as number,
      ...omitUndefined(place),
      ...(typeof project === 'string' && PROJECT_ID.test(project) ? { project: project as ProjectId } : {}),
      sources: SOURCES.filter((source) => Array.isArray(sources) && sources.includes(source)),
      authority: authority === 2 ? 2 : 1,
      body: body as unknown as EventBody,
    },
  };
}

function isTime(at: number | undefined): boolean {
  return at !== undefined && at >= LIMITS.times.least && at <= LIMITS.times.most;
}
