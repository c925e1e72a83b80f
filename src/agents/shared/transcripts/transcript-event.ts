import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../../core/model/event.ts';

/** An event from a transcript. */
export function transcriptEvent(place: EventContext, identity: EventIdentity, body: EventBody): RawEvent {
  return { ...place, identity, source: 'transcript', body };
}
