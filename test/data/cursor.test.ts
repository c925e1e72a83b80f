import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/cursor/capabilities.ts';
import { createParser } from '../../src/agents/cursor/transcript.ts';
import { asObject, asString, isJsonObject, parseJson } from '../../src/core/json.ts';
import { readFile } from '../agents/cursor/fixtures.ts';
import { foldEvents } from '../agents/fold-events.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const FOLDER = join(DATA, 'transcripts/agents/cursor');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => join(FOLDER, name));

/** Characters of what user and agent said in a file, read without the parser. */
function charactersIn(path: string): number {
  const blocks = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => asObject(asObject(parseJson(line)).message).content ?? []);
  const texts = blocks.map((block) => (isJsonObject(block) ? asString(block.text) : undefined) ?? '');
  return texts.reduce((sum, text) => sum + text.trim().length, 0);
}

suite('the sample transcripts of Cursor', () => {
  test('keep every word of user and agent, and skip no line', () => {
    const skipped = new Set<string>();
    let [said, told] = [0, 0];
    for (const path of FILES) {
      const file = readFile(path);
      assert.equal(file.read + skippedLines(file.skipped), file.lines, path);
      for (const type of Object.keys(file.skipped)) skipped.add(type);
      said += charactersIn(path);
      for (const { body } of file.events) {
        if (body.kind === 'prompt' || body.kind === 'message') told += body.text.replaceAll('\n', '').length;
        if (body.kind === 'subagent.start') told += (body.task ?? '').length;
      }
    }
    assert.ok(FILES.length === 5 && said > 0);
    assert.ok(told / said >= 0.995, `${told} of ${said}`);
    assert.deepEqual([...skipped], []);
  });

  test('tell how a tool ended where they have the result, else that it began', () => {
    const calls = FILES.flatMap((path) => readFile(path).events).flatMap(({ body }) =>
      body.kind === 'tool.end' || body.kind === 'tool.start' ? [`${body.kind} ${body.tool}`] : [],
    );
    assert.deepEqual(calls.sort(), ['tool.end Bash', 'tool.end Read', 'tool.end read_file', 'tool.start Bash']);
  });

  test('tell the same when reading stops anywhere and goes on', () => {
    for (const path of FILES) {
      const whole = readFile(path);
      for (let until = 0; until < whole.sizeBytes; until += 60) {
        const first = createParser({ path });
        const { events, sizeBytes } = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        const both = foldEvents([...events, ...tail.events], CAPABILITIES.authority);
        assert.deepEqual(both, foldEvents(whole.events, CAPABILITIES.authority), path);
      }
    }
  });
});
