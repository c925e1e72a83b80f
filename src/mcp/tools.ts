import { byFile, search, semanticSearch } from './find-tools.ts';
import { context, get, timeline } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { forget, remember } from './write-tools.ts';

/** The tools by default, in the order in which an agent sees them. */
export const TOOLS: readonly Tool[] = [search, timeline, get, context, remember, forget, byFile];

/** All of them: what `cairn mcp --tools all` serves. */
export const ALL_TOOLS: readonly Tool[] = [...TOOLS, semanticSearch];
