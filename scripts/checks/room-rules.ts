// The rules over folders and imports: which room may import which, how much a folder holds, and that each room has a sign.
// Type imports count as imports.
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { AGENT_ROOM, ROOMS, type RoomRow } from './rooms.ts';
import { lineAt, type SourceFile, type TextFile, type Violation, visit } from './source.ts';

/** An import of one file of `src` by another. */
export interface ImportEdge {
  from: string;
  to: string;
  line: number;
}

const MAX_FOLDER_FILES = 25;
const OWN_MODULES = [
  { module: 'node:sqlite', home: 'src/platform/sqlite/sqlite.ts' },
  { module: 'node:crypto', home: 'src/core/hash.ts' },
];
const SQL =
  /^\s*(SELECT\s|INSERT\s+(OR|INTO)\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(TEMP|UNIQUE|VIRTUAL|TABLE|INDEX|VIEW|TRIGGER)\s)/;
const FILE_MODULES = /^(?:node:)?fs(?:\/promises)?$/;
// What waits for ever at a FIFO; `openSync(path, 'wx')` makes a file that was not there.
const WAITING_OPENS = new Set(['openSync', 'readFileSync', 'createReadStream', 'open', 'readFile', 'promises']);
// `agents` and `importers` read the databases of others, `cli/export` writes one for them; `platform/sqlite` asks SQLite
// about itself.
const SQL_HOMES = ['src/store/', 'src/agents/', 'src/importers/', 'src/cli/export/', 'src/platform/sqlite/'];

/** Imports that no row allows, and files that lie in no room. */
export function forbiddenImports(files: readonly SourceFile[], rows: readonly RoomRow[] = ROOMS): Violation[] {
  const allowed = new Map(rows.map(({ room, may }) => [room, new Set(may)]));
  const sources = files.filter(({ path }) => path.startsWith('src/'));
  const homeless = sources
    .filter(({ path }) => !allowed.has(roomOf(path)))
    .map(({ path }) => toViolation('import', path, `the room ${roomOf(path)} has no row in scripts/checks/rooms.ts`));
  const forbidden = sources.flatMap(importsOf).filter(({ from, to }) => {
    // Beside `src` there is nothing to import but the version in package.json.
    if (!to.startsWith('src/')) return to !== 'package.json';
    if (roomOf(from) !== roomOf(to)) return allowed.get(roomOf(from))?.has(roomOf(to)) === false;
    return roomOf(from) === AGENT_ROOM && posix.dirname(from) !== posix.dirname(to);
  });
  return [...homeless, ...forbidden.map(describeEdge)];
}

/** Rows that name a room which is not there, and imports that a row allows and nobody makes. */
export function staleRows(files: readonly SourceFile[], rows: readonly RoomRow[] = ROOMS): Violation[] {
  const sources = files.filter(({ path }) => path.startsWith('src/'));
  const made = new Set(sources.flatMap(importsOf).map(({ from, to }) => `${roomOf(from)} ${roomOf(to)}`));
  const rooms = new Set(sources.map(({ path }) => roomOf(path)));
  return rows.flatMap(({ room, may }) => {
    const path = 'scripts/checks/rooms.ts';
    if (!rooms.has(room)) return [toViolation('stale-row', path, `there is no room ${room}`)];
    const idle = may.filter((other) => !made.has(`${room} ${other}`));
    return idle.map((other) => toViolation('stale-row', path, `${room} imports nothing of ${other}`));
  });
}

/** Files that import each other over any number of steps, and rooms of `src` that do so; the rooms of `store/sqlite` may. */
export function importCircles(files: readonly SourceFile[]): Violation[] {
  const edges = files.flatMap(importsOf);
  const known = new Set(files.map(({ path }) => path));
  const between = (nameOf: (path: string) => string): Violation[] => {
    const graph = new Map<string, Set<string>>();
    for (const { from, to } of edges) {
      const [one, other] = [nameOf(from), nameOf(to)];
      if (one === other || !known.has(to)) continue;
      graph.set(one, (graph.get(one) ?? new Set()).add(other));
    }
    const circle = findCircle(graph);
    return circle === undefined ? [] : [toViolation('circle', circle[0] ?? '', circle.join(' -> '))];
  };
  return [
    ...between((path) => path),
    ...between((path) =>
      path.startsWith('web/') ? 'web' : path.startsWith('src/store/sqlite/') ? 'store/sqlite' : roomOf(path),
    ),
  ];
}

/** Folders of more sources than fit on a screen; a folder with one file for each of something may hold more. */
export function crowdedFolders(files: readonly TextFile[], rows: readonly RoomRow[] = ROOMS): Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (/^(?:src|web)\/.*\.tsx?$/.test(path))
      counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  }
  const isSeries = (folder: string): boolean =>
    rows.some(({ room, oneFileForEach }) => `src/${room}` === folder && oneFileForEach !== undefined);
  return [...counts]
    .filter(([folder, count]) => count > MAX_FOLDER_FILES && !isSeries(folder))
    .map(([folder, count]) => toViolation('folder-files', folder, `${count} sources, at most ${MAX_FOLDER_FILES}`));
}

/** Top folders of `src`, and `web`, whose README is missing, leaves out a room below it, or names one that is not there. */
export function wrongSigns(files: readonly TextFile[]): Violation[] {
  const folders = new Map<string, Set<string>>();
  for (const { path } of files) {
    const [top, ...rest] = path.replace(/^src\//, '').split('/');
    if (!/^(?:src|web)\/.*\.tsx?$/.test(path) || top === undefined || rest.length === 0) continue;
    const rooms = folders.get(top) ?? new Set();
    folders.set(top, rooms);
    // The folders of single agents are listed in docs/agents.md, those of single views in `views.ts`.
    const room = rest.slice(0, -1).join('/');
    const isListed = (top === 'agents' && !room.startsWith('shared')) || (top === 'web' && room.startsWith('views/'));
    if (room !== '' && !isListed) rooms.add(room);
  }
  return [...folders].flatMap(([top, rooms]) => {
    const path = top === 'web' ? 'web/README.md' : `src/${top}/README.md`;
    const text = files.find((file) => file.path === path)?.text;
    if (text === undefined) return [toViolation('room-sign', posix.dirname(path), 'has no README.md')];
    const line = /^- Rooms: (.*)$/m.exec(text)?.[1] ?? '';
    const named = new Set([...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const missing = [...rooms].filter((room) => !named.has(room));
    const gone = [...named].filter((room) => !rooms.has(room));
    const parts = ['In', 'Out', 'Main file', 'May not'].filter((part) => !new RegExp(`^- ${part}: `, 'm').test(text));
    return [
      ...missing.map((room) => toViolation('room-sign', path, `does not name the room ${room}`)),
      ...gone.map((room) => toViolation('room-sign', path, `names ${room}, which is not there`)),
      ...parts.map((part) => toViolation('room-sign', path, `has no line "- ${part}: "`)),
    ];
  });
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
      const message = 'SQL outside src/store';
      violations.push({ rule: 'stray-sql', path: file.path, line: lineAt(file, start), message });
    });
  }
  return violations;
}

/** Folders below `folder`, a path from the root, that hold nothing. */
export function emptyFolders(root: string, folder: string): Violation[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  if (entries.length === 0) return [toViolation('empty-folder', folder, 'an empty room')];
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.flatMap((entry) => emptyFolders(root, `${folder}/${entry.name}`));
}

/** The imports of other files of the repository that a file makes, in any form, types included. */
export function importsOf(file: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = [];
  const add = (specifier: string, start: number): void => {
    if (!specifier.startsWith('.')) return;
    const to = posix.join(posix.dirname(file.path), specifier);
    edges.push({ from: file.path, to, line: lineAt(file, start) });
  };
  visit(file, {
    ImportDeclaration: (node) => add(node.source.value, node.start),
    ExportAllDeclaration: (node) => add(node.source.value, node.start),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.source.value, node.start);
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') add(node.source.value, node.start);
    },
    TSImportType: (node) => add(node.source.value, node.start),
  });
  return edges;
}

/** The room of a source: its folder below `src`; all folders of single agents are one. */
export function roomOf(path: string): string {
  const folder = posix.dirname(path).replace(/^src\//, '');
  return /^agents\/(?!shared)[^/]+$/.test(folder) ? AGENT_ROOM : folder;
}

function describeEdge({ from, to, line }: ImportEdge): Violation {
  const target = to.startsWith('src/') ? roomOf(to) : 'outside src';
  return { ...toViolation('import', from, `${roomOf(from)} may not import ${target} (${to})`), line };
}

function toViolation(rule: string, path: string, message: string): Violation {
  return { rule, path, line: 1, message };
}

function visitStrings(file: SourceFile, see: (value: string, start: number) => void): void {
  visit(file, {
    Literal: (node) => {
      if (typeof node.value === 'string') see(node.value, node.start);
    },
    TemplateLiteral: (node) => see(node.quasis.map((part) => part.value.cooked ?? '').join('x'), node.start),
  });
}

function findCircle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...path, node]);
      if (circle !== undefined) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
