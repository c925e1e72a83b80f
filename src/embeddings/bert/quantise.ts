const LARGEST = 127;
/** Outputs of a panel of the kernel, and inputs that lie side by side. */
const PANEL = 8;
const PAIR = 2;

/** A matrix as int8, each row with the scale that gives its numbers back. */
export interface QuantisedRows {
  values: Int8Array;
  scales: Float32Array;
}

/** Quantises rows of `columns` numbers each: the largest magnitude of a row becomes 127. */
export function quantiseRows(numbers: Float32Array, columns: number): QuantisedRows {
  const rows = numbers.length / columns;
  const values = new Int8Array(numbers.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    let largest = 0;
    for (let i = start; i < start + columns; i += 1) largest = Math.max(largest, Math.abs(numbers[i] ?? 0));
    scales[row] = largest / LARGEST;
    const factor = largest === 0 ? 0 : LARGEST / largest;
    for (let i = start; i < start + columns; i += 1) values[i] = Math.round((numbers[i] ?? 0) * factor);
  }
  return { values, scales };
}

/**
 * Rows of a weight matrix (a row an output, `inputs` numbers each) in the kernel's order: panels of eight outputs; in a
 * panel for each pair of inputs the pair of the first output, of the second, and so on.
 */
export function toPanels(rows: Int8Array, inputs: number): Int8Array {
  const panels = new Int8Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const [output, input] = [Math.floor(at / inputs), at % inputs];
    const panel = Math.floor(output / PANEL) * PANEL * inputs;
    const pair = Math.floor(input / PAIR) * PAIR * PANEL;
    panels[panel + pair + (output % PANEL) * PAIR + (input % PAIR)] = rows[at] ?? 0;
  }
  return panels;
}
