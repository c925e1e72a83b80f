// The rules over `web/`: the page may know the types of `src`, and run little of it.
import { posix } from 'node:path';
import { importsOf } from './room-rules.ts';
import { lineAt, type SourceFile, type Violation, visit } from './source.ts';

/** Rooms of `src` whose types the page may import. */
const KNOWN = /^src\/(?:api|core)\//;
/** What of `src` the page may run: values without anything of Node, small enough for a page. */
const PURE: readonly RegExp[] = [
  /^src\/api\/(?:calls|methods|resources|routes)\.ts$/,
  /^src\/api\/(?:calls|team)\//,
  /^src\/core\/(?:errors|json|limits|omit-undefined|assert-never)\.ts$/,
  /^src\/core\/(?:text|model)\//,
];
const PACKAGES: readonly RegExp[] = [/^preact(?:\/|$)/, /^@preact\/signals$/, /^@tanstack\/virtual-core$/];

/** Imports of `web/` that its rules do not allow: of rooms it may not know, of code it may not run, of other packages. */
export function strayWebImports(files: readonly SourceFile[]): Violation[] {
  const pages = files.filter(({ path }) => path.startsWith('web/'));
  return pages.flatMap((file) => [...strayRooms(file), ...strayCode(file)]);
}

function strayRooms(file: SourceFile): Violation[] {
  return importsOf(file)
    .filter(({ to }) => !to.startsWith('web/') && !KNOWN.test(to))
    .map(({ to, line }) => ({ rule: 'web-import', path: file.path, line, message: `the page may not import ${to}` }));
}

function strayCode(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const see = (specifier: string, start: number, isType: boolean): void => {
    const to = specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : specifier;
    const isOwn = to.startsWith('web/') && specifier.startsWith('.');
    const isKnown = specifier.startsWith('.')
      ? PURE.some((path) => path.test(to))
      : PACKAGES.some((name) => name.test(to));
    if (isOwn || isKnown || (isType && specifier.startsWith('.'))) return;
    const message = `the page may not run ${to}: import its types alone`;
    violations.push({ rule: 'web-import', path: file.path, line: lineAt(file, start), message });
  };
  visit(file, {
    ImportDeclaration: (node) => see(node.source.value, node.start, node.importKind === 'type'),
    ExportAllDeclaration: (node) => see(node.source.value, node.start, node.exportKind === 'type'),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        see(node.source.value, node.start, false);
    },
  });
  return violations;
}
