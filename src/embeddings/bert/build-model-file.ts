import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TokenizerSpec } from '../tokenize/tokenizer.ts';
import { type BertShape, encodeModelFile, type ModelHeader, type Section, TOKENIZER_SECTION } from './model-file.ts';
import { quantiseRows, toPanels } from './quantise.ts';
import type { Tensors } from './safetensors.ts';

/** What a model's file is made of. */
export interface ModelSource extends Pick<ModelHeader, 'model' | 'pooling' | 'prefixes' | 'sources'> {
  shape: BertShape;
  /** The row of position 0 in the table of positions: 0 for BERT, 2 for XLM-R. */
  firstPosition: number;
  tensors: Pick<Tensors, 'names' | 'read'>;
  tokenizer: TokenizerSpec;
}

// The names in a published model, without what some put in front ("bert.", "roberta.").
const LAYER = 'encoder.layer.';

/** A model's file, weights quantised to int8. Throws `embedder_failed` when the weights are not those of its shape. */
export function buildModelFile(source: ModelSource): Buffer {
  const { shape, model, pooling, prefixes, sources } = source;
  assertSupported(source);
  const find = finder(source);
  const layers = Array.from({ length: shape.layers }, (_, layer) => layerSections(layer, shape, find));
  const tokenizer = { name: TOKENIZER_SECTION, bytes: Buffer.from(JSON.stringify(source.tokenizer)) };
  const about = { model, shape, pooling, sources, ...omitUndefined({ prefixes }) };
  return encodeModelFile(about, [...frontSections(source, find), ...layers.flat(), tokenizer]);
}

/** The first `count` numbers of a published tensor. */
type Find = (name: string, count: number) => Float32Array;

function assertSupported({ shape, tokenizer }: ModelSource): void {
  const { hidden, heads, intermediate, vocabulary } = shape;
  const pieces = tokenizer.vocabulary.split('\n').length;
  if (pieces > vocabulary) throw failed(`a tokenizer of ${pieces} pieces does not go with ${vocabulary} words`);
  const isWhole = hidden % heads === 0 && (hidden / heads) % 8 === 0 && intermediate % 8 === 0;
  if (!isWhole) throw failed(`a model of ${hidden} numbers in ${heads} heads, ${intermediate} between, cannot be run`);
}

function finder({ tensors }: ModelSource): Find {
  return (name, count) => {
    // Old models call the gain gamma and the bias beta.
    const old = name.replace(/LayerNorm\.weight$/, 'LayerNorm.gamma').replace(/LayerNorm\.bias$/, 'LayerNorm.beta');
    const is = (full: string, wanted: string): boolean => full === wanted || full.endsWith(`.${wanted}`);
    const found = tensors.names.find((full) => is(full, name) || is(full, old));
    if (found === undefined) throw failed(`the weights have no ${name}`);
    const numbers = tensors.read(found);
    if (numbers.length < count) throw failed(`${name} has ${numbers.length} numbers, not ${count}`);
    return numbers.subarray(0, count);
  };
}

function frontSections({ shape, firstPosition }: ModelSource, find: Find): Section[] {
  const { hidden, vocabulary, positions } = shape;
  const words = quantiseRows(find('embeddings.word_embeddings.weight', vocabulary * hidden), hidden);
  const table = find('embeddings.position_embeddings.weight', (firstPosition + positions) * hidden);
  // All tokens are of the first type: its row goes into the positions.
  const type = find('embeddings.token_type_embeddings.weight', hidden);
  const rows = table.slice(firstPosition * hidden).map((value, at) => value + (type[at % hidden] ?? 0));
  return [
    { name: 'words', bytes: toBytes(words.values) },
    { name: 'words.scales', bytes: toBytes(words.scales) },
    { name: 'positions', bytes: toBytes(rows) },
    ...norm('embeddings.norm', (part) => find(`embeddings.LayerNorm.${part}`, hidden)),
  ];
}

function layerSections(layer: number, { hidden, intermediate }: BertShape, find: Find): Section[] {
  const from = `${LAYER}${layer}`;
  const to = `layer.${layer}`;
  /** A matrix that is made of the published ones of some names, one below the other. */
  const matrix = (name: string, parts: readonly string[], [outputs, inputs]: readonly [number, number]): Section[] => {
    const weights = concat(parts.map((part) => find(`${from}.${part}.weight`, outputs * inputs)));
    const bias = concat(parts.map((part) => find(`${from}.${part}.bias`, outputs)));
    const { values, scales } = quantiseRows(weights, inputs);
    return [
      { name: `${to}.${name}`, bytes: toBytes(toPanels(values, inputs)) },
      { name: `${to}.${name}.scales`, bytes: toBytes(scales) },
      { name: `${to}.${name}.bias`, bytes: toBytes(bias) },
    ];
  };
  const normOf = (name: string, published: string): Section[] =>
    norm(`${to}.${name}.norm`, (part) => find(`${from}.${published}.LayerNorm.${part}`, hidden));
  const self = ['query', 'key', 'value'].map((name) => `attention.self.${name}`);
  return [
    ...matrix('qkv', self, [hidden, hidden]),
    ...matrix('attention', ['attention.output.dense'], [hidden, hidden]),
    ...normOf('attention', 'attention.output'),
    ...matrix('intermediate', ['intermediate.dense'], [intermediate, hidden]),
    ...matrix('output', ['output.dense'], [hidden, intermediate]),
    ...normOf('output', 'output'),
  ];
}

function norm(name: string, find: (part: 'weight' | 'bias') => Float32Array): Section[] {
  return [
    { name: `${name}.gain`, bytes: toBytes(find('weight')) },
    { name: `${name}.bias`, bytes: toBytes(find('bias')) },
  ];
}

function concat(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// WebAssembly and safetensors are little-endian, as is every machine that Node runs on but one.
function toBytes(numbers: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function failed(message: string): CairnError {
  return new CairnError('embedder_failed', message, { fix: 'take a model of BERT’s shape, or leave embed.model out' });
}
