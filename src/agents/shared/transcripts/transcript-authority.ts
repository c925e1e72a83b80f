import type { Capabilities } from '../contract.ts';

/** The authority of an agent that has only transcripts. */
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
