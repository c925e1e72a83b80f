// parts: what views are made of. A part shows what it is given; it asks for nothing and knows no view.

import { ICONS, type IconName } from './icons.ts';

/** An icon, hidden from readers of the page: what it means stands beside it, or in `label`. */
export function Icon({ name, small, label }: { name: IconName; small?: boolean; label?: string }) {
  return (
    <>
      <svg class={small ? 'ic s' : 'ic'} viewBox="0 0 16 16" aria-hidden="true">
        {ICONS[name].split('|').map((part) => toShape(part))}
      </svg>
      {label !== undefined && <span class="sr">{label}</span>}
    </>
  );
}

function toShape(part: string) {
  const rest = part.slice(1);
  const [cx, cy, r] = rest.split(' ');
  if (part.startsWith('o')) return <circle key={part} cx={cx} cy={cy} r={r} />;
  if (part.startsWith('d')) return <circle key={part} cx={cx} cy={cy} r={r} stroke-dasharray="2.3 2.02" />;
  if (part.startsWith('x')) return <path key={part} class="cut" d={rest} />;
  if (part.startsWith('fM')) return <path key={part} class="f" d={rest} />;
  if (part.startsWith('f')) return <circle key={part} class="f" cx={cx} cy={cy} r={r} />;
  return <path key={part} d={part} />;
}
