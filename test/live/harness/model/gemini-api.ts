import type { Step } from '../script.ts';
import { addResult, type Block, type Message, type MessagesBody } from './messages.ts';
import { ASKED_FOR, type ModelApi, nextId, sendJson, TOKENS } from './model-api.ts';

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response?: unknown };
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly Part[];
}

interface GeminiBody {
  readonly contents?: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly generationConfig?: { readonly responseMimeType?: string; readonly responseJsonSchema?: unknown };
}

/** What Gemini CLI asks beside the conversation (who speaks next, which model fits), answered in one object. */
const SIDE_ANSWER = {
  reasoning: 'scripted',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_reasoning: 'scripted',
  complexity_score: 10,
};

/** Gemini's: `POST /v1beta/models/<model>:generateContent` and `:streamGenerateContent?alt=sse`. */
export const GEMINI_API: ModelApi<GeminiBody> = {
  takes: (path) => /:(generate|streamGenerate)Content/.test(path),
  read: ({ contents = [], systemInstruction, tools = [] }): MessagesBody => ({
    ...(systemInstruction === undefined ? {} : { system: textBlocks(systemInstruction) }),
    messages: contents.reduce(addContent, [] as readonly Message[]),
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => ({ name }))),
  }),
  answer: (response, { body, path }, step) => {
    const whole = toAnswer(wantsJson(body) ? { text: JSON.stringify(SIDE_ANSWER) } : step);
    if (!path.includes(':stream')) return sendJson(response, 200, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(whole)}\n\n`);
  },
  error: (code) => ({ error: { code, message: ASKED_FOR, status: 'INTERNAL' } }),
};

function wantsJson({ generationConfig }: GeminiBody): boolean {
  return (
    generationConfig?.responseMimeType === 'application/json' || generationConfig?.responseJsonSchema !== undefined
  );
}

function textBlocks({ parts = [] }: Content): readonly Block[] {
  return parts.flatMap(({ text }) => (text === undefined ? [] : [{ type: 'text', text }]));
}

function addContent(all: readonly Message[], content: Content): readonly Message[] {
  const results = (content.parts ?? []).flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [textsIn(functionResponse.response)],
  );
  const texts = textBlocks(content);
  const withResults = results.reduce((before, blocks) => addResult(before, blocks), all);
  if (texts.length === 0 && results.length > 0) return withResults;
  return [...withResults, { role: content.role === 'model' ? 'assistant' : 'user', content: texts }];
}

/** All texts of what a tool gave, however deep. */
function textsIn(value: unknown): readonly Block[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function toAnswer({ text, calls = [], inputTokens = TOKENS.input }: Step): object {
  const uses = calls.map(({ tool, args }) => ({ functionCall: { id: nextId('call_'), name: tool, args } }));
  const parts = [...(text === undefined ? [] : [{ text }]), ...uses];
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: TOKENS.output,
      totalTokenCount: inputTokens + TOKENS.output,
    },
    modelVersion: 'scripted',
    responseId: nextId('answer'),
  };
}
