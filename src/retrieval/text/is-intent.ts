import type { Item } from '../../core/model/item.ts';

/** What an agent says that it is about to do. */
const ANNOUNCED = /(?:Let me|Let's|I'll|I will|Now (?:let|I)) [^.!?\n]{0,400}[.!?:]?/g;
const LEAST_CHARS = 60;
/** A longer message says more than it announces. */
const MOST_CHARS = 600;

/** True for a message that says what its agent is about to do and little else: it answers nothing. */
export function isIntentOnly({ kind, text }: Pick<Item, 'kind' | 'text'>): boolean {
  if (kind !== 'message' || text.length > MOST_CHARS) return false;
  const rest = withoutAnnounced(text);
  return rest.length < text.trim().length && rest.length < LEAST_CHARS;
}

/** True for a message that says too little beside what it announces to be told. */
export function saysTooLittle({ kind, text }: Pick<Item, 'kind' | 'text'>): boolean {
  return kind === 'message' && withoutAnnounced(text).length < LEAST_CHARS;
}

function withoutAnnounced(text: string): string {
  return text.replace(ANNOUNCED, '').trim();
}
