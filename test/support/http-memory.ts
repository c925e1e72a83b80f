import type { ImportProgress, LoggedEvent } from '../../src/api/answers.ts';
import type { CallOptions, Memory } from '../../src/api/contract.ts';
import type { Answers, Listening } from '../../src/api/http-answers.ts';
import { DELIVERY_HEADER, type Route, routePath } from '../../src/api/routes.ts';
import { plainCalls } from '../../src/client/client-memory.ts';
import { CairnError, type ErrorShape } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';

/** The memory as a program of any language reaches it: over HTTP on TCP, with `fetch`, the token and a folder. */
export function httpMemory({ url, token }: Listening, cwd: string): Memory {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-cairn-cwd': encodeURIComponent(cwd),
  };
  const post = async (route: Route, body: unknown, { signal, delivery }: CallOptions = {}): Promise<Response> => {
    const named = delivery === undefined ? {} : { [DELIVERY_HEADER]: delivery };
    const init = { method: 'POST', headers: { ...headers, ...named }, body: JSON.stringify(body) ?? '' };
    const answer = await fetch(`${url}${routePath(route)}`, { ...init, ...(signal === undefined ? {} : { signal }) });
    if (answer.ok) return answer;
    throw toError(((await answer.json()) as { error: ErrorShape }).error);
  };
  const ask = async <Name extends Route>(route: Name, body: unknown, options?: CallOptions): Promise<Answers[Name]> =>
    (await (await post(route, body, options)).json()) as Answers[Name];
  const close = async (): Promise<void> => undefined;
  return {
    ...plainCalls(ask),
    events: async function* (input = {}, options = {}) {
      yield* lines<LoggedEvent>(await post('events', input, options));
    },
    import: async function* (input = {}, options = {}) {
      yield* lines<ImportProgress>(await post('import', input, options));
    },
    export: async function* (input = {}, options = {}) {
      yield* lines<JsonObject>(await post('export', input, options));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function* lines<Value>(answer: Response): AsyncGenerator<Value> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    const parts = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts.filter((one) => one !== '')) {
      const value = JSON.parse(line) as { error?: ErrorShape };
      if (value.error !== undefined) throw toError(value.error);
      yield value as Value;
    }
  }
}

function toError({ code, message, fix }: ErrorShape): CairnError {
  return new CairnError(code, message, fix === undefined ? {} : { fix });
}
