/** Reasons for which an event is not recorded, as imports and counts name them. */
export const LEFT_OUT = {
  project: 'excluded project',
  paused: 'paused',
  /** It has no time of its own, and a pause lay between the times between which it happened. */
  maybePaused: 'perhaps of a pause',
  pausedByProject: 'paused by its project',
} as const;
