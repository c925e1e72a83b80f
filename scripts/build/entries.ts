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
  /** Minified, as a single always is. */
  minified?: true;
  /** The oldest Node whose syntax it is written in; 22 by default. */
  syntax?: 'node12';
  /** Modules in whose place others go, by how they are imported: the path of each from the root. */
  instead?: Readonly<Record<string, string>>;
  limit?: BundleLimit;
}

/** What a single may weigh and load. */
export interface BundleLimit {
  maxBytes: number;
  builtins: readonly string[];
}

/** All bundles. */
export const ENTRIES: readonly Entry[] = [
  // What people and agents start looks at its Node, in the syntax of an old one, and loads the program beside it.
  { source: 'src/bin/launch-cli.ts', output: 'cli.js', command: true, alone: true, syntax: 'node12' },
  { source: 'src/bin/cli.ts', output: 'cli-main.js' },
  { source: 'src/bin/open-as-it-is.ts', output: 'open-as-it-is.js' },
  { source: 'src/bin/worker.ts', output: 'worker.js' },
  { source: 'src/bin/reader.ts', output: 'reader.js' },
  { source: 'src/bin/backup.ts', output: 'backup.js' },
  { source: 'src/bin/ingest.ts', output: 'ingest.js' },
  { source: 'src/bin/embedder.ts', output: 'embedder.js', alone: true, minified: true },
  // This program alone knows PostgreSQL.
  { source: 'src/bin/server.ts', output: 'server.js', alone: true, minified: true },
  { source: 'src/bin/code.ts', output: 'code.js', alone: true, minified: true },
  { source: 'src/bin/launch-mcp.ts', output: 'mcp.js', alone: true, syntax: 'node12' },
  { source: 'src/bin/mcp.ts', output: 'mcp-main.js', alone: true, minified: true },
  { source: 'src/bin/launch-sdk.ts', output: 'sdk.js', alone: true, syntax: 'node12' },
  { source: 'src/bin/sdk.ts', output: 'sdk-main.js' },
  {
    source: 'src/bin/launch-hook.ts',
    output: 'hook.cjs',
    syntax: 'node12',
    limit: { maxBytes: 4_000, builtins: ['fs', 'module'] },
  },
  {
    source: 'src/bin/hook.ts',
    output: 'hook-main.cjs',
    instead: {
      './rare/rare-forms.ts': 'src/privacy/rare/rare-forms-beside.ts',
      './excluded/without-excluded.ts': 'src/ingest/excluded/without-excluded-beside.ts',
      './wrappers.ts': 'src/derive/tool/shell-of-hook.ts',
      './here-documents.ts': 'src/derive/tool/shell-of-hook.ts',
      './subshells.ts': 'src/derive/tool/shell-of-hook.ts',
      '../core/deadlines.ts': 'src/core/hook-deadlines.ts',
    },
    limit: {
      // Half of it is the door (132 kinds of secrets must be known where nothing may reach the disk first), a third are dialects.
      maxBytes: 127_500,
      builtins: ['node:child_process', 'node:crypto', 'node:fs', 'node:module', 'node:os', 'node:path', 'node:url'],
    },
  },
  // The rules that a hook needs only for few texts, which it loads then: the forms by place among them.
  { source: 'src/privacy/rare/rare-forms.ts', output: 'rare-forms.cjs', limit: { maxBytes: 20_000, builtins: [] } },
  // What a tool call or a prompt told of excluded files, which a hook needs for those alone: the words of a shell
  // among it, the folders from which the names of a call and of its answer can be, what a glob or loop stands for, and
  // which names of a call that is left out are kept, and which words of code, of messages, of exclusions and of files that are only used name no file;
  // and which commands print secrets.
  {
    source: 'src/ingest/excluded/without-excluded.ts',
    output: 'excluded.cjs',
    limit: { maxBytes: 62_000, builtins: [] },
  },
  { source: 'src/bin/context.ts', output: 'context.cjs' },
];

/** The source whose types the package gives to who imports it, and the one file they become. */
export const TYPED_ENTRY: Entry = { source: 'src/bin/sdk.ts', output: 'sdk.d.ts' };

/** Files that go to `dist/` as they are; `command`: executable. */
export const COPIES: readonly { source: string; output: string; command?: true }[] = [
  { source: 'src/bin/hook.sh', output: 'hook.sh', command: true },
  { source: 'src/agents/shared/setup/plugin-link.js', output: 'plugin-link.js' },
  { source: 'src/agents/shared/opencode/opencode-plugin.js', output: 'opencode-plugin.js' },
  { source: 'src/agents/pi/pi-extension.js', output: 'pi-extension.js' },
];
