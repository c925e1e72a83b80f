import uPlot from 'uplot';
import './chart.css';
import { formatCount, formatDay } from '../format.ts';

/** What a chart over time shows: days (ISO 8601), and a value of each series for each of them. */
export interface ChartOptions {
  days: readonly string[];
  series: readonly { label: string; values: readonly number[] }[];
  kind?: 'line' | 'bars';
}

const AXIS_PX = { bottom: 24, left: 40 };
const BAR_SHARE = 0.7;
const MOST_BAR_PX = 18;
const COLOURS = ['--h-3', '--h-1', '--h-4', '--line-ctl'];

/** Draws a chart into an element and follows its width; returns how to take it away. */
export function drawChart(
  element: HTMLElement,
  { days, series, kind = 'line' }: ChartOptions,
  height: number,
): () => void {
  const colourOf = (name: string): string => getComputedStyle(element).getPropertyValue(name);
  const axis = {
    stroke: resolve(element, '--text-3'),
    grid: { stroke: resolve(element, '--line'), width: 1 },
    ticks: { show: false },
  };
  const font = `11px ${colourOf('--font')}`;
  const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, MOST_BAR_PX] });
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false },
      scales: { x: { time: true }, y: { range: (_plot, _least, most) => [0, Math.max(1, most)] } },
      axes: [
        {
          ...axis,
          font,
          size: AXIS_PX.bottom,
          values: (_plot, ticks) => ticks.map((tick) => formatDay(new Date(tick * 1_000))),
        },
        { ...axis, font, size: AXIS_PX.left, values: (_plot, ticks) => ticks.map((tick) => formatCount(tick)) },
      ],
      series: [
        {},
        ...series.map(({ label }, at) => ({
          label,
          stroke: resolve(element, COLOURS[at] ?? '--h-2'),
          width: kind === 'bars' ? 0 : 1.5,
          points: { show: false },
          ...(kind === 'bars' && { fill: resolve(element, COLOURS[at] ?? '--h-2'), ...(bars && { paths: bars }) }),
        })),
      ],
    },
    [days.map((day) => Date.parse(day) / 1_000), ...series.map(({ values }) => [...values])],
    element,
  );
  const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  watch.observe(element);
  return () => {
    watch.disconnect();
    plot.destroy();
  };
}

/** A token's colour as a canvas takes it. */
function resolve(element: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
