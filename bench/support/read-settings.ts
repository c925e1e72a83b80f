import type { ReadSettings } from '../../src/context/context-reads.ts';
import * as LIMITS from '../../src/core/limits.ts';

/** Settings of reads as they are by default. */
export const READ_SETTINGS: ReadSettings = {
  'context.enabled': true,
  'tripwires.mode': 'warn',
  'tripwires.errors': true,
  'privacy.excludePaths': [],
  'meter.control': 0,
  'context.startTokens': LIMITS.contextTokens.start,
  'context.promptTokens': LIMITS.contextTokens.prompt,
  'context.fileTokens': LIMITS.contextTokens.file,
  'context.format': 'plain',
  userHome: '/home/dev',
};
