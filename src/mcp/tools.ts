import { smartOutline, smartSearch, smartUnfold } from './code-tools.ts';
import {
  collectionAdd,
  collectionAsk,
  collectionCreate,
  collectionDelete,
  collectionExport,
  collectionGet,
  collectionList,
  collectionRemove,
  collectionRename,
  collectionRestore,
} from './collection-tools.ts';
import { report, stats } from './figures-tools.ts';
import { byConcept, byFile, search, semanticSearch } from './find-tools.ts';
import { patterns, workflow } from './pattern-tools.ts';
import { context, get, project, recall, resume, timeline } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { why } from './why-tool.ts';
import { checkpoint, edit, forget, observe, remember, summarize } from './write-tools.ts';

/** The tools by default, in the order in which an agent sees them. */
export const TOOLS: readonly Tool[] = [search, timeline, get, context, remember, forget, byFile];

/** What a team's server serves by default: what reads the memories that members shared. */
export const TEAM_TOOLS: readonly Tool[] = [search, timeline, get, byFile, byConcept];

/** All that it serves. */
export const ALL_TEAM_TOOLS: readonly Tool[] = [...TEAM_TOOLS, recall, patterns, report, stats];

const COLLECTION_TOOLS = [
  collectionList,
  collectionGet,
  collectionCreate,
  collectionAdd,
  collectionRemove,
  collectionAsk,
  collectionExport,
  collectionRename,
  collectionDelete,
  collectionRestore,
];

/** All of them: what `cairn mcp --tools all` serves. */
export const ALL_TOOLS: readonly Tool[] = [
  ...TOOLS,
  recall,
  resume,
  project,
  patterns,
  workflow,
  stats,
  report,
  semanticSearch,
  byConcept,
  smartSearch,
  smartOutline,
  smartUnfold,
  why,
  observe,
  summarize,
  checkpoint,
  edit,
  ...COLLECTION_TOOLS,
];
