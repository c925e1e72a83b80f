import assert from 'node:assert/strict';
import { CairnError } from '../../src/core/errors.ts';

/** What a failure must never repeat: the key of the server, and what was sent to it. */
export interface Unsaid {
  key: string;
  sent: string;
}

/** Asserts that a call to a server fails with a code, in words that name the server, with a fix, and never with key or text. */
export async function assertServerFails(
  work: Promise<unknown>,
  { code, message }: { code: string; message: RegExp },
  { key, sent }: Unsaid,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof CairnError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    assert.match(error.message, /127\.0\.0\.1/);
    assert.ok(error.fix);
    assert.ok(!JSON.stringify(error).includes(key) && !JSON.stringify(error).includes(sent));
    return true;
  });
}
