import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPageFiles } from '../../platform/http/page-files.ts';

/** Paths that belong to programs. */
const NOT_PAGES = /^\/(?:api|mcp|hook|health|ready)(?:\/|$)/;

/** True for a request of a page or of its files, which hold no fact and which anybody may read. */
export function isPageRequest({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !NOT_PAGES.test(pathOf(url));
}

/** Answers requests of the page from a folder: its files, and `index.html` for every path that names no file. */
export function createPageFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const answer = openPageFiles(folder);
  return (request, response) => {
    const { status, headers, bytes } = answer(pathOf(request.url ?? '/'), request.headers['if-none-match']);
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : bytes);
  };
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
