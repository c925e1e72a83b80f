import { formatClock, formatDay, formatMinute, formatMoment, formatWhole } from './format.ts';

const SHAPES = { clock: formatClock, minute: formatMinute, day: formatDay, moment: formatMoment, whole: formatWhole };

/** A moment (ISO 8601), absolute; the whole of it in the tooltip. */
export function Time({ at, as = 'moment' }: { at: string; as?: keyof typeof SHAPES }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <time>{at}</time>;
  return (
    <time dateTime={at} title={formatWhole(moment)}>
      {SHAPES[as](moment)}
    </time>
  );
}
