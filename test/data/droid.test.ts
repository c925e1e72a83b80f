import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/droid/capabilities.ts';
import { createParser } from '../../src/agents/droid/transcript.ts';
import { asObject, asString, isJsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { readFile } from '../agents/droid/fixtures.ts';
import { foldEvents } from '../agents/fold-events.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const FOLDER = join(DATA, 'transcripts/agents/droid');
const FILES = readdirSync(FOLDER).map((name) => join(FOLDER, name));
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** Characters of what user and agent said in a line, read without the parser. */
function charactersIn(line: JsonValue | undefined): number {
  const { message, text, finalText } = asObject(line);
  const { content } = asObject(message);
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const said = [text, finalText, ...blocks.map((block) => block.text)].map((words) => asString(words) ?? '');
  return said.reduce((sum, words) => sum + words.replace(REMINDER, '').trim().length, 0);
}

suite('the sample transcripts of Droid, its own and those of droid exec', () => {
  test('keep every word of user and agent; what is skipped are their beginnings and blank lines', () => {
    const skipped = new Set<string>();
    let [said, told] = [0, 0];
    for (const path of FILES) {
      const file = readFile(path);
      assert.equal(file.read + skippedLines(file.skipped), file.lines, path);
      for (const type of Object.keys(file.skipped)) skipped.add(type);
      for (const line of readFileSync(path, 'utf8').split('\n')) said += charactersIn(parseJson(line));
      for (const { body } of file.events)
        if (body.kind === 'prompt' || body.kind === 'message') told += body.text.length;
    }
    assert.ok(FILES.length === 6 && said > 0);
    assert.ok(told / said >= 0.995, `${told} of ${said}`);
    assert.deepEqual([...skipped].sort(), ['blank', 'session_start', 'system']);
  });

  test('tell how every tool ended', () => {
    const ends = FILES.flatMap((path) => readFile(path).events).flatMap(({ body }) =>
      body.kind === 'tool.end' ? [[body.tool, body.success, body.exitCode]] : [],
    );
    assert.deepEqual(ends.sort(), [
      ['Execute', false, undefined],
      ['Execute', false, 1],
      ['Execute', true, undefined],
      ['Shell', true, 0],
      ['Shell', true, 0],
    ]);
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
