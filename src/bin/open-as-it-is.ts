import { homedir } from 'node:os';
import { CALLS } from '../api/calls.ts';
import type { Caller, Memory } from '../api/contract.ts';
import type { Methods } from '../api/methods.ts';
import type { Config } from '../config/resolve-config.ts';
import { CairnError } from '../core/errors.ts';
import { lazy } from '../core/lazy.ts';
import { VERSION } from './program-version.ts';

type AnyMethods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/**
 * The memory of a home that cannot be written: read as it is, without a worker. It is opened with the first call; what would
 * write is refused with `unwritable`.
 */
export function openAsItIs(config: Config, caller: Caller): Memory {
  const { home } = config.paths;
  const refusal = (): CairnError =>
    new CairnError('unwritable', `${home} cannot be written: what is in memory can be read, and nothing else.`, {
      fix: 'Make the folder writable for your user, or set CAIRN_HOME to one that is.',
    });
  let isOpen = false;
  const open = lazy(async () => {
    // Loaded here: the other commands do without the store.
    const { openReadonly } = await import('../memory/open-readonly.ts');
    isOpen = true;
    return openReadonly({ ...config, userHome: homedir(), caller, version: VERSION, refusal });
  });
  const named = async (): Promise<AnyMethods> => (await open()) as unknown as AnyMethods;
  const methods = Object.entries(CALLS).map(([name, { kind }]) => {
    const ask = async (...args: unknown[]): Promise<unknown> => (await named())[name]?.(...args);
    async function* stream(...args: unknown[]): AsyncGenerator<unknown> {
      yield* (await named())[name]?.(...args) as AsyncIterable<unknown>;
    }
    return [name, kind === 'stream' ? stream : ask];
  });
  const close = async (): Promise<void> => {
    if (isOpen) await (await open()).close();
  };
  // Each method hands its arguments to the one of the same name.
  return { ...(Object.fromEntries(methods) as Methods), close, [Symbol.asyncDispose]: close };
}
