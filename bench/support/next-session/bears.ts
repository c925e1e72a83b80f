import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asString, type JsonValue, objectsIn } from '../../../src/core/json.ts';

const MARKS = fileURLToPath(new URL('../../next-session-labels/bears.json', import.meta.url));

/** Where earlier work bears on the next session, by the names of points; a point without a mark was not looked at. */
export function bearsByPoint(path: string = MARKS): Map<string, string> {
  if (!existsSync(path)) return new Map();
  const rows = objectsIn(JSON.parse(readFileSync(path, 'utf8')) as JsonValue);
  return new Map(rows.map(({ point, bears }) => [asString(point) ?? '', asString(bears) ?? '']));
}
