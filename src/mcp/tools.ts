import {
  collectionAdd,
  collectionAsk,
  collectionCreate,
  collectionGet,
  collectionList,
  collectionRemove,
} from './collection-tools.ts';
import { report, stats } from './figures-tools.ts';
import { byFile, search, semanticSearch } from './find-tools.ts';
import { patterns } from './pattern-tools.ts';
import { context, get, resume, timeline } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { forget, remember } from './write-tools.ts';

/** The tools by default, in the order in which an agent sees them. */
export const TOOLS: readonly Tool[] = [search, timeline, get, context, remember, forget, byFile];

const COLLECTION_TOOLS = [
  collectionList,
  collectionGet,
  collectionCreate,
  collectionAdd,
  collectionRemove,
  collectionAsk,
];

/** All of them: what `cairn mcp --tools all` serves. */
export const ALL_TOOLS: readonly Tool[] = [
  ...TOOLS,
  resume,
  patterns,
  stats,
  report,
  semanticSearch,
  ...COLLECTION_TOOLS,
];
