// Node's own "spec" report with paths as the repository has them, closed by the failures, each with its file and what
// its error says, and one line "N passed, N failed".
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('..', import.meta.url);
const ROOTS = [ROOT.href, fileURLToPath(ROOT)];
const MESSAGE_CHARS = 300;

/** Yields the report of a run of node:test; suites are not counted, skipped tests neither. */
export default async function* report(events) {
  const failures = [];
  let passed = 0;
  async function* counted() {
    for await (const event of events) {
      const { type, data } = event;
      const counts = (type === 'test:pass' || type === 'test:fail') && data.details?.type !== 'suite';
      if (counts && type === 'test:pass' && data.skip === undefined && data.todo === undefined) passed += 1;
      if (counts && type === 'test:fail' && !isEcho(data)) failures.push(describe(data));
      yield event;
    }
  }
  for await (const part of Readable.from(counted()).pipe(new spec())) yield inRepository(String(part));
  for (const failure of failures) yield `FAILED ${inRepository(failure)}\n`;
  yield `${passed} passed, ${failures.length} failed\n`;
}

// A test that failed only because a test inside it did.
function isEcho(data) {
  return data.details?.error?.failureType === 'subtestsFailed';
}

function describe({ file = '', name, details }) {
  const error = details?.error?.cause ?? details?.error;
  const message = String(error?.message ?? error ?? '').replace(/\s+/g, ' ');
  return `${file} › ${name}: ${filesOf(name)}${message.slice(0, MESSAGE_CHARS)}`;
}

// A process of several files that ended before its tests did: which of them ended it is not known.
function filesOf(name) {
  if (!/\.cache[\\/]batches[\\/][\w-]+\.mjs$/.test(name)) return '';
  const [, list = '[]'] = /const FILES = (.*);/.exec(readFileSync(name, 'utf8')) ?? [];
  return `${JSON.parse(list)
    .map(([file]) => file)
    .join(', ')}: `;
}

function inRepository(text) {
  return ROOTS.reduce((rest, path) => rest.replaceAll(path, ''), text);
}
