import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { sha256Hex } from '../../core/hash.ts';
import { readBytesIfThere } from '../files.ts';
import { ignore } from '../ignored.ts';

const FILE_BYTES = 8 * 1024 * 1024;
const FILES_MAX = 500;
const INDEX = '/index.html';
const FOR_EVER = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** What every answer says to a browser: nothing of it is for another origin, a frame, or a guess of its type. */
export const BROWSER_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

interface PageFile {
  bytes: Buffer;
  type: string;
  etag: string;
}

/** What a page or one of its files is answered with. */
export interface PageAnswer {
  status: 200 | 304 | 404;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
}

/** Answers a path; `known` is the tag of what the browser has already. */
export type PageFiles = (path: string, known: string | undefined) => PageAnswer;

/**
 * Answers paths from the folder of a built page: its files, and `index.html` for every path that names no file. What lies in
 * the folder is read with the first request; no path leads elsewhere.
 */
export function openPageFiles(folder: string): PageFiles {
  let files: Map<string, PageFile> | undefined;
  return (path, known) => {
    files ??= readFiles(folder);
    const file = files.get(path) ?? (extname(path) === '' ? files.get(INDEX) : undefined);
    const policy = { 'content-security-policy': POLICY.join('; ') };
    if (file === undefined) {
      const text =
        path === '/' ? 'This copy of Cairn comes without the dashboard: npm run build\n' : 'There is no such file.\n';
      return {
        status: 404,
        headers: { ...policy, 'content-type': 'text/plain; charset=utf-8' },
        bytes: Buffer.from(text),
      };
    }
    const isAsset = path.startsWith('/assets/');
    const common = { ...policy, etag: file.etag, 'cache-control': isAsset ? FOR_EVER : 'no-cache' };
    if (known === file.etag) return { status: 304, headers: common, bytes: Buffer.alloc(0) };
    const headers = { ...common, 'content-type': file.type, 'content-length': String(file.bytes.length) };
    return { status: 200, headers, bytes: file.bytes };
  };
}

function readFiles(folder: string): Map<string, PageFile> {
  const found = new Map<string, PageFile>();
  for (const path of listFiles(folder).slice(0, FILES_MAX)) {
    const bytes = readBytesIfThere(join(folder, path), FILE_BYTES);
    const type = TYPES[extname(path)];
    if (bytes === undefined || type === undefined) continue;
    found.set(`/${path.replaceAll('\\', '/')}`, { bytes, type, etag: `"${sha256Hex(bytes).slice(0, 22)}"` });
  }
  return found;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    ignore(error, 'the dashboard is not built');
    return [];
  }
}
