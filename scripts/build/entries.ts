// What is bundled: a row is a file of `dist/`. Adding an entry is adding a row.

/** A bundle: `modules` share chunks and load as ES modules, a `single` is one minified CommonJS file. */
export interface Entry {
  /** Path from the root of the clone. */
  source: string;
  /** Name in `dist/`; its extension says the form: `.js` a module, `.cjs` a single. */
  output: string;
  /** Runs as a command: gets a `#!` line and the executable bit. */
  command?: true;
  /** Shares no files with other bundles, so that it loads as few as can be. */
  alone?: true;
  limit?: BundleLimit;
}

/** What a single may weigh and load. */
export interface BundleLimit {
  maxBytes: number;
  builtins: readonly string[];
}

/** All bundles. */
export const ENTRIES: readonly Entry[] = [
  { source: 'src/bin/cli.ts', output: 'cli.js', command: true },
  { source: 'src/bin/service.ts', output: 'service.js' },
  { source: 'src/bin/reader.ts', output: 'reader.js' },
  { source: 'src/bin/embedder.ts', output: 'embedder.js', alone: true },
  { source: 'src/bin/mcp.ts', output: 'mcp.js', alone: true },
  { source: 'src/bin/sdk.ts', output: 'sdk.js' },
  {
    source: 'src/bin/hook.ts',
    output: 'hook.cjs',
    limit: {
      // Half of it is the door (128 kinds of secrets must be known where nothing may reach the disk first), a third are dialects.
      maxBytes: 125_000,
      builtins: ['node:child_process', 'node:crypto', 'node:fs', 'node:module', 'node:os', 'node:path', 'node:url'],
    },
  },
  { source: 'src/bin/context.ts', output: 'context.cjs' },
];

/** The source whose types the package gives to who imports it. */
export const TYPED_ENTRY = 'src/bin/sdk.ts';

/** Files that go to `dist/` as they are; `command`: executable. */
export const COPIES: readonly { source: string; output: string; command?: true }[] = [
  { source: 'src/bin/hook.sh', output: 'hook.sh', command: true },
  { source: 'src/agents/opencode/opencode-plugin.js', output: 'opencode-plugin.js' },
];
