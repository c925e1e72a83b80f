import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { FileChange } from '../agents/shared/contract.ts';
import { redact } from '../privacy/redact.ts';

const CONTEXT_LINES = 3;
const NOTHING = '/dev/null';

/**
 * A change as a unified diff headed by the file's path, in the form that `patch` reads, but for secrets, of which it shows
 * the kind.
 */
export function fileDiff({ path, before, after }: FileChange): string {
  return createTwoFilesPatch(
    before === undefined ? NOTHING : path,
    after === undefined ? NOTHING : path,
    redact(before ?? '').text,
    redact(after ?? '').text,
    undefined,
    undefined,
    { context: CONTEXT_LINES, headerOptions: FILE_HEADERS_ONLY },
  );
}
