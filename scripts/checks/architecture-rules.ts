import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { IMPORT_TABLE, type PartRow } from './import-table.ts';
import { lineAt, type SourceFile, type Violation, visit } from './source.ts';

/** An import of one file of `src` by another. */
export interface ImportEdge {
  from: string;
  to: string;
  line: number;
  /** Nothing of it is left once types are stripped. */
  typesOnly: boolean;
}

const OWN_MODULES = [
  { module: 'node:sqlite', home: 'src/platform/sqlite.ts' },
  { module: 'node:crypto', home: 'src/core/hash.ts' },
];
const FILE_MODULES = /^(?:node:)?fs(?:\/promises)?$/;
// What waits for ever at a FIFO; `openSync(path, 'wx')` makes a file that was not there.
const WAITING_OPENS = new Set(['openSync', 'readFileSync', 'createReadStream', 'open', 'readFile', 'promises']);
const SQL =
  /^\s*(SELECT\s|INSERT\s+(OR|INTO)\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(TEMP|UNIQUE|VIRTUAL|TABLE|INDEX|VIEW|TRIGGER)\s)/;
// `agents` and `sources` read the databases of others; `platform/sqlite.ts` asks SQLite about itself.
const SQL_HOMES = ['src/store/', 'src/agents/', 'src/sources/', 'src/platform/sqlite.ts'];

/** Imports that the table of design §3 does not list, and files that belong to no part of it. */
export function forbiddenImports(files: readonly SourceFile[]): Violation[] {
  const sources = files.filter((file) => file.path.startsWith('src/'));
  const homeless = sources.filter((file) => partOf(file.path) === undefined);
  const unknown = homeless.map(({ path }) =>
    toViolation(path, { line: 1, message: 'belongs to no part of the house' }),
  );
  return [...unknown, ...sources.flatMap(importsOf).filter(isForbidden).map(describeEdge)];
}

/** Parts of the house that import each other, over any number of steps. */
export function cyclicImports(files: readonly SourceFile[]): Violation[] {
  const edges = files.filter((file) => file.path.startsWith('src/')).flatMap(importsOf);
  const graph = new Map<string, Set<string>>();
  for (const edge of edges) {
    const [from, to] = [partOf(edge.from)?.part, partOf(edge.to)?.part];
    if (from === undefined || to === undefined || from === to || edge.typesOnly) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  const cycle = findCycle(graph);
  if (cycle === undefined) return [];
  return [{ rule: 'cycle', path: `src/${cycle[0]}`, line: 1, message: cycle.join(' -> ') }];
}

/** Modules of Node that only one file may name, named elsewhere. */
export function strayModules(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  for (const file of files.filter(({ path }) => path.startsWith('src/'))) {
    visitStrings(file, (value, start) => {
      const owned = OWN_MODULES.find(({ module }) => module === value);
      if (owned === undefined || owned.home === file.path) return;
      const message = `${value} belongs to ${owned.home}`;
      violations.push({ rule: 'stray-module', path: file.path, line: lineAt(file, start), message });
    });
  }
  return violations;
}

/** Files that are opened to be read outside `src/platform`, whose functions never wait. */
export function strayOpens(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  for (const file of files) {
    if (!file.path.startsWith('src/') || file.path.startsWith('src/platform/')) continue;
    const report = (start: number, name: string): void => {
      const message = `${name}: open and read files with src/platform/files.ts`;
      violations.push({ rule: 'stray-open', path: file.path, line: lineAt(file, start), message });
    };
    visit(file, {
      ImportDeclaration: (node) => {
        if (!FILE_MODULES.test(node.source.value)) return;
        for (const specifier of node.specifiers) {
          const name =
            specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
              ? specifier.imported.name
              : '*';
          if (name === '*' || (WAITING_OPENS.has(name) && name !== 'openSync')) report(specifier.start, name);
        }
      },
      CallExpression: (node) => {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'openSync') return;
        const [, flags] = node.arguments;
        if (flags?.type !== 'Literal' || flags.value !== 'wx') report(node.start, 'openSync');
      },
    });
  }
  return violations;
}

/** Statements of SQL outside the store. */
export function straySql(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  for (const file of files) {
    if (!file.path.startsWith('src/') || SQL_HOMES.some((home) => file.path.startsWith(home))) continue;
    visitStrings(file, (value, start) => {
      if (!SQL.test(value)) return;
      violations.push({
        rule: 'stray-sql',
        path: file.path,
        line: lineAt(file, start),
        message: 'SQL outside src/store',
      });
    });
  }
  return violations;
}

/** Folders below `folder`, a path from the root, that hold nothing. */
export function emptyFolders(root: string, folder: string): Violation[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  if (entries.length === 0) return [{ rule: 'empty-folder', path: folder, line: 1, message: 'an empty room' }];
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.flatMap((entry) => emptyFolders(root, `${folder}/${entry.name}`));
}

/** The imports of other files of the repository that a file makes, in any form. */
export function importsOf(file: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = [];
  const add = (specifier: string, { start, typesOnly }: { start: number; typesOnly: boolean }): void => {
    if (!specifier.startsWith('.')) return;
    const to = posix.join(posix.dirname(file.path), specifier);
    edges.push({ from: file.path, to, line: lineAt(file, start), typesOnly });
  };
  visit(file, {
    ImportDeclaration: (node) => add(node.source.value, { start: node.start, typesOnly: node.importKind === 'type' }),
    ExportAllDeclaration: (node) =>
      add(node.source.value, { start: node.start, typesOnly: node.exportKind === 'type' }),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.source.value, { start: node.start, typesOnly: node.exportKind === 'type' });
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') {
        add(node.source.value, { start: node.start, typesOnly: false });
      }
    },
    TSImportType: (node) => add(node.source.value, { start: node.start, typesOnly: true }),
  });
  return edges;
}

function partOf(path: string): PartRow | undefined {
  const inner = path.replace(/^src\//, '');
  return IMPORT_TABLE.find((row) => row.paths.test(inner));
}

function isForbidden(edge: ImportEdge): boolean {
  const [from, to] = [partOf(edge.from), partOf(edge.to)];
  if (from === undefined) return false;
  // Beside `src` there is nothing to import but the version in package.json.
  if (to === undefined || !edge.to.startsWith('src/')) return edge.to !== 'package.json';
  if (from.part === 'agents/one' && to.part === 'agents/one') return agentOf(edge.from) !== agentOf(edge.to);
  if (from.part === to.part || from.may.includes(to.part)) return false;
  return !(edge.typesOnly && from.types?.includes(to.part));
}

function agentOf(path: string): string | undefined {
  return path.split('/')[2];
}

function describeEdge(edge: ImportEdge): Violation {
  const [from, to] = [partOf(edge.from)?.part, partOf(edge.to)?.part ?? 'outside src'];
  const kind = edge.typesOnly ? 'types of ' : '';
  return toViolation(edge.from, { line: edge.line, message: `${from} may not import ${kind}${to} (${edge.to})` });
}

function toViolation(path: string, { line, message }: { line: number; message: string }): Violation {
  return { rule: 'import', path, line, message };
}

function visitStrings(file: SourceFile, see: (value: string, start: number) => void): void {
  visit(file, {
    Literal: (node) => {
      if (typeof node.value === 'string') see(node.value, node.start);
    },
    TemplateLiteral: (node) => see(node.quasis.map((part) => part.value.cooked ?? '').join('x'), node.start),
  });
}

function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...path, node]);
      if (cycle !== undefined) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
