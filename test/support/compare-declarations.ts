import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSource } from '../../scripts/checks/source.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const FLAGS = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noErrorTruncation', '--module', 'nodenext'];
const LIBRARY = ['--target', 'es2024', '--lib', 'es2024,dom,esnext.disposable', '--types', ''];
// Two declarations of a unique symbol are two types: both files import one, so that ids of the one are ids of the other.
const BRAND = 'declare const brand: unique symbol;';
// What tells an optional field from none and `readonly` from not, which types assignable to each other need not have in
// common. `Whole` writes intersections as the fields that they come to; JSON, which holds itself, stays as it is.
const HELPERS = `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Leaf = string | number | boolean | bigint | symbol | null | undefined | AbortSignal | Float32Array;
type Whole<T> = [Json] extends [T] ? T : Part<T>;
type Part<T> = T extends Leaf ? T
  : T extends Promise<infer R> ? Promise<Whole<R>>
  : T extends AsyncIterable<infer R> ? AsyncIterable<Whole<R>>
  : T extends (...args: infer A) => infer R ? (...args: { [K in keyof A]: Whole<A[K]> }) => Whole<R>
  : T extends object ? { [K in keyof T]: Whole<T[K]> } : T;
`;

/** Two bundled declaration files, as text. */
export interface Declarations {
  before: string;
  now: string;
}

/**
 * Says of each pair in which exports its two declaration files differ, one string for each fault, which begins with the name: exports
 * that only one has, and those whose types are not assignable both ways or have other fields. Types are compared by structure,
 * classes by their instances and constructors, so names of what is not exported do not count. Exported generic types are not
 * supported: each differs. One run of the compiler reads all pairs.
 */
export function differencesBetween(pairs: readonly Declarations[], folder: string): string[][] {
  const compared = pairs.map((pair, number) => writePair(pair, join(folder, `${number}`)));
  const faults = compile(
    folder,
    pairs.map((_, number) => `${number}/surface.ts`),
  );
  return compared.map(({ names, firstLine, missing }, number) => [
    ...missing,
    ...faults
      .filter(({ file }) => file === `${number}/surface.ts`)
      .map(({ line, text }) => `${names[line - firstLine] ?? 'the file itself'}: ${text}`),
  ]);
}

interface ComparedPair {
  /** Exports that only one has. */
  missing: string[];
  /** The name that each line of the program for the compiler is about, from `firstLine` on. */
  names: string[];
  firstLine: number;
}

/** Writes a pair and a program that compares it into a folder. */
function writePair(declarations: Declarations, folder: string): ComparedPair {
  const [before, now] = [exportsOf(declarations.before), exportsOf(declarations.now)];
  const gone = [...before.keys()].filter((name) => !now.has(name)).map((name) => `${name}: gone`);
  const added = [...now.keys()].filter((name) => !before.has(name)).map((name) => `${name}: added`);
  const shared = [...before].filter(([name]) => now.has(name));
  const lines = shared.flatMap(([name, kind]) => assertionsOf(name, kind));
  const imports = `import type * as Before from './before.d.ts';\nimport type * as Now from './now.d.ts';\n`;
  const head = `${imports}${HELPERS}`;
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'brand.d.ts'), `export ${BRAND}\n`);
  writeFileSync(join(folder, 'before.d.ts'), withSharedBrand(declarations.before));
  writeFileSync(join(folder, 'now.d.ts'), withSharedBrand(declarations.now));
  writeFileSync(join(folder, 'surface.ts'), head + lines.map(({ text }) => `${text}\n`).join(''));
  const names = lines.map(({ name }) => name);
  return { missing: [...gone, ...added], names, firstLine: head.split('\n').length };
}

/** The names that a declaration file exports; `value` for a constant, a function or a class, which is a type, too. */
function exportsOf(text: string): Map<string, 'type' | 'value' | 'class'> {
  const names = new Map<string, 'type' | 'value' | 'class'>();
  for (const node of parseSource({ path: 'surface.d.ts', text }).program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const { exported } of node.specifiers) {
      if (exported.type === 'Identifier') names.set(exported.name, node.exportKind === 'type' ? 'type' : 'value');
    }
    const { declaration } = node;
    if (declaration?.type === 'ClassDeclaration') names.set(declaration.id?.name ?? '', 'class');
    else if (declaration?.type === 'TSDeclareFunction') names.set(declaration.id?.name ?? '', 'value');
    else if (declaration !== null) throw new Error(`an export of a form that is not compared: ${declaration.type}`);
  }
  return names;
}

function assertionsOf(name: string, kind: 'type' | 'value' | 'class'): { name: string; text: string }[] {
  const pairs = {
    type: [[`Before.${name}`, `Now.${name}`]],
    value: [[`typeof Before.${name}`, `typeof Now.${name}`]],
    class: [
      [`Before.${name}`, `Now.${name}`],
      [`ConstructorParameters<typeof Before.${name}>`, `ConstructorParameters<typeof Now.${name}>`],
    ],
  }[kind];
  return pairs.flatMap(([one, other]) => [
    { name, text: `((value: ${one}): ${other} => value);` },
    { name, text: `((value: ${other}): ${one} => value);` },
    { name, text: `true satisfies Same<Whole<${one}>, Whole<${other}>>;` },
  ]);
}

function withSharedBrand(text: string): string {
  if (text.split(BRAND).length !== 2) throw new Error(`"${BRAND}" is not declared once: mend compare-declarations.ts`);
  return text.replace(BRAND, "import type { brand } from './brand.d.ts';");
}

function compile(folder: string, files: readonly string[]): { file: string; line: number; text: string }[] {
  const args = [TSC, ...FLAGS, ...LIBRARY, '--allowImportingTsExtensions', ...files];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const faults = stdout.split(/\n(?=\S)/).filter((fault) => fault.trim() !== '');
  if (status !== 0 && faults.length === 0) throw new Error(`the compiler ended with ${status} and said nothing`);
  return faults.map((fault) => {
    const [, file = '', line = ''] = /^(\d+\/surface\.ts)\((\d+),/.exec(fault) ?? [];
    if (file === '') throw new Error(`the compiler complains of another file: ${fault.trim()}`);
    return { file, line: Number(line), text: fault.trim() };
  });
}
