import type { EventBody, EventIdentity, EventPlace, RawEvent } from '../../../core/model/event.ts';

/** An event that a transcript tells of. */
export function transcriptEvent(place: EventPlace, identity: EventIdentity, body: EventBody): RawEvent {
  return { ...place, identity, source: 'transcript', body };
}
