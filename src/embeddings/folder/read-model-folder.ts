// folder: models of BERT's shape as their makers publish them, in a folder; read here, and kept in the home as Cairn runs
// them. What is in a folder is not trusted: it is read, never run.

import { basename, join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { readTextIfThere } from '../../platform/files.ts';
import type { BertShape } from '../bert/model-file.ts';
import type { Prefixes } from '../embedder/with-prefixes.ts';
import { readTokenizer, readVocabulary } from '../tokenize/read-tokenizer.ts';
import type { TokenizerSpec } from '../tokenize/tokenizer.ts';

/** What a folder says of its model, but for the weights and the tokenizer. */
export interface ModelFolder {
  /** Last part of the folder's path. */
  name: string;
  shape: BertShape;
  /** The row of position 0 in the table of positions: 0 for BERT, 2 for XLM-R. */
  firstPosition: number;
  pooling: 'mean' | 'cls';
  prefixes: Prefixes;
}

const CONFIG_BYTES = 1024 * 1024;
const TOKENIZER_BYTES = 64 * 1024 * 1024;
/** Kinds of models that have BERT's layers, with the row of their first position. */
const FIRST_POSITION: Readonly<Record<string, number>> = { bert: 0, 'xlm-roberta': 2 };
const GELU = ['gelu', 'gelu_new', 'gelu_pytorch_tanh'];

/** Reads `config.json` and the files that sentence-transformers adds to it. Throws `embedder_failed` or `unsupported`. */
export function readModelFolder(folder: string): ModelFolder {
  const config = readJson(folder, 'config.json');
  if (config === undefined) {
    throw new CairnError('embedder_failed', `The folder ${folder} holds no model: it has no config.json.`, {
      fix: 'cairn config set embed.model folder:/PATH, the folder with config.json and model.safetensors',
    });
  }
  const type = asString(config.model_type) ?? 'bert';
  const first = FIRST_POSITION[type];
  if (first === undefined) throw unsupported(folder, `of the kind ${type}`);
  const activation = asString(config.hidden_act) ?? 'gelu';
  if (!GELU.includes(activation)) throw unsupported(folder, `with the activation ${activation}`);
  if ((asString(config.position_embedding_type) ?? 'absolute') !== 'absolute') {
    throw unsupported(folder, 'with relative positions');
  }
  assertModules(folder);
  const name = basename(folder);
  return {
    name,
    shape: readShape(folder, config, first),
    firstPosition: first,
    pooling: readPooling(folder),
    prefixes: readPrefixes(folder, name),
  };
}

/** The tokenizer of a folder: `tokenizer.json`, else `vocab.txt`. Throws `embedder_failed` or `unsupported`. */
export function readFolderTokenizer(folder: string): TokenizerSpec {
  const file = readJson(folder, 'tokenizer.json', TOKENIZER_BYTES);
  if (file !== undefined) return readTokenizer(file);
  const lines = readTextIfThere(join(folder, 'vocab.txt'), TOKENIZER_BYTES);
  if (lines !== undefined) return readVocabulary(lines, readJson(folder, 'tokenizer_config.json') ?? {});
  throw new CairnError('embedder_failed', `The model in ${folder} has neither tokenizer.json nor vocab.txt.`, {
    fix: 'Put the tokenizer.json of the model into its folder.',
  });
}

function readShape(folder: string, config: JsonObject, firstPosition: number): BertShape {
  const read = (name: string): number => {
    const value = asNumber(config[name]);
    if (value === undefined || value <= 0) throw unsupported(folder, `without ${name} in its config.json`);
    return value;
  };
  return {
    layers: read('num_hidden_layers'),
    heads: read('num_attention_heads'),
    hidden: read('hidden_size'),
    intermediate: read('intermediate_size'),
    vocabulary: read('vocab_size'),
    positions: read('max_position_embeddings') - firstPosition,
    epsilon: asNumber(config.layer_norm_eps) ?? 1e-12,
  };
}

/** What sentence-transformers puts behind the layers: pooling, and a length of 1, which vectors have here in any case. */
function assertModules(folder: string): void {
  const modules = parseJson(readTextIfThere(join(folder, 'modules.json'), CONFIG_BYTES) ?? '[]');
  const types = (Array.isArray(modules) ? modules : []).map((row) =>
    (asString(asObject(row).type) ?? '').split('.').at(-1),
  );
  const other = types.find((type) => !['Transformer', 'Pooling', 'Normalize'].includes(type ?? ''));
  if (other !== undefined) throw unsupported(folder, `with a module ${other}`);
}

/** Mean unless `1_Pooling/config.json` says otherwise. */
function readPooling(folder: string): 'mean' | 'cls' {
  const pooling = readJson(folder, join('1_Pooling', 'config.json')) ?? {};
  const modes = Object.keys(pooling).filter((key) => key.startsWith('pooling_mode_') && pooling[key] === true);
  const [mode = 'pooling_mode_mean_tokens', ...more] = modes;
  if (more.length === 0 && mode === 'pooling_mode_mean_tokens') return 'mean';
  if (more.length === 0 && mode === 'pooling_mode_cls_token') return 'cls';
  throw unsupported(folder, `with ${modes.join(' and ')}`);
}

/** The prompts of `config_sentence_transformers.json`; models of E5's family were trained with two and seldom say so. */
function readPrefixes(folder: string, name: string): Prefixes {
  const { prompts } = readJson(folder, 'config_sentence_transformers.json') ?? {};
  const { query, question, passage, document } = asObject(prompts);
  const found = {
    question: asString(query) ?? asString(question) ?? '',
    memory: asString(passage) ?? asString(document) ?? '',
  };
  const isE5 = /(?:^|[-_])e5(?:[-_]|$)/i.test(name) && found.question === '' && found.memory === '';
  return isE5 ? { question: 'query: ', memory: 'passage: ' } : found;
}

function readJson(folder: string, name: string, maxBytes = CONFIG_BYTES): JsonObject | undefined {
  const text = readTextIfThere(join(folder, name), maxBytes);
  return text === undefined ? undefined : asObject(parseJson(text));
}

function unsupported(folder: string, what: string): CairnError {
  return new CairnError('unsupported', `The model in ${folder} is one ${what}, which Cairn cannot run.`, {
    fix: 'Choose a BERT or XLM-R model, or run this one on a server: cairn config set embed.model ollama:NAME',
  });
}
