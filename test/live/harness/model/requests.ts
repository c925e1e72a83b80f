import { BEGIN_LINE, END_LINE } from '../../../../src/privacy/own-words.ts';
import { type Message, type RecordedRequest, textsOf } from './messages.ts';

/** All texts of a request, of its system prompt and its messages, tool results included, in order. */
export function textsOfRequest({ body }: RecordedRequest): readonly string[] {
  return [...textsOf(body.system), ...(body.messages ?? []).flatMap((message) => textsOf(message.content))];
}

/** The texts of a request as one text. */
export function textOfRequest(request: RecordedRequest): string {
  return textsOfRequest(request).join('\n');
}

/** A block that Cairn injected into a request: its lines, who says them to the model, and what stands before them. */
export interface Injected {
  readonly role: string;
  readonly before: string;
  readonly lines: readonly string[];
}

/** What Cairn injected into a request, block by block, in order. */
export function injectedBlocks({ body }: RecordedRequest): readonly Injected[] {
  const system: Message = { role: 'system', content: body.system ?? '' };
  return [system, ...(body.messages ?? [])].flatMap(({ role, content }) =>
    textsOf(content).flatMap((text) => blocksIn(text).map((block) => ({ role, ...block }))),
  );
}

function blocksIn(text: string): readonly Omit<Injected, 'role'>[] {
  const parts = text.split(BEGIN_LINE);
  return parts.slice(1).map((part, index) => ({
    before: parts[index] ?? '',
    lines: (part.split(END_LINE)[0] ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }));
}

/** Everything that Cairn injected into a request, as one text. */
export function injectedInto(request: RecordedRequest): string {
  return injectedBlocks(request)
    .flatMap(({ lines }) => lines)
    .join('\n');
}

/** The results of tools in a request, in order. */
export function toolResultsIn({ body }: RecordedRequest): readonly string[] {
  const blocks = (body.messages ?? []).flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textsOf(content).join('\n'));
}
