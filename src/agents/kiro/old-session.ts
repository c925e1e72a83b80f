import { basename, dirname, join } from 'node:path';
import { asObject, asString, isJsonObject, parseJson } from '../../core/json.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { reportMessage, reportPrompt, startReading, timeOf } from './reading.ts';

/**
 * Reads a session of the IDE before 1.0: `workspace-sessions/<folder in base64>/<session>.json`. It has no times: the
 * messages are dated one after another, from the session's creation time in the list next to it.
 */
export function readOldSession(path: string): SnapshotReader {
  return createJsonSnapshot({ path, lists: ['$.history.*'] }, () => {
    const session = basename(path, '.json');
    const { dateCreated, workspaceDirectory } = listed(path, session);
    const cwd = asString(workspaceDirectory) ?? Buffer.from(basename(dirname(path)), 'base64url').toString('utf8');
    const reading = startReading({ session, ...(/^(?:\/|[A-Za-z]:)/.test(cwd) ? { cwd } : {}) });
    const created = timeOf(Number(dateCreated) || 0) ?? 0;
    return {
      member: () => undefined,
      message: (entry, index) => {
        const message = isJsonObject(entry.message) ? entry.message : entry;
        const role = asString(message.role) ?? 'unknown';
        const spot = { id: asString(message.id) ?? `${index}`, offset: index };
        const text = textOfContent(message.content);
        reading.at = created + index;
        if (role === 'user') return reportPrompt(text, spot, reading);
        if (role !== 'assistant' || text.trim() === '') return { skip: `message:${role}` };
        return { events: reportMessage(text, spot, reading) };
      },
    };
  });
}

function listed(path: string, session: string): Record<string, unknown> {
  const list = parseJson(readText(join(dirname(path), 'sessions.json')) ?? '');
  const found = Array.isArray(list) ? list.find((entry) => asObject(entry).sessionId === session) : undefined;
  return asObject(found);
}
