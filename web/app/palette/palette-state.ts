import { signal } from '@preact/signals';

/** Whether the palette is open. */
export const isPaletteOpen = signal(false);

/** Whether the sheet of keys is open. */
export const isKeySheetOpen = signal(false);
