import { basename, dirname } from 'node:path';
import { asString } from '../../core/json.ts';
import { readJsonObject } from '../shared/transcripts/transcript-files.ts';

/** What the path of a transcript says about it. */
export interface TranscriptSource {
  /** Session of lines that name none. */
  session: string;
  /** Set for a subagent's own file. */
  subagent?: { id: string; type: string };
  /** True for an agent that Claude Code runs for itself, for example to compact: nobody's work. */
  hidden: boolean;
}

/** True for the name of a file in which Claude Code worked out a compaction. */
export function isCompactionFile(path: string): boolean {
  return basename(path).startsWith('agent-acompact-');
}

/**
 * Reads the path of a transcript: `<session>.jsonl`, or `agent-<id>.jsonl` next to an `agent-<id>.meta.json`, in
 * `<session>/subagents` or, in old versions, in the folder of the sessions.
 */
export function readTranscriptSource(path: string): TranscriptSource {
  const name = basename(path, '.jsonl');
  const id = /^agent-(.+)$/.exec(name)?.[1];
  if (id === undefined) return { session: name, hidden: false };
  const folder = dirname(path);
  const session = basename(folder) === 'subagents' ? basename(dirname(folder)) : name;
  const type = asString(readJsonObject(path.replace(/\.jsonl$/, '.meta.json')).agentType);
  return { session, subagent: { id, type: type ?? '' }, hidden: isCompactionFile(path) || type === '' };
}
