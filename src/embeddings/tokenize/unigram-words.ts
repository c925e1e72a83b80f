import { anyOf } from './any-of.ts';
import { createCharacterMap } from './character-map.ts';
import type { TextStep, UnigramSpec } from './tokenizer.ts';

/** Replaces a space, before each word. */
const MARK = '\u2581';
const WORD = new RegExp(`${MARK}?[^${MARK}]+|${MARK}`, 'gu');
/** A space between two plain characters: what is left of it changes nothing on the right, whatever is done to them. */
const PLAIN_SPACE = /(?<=[!-~]) (?=[!-~])/;
/** White space of Unicode, which JavaScript's `\s` is not quite. */
const WHITE_SPACE = /\p{White_Space}+/u;

/**
 * Cuts text into words as SentencePiece does before it looks for pieces: each with `▁` in place of the space before it. A
 * special piece in the text is its id. Gives them one after the other, only as far as they are asked for.
 */
export function createUnigramWords(spec: UnigramSpec): (text: string) => Generator<string | number> {
  const special = new Map(spec.special.map((row) => [row.piece, row]));
  const atSpecial = anyOf([...special.keys()]);
  const steps = spec.steps.map(toStep);
  return function* wordsOf(text) {
    const sections = text.toWellFormed().split(atSpecial);
    for (const [at, section] of sections.entries()) {
      const row = at % 2 === 1 ? special.get(section) : undefined;
      if (row !== undefined) {
        yield row.id;
        continue;
      }
      const eaten = special.get(sections[at + 1] ?? '')?.eatsSpace === true ? trimEnd(section) : section;
      for (const chunk of eaten.split(PLAIN_SPACE)) {
        const clean = steps.reduce((before, step) => step(before), chunk);
        const parts = spec.splitWords ? clean.split(WHITE_SPACE) : [clean.replaceAll(' ', MARK)];
        for (const part of parts) if (part !== '') yield* withMark(part).match(WORD) ?? [];
      }
    }
  };
}

function withMark(text: string): string {
  return text.startsWith(MARK) ? text : MARK + text;
}

/** Takes white space off the end, in linear time. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function toStep(step: TextStep): (text: string) => string {
  switch (step.kind) {
    case 'characters':
      return createCharacterMap(step.table);
    case 'form':
      return (text) => text.normalize(step.form);
    case 'lowercase':
      return (text) => text.toLowerCase();
    case 'trim-end':
      return trimEnd;
    case 'join-spaces':
      return (text) => text.replace(/ {2,}/g, step.by);
  }
}
