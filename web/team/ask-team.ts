import { signal } from '@preact/signals';
import { PAGE_PATHS, type PageWho, type TeamList } from '../../src/api/team/team-pages.ts';
import { CallError, errorOf, isAborted } from '../client/call-error.ts';
import { type CallResult, useKept } from '../client/use-kept.ts';
import type { Pages } from '../client/use-pages.ts';

/** Who the page is, and how it signs in; `undefined`: the server did not say yet. */
export const pageWho = signal<PageWho | undefined>(undefined);

/** Why the server could not be asked who the page is. */
export const whoFailed = signal<CallError | undefined>(undefined);

/** Fields of a question; those without a value are left out. */
export type AskedFields = Readonly<Record<string, string | undefined>>;

/** Asks the server who the page is. */
export async function askWho(): Promise<void> {
  try {
    pageWho.value = await askTeam<PageWho>(PAGE_PATHS.who, {});
    whoFailed.value = undefined;
  } catch (error) {
    whoFailed.value = error as CallError;
  }
}

/** Signs in with a token that only reads; rejects with a `CallError`. */
export async function signInBy(token: string): Promise<void> {
  await send(PAGE_PATHS.signIn, { body: { token } });
  await askWho();
}

/** Signs out. */
export async function signOut(): Promise<void> {
  await send(PAGE_PATHS.signOut, { body: {} });
  await askWho();
}

/** Asks a route of the server; rejects with a `CallError`. */
export async function askTeam<Answer>(path: string, fields: AskedFields, given?: AbortSignal): Promise<Answer> {
  const response = await send(addressOf(path, fields), given === undefined ? {} : { signal: given });
  return (await response.json()) as Answer;
}

/** Asks a route while the component is there, and again when its fields change. Without a path nothing is asked. */
export function useTeam<Answer>(path: string | undefined, fields: AskedFields): CallResult<Answer> {
  const key = path === undefined ? undefined : addressOf(path, fields);
  return useKept<Answer>(key, false, (given) => askTeam<Answer>(path ?? '', fields, given));
}

/** The rows of a list that comes in pages, read as they are wanted. */
export function useTeamRows<Row>(path: string, fields: AskedFields): Pages<Row> {
  const read = (after: string | undefined, given: AbortSignal): Promise<TeamList<Row>> =>
    askTeam<TeamList<Row>>(path, { ...fields, after }, given);
  const kept = useKept<TeamList<Row>>(`rows ${addressOf(path, fields)}`, false, (given) => read(undefined, given));
  const { value, error, state, at, tookMs, refresh, run } = kept;
  return {
    rows: value?.rows ?? [],
    state,
    error,
    hasMore: value?.next !== undefined,
    more() {
      const next = value?.next;
      if (value === undefined || next === undefined) return;
      run(async (given) => {
        const page = await read(next, given);
        return { ...page, rows: [...value.rows, ...page.rows] };
      });
    },
    refresh,
    tookMs,
    at,
  };
}

function addressOf(path: string, fields: AskedFields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

async function send(
  address: string,
  { body, signal: given }: { body?: unknown; signal?: AbortSignal },
): Promise<Response> {
  try {
    const response = await fetch(address, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      ...(given !== undefined && { signal: given }),
    });
    if (response.ok) return response;
    const failure = await errorOf(response);
    // What was signed in is not any more: the page says how to come in.
    if (failure.status === 401 && pageWho.peek()?.who !== undefined) void askWho();
    throw failure;
  } catch (error) {
    if (error instanceof CallError || isAborted(error)) throw error;
    throw new CallError('not_running', 'The server does not answer.');
  }
}
