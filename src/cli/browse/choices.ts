import type { Colors } from '../terminal/output.ts';
import { scrolled } from './keys.ts';
import type { Layer } from './layer.ts';

/** One line to choose. */
export interface Choice {
  label: string;
  /** It is chosen already. */
  isOn: boolean;
  /** What choosing it does. */
  choose: () => void;
}

/** A list of lines, of which Enter chooses one. */
export function createChoices(
  { title, choices, hints }: { title: readonly string[]; choices: readonly Choice[]; hints: string },
  { colors, changed, leave }: { colors: Colors; changed: () => void; leave: () => void },
): Layer {
  let at = Math.max(
    choices.findIndex(({ isOn }) => isOn),
    0,
  );
  return {
    draw({ height }) {
      const room = Math.max(height - title.length - 1, 1);
      const top = Math.max(0, at - room + 1);
      const lines = choices.map(({ label, isOn }, index) => {
        const line = `${index === at ? '> ' : '  '}${isOn ? '* ' : '  '}${label}`;
        return index === at ? colors.inverse(line) : line;
      });
      return [...title.map((line) => colors.bold(line)), '', ...lines.slice(top, top + room)];
    },
    press({ name }) {
      const to = scrolled(name, { at, most: choices.length - 1, page: 5 });
      if (name === 'enter' || name === 'l') {
        leave();
        choices[at]?.choose();
      } else if (['escape', 'q', 'h', 'f', 'n'].includes(name)) leave();
      else if (to === undefined) return false;
      else at = to;
      changed();
      return true;
    },
    hints: () => hints,
  };
}
