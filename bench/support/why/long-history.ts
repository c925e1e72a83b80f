import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const FILES = 20;
const LINES = 400;

/** Writes a repository of `commits` commits, each of which changes a line of one of twenty files; returns the path of one. */
export function writeLongHistory(project: string, commits: number): string {
  mkdirSync(project, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', project]);
  const files = Array.from({ length: FILES }, (_, file) =>
    Array.from({ length: LINES }, (_unused, line) => `export const value${file}x${line} = 0;`),
  );
  const parts: string[] = [];
  for (let at = 0; at < commits; at += 1) {
    const [file, line] = [at % FILES, (at * 7) % LINES];
    const lines = files[file] as string[];
    lines[line] = `export const value${file}x${line} = ${at};`;
    const text = `${lines.join('\n')}\n`;
    const message = `Change ${at}`;
    parts.push(
      `commit refs/heads/main\ncommitter A <a@example.org> ${1_700_000_000 + at * 60} +0000\ndata ${message.length}\n${message}\nM 100644 inline src/file${file}.ts\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    );
  }
  execFileSync('git', ['-C', project, 'fast-import', '--quiet'], { input: parts.join(''), maxBuffer: 1 << 28 });
  execFileSync('git', ['-C', project, 'reset', '-q', '--hard', 'main']);
  return 'src/file3.ts';
}
