import type { StatsResult } from '../../api/stats-answers.ts';
import type { JsonObject } from '../../core/json.ts';
import { answer, noteLines, notesData, plain, type ToolAnswer } from './text.ts';

/** The figures of a time, by day and by name. */
export function renderStats({ heat: _heat, notes, ...found }: StatsResult): ToolAnswer {
  const data = structuredClone(found) as unknown as JsonObject;
  return answer([...statsLines(found), ...noteLines(notes)], { ...data, ...notesData(notes) });
}

function statsLines({
  since,
  until,
  totals,
  days,
  outcomes,
  concepts,
  anomalies,
}: Omit<StatsResult, 'heat' | 'notes'>): string[] {
  const named = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  return [
    `${since.slice(0, 10)} to ${until.slice(0, 10)}: ${named({ ...totals })}`,
    ...(Object.keys(outcomes).length === 0 ? [] : [`Sessions came out: ${named(outcomes)}`]),
    ...days.map(({ day, ...counts }) => `${day}: ${named(counts)}`),
    ...(concepts.length === 0
      ? []
      : [`About: ${concepts.map(({ name, memories }) => `${plain(name)} ${memories}`).join(', ')}`]),
    ...anomalies.map(
      ({ sessionId, what, value, mean }) => `Stands out: [${sessionId}] ${value} ${what}, usually ${mean}`,
    ),
  ];
}
