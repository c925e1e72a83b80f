import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { type ChunkingContext, type CodeSplittingGroup, type OutputChunk, rolldown } from 'rolldown';
import type { BundleLimit, Entry } from './entries.ts';
import { WITHOUT_SCRIPTS_OF_GRAMMARS } from './grammar-runtime.ts';
import { readNamedBuiltins, writeAscii } from './node-builtins.ts';

const PURE = ['authorityOf', 'eventsOf', 'fileTools', 'forSetup'];
const WITH_CLASSES = {
  compress: { keepNames: { function: false, class: true } },
  mangle: { keepNames: { function: false, class: true } },
  codegen: { removeWhitespace: true },
} as const;
/** Files that several programs load, by which takes a module first. */
const CHUNKS = ['shared', 'shared-seldom', 'shared-more', 'command-line', 'commands'];
const SHARED_ROOMS = /src[\\/](?:core|config|client|platform)[\\/]/;
const COMMAND = /src[\\/]cli[\\/]commands[\\/]/;
/** The commands that load by themselves, sooner than with all the others. */
const OFTEN_CALLED = [
  'context',
  'file',
  'get',
  'recall',
  'resume',
  'search',
  'sessions',
  'status',
  'story',
  'timeline',
];
const MCP_RUNTIME = '@modelcontextprotocol/server/_shims';

/** A bundled entry: the files written for it and the modules that went in, as paths from the root. */
export interface Bundle {
  output: string;
  bytes: number;
  modules: string[];
}

interface BundleOptions {
  root: string;
  outputFolder: string;
}

/** Bundles the entries that load as ES modules, in one go, so that they share chunks. */
export async function bundleModules(entries: readonly Entry[], options: BundleOptions): Promise<Bundle[]> {
  if (entries.length === 0) return [];
  const chunks = await write(entries, options);
  return chunks.map((chunk) => toBundle(chunk, options.root));
}

/** Bundles one entry into one minified CommonJS file; throws when it breaks the entry's limit. */
export async function bundleSingle(entry: Entry, options: BundleOptions): Promise<Bundle> {
  const chunks = await write([entry], options);
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error(`${entry.output} fell into ${chunks.length} files`);
  const bundle = toBundle(chunk, options.root);
  if (entry.limit !== undefined)
    assertWithin(entry.limit, { bundle, imports: [...chunk.imports, ...chunk.dynamicImports] });
  return bundle;
}

async function write(entries: readonly Entry[], { root, outputFolder }: BundleOptions): Promise<OutputChunk[]> {
  const single = entries.every((entry) => entry.output.endsWith('.cjs'));
  const [syntax = 'node22'] = entries.flatMap((entry) => entry.syntax ?? []);
  const commands = new Set(entries.filter((entry) => entry.command).map((entry) => entry.output));
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [stem(entry.output), entry.source])),
    cwd: root,
    platform: 'node',
    external: (id) => isBuiltin(id),
    // A single's `require` reads only what is asked for as it is.
    plugins: single ? [] : [WITHOUT_SCRIPTS_OF_GRAMMARS, readNamedBuiltins(), writeAscii()],
    // Some packages' "main" hides its requires from a bundler (jsonc-parser): the ES module comes first.
    resolve: {
      mainFields: ['module', 'main'],
      alias: { [MCP_RUNTIME]: join(root, 'scripts/build/mcp-runtime.ts'), ...replaced(entries, root) },
    },
    transform: { target: syntax },
    // No getter of ours does anything, nor these functions: what nobody uses of them goes.
    treeshake: { propertyReadSideEffects: false, manualPureFunctions: PURE },
    // A slow machine is no fault of what is built.
    checks: { bundlerTimings: false },
    onLog: (_level, log) => {
      throw new Error(`${log.code}: ${log.message}`);
    },
  });
  try {
    const { output } = await build.write({
      dir: outputFolder,
      format: single ? 'cjs' : 'esm',
      // Names of classes stay in the others, for what an error says.
      minify: single || entries.every((entry) => entry.minified === true) || WITH_CLASSES,
      // Without those of the sources, which only take time to read past; licences stay.
      comments: { legal: true, annotation: false, jsdoc: false },
      codeSplitting: single ? false : { groups: sharedFiles(root) },
      entryFileNames: single ? '[name].cjs' : '[name].js',
      // Beside the entries: what a module finds by its own address it finds from a chunk too.
      chunkFileNames: '[name]-[hash].js',
      banner: (chunk) => (commands.has(chunk.fileName) ? '#!/usr/bin/env node' : ''),
    });
    return output.filter((file) => file.type === 'chunk');
  } finally {
    await build.close();
  }
}

/**
 * What programs load when they start, in few files: each file of a start costs a millisecond. `shared` has what the command
 * line and others start with, `command-line` what it alone does, `commands` those that are called seldom, `shared-seldom` what
 * these need, `shared-more` what they do without, such as SQLite.
 */
function sharedFiles(root: string): CodeSplittingGroup[] {
  const commands = join(root, 'src/cli/commands.ts');
  const often = OFTEN_CALLED.map((name) => join(root, `src/cli/commands/${name}.ts`));
  let sets: Record<'starts' | 'others' | 'seldom', ReadonlySet<string>> | undefined;
  const chunkOf = (id: string, graph: ChunkingContext): string | null => {
    sets ??= {
      starts: importedBy([join(root, 'src/bin/cli.ts'), ...often], graph),
      others: importedBy([join(root, 'src/bin/worker.ts')], graph, true),
      seldom: importedBy(graph.getModuleInfo(commands)?.dynamicallyImportedIds ?? [], graph),
    };
    if (COMMAND.test(id)) return often.includes(id) ? null : 'commands';
    const { starts, others, seldom } = sets;
    const isShared = others.has(id) || SHARED_ROOMS.test(id);
    if (starts.has(id)) return isShared ? 'shared' : 'command-line';
    return isShared && seldom.has(id) ? 'shared-seldom' : SHARED_ROOMS.test(id) ? 'shared-more' : null;
  };
  // A group takes along what its modules need, but for what a group before it has.
  return CHUNKS.map((chunk, at) => ({
    name: (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null),
    minShareCount: chunk === 'commands' ? 1 : 2,
    priority: CHUNKS.length - at,
  }));
}

/** The modules that are loaded with others; `later`: those that they load later as well. */
function importedBy(entries: readonly string[], graph: ChunkingContext, later = false): ReadonlySet<string> {
  const found = new Set<string>(entries);
  for (const id of found) {
    const module = graph.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) found.add(imported);
    if (later) for (const imported of module?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}

/** What is bundled in the place of other modules, by how they are imported. */
function replaced(entries: readonly Entry[], root: string): Record<string, string> {
  const pairs = entries.flatMap(({ instead = {} }) => Object.entries(instead));
  return Object.fromEntries(pairs.map(([name, path]) => [name, join(root, path)]));
}

function assertWithin(limit: BundleLimit, { bundle, imports }: { bundle: Bundle; imports: string[] }): void {
  const unlisted = imports.filter((name) => !limit.builtins.includes(name));
  if (unlisted.length > 0)
    throw new Error(`${bundle.output} loads ${unlisted.join(', ')}: not in its list of builtins`);
  if (bundle.bytes > limit.maxBytes) {
    throw new Error(`${bundle.output} has ${bundle.bytes} bytes, more than ${limit.maxBytes}`);
  }
}

/** What a written chunk holds. */
export function toBundle(chunk: OutputChunk, root: string): Bundle {
  const files = chunk.moduleIds.filter((id) => !id.startsWith('\0'));
  return {
    output: chunk.fileName,
    bytes: Buffer.byteLength(chunk.code),
    modules: files.map((id) => relative(root, id).replaceAll('\\', '/')).sort(),
  };
}

function stem(output: string): string {
  return output.replace(/\.c?js$/, '');
}
