import type { Capabilities } from '../contract.ts';

/** The authority for what an agent tells of that has transcripts alone. */
export const TRANSCRIPT_AUTHORITY: Capabilities['authority'] = {
  prompt: 'transcript',
  message: 'transcript',
  'tool.start': 'transcript',
  'tool.end': 'transcript',
  'subagent.start': 'transcript',
  'subagent.end': 'transcript',
  'compact.end': 'transcript',
  'turn.end': 'transcript',
  'turn.failed': 'transcript',
};
