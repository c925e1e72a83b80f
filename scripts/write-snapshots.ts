// Writes test/snapshots from the build and the tables of routes, and prints the line that CHANGELOG.md then needs:
// npm run build && node scripts/write-snapshots.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { renderOpenApi, surfaceLine } from './docs/public-surface.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const declarations = readFileSync(at('dist/sdk.d.ts'), 'utf8');
const openapi = renderOpenApi();
writeFileSync(at('test/snapshots/sdk.d.ts'), declarations);
writeFileSync(at('test/snapshots/openapi.json'), openapi);
process.stdout.write(`${surfaceLine({ declarations, openapi })}\n`);
