import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from '../../../src/platform/files.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const AGENT_IDS = /"(toolu_|msg_|req_)(\w+)/g;
const WORDS = /(?<![\w/"-])[a-z]{7,}(?=[ .,])/g;
/** Each copy changes about one in this many long words, so that no text occurs twice. */
const CHANGED = 9;

/** Transcripts of Claude Code for benches: recorded ones of `CAIRN_DATA`, else those of the example project. */
export function claudeTranscripts(): { name: string; folders: string[] } {
  const data = join(resolve(ROOT, process.env.CAIRN_DATA ?? '../shared/data'), 'transcripts');
  const folders = ['claude-code', 'claude-code-team'].map((folder) => join(data, folder)).filter(existsSync);
  if (folders.length > 0) return { name: 'recorded transcripts', folders };
  return { name: 'the transcripts of the example project', folders: [join(ROOT, 'examples/sample-project/sessions')] };
}

/**
 * Writes `copies` copies of transcripts, each with ids, projects and some words of its own; returns the folder of each
 * copy.
 */
export function copyTranscripts(folders: readonly string[], to: string, copies: number): string[] {
  const files = folders.flatMap((folder) =>
    listFiles(folder)
      .filter((path) => path.endsWith('.jsonl'))
      .map((path) => ({ path, text: readFileSync(path, 'utf8'), name: path.slice(dirname(folder).length + 1) })),
  );
  return Array.from({ length: copies }, (_, copy) => {
    const folder = join(to, `copy-${copy}`);
    for (const { text, name } of files) {
      const path = join(folder, otherIds(name, copy));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, otherWords(otherIds(text, copy), copy));
    }
    return folder;
  });
}

function otherIds(text: string, copy: number): string {
  return text
    .replace(UUID, (id) => {
      const hash = createHash('sha256').update(`${id}${copy}`).digest('hex');
      return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join(
        '-',
      );
    })
    .replace(AGENT_IDS, (_, kind: string, id: string) => `"${kind}${copy}x${id}`);
}

function otherWords(text: string, copy: number): string {
  const isChanged = (word: string): boolean => (word.charCodeAt(1) * word.charCodeAt(3)) % CHANGED === copy % CHANGED;
  return text
    .replace(/"cwd":"([^"]+)"/g, (_, cwd: string) => `"cwd":"${cwd}-${copy}"`)
    .replace(WORDS, (word) => (isChanged(word) ? `${word}${copy}` : word));
}
