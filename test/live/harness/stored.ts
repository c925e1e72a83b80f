import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as zlib from 'node:zlib';

/** A text that Cairn keeps, and where. */
export interface StoredText {
  readonly where: string;
  readonly text: string;
}

/** Everything that a home of Cairn keeps as text: its files but the program, each table's columns, bodies decompressed. */
export async function storedTexts(cairnHome: string): Promise<readonly StoredText[]> {
  const entries = await readdir(cairnHome, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^(app|bin|cache)\//.test(relative(cairnHome, path)));
  const files = paths.map(async (path) => ({ where: relative(cairnHome, path), text: await latin(path) }));
  return [...(await Promise.all(files)), ...paths.filter((path) => path.endsWith('.db')).flatMap(rowsOf)];
}

/** Bytes as Latin-1 and as UTF-8: whatever a file holds between texts, neither loses them. */
async function latin(path: string): Promise<string> {
  const bytes = await readFile(path);
  return `${bytes.toString('latin1')}\n${bytes.toString('utf8')}`;
}

function rowsOf(path: string): readonly StoredText[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) => textsIn(`${String(name)}.${column}`, value)),
        ),
    );
  } finally {
    database.close();
  }
}

function textsIn(where: string, value: unknown): readonly StoredText[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (!(value instanceof Uint8Array)) return [];
  return readings(value).map((bytes) => ({ where, text: bytes.toString('utf8') }));
}

/** A blob as it is and decompressed, where one of the codecs takes it, with or without a leading byte that names it. */
function readings(blob: Uint8Array): readonly Buffer[] {
  const codecs = [
    zlib.zstdDecompressSync,
    zlib.gunzipSync,
    zlib.inflateSync,
    zlib.inflateRawSync,
    zlib.brotliDecompressSync,
  ];
  const decompressed = [0, 1].flatMap((from) => codecs.flatMap((codec) => attempt(() => codec(blob.subarray(from)))));
  return [Buffer.from(blob), ...decompressed];
}

function attempt(read: () => Buffer): readonly Buffer[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}
