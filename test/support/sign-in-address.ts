import assert from 'node:assert/strict';
import { asObject, parseJson } from '../../src/core/json.ts';
import { programOf } from './built-program.ts';
import { inWindow, quoted } from './person-terminal.ts';
import { environmentOf, type RunningWorker } from './run-worker.ts';

/** Who asks for a page: a person in a window, or a program where nobody types. */
export interface Asking {
  /** Path and query of the page. */
  path?: string;
  as?: 'person' | 'reader';
}

/** The address with a code that signs a page in, as `cairn ui` makes it. */
export async function signInAddress(worker: RunningWorker, { path = '', as = 'person' }: Asking = {}): Promise<string> {
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', programOf('cli')];
  const words = [...program, 'ui', ...(path === '' ? [] : [path]), '--json'].map(quoted).join(' ');
  const command = as === 'person' ? `exec ${words}` : `${words} </dev/null 2>&1 | cat`;
  const { stdout, code } = await inWindow(command, { env: environmentOf(worker.at), cwd: worker.at.project });
  assert.equal(code, 0, stdout);
  const { url } = asObject(parseJson(stdout));
  assert.ok(typeof url === 'string', stdout);
  return url;
}

/** A signed-in page as a browser sends its requests. */
export interface SignedInPage {
  origin: string;
  cookie: string;
  key: string;
  ask(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>;
}

/** Signs a page in by its address, as the page does. */
export async function signInPage(address: string): Promise<SignedInPage> {
  const { origin, hash } = new URL(address);
  const body = JSON.stringify({ code: hash.replace('#code=', '') });
  const headers = { origin, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/v1/sign-in`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const { key } = (await answer.json()) as { key: string };
  return {
    origin,
    cookie,
    key,
    ask: (path, init = {}) =>
      fetch(`${origin}${path}`, { ...init, headers: { origin, cookie, 'x-cairn-page': key, ...init.headers } }),
  };
}
