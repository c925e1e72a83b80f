import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';

/** A server of somebody else on this machine, with what browsers sent it. */
export interface HostileServer {
  port: number;
  cookies: string[];
}

/** Starts a server that gives an empty page for every path and keeps the cookies that it gets. */
export async function hostileServer(context: TestContext): Promise<HostileServer> {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.cookie !== undefined) cookies.push(request.headers.cookie);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hostile</title><body></body>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, cookies };
}

/** What a page tries: where, and the note that it would like to be remembered. */
export interface Attack {
  /** Origin of the worker, as the page reaches it. */
  target: string;
  note: string;
}

/** Everything that a page got to read of the worker, by the way in which it asked; what it was refused is not there. */
export type Loot = Record<string, string>;

/** Has a page ask the worker by requests whose answers it may try to read: with every mode, for reads and writes. */
export function fetchFrom(page: Page, attack: Attack): Promise<Loot> {
  return page.evaluate(async ({ target, note }) => {
    const loot: Record<string, string> = {};
    const body = JSON.stringify({ text: note });
    const paths = ['/api/v1/knowledge', '/api/v1/whoami', '/api/v1/status', '/api/v1/openapi.json', '/health', '/'];
    const attempts: [string, string, RequestInit][] = paths.flatMap((path) =>
      (['cors', 'no-cors', 'same-origin'] as const).flatMap((mode) => [
        [`GET ${mode} ${path}`, path, { mode }] as [string, string, RequestInit],
        [`HEAD ${mode} ${path}`, path, { mode, method: 'HEAD' }] as [string, string, RequestInit],
      ]),
    );
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      for (const mode of ['cors', 'no-cors'] as const) {
        const headers = { 'content-type': type };
        attempts.push([`POST ${mode} ${type}`, '/api/v1/remember', { method: 'POST', mode, headers, body }]);
      }
    }
    const headers = { 'content-type': 'application/json', 'x-cairn-page': '1' };
    attempts.push(['POST with the header', '/api/v1/remember', { method: 'POST', mode: 'cors', headers, body }]);
    attempts.push(['DELETE', '/api/v1/knowledge/x', { method: 'DELETE', mode: 'cors' }]);
    attempts.push(['events', '/api/v1/events?follow=false', { mode: 'cors' }]);
    for (const [name, path, init] of attempts) {
      try {
        const answer = await fetch(`${target}${path}`, { ...init, credentials: 'include' });
        const text = await answer.text();
        // The worker tells a page whose name was rebound an error alone.
        if (answer.type !== 'opaque' && !(answer.status === 403 && (text === '' || text.includes('not_allowed')))) {
          loot[name] = `${answer.status} ${text}`;
        } else if (answer.type === 'opaque' && text !== '') loot[name] = text;
      } catch (error) {
        if (!(error instanceof TypeError)) loot[name] = String(error);
      }
    }
    navigator.sendBeacon(`${target}/api/v1/remember`, new Blob([body], { type: 'text/plain' }));
    return loot;
  }, attack);
}

/** Has a page send forms of every kind into a frame, and waits until each was answered. */
export function submitFrom(page: Page, attack: Attack): Promise<void> {
  return page.evaluate(async ({ target, note }) => {
    const kinds = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
    for (const [index, enctype] of kinds.entries()) {
      for (const method of ['post', 'get']) {
        const frame = document.createElement('iframe');
        frame.name = `frame-${method}-${index}`;
        const form = document.createElement('form');
        Object.assign(form, { action: `${target}/api/v1/remember`, method, enctype, target: frame.name });
        const field = document.createElement('input');
        // As plain text this makes a body of JSON.
        field.name = `{"text":${JSON.stringify(note)},"ref":"`;
        field.value = '"}';
        form.append(field);
        document.body.append(frame, form);
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        form.submit();
        await loaded;
        frame.remove();
        form.remove();
      }
    }
  }, attack);
}

/** Has a page embed the worker's answers in every way in which a page can; what it saw of them. */
export function embedFrom(page: Page, attack: Attack): Promise<Loot> {
  return page.evaluate(async ({ target }) => {
    const loot: Record<string, string> = {};
    const known = new Set(Object.getOwnPropertyNames(globalThis));
    const settle = (element: HTMLElement, name: string): Promise<void> =>
      new Promise((resolve) => {
        element.addEventListener('load', () => {
          if (!(element instanceof HTMLIFrameElement)) loot[name] = 'loaded';
          resolve();
        });
        element.addEventListener('error', () => resolve());
        document.body.append(element);
      });
    for (const path of ['/api/v1/knowledge', '/api/v1/events?follow=false', '/', '/health']) {
      const url = `${target}${path}`;
      await settle(Object.assign(document.createElement('img'), { src: url }), `img ${path}`);
      await settle(Object.assign(document.createElement('script'), { src: url }), `script ${path}`);
      await settle(Object.assign(document.createElement('script'), { src: url, type: 'module' }), `module ${path}`);
      await settle(Object.assign(document.createElement('link'), { href: url, rel: 'stylesheet' }), `style ${path}`);
      const frame = Object.assign(document.createElement('iframe'), { src: url });
      await settle(frame, `iframe ${path}`);
      const text = frame.contentDocument?.body.innerText ?? '';
      if (text !== '' && !text.includes('not_allowed')) loot[`iframe ${path}`] = text;
    }
    // Frames are there by their numbers.
    const made = Object.getOwnPropertyNames(globalThis).filter((name) => !known.has(name) && !/^\d+$/.test(name));
    for (const name of made) loot[`global ${name}`] = 'there';
    return loot;
  }, attack);
}

/** Has a page listen to events as browsers can, and connect as a socket; what it heard. */
export function listenFrom(page: Page, attack: Attack): Promise<Loot> {
  return page.evaluate(async ({ target }) => {
    const loot: Record<string, string> = {};
    await new Promise<void>((resolve) => {
      const source = new EventSource(`${target}/api/v1/events`, { withCredentials: true });
      source.onopen = () => {
        loot.events = 'open';
        resolve();
      };
      source.onmessage = ({ data }) => {
        loot.events = String(data);
      };
      source.onerror = () => {
        source.close();
        resolve();
      };
    });
    await new Promise<void>((resolve) => {
      const socket = new WebSocket(`${target.replace('http', 'ws')}/api/v1/events`);
      socket.onopen = () => {
        loot.socket = 'open';
        resolve();
      };
      socket.onerror = () => resolve();
    });
    return loot;
  }, attack);
}

/** Has a page open the dashboard in a window of its own; what it sees of it once it is there. */
export async function openFrom(page: Page, attack: Attack): Promise<Loot> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(({ target }) => {
    Object.assign(globalThis, { opened: window.open(`${target}/`) });
  }, attack);
  const dashboard = await opened;
  await dashboard.waitForLoadState();
  const loot = await page.evaluate(() => {
    const { opened } = globalThis as unknown as { opened: Window | null };
    const seen: Record<string, string> = {};
    try {
      if (opened !== null && !opened.closed) {
        seen.frames = String(opened.length);
        seen.text = opened.document.body.innerText;
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    return seen;
  });
  const { opener } = await dashboard.evaluate(() => ({ opener: window.opener === null ? 'none' : 'there' }));
  await dashboard.close();
  // A page whose name was rebound sees the error, and that it opened it.
  if (loot.text?.includes('not_allowed') === true) return {};
  return opener === 'none' ? loot : { ...loot, opener };
}
