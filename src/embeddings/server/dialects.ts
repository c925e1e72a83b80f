// embeddings/server: embedders that ask a server for vectors: how each kind is asked, retries, timeouts and errors. What
// they send has passed redaction, nothing they get is trusted, and no error contains what was sent.

import { asNumber, asObject, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/** What is asked of a server. `dimensions` only when a person set them. */
export interface ServerQuestion {
  model: string;
  texts: readonly string[];
  dimensions?: number;
}

/** How one kind of server is asked for vectors. */
export interface ServerDialect {
  /** The word before the colon in `embed.model`. */
  kind: 'openai' | 'ollama';
  /** Default address of servers of this kind. */
  defaultUrl: string;
  /** Path appended to the address. */
  path: string;
  body(question: ServerQuestion): JsonObject;
  /** The vectors in the order of the texts, unchecked. */
  vectors(answer: JsonValue): unknown;
  /** The command that gets the model when the server lacks it. */
  getModel(model: string): string;
}

/** All kinds of servers. */
export const SERVER_DIALECTS: readonly ServerDialect[] = [
  {
    kind: 'openai',
    defaultUrl: 'https://api.openai.com/v1',
    path: '/embeddings',
    body: ({ model, texts, dimensions }) => ({
      model,
      input: [...texts],
      encoding_format: 'float',
      ...(dimensions === undefined ? {} : { dimensions }),
    }),
    vectors: (answer) => inOrder(asObject(answer).data),
    getModel: () => 'cairn config set embed.model openai:MODEL, with a model that the server has',
  },
  {
    kind: 'ollama',
    defaultUrl: 'http://127.0.0.1:11434',
    path: '/api/embed',
    body: ({ model, texts, dimensions }) => ({
      model,
      input: [...texts],
      truncate: true,
      ...(dimensions === undefined ? {} : { dimensions }),
    }),
    vectors: (answer) => asObject(answer).embeddings,
    getModel: (model) => `ollama pull ${model}`,
  },
];

/** Rows of an answer by their `index`, where they have one; some servers answer in any order. */
function inOrder(data: JsonValue | undefined): unknown {
  if (!Array.isArray(data)) return undefined;
  const rows = data.filter(isJsonObject);
  if (rows.length !== data.length) return undefined;
  const sorted = rows.map((row, at) => ({ row, at: asNumber(row.index) ?? at })).sort((a, b) => a.at - b.at);
  return sorted.map(({ row }) => row.embedding);
}
