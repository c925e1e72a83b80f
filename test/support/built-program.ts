import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AGENTS } from '../../src/agents/registry.ts';
import { homePaths } from '../../src/config/paths.ts';
import type { SetupPlace } from '../../src/setup/setup.ts';
import type { FreshHome } from './fresh-home.ts';

/** The built program, which `npm test` makes before it runs any test. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Where set-up works in a fresh home, with the built program. */
export function placeOf(at: FreshHome, other: Partial<SetupPlace> = {}): SetupPlace {
  if (!existsSync(`${DIST}/build.json`)) throw new Error('dist/ is not built: npm run build');
  return {
    paths: homePaths(at.home),
    agents: AGENTS,
    environment: { home: at.userHome, variables: {} },
    node: process.execPath,
    program: DIST,
    ...other,
  };
}
