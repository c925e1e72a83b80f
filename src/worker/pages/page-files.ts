import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { sha256Hex } from '../../core/hash.ts';
import { readBytesIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';

const FILE_BYTES = 8 * 1024 * 1024;
const FILES_MAX = 500;
const INDEX = '/index.html';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Paths that belong to programs. */
const NOT_PAGES = /^\/(?:api|mcp|hook|health|ready)(?:\/|$)/;

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

/** What every answer on TCP says to a browser: nothing of it is for another origin, a frame, or a guess of its type. */
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

/** True for a request of a page or of its files, which hold no fact and which anybody may read. */
export function isPageRequest({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !NOT_PAGES.test(pathOf(url));
}

/**
 * Answers requests of the page from a folder: its files, and `index.html` for every path that names no file. What lies in
 * the folder is read with the first request; no path leads elsewhere.
 */
export function createPageFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  let files: Map<string, PageFile> | undefined;
  return (request, response) => {
    files ??= readFiles(folder);
    const path = pathOf(request.url ?? '/');
    const file = files.get(path) ?? (extname(path) === '' ? files.get(INDEX) : undefined);
    const policy = { 'content-security-policy': POLICY.join('; ') };
    if (file === undefined) {
      const text =
        path === '/' ? 'This copy of Cairn comes without the dashboard: npm run build\n' : 'There is no such file.\n';
      response.writeHead(404, { ...policy, 'content-type': 'text/plain; charset=utf-8' }).end(text);
      return;
    }
    const isAsset = path.startsWith('/assets/');
    const common = { ...policy, etag: file.etag, 'cache-control': isAsset ? FOR_EVER : 'no-cache' };
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, common).end();
      return;
    }
    response.writeHead(200, { ...common, 'content-type': file.type, 'content-length': file.bytes.length });
    response.end(request.method === 'HEAD' ? undefined : file.bytes);
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

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
