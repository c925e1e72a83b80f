import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useCall } from '../client/use-call.ts';
import { Keys } from '../parts/button.tsx';
import { formatClock } from '../parts/format.ts';
import { lastEvent, liveState } from './live.ts';

/** What is shown, in words of the view. */
export const footWords = signal('');

/** Says at the foot what is shown: how many, of how many, in how many milliseconds. */
export function useFoot(words: string): void {
  useEffect(() => {
    footWords.value = words;
    return () => {
      footWords.value = '';
    };
  }, [words]);
}

/** The line at the foot of the page: what is shown, the connection, the worker. */
export function Foot() {
  const status = useCall('status', {}, { live: 20, later: true });
  return (
    <footer class="foot">
      <span class="clip">
        {footWords.value !== '' && `${footWords.value} · `}
        <Connection />
      </span>
      <span class="end hide-m">
        <span>{location.host}</span>
        {status.value !== undefined && (
          <span>
            worker <b>{status.value.version}</b>
          </span>
        )}
        <span>
          keys <Keys keys="?" />
        </span>
      </span>
    </footer>
  );
}

function Connection() {
  const event = lastEvent.value;
  if (liveState.value === 'live') {
    return <>connected{event !== undefined && `, last event ${formatClock(new Date(event.at))}`}</>;
  }
  if (liveState.value === 'connecting') return <>connecting</>;
  return (
    <>
      not connected; where Cairn was restarted, <b>cairn ui</b> opens this page anew
    </>
  );
}
