import { useKeys } from '../../app/keys.ts';
import { place, setQuery } from '../../app/router.ts';
import { Button } from '../../parts/button.tsx';
import { formatClock, formatDuration } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import type { StoryPart } from './parts-of-story.ts';
import type { TimeScale } from './time-scale.ts';

const ZOOM_MOST = 64;
const TICKS = 6;
/** Least distance of two labels of the axis, as a share of its width. */
const APART = 0.12;
/** Least width of a bar, as a share of the width. */
const BAR_LEAST = 0.004;

interface Window {
  zoom: number;
  /** Share of the whole where the window begins. */
  from: number;
}

/** The parts of a session along the time, idle time folded; `+ - 0` zoom around what is selected, `← →` move. */
export function Timeline(props: {
  parts: readonly StoryPart[];
  selected: string | undefined;
  onSelect: (key: string) => void;
  scale: TimeScale;
}) {
  const { parts, selected, onSelect, scale } = props;
  const window = windowOf(place.value.query);
  const chosen = parts.find(({ key }) => key === selected);
  const zoomTo = (zoom: number): void => {
    const next = Math.min(ZOOM_MOST, Math.max(1, zoom));
    const middle = chosen === undefined ? window.from + 0.5 / window.zoom : scale.shareOf(chosen.to);
    setWindow({ zoom: next, from: middle - 0.5 / next });
  };
  const move = (by: number): void => setWindow({ ...window, from: window.from + by / window.zoom });
  useKeys('Session', [
    { keys: '+|=', does: 'Timeline: closer', run: () => zoomTo(window.zoom * 2) },
    { keys: '-', does: 'Timeline: wider', run: () => zoomTo(window.zoom / 2) },
    { keys: '0', does: 'Timeline: whole', run: () => zoomTo(1) },
    { keys: 'ArrowLeft', does: 'Timeline: earlier', run: () => move(-0.25) },
    { keys: 'ArrowRight', does: 'Timeline: later', run: () => move(0.25) },
  ]);
  return (
    <div class="tl">
      <div class="tl-head">
        <div class="btns">
          <Button small onClick={() => zoomTo(window.zoom / 2)} disabled={window.zoom === 1} keys="-">
            Wider
          </Button>
          <Button small onClick={() => zoomTo(window.zoom * 2)} disabled={window.zoom === ZOOM_MOST} keys="+">
            Closer
          </Button>
          <span class="quiet small-text">{window.zoom === 1 ? 'whole session' : `${window.zoom} times`}</span>
        </div>
        <Axis scale={scale} window={window} />
      </div>
      <VirtualList
        label="Parts of the session by time"
        name="timeline"
        items={parts}
        keyOf={({ key }) => key}
        sizeOf={() => 28}
        current={selected}
      >
        {(part) => (
          <div
            class={`row tl-row${part.isBad ? ' bad-row' : ''}`}
            aria-current={part.key === selected ? 'true' : undefined}
          >
            <Icon name={part.icon} small />
            <button type="button" class="title clip plain" onClick={() => onSelect(part.key)}>
              <Line text={part.label} />
              {part.isBad && <span class="sr"> failed</span>}
            </button>
            <span class="num quiet">{part.took}</span>
            <Track part={part} scale={scale} window={window} />
          </div>
        )}
      </VirtualList>
    </div>
  );
}

function Track({ part, scale, window }: { part: StoryPart; scale: TimeScale; window: Window }) {
  const start = scale.shareOf(part.from);
  const left = inWindow(Math.min(start, 1 - BAR_LEAST), window);
  const width = Math.max(BAR_LEAST, inWindow(scale.shareOf(part.to), window) - inWindow(start, window));
  const isGuess = part.took.startsWith('≤');
  return (
    <span class="track" aria-hidden="true">
      {scale.idles.map(({ from, start, end }) => (
        <b key={from} style={{ left: percent(inWindow(start, window)), width: percent((end - start) * window.zoom) }} />
      ))}
      <i
        class={`${part.isBad ? 'bad' : ''}${isGuess ? ' guess' : ''}`}
        style={{ left: percent(left), width: percent(width) }}
      />
    </span>
  );
}

function Axis({ scale, window }: { scale: TimeScale; window: Window }) {
  const idles = scale.idles.map(({ from, to, start }) => ({
    at: inWindow(start, window),
    label: `${formatDuration(to - from).replace(/:\d\d$/, ' min')} idle`,
    key: `idle ${from}`,
  }));
  const ticks = Array.from({ length: TICKS }, (_, n) => {
    const at = n / TICKS;
    const ms = scale.timeOf(window.from + at / window.zoom);
    return { at, label: formatClock(new Date(ms)), key: `tick ${n}` };
  });
  const inIdle = (at: number): boolean =>
    scale.idles.some(({ start, end }) => at > inWindow(start, window) - APART && at < inWindow(end, window));
  const shown = [...idles.filter(({ at }) => at >= 0 && at < 1), ...ticks.filter(({ at }) => !inIdle(at))];
  return (
    <div class="tl-axis" aria-hidden="true">
      {shown.map(({ at, label, key }) => (
        <span key={key} style={{ left: percent(at) }}>
          {label}
        </span>
      ))}
    </div>
  );
}

function inWindow(share: number, { zoom, from }: Window): number {
  return (share - from) * zoom;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

function windowOf(query: URLSearchParams): Window {
  const zoom = Math.min(ZOOM_MOST, Math.max(1, Number(query.get('zoom') ?? 1) || 1));
  return { zoom, from: within(Number(query.get('from') ?? 0) || 0, zoom) };
}

function setWindow({ zoom, from }: Window): void {
  const start = within(from, zoom);
  setQuery({ zoom: zoom === 1 ? undefined : String(zoom), from: start === 0 ? undefined : start.toFixed(4) });
}

function within(from: number, zoom: number): number {
  return Math.min(1 - 1 / zoom, Math.max(0, from));
}
