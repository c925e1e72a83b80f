import type { Item } from '../../../core/model/item.ts';
import { foldText, wordsOf } from '../../../core/text/terms.ts';

const ASKERS_OWN =
  /\b(?:i|i'm|i've|i'd|me|my|mine|we|our|us|ours|ich|mein\w*|wir|unser\w*|je|mon|nous|notre|yo|mi|nosotros)\b|我/;
const AGENTS_OWN =
  /\b(?:did you|have you|you (?:\w+ )?(?:said|told|suggested|recommended|explained|gave|wrote|proposed)|your (?:\w+ )?(?:answer|suggestion|advice|explanation|plan)|the (?:assistant|agent))\b/;

/**
 * Scores how well an item's speaker matches the one whom the question is about: a person it names, the asker, or the
 * agent.
 */
export function speakerOf(question: string): (item: Item) => number {
  const text = foldText(question);
  const words = new Set(wordsOf(question));
  const ofAgent = AGENTS_OWN.test(text);
  const ofAsker = !ofAgent && ASKERS_OWN.test(text);
  return (item) => {
    const { kind } = item;
    const speaker = speakerIn(item);
    if (speaker !== undefined) return wordsOf(speaker).some((word) => words.has(word)) ? 1 : 0;
    if (ofAgent) return kind === 'message' ? 1 : 0;
    return ofAsker && (kind === 'prompt' || kind === 'knowledge') ? 1 : 0;
  };
}

function speakerIn({ kind, detail }: Item): string | undefined {
  return kind === 'prompt' || kind === 'message' || kind === 'observation' ? detail.speaker : undefined;
}
