import { signal } from '@preact/signals';

/** What a screen reader says next; the frame has the live region. */
export const announcement = signal('');

/** Tells readers of the page something that changed, in one sentence. */
export function announce(words: string): void {
  announcement.value = words;
}

/** Copies a text and says so; says why not where the browser refuses. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    return true;
  } catch (error) {
    announce(`${what} could not be copied: ${error instanceof Error ? error.message : 'the browser refuses'}`);
    return false;
  }
}
