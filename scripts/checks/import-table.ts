// Which part of `src` may import which. A part is a folder, or a contract that stands alone.

/** What a part may import besides itself. */
export interface PartRow {
  part: string;
  /** Paths that belong to the part; the first row whose pattern fits a path has it. */
  paths: RegExp;
  may: readonly string[];
  /** Parts of which only types may be imported. */
  types?: readonly string[];
}

const PURE = ['core', 'privacy'];
const LOWER = ['core', 'config', 'privacy', 'platform'];
const AGENTS = ['agents/shared/contract', 'agents/shared', 'agents/one', 'agents/registry'];
const ENGINES = ['sources', 'capture', 'derive', 'store/contract', 'store', 'embed/contract', 'embed', 'llm'];
const BELOW_MEMORY = [...LOWER, ...AGENTS, ...ENGINES, 'recall', 'jobs'];
const BELOW_SERVICE = [...BELOW_MEMORY, 'memory/contract', 'memory/inputs', 'memory', 'client', 'http/api'];
const SURFACE = ['memory/contract', 'memory/inputs', 'client', 'core', 'config', 'http/api'];

/** The rows, contracts before the folders that hold them. */
export const IMPORT_TABLE: readonly PartRow[] = [
  { part: 'core', paths: /^core\//, may: [] },
  { part: 'config', paths: /^config\//, may: ['core'] },
  { part: 'privacy', paths: /^privacy\//, may: ['core'] },
  { part: 'platform', paths: /^platform\//, may: ['core', 'config'] },
  { part: 'agents/shared/contract', paths: /^agents\/shared\/contract\.ts$/, may: PURE },
  { part: 'agents/shared', paths: /^agents\/shared\//, may: [...PURE, 'platform', 'agents/shared/contract'] },
  {
    part: 'agents/registry',
    paths: /^agents\/[^/]+\.ts$/,
    may: ['core', 'agents/shared/contract', 'agents/shared', 'agents/one'],
  },
  { part: 'agents/one', paths: /^agents\/[^/]+\//, may: ['core', 'agents/shared/contract', 'agents/shared'] },
  { part: 'sources', paths: /^sources\//, may: ['core', 'platform'] },
  { part: 'store/contract', paths: /^store\/(contract\.ts$|contract\/)/, may: ['core'] },
  { part: 'store', paths: /^store\//, may: ['core', 'platform', 'store/contract'] },
  { part: 'embed/contract', paths: /^embed\/contract\.ts$/, may: ['core'] },
  { part: 'embed', paths: /^embed\//, may: [...PURE, 'platform', 'embed/contract'] },
  { part: 'llm', paths: /^llm\//, may: [...PURE, 'platform'] },
  { part: 'derive', paths: /^derive\//, may: ['core'] },
  {
    part: 'capture',
    paths: /^capture\//,
    may: [...PURE, 'platform', 'agents/shared/contract', 'agents/registry', 'store/contract', 'derive'],
  },
  {
    part: 'recall',
    paths: /^recall\//,
    may: [...PURE, 'derive', 'store/contract', 'embed/contract'],
    types: ['memory/contract'],
  },
  {
    part: 'jobs',
    paths: /^jobs\//,
    may: ['core', 'platform', 'store/contract', 'capture', 'derive', 'embed/contract', 'embed', 'llm'],
  },
  {
    part: 'memory/contract',
    paths: /^memory\/(?:contract|requests|(?:\w+-)?answers)\.ts$/,
    may: ['core'],
    types: ['store/contract'],
  },
  {
    part: 'memory/inputs',
    paths: /^memory\/(inputs|check-input)\.ts$/,
    may: ['core'],
    types: ['memory/contract'],
  },
  {
    part: 'memory/open',
    paths: /^memory\/open\.ts$/,
    may: [...BELOW_MEMORY, 'memory/contract', 'memory/inputs', 'memory'],
  },
  { part: 'memory', paths: /^memory\//, may: [...BELOW_MEMORY, 'memory/contract', 'memory/inputs'] },
  { part: 'http/api', paths: /^http\/api\.ts$/, may: ['core'], types: ['memory/contract'] },
  {
    part: 'client',
    paths: /^client\//,
    may: ['core', 'config', 'platform', 'memory/contract', 'memory/inputs'],
    types: ['http/api'],
  },
  { part: 'setup', paths: /^setup\//, may: ['core', 'config', 'platform', ...AGENTS] },
  { part: 'http', paths: /^http\//, may: SURFACE },
  { part: 'mcp', paths: /^mcp\//, may: SURFACE },
  { part: 'service', paths: /^service\//, may: [...BELOW_SERVICE, 'memory/open'] },
  { part: 'cli', paths: /^cli\//, may: [...SURFACE, 'setup', 'service'] },
  { part: 'sdk', paths: /^sdk\//, may: [...SURFACE, 'memory/open', 'service'], types: ['embed/contract', 'embed'] },
  {
    part: 'bin',
    paths: /^bin\//,
    may: [...BELOW_SERVICE, 'memory/open', 'service', 'setup', 'http', 'mcp', 'cli', 'sdk'],
  },
];
