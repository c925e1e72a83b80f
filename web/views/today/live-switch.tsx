import { connectNow, liveState } from '../../app/live.ts';
import { Keys } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { Flow } from './use-feed.ts';

const FLOWS: Readonly<Record<Flow, string>> = { live: 'Live', held: 'Held', paused: 'Paused' };
const HINTS: Readonly<Record<Flow, string>> = {
  live: 'New ones go on top. Pause the feed (p)',
  held: 'The list holds still while a row is selected or it is scrolled. Pause the feed (p)',
  paused: 'Go on (p)',
};

/** Whether the feed is live, held or paused, in a word; pauses it and goes on. While the connection is lost, it tries again. */
export function LiveSwitch({ flow, onToggle }: { flow: Flow; onToggle: () => void }) {
  if (liveState.value === 'lost') {
    return (
      <button
        type="button"
        class="btn ghost"
        title="Cairn does not answer. Where it was restarted, cairn ui opens the page anew. Try now"
        onClick={connectNow}
      >
        <Icon name="offline" small />
        Reconnecting
      </button>
    );
  }
  return (
    <button type="button" class="btn ghost" title={HINTS[flow]} aria-pressed={flow === 'paused'} onClick={onToggle}>
      {flow === 'live' ? <span class="live" /> : <Icon name="pause" small />}
      <span class="flow">{FLOWS[flow]}</span>
      <Keys keys="p" />
    </button>
  );
}
