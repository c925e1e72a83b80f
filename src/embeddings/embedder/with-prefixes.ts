import { sha256Hex } from '../../core/hash.ts';
import type { Embedder, EmbedPurpose } from './embedder.ts';

/** The words before a text, by what it is embedded for; empty for nothing. */
export type Prefixes = Readonly<Record<EmbedPurpose, string>>;

/** An embedder that puts words before each text, as its model was trained with; they are part of its name. */
export function withPrefixes(embedder: Embedder, prefixes: Prefixes): Embedder {
  if (prefixes.memory === '' && prefixes.question === '') return embedder;
  const mark = sha256Hex(`${prefixes.memory}\0${prefixes.question}`).slice(0, 8);
  return {
    model: `${embedder.model}+${mark}`,
    get dimensions() {
      return embedder.dimensions;
    },
    embed: (texts, options) =>
      embedder.embed(
        texts.map((text) => prefixes[options.purpose] + text),
        options,
      ),
    rest: () => embedder.rest(),
    close: () => embedder.close(),
  };
}
