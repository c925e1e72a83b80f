import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/antigravity/capabilities.ts';
import { asObject, asString, parseJson } from '../../src/core/json.ts';
import { readFile } from '../agents/antigravity/fixtures.ts';
import { foldEvents } from '../agents/fold-events.ts';
import { skippedLines } from '../agents/read-lines.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const SAMPLES = join(DATA, 'transcripts/agents/antigravity');
/** What stands for the words that were taken out of the samples, in steps that all have one number. */
const TAKEN_OUT = '[trimmed for fixture]';
/** Steps that tell nothing of what was said and done. */
const SKIPPED = ['answer:empty', 'step:CONVERSATION_HISTORY', 'step:SYSTEM_MESSAGE', 'step:GENERIC'];

// A page of notes that Antigravity made for its user lies there too: what an agent writes into files is no transcript.
const files = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => join(SAMPLES, name));

/** What user and agent said in a file, read without the parser. */
function textsIn(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => asObject(parseJson(line)))
    .filter(({ type }) => type === 'USER_INPUT' || type === 'PLANNER_RESPONSE')
    .map(({ content }) =>
      (asString(content) ?? '').replace(/<USER_SETTINGS_CHANGE>[\s\S]*/, '').replace(/<[^>]*>/g, ''),
    )
    .filter((text) => text !== TAKEN_OUT);
}

suite('the sample transcripts of Antigravity', () => {
  test('are read or skipped line by line, by types that are known, and lose nothing of what was said', () => {
    assert.notEqual(files.length, 0);
    for (const path of files) {
      const { events, lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
      assert.deepEqual(
        Object.keys(skipped).filter((type) => !SKIPPED.includes(type)),
        [],
        path,
      );
      const told = foldEvents(events, CAPABILITIES.authority).flatMap(({ body }) =>
        body.kind === 'prompt' || body.kind === 'message' ? [body.text] : [],
      );
      assert.deepEqual(
        told.filter((text) => text !== TAKEN_OUT).sort(),
        textsIn(path)
          .map((text) => text.trim())
          .filter((text) => text !== '')
          .sort(),
      );
    }
  });
});
