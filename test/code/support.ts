import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type CodeReader, type CodeReaderOptions, openCode } from '../../src/code/open-code.ts';
import { readProcessTable } from '../../src/platform/process/process-table.ts';
import { GRAMMARS, programOf } from '../support/built-program.ts';
import { PATIENT } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A project of source files, and what reads them, in a process as the worker starts it. */
export interface ReadProject {
  root: string;
  /** Folder of the indexes. */
  folder: string;
  code: CodeReader;
  write(path: string, text: string): void;
  /** Another reader over the same indexes, as after the first ended. */
  reopen(options?: Partial<CodeReaderOptions>): CodeReader;
}

/** Makes a project of files. */
export function readProject(
  context: TestContext,
  files: Readonly<Record<string, string>>,
  options: Partial<CodeReaderOptions> = {},
): ReadProject {
  const at = temporaryFolder(context);
  const [root, folder] = [join(at, 'project'), join(at, 'index')];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) write(path, text);
  const reopen: ReadProject['reopen'] = (others = {}) => {
    const code = openCode({
      entry: programOf('code'),
      env: {},
      grammars: () => GRAMMARS,
      installTo: '/home/ada/.cairn/code',
      folder,
      exclude: { paths: [], projects: [] },
      deadlines: PATIENT,
      ...options,
      ...others,
    });
    context.after(() => code.close());
    return code;
  };
  return { root, folder, code: reopen(), write, reopen };
}

/** The text of a fixture: a source file of a language. */
export function sample(name: string): string {
  return readFileSync(new URL(`../fixtures/code/${name}.txt`, import.meta.url), 'utf8');
}

/** The processes that read code for another. */
export function helpersOf(pid: number): number[] {
  const { pids, read } = readProcessTable();
  return pids().filter((one) => {
    const found = read(one);
    return found?.parent === pid && found.words.includes(programOf('code'));
  });
}
