// `npm run bench:next-session -- [--points 0-29] [--every N] [--set entire|agentv] [--developer NAME] [--untyped]
// [--embed] [--blocks FOLDER] [--json] [--keep FOLDER]`: chosen points; words of real sessions stand in what is printed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureNextSessions, writeBlocks } from './next-session.ts';
import { describeMachine } from './support/machine.ts';
import { bearsByPoint } from './support/next-session/bears.ts';
import { type MeasuredPoint, toResult } from './support/next-session/page.ts';
import type { Point } from './support/next-session/recorded-sessions.ts';
import { toMarkdown } from './support/result.ts';

const { values } = parseArgs({
  options: {
    points: { type: 'string' },
    every: { type: 'string', default: '1' },
    set: { type: 'string' },
    developer: { type: 'string' },
    untyped: { type: 'boolean', default: false },
    embed: { type: 'boolean', default: false },
    blocks: { type: 'string' },
    json: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
const data = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const scratch = values.keep ?? mkdtempSync(join(tmpdir(), 'cairn-bench-'));
const [first = 0, last = first] = (values.points ?? '').split('-').filter(Boolean).map(Number);
let seen = 0;
const isWanted = ({ listed, next }: Point): boolean => {
  if (values.set !== undefined && next.set !== values.set) return false;
  if (values.developer !== undefined && next.developer !== values.developer) return false;
  if (values.points !== undefined) return listed !== undefined && listed >= first && listed <= last;
  seen += 1;
  return seen % Number(values.every) === 0;
};
const onPoint = (one: MeasuredPoint): void => {
  const { point, tokens, lines, noise, files, filesNamed } = one;
  process.stderr.write(
    `${point.name} ${point.before.length} before, ${tokens} tokens, ${lines} lines (${noise} noise), ${filesNamed}/${files} files\n`,
  );
  if (values.blocks !== undefined) writeBlocks(values.blocks, one);
};
try {
  const measured = await measureNextSessions({
    data,
    scratch,
    typed: !values.untyped,
    embed: values.embed,
    isWanted,
    onPoint,
  });
  process.stdout.write(
    values.json
      ? `${JSON.stringify(measured.map(plain), undefined, 1)}\n`
      : `${toMarkdown(toResult(measured), describeMachine())}\n`,
  );
} finally {
  if (values.keep === undefined) rmSync(scratch, { recursive: true, force: true });
}

function plain({ point: { name, listed, next, before }, ...figures }: MeasuredPoint): object {
  return {
    name,
    listed,
    bears: bearsByPoint().get(name),
    session: next.id,
    agent: next.agent,
    branch: next.branch,
    at: next.firstAt,
    asked: next.prompt,
    before: before.length,
    ...figures,
  };
}
