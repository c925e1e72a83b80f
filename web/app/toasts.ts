import { signal } from '@preact/signals';
import { announce } from '../parts/announce.ts';

/** What was done, and how it is taken back. */
export interface Toast {
  id: number;
  says: string;
  undo?: () => unknown;
  isBad?: boolean;
}

/** How long a toast stays, in milliseconds; longer while it is hovered or focused. */
export const TOAST_MS = 10_000;

const MOST = 3;

/** The toasts that are shown, the latest last. */
export const toasts = signal<readonly Toast[]>([]);

let lastId = 0;

/** Says what was done; with `undo` it can be taken back by the button or `z` for 10 s. */
export function toast(says: string, { undo, isBad }: { undo?: () => unknown; isBad?: boolean } = {}): void {
  lastId += 1;
  const added = { id: lastId, says, ...(undo && { undo }), ...(isBad && { isBad }) };
  toasts.value = [...toasts.peek(), added].slice(-MOST);
  announce(undo === undefined ? says : `${says}. Press z to undo.`);
}

/** Takes a toast away. */
export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((one) => one.id !== id);
}

/** Undoes what the latest toast tells of, or the one of an id; says so when it failed. */
export async function undoLatest(id?: number): Promise<void> {
  const last = toasts.peek().findLast((one) => one.undo !== undefined && (id === undefined || one.id === id));
  if (last?.undo === undefined) return;
  dismiss(last.id);
  try {
    await last.undo();
    toast(`Undone: ${last.says}`);
  } catch (error) {
    toast(`Could not be undone: ${error instanceof Error ? error.message : String(error)}`, { isBad: true });
  }
}
