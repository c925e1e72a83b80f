import type { Item } from '../../core/model/item.ts';

/** Sentences with which an agent announces its next step. */
const ANNOUNCED = /(?:Let me|Let's|I'll|I will|Now (?:let|I)) [^.!?\n]{0,400}[.!?:]?/g;
const LEAST_CHARS = 60;
/** Characters from which a message says more than an intent. */
const MOST_CHARS = 600;

/** True for a message that announces the agent's next step and says little else: it answers nothing. */
export function isIntentOnly({ kind, text }: Pick<Item, 'kind' | 'text'>): boolean {
  if (kind !== 'message' || text.length > MOST_CHARS) return false;
  const rest = withoutAnnounced(text);
  return rest.length < text.trim().length && rest.length < LEAST_CHARS;
}

/** True for a message with too little text beyond its announcements to be worth mentioning. */
export function saysTooLittle({ kind, text }: Pick<Item, 'kind' | 'text'>): boolean {
  return kind === 'message' && withoutAnnounced(text).length < LEAST_CHARS;
}

function withoutAnnounced(text: string): string {
  return text.replace(ANNOUNCED, '').trim();
}
