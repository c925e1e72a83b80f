// server/metrics: what a server counts of itself, as Prometheus reads it. No word of a team or of a request is in it: labels are
// the server's own words.

/** Counts and times of one server, as Prometheus reads them. */
export interface Metrics {
  /** Adds to a counter. */
  count(name: string, labels?: Labels, by?: number): void;
  /** Notes how long something took, in seconds. */
  time(name: string, labels: Labels, seconds: number): void;
  /** Everything in Prometheus's text format, version 0.0.4. */
  text(): string;
}

type Labels = Readonly<Record<string, string>>;

/** A counter or histogram, and what it says. */
interface Family {
  kind: 'counter' | 'histogram' | 'gauge';
  help: string;
}

/** Upper bounds of the histogram's classes, in seconds. */
const CLASSES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** All that is counted. */
const FAMILIES = {
  cairn_requests_total: { kind: 'counter', help: 'Requests by route and status.' },
  cairn_request_seconds: { kind: 'histogram', help: 'Seconds until a request was answered, by route.' },
  cairn_sync_records_total: { kind: 'counter', help: 'Records of sync by what became of them.' },
  cairn_derived_events_total: { kind: 'counter', help: 'Records that this server took into the memories of teams.' },
} as const satisfies Record<string, Family>;

/** Name of a counter or histogram. */
export type MetricName = keyof typeof FAMILIES;

interface Times {
  classes: number[];
  sum: number;
  count: number;
}

/** Builds the metrics of a server. `gauges` are read when they are asked for. */
export function createMetrics(gauges: Readonly<Record<string, { help: string; read: () => number }>> = {}): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const times = new Map<string, Map<string, Times>>();
  return {
    count(name, labels = {}, by = 1) {
      const family = familyIn(counters, name);
      const key = labelsOf(labels);
      family.set(key, (family.get(key) ?? 0) + by);
    },
    time(name, labels, seconds) {
      const family = familyIn(times, name);
      const key = labelsOf(labels);
      const known = family.get(key) ?? { classes: CLASSES.map(() => 0), sum: 0, count: 0 };
      family.set(key, known);
      known.sum += seconds;
      known.count += 1;
      for (const [i, most] of CLASSES.entries()) if (seconds <= most) known.classes[i] = (known.classes[i] ?? 0) + 1;
    },
    text() {
      const lines = Object.entries(FAMILIES).flatMap(([name, { kind, help }]) => [
        ...headOf(name, kind, help),
        ...[...(counters.get(name) ?? [])].map(([labels, n]) => `${name}${braced(labels)} ${n}`),
        ...[...(times.get(name) ?? [])].flatMap(([labels, found]) => timeLines(name, labels, found)),
      ]);
      const read = Object.entries(gauges).flatMap(([name, { help, read }]) => [
        ...headOf(name, 'gauge', help),
        `${name} ${read()}`,
      ]);
      return `${[...lines, ...read].join('\n')}\n`;
    },
  };
}

function familyIn<Value>(families: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  const family = families.get(name) ?? new Map<string, Value>();
  families.set(name, family);
  return family;
}

function headOf(name: string, kind: Family['kind'], help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

function timeLines(name: string, labels: string, { classes, sum, count }: Times): string[] {
  const withClass = (most: string): string => braced([labels, `le="${most}"`].filter((part) => part !== '').join(','));
  return [
    ...CLASSES.map((most, i) => `${name}_bucket${withClass(String(most))} ${classes[i]}`),
    `${name}_bucket${withClass('+Inf')} ${count}`,
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ];
}

/** Labels as text; their values are the server's own words, never a caller's. */
function labelsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
    .join(',');
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`;
}
