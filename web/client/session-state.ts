import { effect, signal } from '@preact/signals';
import type { PageRole } from '../access/page-key.ts';
import type { CallError } from './call-error.ts';

const KEY = 'cairn.role';

/**
 * Who the page is: `person`, `reader`, or `undefined` when it has to sign in. Until the worker has said so it is who it was
 * before: what it may do the worker decides with each request.
 */
export const role = signal<PageRole>(readRole());

/** Keeps who the page is for when it is loaded again; called once. */
export function startSessionState(): void {
  effect(() => {
    if (role.value === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, role.value);
  });
}

/** Takes note of how a request failed: one that was not let in has to sign in. */
export function reportFailure({ status }: CallError): void {
  if (status === 401) role.value = undefined;
}

function readRole(): PageRole {
  const kept = localStorage.getItem(KEY);
  return kept === 'person' || kept === 'reader' ? kept : undefined;
}
