import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DIST } from '../support/built-program.ts';

const ASSETS = join(DIST, 'web', 'assets');
const KB = 1_000;
const TEAM_ASSETS = join(DIST, 'team-web', 'assets');
const LIMITS = { first: 60 * KB, all: 150 * KB, team: 50 * KB };

/** Bytes of a script as it is sent, and the scripts that it imports at once. */
function read(file: string): { bytes: number; imports: string[] } {
  const text = readFileSync(join(ASSETS, file), 'utf8');
  const imports = [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name = '']) => name);
  return { bytes: gzipSync(text).length, imports };
}

/** A script with all that it needs before it runs. */
function closure(...files: string[]): Set<string> {
  const all = new Set<string>();
  for (const wanted = [...files]; wanted.length > 0; ) {
    const file = wanted.pop() ?? '';
    if (all.has(file)) continue;
    all.add(file);
    wanted.push(...read(file).imports);
  }
  return all;
}

const sizeOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + read(file).bytes, 0);

test('what the first view needs is at most 60 kB compressed, and all scripts together 150 kB', () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
  const first = scripts.filter((file) => /^(?:main|theme|today-view)-/.test(file));
  assert.equal(first.length, 3);
  const [now, all] = [sizeOf(closure(...first)), sizeOf(scripts)];
  assert.ok(now <= LIMITS.first, `${now} bytes at the start`);
  assert.ok(all <= LIMITS.all, `${all} bytes in all`);
});

test("all scripts of a team's page together are at most 50 kB compressed", () => {
  const scripts = readdirSync(TEAM_ASSETS).filter((file) => file.endsWith('.js'));
  const all = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(TEAM_ASSETS, file))).length, 0);
  assert.ok(all <= LIMITS.team, `${all} bytes`);
});
