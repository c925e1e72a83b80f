import type { SentenceCandidate } from './best-sentences.ts';

/** What an agent says in a message, by role. */
export interface Reported {
  learned: SentenceCandidate[];
  solved: SentenceCandidate[];
  completed: SentenceCandidate[];
  /** The one sentence that tells most. */
  key?: SentenceCandidate;
  /** The sentence that tells what the turn came to. */
  headline?: SentenceCandidate;
  /** The beginning of the last message of a turn that changed nothing. */
  answer?: SentenceCandidate;
}

/** Characters read at the beginning of a message and of a request. */
const OPENING_CHARS = 600;
const REQUEST_CHARS = 400;
/** Steps of the way that are kept, and the factor of their weight beside a cause that was named in the end. */
const MAX_WAY = 2;
const OF_WAY = 0.6;
/** Factor of what a person doubts. */
const DOUBTED = 0.5;
/** Sentences of earlier messages of a turn that are held at most. */
const MAX_HELD = 40;
/** Least weight of a sentence that names a cause. */
const CAUSE = 4;
/** The beginning of a message that corrects the one before. */
const CORRECTS =
  /^\W{0,4}(?:actually|wait|hm+|oh|no[,.]|i was wrong|i misread|i misunderstood|scratch that|on second thought|that(?:'s| is| was) (?:not|wrong)|but wait|the (?:real|actual) (?:root )?(?:cause|issue|problem|reason|bug))\b/i;
/** An agent takes back what it did in an earlier turn. */
const UNDOES =
  /\b(?:revert(?:ing|ed)?|undo(?:ing)?|undid|roll(?:ing|ed)? back|back(?:ing|ed)? out|restor(?:e|ing|ed)) (?:my|the (?:earlier|previous|first|last|original))\b/i;
/** An agent agrees that it was wrong. */
const ADMITS =
  /^\W{0,4}(?:you(?:'re| are) (?:absolutely |completely |quite )?right|i was wrong|my mistake|good catch|apologies|sorry)\b/i;
/** A person rejects what the agent said or did. */
const REJECTS =
  /^\W{0,4}(?:no\b(?! (?:problem|worries|need))|nope\b|wrong\b|wait\b|again\b|hmm+\b|not (?:right|correct|what|as)\b|still (?:fails?|failing|broken|not|the same)\b|it (?:still|doesn't|does not|didn't)\b|that(?:'s| is) (?:not|wrong)|but (?:the|that|this|it|why|what|if|how)\b|why (?:did|didn't|are|aren't|do|don't|is|isn't)\b)|\b(?:is|are|was|were) (?:not correct|not right|wrong|incorrect)\b/i;
/** A guess, which a cause that is confirmed later replaces. */
const GUESS =
  /\b(?:likely|probably|perhaps|maybe|might|may be|could be|i (?:suspect|think|guess|assume|believe)|seems?|appears?|possibly|presumably|looks like)\b/i;

/** A turn of a session: what its agent said between two requests. Its last state wins. */
export class TurnReport {
  #said: Reported = nothing();
  /** How much this turn leaves of what the turn before it came to: `undone` nothing but what was found. */
  doubt: 'none' | 'doubted' | 'undone';

  constructor(request = '') {
    this.doubt = REJECTS.test(straight(request).slice(0, REQUEST_CHARS)) ? 'doubted' : 'none';
  }

  /** Takes what a message says that was not the last of its turn; it begins with `opening`. */
  pass(said: Reported, opening: string): void {
    this.#hear(opening);
    this.#said = {
      learned: latest(this.#said.learned, said.learned),
      solved: [],
      completed: [],
      ...keyOf(said.key ?? this.#said.key),
    };
  }

  /** What the turn came to, after its last message. */
  end(said: Reported, opening: string): Reported {
    this.#hear(opening);
    const learned = inTheEnd(
      latest(this.#said.learned, said.learned).filter((one) => !said.learned.includes(one)),
      said.learned,
    );
    return { ...said, learned, ...keyOf(said.key ?? this.#said.key) };
  }

  /** What the turn came to so far, where no message ended it. */
  rest(): Reported {
    return this.#said;
  }

  #hear(opening: string): void {
    const plain = straight(opening.slice(0, OPENING_CHARS));
    if (UNDOES.test(plain)) this.doubt = 'undone';
    else if (ADMITS.test(plain) && this.doubt === 'none') this.doubt = 'doubted';
    if (CORRECTS.test(plain)) this.#said = nothing();
  }
}

/** What a turn came to, as far as the next one leaves it. */
export function doubted(said: Reported, doubt: TurnReport['doubt']): Reported {
  if (doubt === 'none') return said;
  const learned = said.learned.filter(({ text, weight }) => !GUESS.test(text) && weight >= CAUSE);
  if (doubt === 'undone') return { ...nothing(), learned };
  const lower = (one: SentenceCandidate): SentenceCandidate => ({ ...one, weight: one.weight * DOUBTED });
  const headline = said.headline === undefined ? {} : { headline: lower(said.headline) };
  return { learned, solved: said.solved.map(lower), completed: said.completed.map(lower), ...headline };
}

/** What was found on the way and in the end: beside a cause that is named in the end, the last steps of the way count less. */
function inTheEnd(onWay: readonly SentenceCandidate[], end: readonly SentenceCandidate[]): SentenceCandidate[] {
  const share = end.some(({ weight }) => weight >= CAUSE) ? OF_WAY : 1;
  return [...onWay.slice(-MAX_WAY).map((one) => ({ ...one, weight: one.weight * share })), ...end];
}

/** What was found, the later of two: a cause that is named without a guess leaves no guess. */
function latest(before: readonly SentenceCandidate[], later: readonly SentenceCandidate[]): SentenceCandidate[] {
  const all = [...before, ...later];
  const isKnown = later.some(({ text, weight }) => weight >= CAUSE && !GUESS.test(text));
  return (isKnown ? all.filter(({ text }) => !GUESS.test(text)) : all).slice(-MAX_HELD);
}

function keyOf(key: SentenceCandidate | undefined): Pick<Reported, 'key'> {
  return key === undefined ? {} : { key };
}

function nothing(): Reported {
  return { learned: [], solved: [], completed: [] };
}

function straight(text: string): string {
  return text.replace(/[‘’]/g, "'");
}
