import type { CleanEvent, StoredEvent } from '../../core/model/event.ts';
import { isAged } from '../../core/text/aged-text.ts';

/** The event with its time in whole milliseconds. */
export function withWholeTime(event: CleanEvent): CleanEvent {
  return Number.isInteger(event.at) ? event : { ...event, at: Math.round(event.at) };
}

/** Keeps the stored output when one of two reports of a tool call lacks its middle (an aged output). */
export function withOutputKept({ body: stored }: Pick<StoredEvent, 'body'>, event: CleanEvent): CleanEvent {
  const { body } = event;
  if (stored.kind !== 'tool.end' || body.kind !== 'tool.end' || stored.output === '') return event;
  return isAged(stored.output) !== isAged(body.output) ? { ...event, body: { ...body, output: stored.output } } : event;
}
