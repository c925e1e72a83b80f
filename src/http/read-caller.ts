import type { Caller } from '../api/contract.ts';
import type { AppDeps } from '../api/http-answers.ts';
import { CALLER_HEADERS } from '../api/routes.ts';
import { WrongRequest } from './failure.ts';

/**
 * Who asks, as its headers say; that it is a person is seen, not believed. Whoever comes by TCP is a program of which nothing
 * is known but its folder.
 */
export function readCaller(headers: Headers, { via, findPerson }: Pick<AppDeps, 'via' | 'findPerson'>): Caller {
  const cwd = textOf(headers, CALLER_HEADERS.cwd);
  const here = cwd === undefined ? {} : { cwd };
  if (via === 'tcp') return { surface: 'http', person: false, ...here };
  const surface = headers.get(CALLER_HEADERS.surface);
  const session = textOf(headers, CALLER_HEADERS.session);
  const asking = headers.get(CALLER_HEADERS.asking);
  const claim = surface === 'cli' ? textOf(headers, CALLER_HEADERS.person) : undefined;
  const person = claim === undefined ? undefined : findPerson?.(claim);
  return {
    surface: surface === 'cli' || surface === 'mcp' || surface === 'sdk' ? surface : 'http',
    person: person !== undefined,
    ...person,
    agent: surface === 'mcp' || headers.get(CALLER_HEADERS.agent) === '1',
    ...(session === undefined ? {} : { session }),
    ...(asking === null ? {} : { asking }),
    ...here,
  };
}

function textOf(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) throw new WrongRequest(400, `The header ${name} is not percent-encoded text.`);
    throw error;
  }
}
