import type { CallOptions, Memory } from '../../src/api/contract.ts';
import type { Listening } from '../../src/api/http-answers.ts';
import { createMethods } from '../../src/api/methods.ts';
import { DELIVERY_HEADER, routePath } from '../../src/api/routes.ts';
import { CairnError, type ErrorShape } from '../../src/core/errors.ts';

/** The memory as a program of any language reaches it: over HTTP on TCP, with `fetch`, the token and a folder. */
export function httpMemory({ url, token }: Listening, cwd: string): Memory {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-cairn-cwd': encodeURIComponent(cwd),
  };
  const post = async (route: string, body: unknown, { signal, delivery }: CallOptions = {}): Promise<Response> => {
    const named = delivery === undefined ? {} : { [DELIVERY_HEADER]: delivery };
    const init = { method: 'POST', headers: { ...headers, ...named }, body: JSON.stringify(body) ?? '' };
    const answer = await fetch(`${url}${routePath(route)}`, { ...init, ...(signal === undefined ? {} : { signal }) });
    if (answer.ok) return answer;
    throw toError(((await answer.json()) as { error: ErrorShape }).error);
  };
  const methods = createMethods({
    ask: async (call, input, options) => (await post(call, input, options)).json(),
    stream: async function* (call, input, options) {
      yield* lines(await post(call, input, options));
    },
  });
  const close = async (): Promise<void> => undefined;
  return { ...methods, close, [Symbol.asyncDispose]: close };
}

async function* lines(answer: Response): AsyncGenerator<unknown> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    const parts = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts.filter((one) => one !== '')) {
      const value = JSON.parse(line) as { error?: ErrorShape };
      if (value.error !== undefined) throw toError(value.error);
      yield value;
    }
  }
}

function toError({ code, message, fix }: ErrorShape): CairnError {
  return new CairnError(code, message, fix === undefined ? {} : { fix });
}
