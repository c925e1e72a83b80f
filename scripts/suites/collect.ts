// suites: commands that try to break the product, and tell what held by name. Each row is a test of node:test: the same
// files run, small, within npm test.

/** What came of one attack or fault. */
export type Outcome = 'held' | 'fell' | 'not tried';

/** One row of a suite as it was tried. */
export interface Tried {
  name: string;
  /** Where it stands, from the root of the repository. */
  file: string;
  outcome: Outcome;
  /** How often it was tried with other values. */
  tries: number;
  /** Why it fell or was not tried. */
  why?: string;
}

/** An event of `run` of node:test, as far as it is read here. */
export interface TestEvent {
  type: string;
  data: {
    name?: string;
    nesting?: number;
    message?: string;
    skip?: string | boolean | undefined;
    details?: { type?: string | undefined; error?: unknown };
  };
}

const WHY_CHARS = 200;
/** Why a row is not tried that ended well with no try: what it makes fail did not happen. */
const NEVER_REACHED = 'never reached: what it makes fail did not happen once';

/**
 * Gathers the events of one file's run: tests without tests inside are rows, in the order in which they ended. Where a test
 * was called is no use for telling files apart: a helper may have called it.
 */
export function createCollector(file: string): { see: (event: TestEvent) => void; rows: Tried[] } {
  const rows: Tried[] = [];
  // A test comes after those inside it, and what it says after the test.
  const children = new Map<number, number>();
  const see = ({ type, data }: TestEvent): void => {
    const { nesting = 0, name = '', message = '', details = {} } = data;
    if (type === 'test:diagnostic') note(rows.at(-1), message);
    if (type !== 'test:pass' && type !== 'test:fail') return;
    const inside = children.get(nesting + 1) ?? 0;
    children.delete(nesting + 1);
    children.set(nesting, (children.get(nesting) ?? 0) + 1);
    const isEcho = inside > 0 && (type === 'test:pass' || failureType(details.error) === 'subtestsFailed');
    if (isEcho || details.type === 'suite') return;
    const row: Tried = { name, file, outcome: 'held', tries: 1 };
    if (data.skip !== undefined) Object.assign(row, { outcome: 'not tried', why: String(data.skip) });
    if (type === 'test:fail') Object.assign(row, { outcome: 'fell', why: whyOf(details.error) });
    rows.push(row);
  };
  return { see, rows };
}

function note(row: Tried | undefined, message: string): void {
  if (row === undefined) return;
  const [, tries] = /^tries: (\d+)$/.exec(message) ?? [];
  const [, fell] = /^fell: (.*)$/s.exec(message) ?? [];
  const [, missing] = /^not tried: (.*)$/s.exec(message) ?? [];
  if (tries !== undefined) row.tries = Number(tries);
  if (row.tries === 0 && row.outcome === 'held') Object.assign(row, { outcome: 'not tried', why: NEVER_REACHED });
  if (fell !== undefined) Object.assign(row, { outcome: 'fell', why: fell });
  if (missing !== undefined) Object.assign(row, { outcome: 'not tried', why: missing });
}

function failureType(error: unknown): unknown {
  return (error as { failureType?: unknown } | undefined)?.failureType;
}

function whyOf(error: unknown): string {
  const { cause, message } = (error ?? {}) as { cause?: { message?: string }; message?: string };
  return (cause?.message ?? message ?? String(error)).replace(/\s+/g, ' ').slice(0, WHY_CHARS);
}
