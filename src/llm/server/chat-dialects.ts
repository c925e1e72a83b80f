// server: models that a server runs — how each kind is asked, and what its answers look like. Nothing that a server says is
// trusted, and no error contains what was sent.

import { asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { ModelRequest } from '../model/language-model.ts';
import type { UncheckedReply } from '../model/validate-reply.ts';

/** A request as one server takes it. */
export interface ChatQuestion extends ModelRequest {
  model: string;
  /** Whether the server must enforce the schema; one without that feature is asked without. */
  isHeld: boolean;
  url: URL;
}

/** What a server answered, unchecked; `text` is undefined when the answer has no such part. */
export type ChatAnswer = Omit<UncheckedReply, 'text'> & { text: string | undefined };

/** How one kind of server is asked. */
export interface ChatDialect {
  /** The word before the colon in `llm.model`. */
  kind: 'openai' | 'anthropic' | 'ollama';
  /** Default address of servers of this kind. */
  defaultUrl: string;
  /** Host of the service that requires a key. */
  keyedHost?: string;
  /** Path appended to the address. */
  path: string;
  headers(key: string): Record<string, string>;
  body(question: ChatQuestion): JsonObject;
  read(answer: JsonValue): ChatAnswer;
  /** The command that gets the model when the server lacks it. */
  getModel(model: string): string;
}

const ANTHROPIC_VERSION = '2023-06-01';
/** Ollama silently cuts a prompt that is longer than its window. */
const WINDOW_STEP = 4_096;

const bearer = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` });
const messagesOf = ({ system, prompt }: ModelRequest): JsonValue[] => [
  { role: 'system', content: system },
  { role: 'user', content: prompt },
];

const OPENAI: ChatDialect = {
  kind: 'openai',
  defaultUrl: 'https://api.openai.com/v1',
  keyedHost: 'api.openai.com',
  path: '/chat/completions',
  headers: bearer,
  body: (question) => ({
    model: question.model,
    messages: messagesOf(question),
    // The service's newer models refuse the older name; other servers know only the older one.
    [question.url.host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens']: question.maxTokens,
    ...(question.isHeld
      ? { response_format: { type: 'json_schema', json_schema: { ...question.schema, strict: true } } }
      : {}),
  }),
  read(answer) {
    const { choices, usage } = asObject(answer);
    const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
    const { prompt_tokens, completion_tokens } = asObject(usage);
    return {
      text: asString(asObject(choice.message).content),
      isCut: choice.finish_reason === 'length',
      inputTokens: prompt_tokens,
      outputTokens: completion_tokens,
    };
  },
  getModel: () => 'cairn config set llm.model openai:MODEL, with a model that the server has',
};

const ANTHROPIC: ChatDialect = {
  kind: 'anthropic',
  defaultUrl: 'https://api.anthropic.com',
  keyedHost: 'api.anthropic.com',
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': ANTHROPIC_VERSION, ...(key === '' ? {} : { 'x-api-key': key }) }),
  body: ({ model, system, prompt, maxTokens, schema, isHeld }) => ({
    model,
    system,
    messages: [{ role: 'user', content: prompt }],
    max_tokens: maxTokens,
    // The answer is the input of a tool call, which has the form of the schema.
    ...(isHeld
      ? {
          tools: [{ name: schema.name, description: 'Takes the answer.', input_schema: schema.schema }],
          tool_choice: { type: 'tool', name: schema.name },
        }
      : {}),
  }),
  read(answer) {
    const { content, stop_reason, usage } = asObject(answer);
    const blocks = Array.isArray(content) ? content.filter(isJsonObject) : undefined;
    const handed = blocks?.find(({ type }) => type === 'tool_use');
    const texts = blocks?.flatMap((block) => (block.type === 'text' ? [asString(block.text) ?? ''] : []));
    const { input_tokens, output_tokens } = asObject(usage);
    return {
      text: handed === undefined ? texts?.join('\n') : JSON.stringify(handed.input ?? null),
      isCut: stop_reason === 'max_tokens',
      inputTokens: input_tokens,
      outputTokens: output_tokens,
    };
  },
  getModel: () => 'cairn config set llm.model anthropic:MODEL, with a model that your key may use',
};

const OLLAMA: ChatDialect = {
  kind: 'ollama',
  defaultUrl: 'http://127.0.0.1:11434',
  path: '/api/chat',
  headers: bearer,
  body: (question) => ({
    model: question.model,
    messages: messagesOf(question),
    stream: false,
    options: { temperature: 0, num_predict: question.maxTokens, num_ctx: windowOf(question) },
    ...(question.isHeld ? { format: question.schema.schema } : {}),
  }),
  read(answer) {
    const { message, done_reason, prompt_eval_count, eval_count } = asObject(answer);
    return {
      text: asString(asObject(message).content),
      isCut: done_reason === 'length',
      inputTokens: prompt_eval_count,
      outputTokens: eval_count,
    };
  },
  getModel: (model) => `ollama pull ${model}`,
};

/** All kinds of servers. */
export const CHAT_DIALECTS: readonly ChatDialect[] = [OPENAI, ANTHROPIC, OLLAMA];

/**
 * Size of the window for prompt and answer in tokens, rounded up to a step: the server loads a model again for each
 * size.
 */
function windowOf({ system, prompt, maxTokens }: ModelRequest): number {
  const tokens = 1.25 * (countTokens(system) + countTokens(prompt)) + maxTokens;
  return WINDOW_STEP * Math.ceil(tokens / WINDOW_STEP);
}
