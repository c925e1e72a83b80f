import { createHash } from 'node:crypto';
import { describeApi } from '../../src/http/openapi.ts';

/** Length of the shortened hashes in CHANGELOG.md, in hexadecimal digits. */
const HASH_DIGITS = 12;

/** The OpenAPI document as its snapshot keeps it: without a version, so that a release alone changes nothing. */
export function renderOpenApi(): string {
  return `${JSON.stringify(describeApi('0.0.0'), null, 2)}\n`;
}

/** The line of CHANGELOG.md that names the snapshots of the public surface, given as their texts. */
export function surfaceLine({ declarations, openapi }: { declarations: string; openapi: string }): string {
  return `public surface: sdk.d.ts ${shortHash(declarations)}, openapi.json ${shortHash(openapi)}`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
}
