import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AGENTS } from '../../src/agents/registry.ts';
import { homePaths } from '../../src/config/paths.ts';
import type { SetupEnvironment } from '../../src/setup/setup.ts';
import type { FreshHome } from './fresh-home.ts';
import { PATIENT } from './patience.ts';

/** The built program, which `npm test` makes before it runs any test. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** The grammars, which the build collects. */
export const GRAMMARS = fileURLToPath(new URL('../../packages/code/grammars', import.meta.url));

/**
 * A program of `src/bin` as the tests start it: the built one under `npm test`, which builds first and where it starts
 * in a sixth of the time; by its source when a test is run by hand, which builds nothing.
 */
export function programOf(name: 'backup' | 'cli' | 'code' | 'ingest' | 'worker' | 'reader' | 'mcp' | 'hook'): string {
  if (process.env.CAIRN_TEST_BUILT !== undefined) return `${DIST}/${name}.${name === 'hook' ? 'cjs' : 'js'}`;
  return fileURLToPath(new URL(`../../src/bin/${name}.ts`, import.meta.url));
}

/** Where set-up works in a fresh home, with the built program. */
export function placeOf(at: FreshHome, other: Partial<SetupEnvironment> = {}): SetupEnvironment {
  if (!existsSync(`${DIST}/build.json`)) throw new Error('dist/ is not built: npm run build');
  return {
    paths: homePaths(at.home),
    agents: AGENTS,
    environment: { home: at.userHome, variables: {} },
    node: process.execPath,
    program: DIST,
    deadlines: PATIENT,
    ...other,
  };
}
