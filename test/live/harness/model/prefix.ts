import type { RecordedRequest } from './messages.ts';

/** What a prompt cache compares, piece by piece in its order: tools, system prompt, messages; each as it was sent. */
export function piecesOf({ sent }: RecordedRequest): string[] {
  const body = (sent ?? {}) as Readonly<Record<string, unknown>>;
  const head = ['tools', 'instructions', 'system', 'systemInstruction'].flatMap((field) =>
    body[field] === undefined ? [] : [`${field}: ${plain(body[field])}`],
  );
  const turns = ['messages', 'input', 'contents'].map((field) => body[field]).find(Array.isArray) ?? [];
  return [...head, ...turns.map(plain)];
}

/** The first piece of a request that the next one does not begin with, and what stands there; `undefined` when it does. */
export function firstChange(
  earlier: RecordedRequest,
  later: RecordedRequest,
): { at: number; was: string; is: string } | undefined {
  const [before, after] = [piecesOf(earlier), piecesOf(later)];
  const at = before.findIndex((piece, i) => piece !== after[i]);
  return at < 0 ? undefined : { at, was: before[at] ?? '', is: after[at] ?? '' };
}

/**
 * The value as it was sent, without the marks that say how far to cache, which move on with each request; a text and a
 * single block with that text are the same to a model.
 */
function plain(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'cache_control') return undefined;
    return key === 'content' && typeof inner === 'string' ? [{ type: 'text', text: inner }] : inner;
  });
}
