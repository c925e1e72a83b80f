// Node's own "spec" report, closed by the names of the failures and one line "N passed, N failed".
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

/** Yields the report of a run of node:test; suites are not counted, skipped tests neither. */
export default async function* report(events) {
  const failures = [];
  let passed = 0;
  async function* counted() {
    for await (const event of events) {
      const { type, data } = event;
      const counts = (type === 'test:pass' || type === 'test:fail') && data.details?.type !== 'suite';
      if (counts && type === 'test:pass' && data.skip === undefined && data.todo === undefined) passed += 1;
      if (counts && type === 'test:fail' && !isEcho(data)) failures.push(`${data.file ?? ''} › ${data.name}`);
      yield event;
    }
  }
  yield* Readable.from(counted()).pipe(new spec());
  for (const name of failures) yield `FAILED ${name}\n`;
  yield `${passed} passed, ${failures.length} failed\n`;
}

// A test that failed only because a test inside it did.
function isEcho(data) {
  return data.details?.error?.failureType === 'subtestsFailed';
}
