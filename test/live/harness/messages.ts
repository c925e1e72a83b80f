/** A block of a message of the Messages API, as far as the tests read it. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

/** A message of a request: its content is a text or blocks. */
export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** The body of `POST /v1/messages`, as far as the tests read it. */
export interface MessagesBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly system?: string | readonly Block[];
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

/** A request that reached the model server, complete, `at` in milliseconds since 1970. */
export interface RecordedRequest {
  readonly at: number;
  readonly path: string;
  readonly body: MessagesBody;
}

/** All texts of a content, those of tool results included, in order. */
export function textsOf(content: string | readonly Block[] | undefined): string[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => [...(block.text === undefined ? [] : [block.text]), ...textsOf(block.content)]);
}
