import type { EventBody } from './event.ts';

/** The body without the claim that a person said its words, for a source that is no evidence of a person. */
export function withoutPerson(body: EventBody): EventBody {
  if (body.kind === 'prompt' && body.origin === 'person') return { ...body, origin: 'unknown' };
  if (body.kind === 'tool.end' && body.reply?.origin === 'person')
    return { ...body, reply: { ...body.reply, origin: 'unknown' } };
  return body;
}
