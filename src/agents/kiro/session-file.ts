import { basename, dirname, join } from 'node:path';
import { asString } from '../../core/json.ts';
import { readJsonObject } from '../shared/transcripts/transcript-files.ts';
import type { Source } from './reading.ts';

const MAX_DEPTH = 20;

/**
 * The source of a `messages.jsonl`, or of a file in `sub-executions` next to it, from the `session.json` of its folder.
 */
export function sourceOfSession(path: string): Source {
  const isMain = basename(path) === 'messages.jsonl';
  const folder = isMain ? dirname(path) : dirname(dirname(path));
  const { id, workspacePaths } = readJsonObject(join(folder, 'session.json'));
  const cwd = Array.isArray(workspacePaths) ? asString(workspacePaths[0]) : undefined;
  return {
    session: asString(id) ?? basename(folder),
    ...(cwd === undefined ? {} : { cwd }),
    ...(isMain ? {} : { subagent: basename(path, '.jsonl') }),
  };
}

/**
 * The source of a `<session>.jsonl` of the CLI before V3, from the `<session>.json` next to it and those of its
 * parents.
 */
export function sourceOfCliSession(path: string): Source {
  const name = basename(path, '.jsonl');
  const own = readJsonObject(join(dirname(path), `${name}.json`));
  const id = asString(own.session_id) ?? name;
  const cwd = asString(own.cwd);
  let root = id;
  let parent = asString(own.parent_session_id) ?? '';
  for (let depth = 0; parent !== '' && depth < MAX_DEPTH; depth += 1) {
    root = parent;
    parent = asString(readJsonObject(join(dirname(path), `${basename(parent)}.json`)).parent_session_id) ?? '';
  }
  return { session: root, ...(cwd === undefined ? {} : { cwd }), ...(root === id ? {} : { subagent: id }) };
}
