import { CLAUDE_MEM, CLAUDE_MEM_FIRST } from './claude-mem-fixtures.ts';
import { CONTEXT } from './context-memory-fixtures.ts';
import type { Fixture } from './fixture.ts';
import { KIMI_1, KIMI_2 } from './kimi-mneme-fixtures.ts';
import { KIRO_2, KIRO_4 } from './kiro-memory-fixtures.ts';

/** A fixture for each schema of each product. Folders in them are empty: `inProject` fills them. */
export const FIXTURES: readonly Fixture[] = [CLAUDE_MEM, CLAUDE_MEM_FIRST, KIRO_2, KIRO_4, KIMI_1, KIMI_2, CONTEXT];

/** The fixture with its folders, where its schema has them, being a project's. */
export function inProject(fixture: Fixture, folder: string): Fixture {
  const tables = Object.entries(fixture.tables).map(([name, { columns, rows }]) => {
    const placed = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, /^(?:cwd|project_path)$/.test(column) ? folder : value]),
      ),
    );
    return [name, { columns, rows: placed }] as const;
  });
  return { ...fixture, tables: Object.fromEntries(tables) };
}
