import { useState } from 'preact/hooks';
import { missed } from '../../app/live.ts';
import { lastLooked } from '../../app/preferences.ts';
import { projectInput, scopedPath } from '../../app/scope.ts';
import { useWaiting } from '../../app/use-waiting.ts';
import { useCall } from '../../client/use-call.ts';
import { Button, IconButton, Keys } from '../../parts/button.tsx';
import { countOf, DAY_MS, formatClock, formatMinute, nameDay } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';

/**
 * What happened since the reader last looked, what waits for a person, and, in a place that is kept for it, how many came while
 * the list was held.
 */
export function SinceStrip(props: {
  waiting: number;
  onShowNew: () => void;
  pausedAt: Date | undefined;
  onGoOn: () => void;
}) {
  const { waiting, onShowNew, pausedAt, onGoOn } = props;
  return (
    <div class="since">
      {pausedAt === undefined ? <Since /> : <span>Paused at {formatClock(pausedAt)}</span>}
      <Missed />
      <span class="since-end">
        {pausedAt !== undefined && (
          <Button small keys="p" onClick={onGoOn}>
            Go on
          </Button>
        )}
        <button type="button" class="newpill" hidden={waiting === 0} onClick={onShowNew}>
          <Icon name="up" small />
          {waiting} new
          <Keys keys="." />
        </button>
      </span>
    </div>
  );
}

function Since() {
  // Once, and not with each look at the clock: another time is another question.
  const [since] = useState(() => lastLooked ?? new Date(Date.now() - DAY_MS).toISOString());
  const { value } = useCall('stats', { since, ...projectInput() }, { live: 20, later: true });
  const { count: waiting } = useWaiting();
  const at = new Date(since);
  const totals = value?.totals;
  return (
    <>
      <span>
        {lastLooked === undefined
          ? 'In the last 24 hours'
          : `Since you last looked, ${nameDay(at).split(',')[0]?.toLowerCase()} ${formatMinute(at)}`}
      </span>
      <span>
        <b>{totals?.sessions ?? 0}</b> {totals?.sessions === 1 ? 'session' : 'sessions'}
      </span>
      <span>
        <b>{totals?.commits ?? 0}</b> {totals?.commits === 1 ? 'commit' : 'commits'}
      </span>
      <span>
        <b>{totals?.failures ?? 0}</b> {totals?.failures === 1 ? 'failure' : 'failures'}
      </span>
      {waiting > 0 && (
        <a class="link" href={scopedPath('/review')}>
          <b class="acc">{waiting}</b> {waiting === 1 ? 'waits' : 'wait'} for you
        </a>
      )}
    </>
  );
}

function Missed() {
  if (missed.value === 0) return null;
  return (
    <span class="missed" role="status">
      <Icon name="confirmed" small />
      Connected again, {countOf(missed.value, 'event')} came meanwhile
      <IconButton
        icon="close"
        label="Dismiss"
        small
        onClick={() => {
          missed.value = 0;
        }}
      />
    </span>
  );
}
