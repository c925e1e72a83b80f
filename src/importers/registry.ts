import { existsSync } from 'node:fs';
import { claudeMem } from './claude-mem.ts';
import { contextMemory } from './context-memory.ts';
import type { Importer, ImporterDatabase } from './contract.ts';
import { kimiMneme } from './kimi-mneme.ts';
import { kiroMemory } from './kiro-memory.ts';
import { openImport } from './read-source.ts';

/** Every product whose database can be imported. */
export const IMPORTERS: readonly Importer[] = [claudeMem, kiroMemory, kimiMneme, contextMemory];

/** The product whose tables and columns a database has; `undefined` when none matches. */
export function recognizeImporter(db: ImporterDatabase): Importer | undefined {
  return IMPORTERS.find(({ marks }) =>
    Object.entries(marks).every(([table, wanted]) => {
      const columns = db.columns(table);
      return wanted.every((column) => columns.has(column));
    }),
  );
}

/** Absolute paths of a product's databases on this machine; of all products' when no name is given. */
export function findImporters(
  environment: { home: string; variables: Readonly<Record<string, string | undefined>> },
  name?: string,
): { source: Importer; path: string }[] {
  return IMPORTERS.filter((source) => name === undefined || source.name === name).flatMap((source) => {
    const places = new Set(source.places(environment.home, environment.variables));
    return [...places].filter((path) => existsSync(path)).map((path) => ({ source, path }));
  });
}

/** True when a file is a database of one of these products. Throws when it cannot be read. */
export function recognises(path: string): boolean {
  const db = openImport(path);
  try {
    return recognizeImporter(db) !== undefined;
  } finally {
    db.close();
  }
}
