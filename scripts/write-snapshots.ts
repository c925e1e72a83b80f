// Writes test/snapshots from the build, what npm would pack of it and the tables of routes, with docs/api.md, which has the
// same source, and prints the line that CHANGELOG.md then needs:
// npm run build && node scripts/write-snapshots.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packOf, toPackedNames } from './docs/packed-files.ts';
import { renderOpenApi, surfaceLine } from './docs/public-surface.ts';
import { renderApiDocs } from './docs/render-api-docs.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const declarations = readFileSync(at('dist/sdk.d.ts'), 'utf8');
const openapi = renderOpenApi();
writeFileSync(at('test/snapshots/sdk.d.ts'), declarations);
writeFileSync(at('test/snapshots/openapi.json'), openapi);
const packed = packOf(fileURLToPath(at('.'))).files.map(({ path }) => path);
writeFileSync(at('test/snapshots/packed-files.txt'), `${toPackedNames(packed).join('\n')}\n`);
writeFileSync(at('docs/api.md'), renderApiDocs());
process.stdout.write(`${surfaceLine({ declarations, openapi })}\n`);
