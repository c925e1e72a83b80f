import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { FileChange } from '../agents/shared/contract.ts';

const CONTEXT_LINES = 3;
const NOTHING = '/dev/null';

/** A change as a unified diff headed by the file's path, in the form that `patch` reads. */
export function fileDiff({ path, before, after }: FileChange): string {
  return createTwoFilesPatch(
    before === undefined ? NOTHING : path,
    after === undefined ? NOTHING : path,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: CONTEXT_LINES, headerOptions: FILE_HEADERS_ONLY },
  );
}
