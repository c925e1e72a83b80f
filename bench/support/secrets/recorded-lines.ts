import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../src/core/json.ts';
import { listFiles } from '../../../src/platform/files.ts';
import { leavesOf } from '../recorded/json-leaves.ts';

const FOLDERS = ['transcripts', 'live'];
const LINES_MAX = 1_000_000;

/** Every distinct line of text in the recorded transcripts below a folder: what tools printed, files, code, prose. */
export function recordedLines(data: string): Set<string> {
  const lines = new Set<string>();
  for (const folder of FOLDERS.map((name) => join(data, name)).filter(existsSync)) {
    for (const path of listFiles(folder).filter((name) => name.endsWith('.jsonl'))) {
      for (const record of readFileSync(path, 'utf8').split('\n')) {
        for (const { text } of leavesOf(parseJson(record) ?? null)) addLines(text, lines);
      }
    }
  }
  return lines;
}

function addLines(text: string, lines: Set<string>): void {
  for (const line of text.split('\n')) {
    if (lines.size >= LINES_MAX) return;
    if (line.trim() !== '') lines.add(line);
  }
}
