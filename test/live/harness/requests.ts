import { BEGIN_LINE, END_LINE } from '../../../src/privacy/own-words.ts';
import { type RecordedRequest, textsOf } from './messages.ts';

/** All texts of a request, of its system prompt and its messages, tool results included, in order. */
export function textsOfRequest({ body }: RecordedRequest): readonly string[] {
  return [...textsOf(body.system), ...(body.messages ?? []).flatMap((message) => textsOf(message.content))];
}

/** The texts of a request as one text. */
export function textOfRequest(request: RecordedRequest): string {
  return textsOfRequest(request).join('\n');
}

/** What Cairn injected into a request: the lines between its two marks, block by block. */
export function blocksOf(request: RecordedRequest): readonly (readonly string[])[] {
  return textsOfRequest(request).flatMap((text) =>
    text
      .split(BEGIN_LINE)
      .slice(1)
      .map((rest) => rest.split(END_LINE)[0] ?? '')
      .map((block) =>
        block
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      ),
  );
}

/** Everything that Cairn injected into a request, as one text. */
export function injectedInto(request: RecordedRequest): string {
  return blocksOf(request).flat().join('\n');
}
