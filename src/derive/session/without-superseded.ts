import type { JsonObject, JsonValue } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { Item, Sourced } from '../../core/model/item.ts';
import { detailOf } from '../item/make-item.ts';
import type { SessionYield } from './session-reducer.ts';
import { withSummary } from './summary-item.ts';

/**
 * Removes superseded knowledge (`over`) from what was derived from a session: its sentences in summaries and checkpoints, and
 * the findings without other evidence. Requests stay, since they were made.
 */
export function withoutSuperseded({ items, findings }: SessionYield, over: readonly Item[]): SessionYield {
  if (over.length === 0) return { items, findings };
  const ids = new Set<string>(over.map(({ id }) => id));
  const isSuperseded = ({ text, ids: sources }: Sourced): boolean =>
    sources.some((id) => ids.has(id)) || over.some((item) => text.includes(item.text));
  return {
    items: items.map((item) => itemWithout(item, isSuperseded)),
    findings: findings.flatMap((finding) => findingWithout(finding, ids)),
  };
}

function itemWithout(item: Item, isSuperseded: (sentence: Sourced) => boolean): Item {
  if (item.kind === 'summary' && item.detail.summary !== undefined) {
    const { summary, quoted } = item.detail;
    const detail = { ...without(summary, isSuperseded), request: summary.request };
    return withSummary(item, detail, quoted !== undefined);
  }
  if (item.kind !== 'checkpoint' || item.detail.checkpoint === undefined) return item;
  const checkpoint = without(item.detail.checkpoint, isSuperseded);
  return { ...item, detail: detailOf<'checkpoint'>({ ...item.detail, checkpoint }) };
}

/** A detail whose lists lack the sentences for which `isSuperseded` is true. */
function without<Detail extends object>(detail: Detail, isSuperseded: (sentence: Sourced) => boolean): Detail {
  const lists = Object.entries(detail as JsonObject).map(([name, value]) => [name, filtered(value, isSuperseded)]);
  return Object.fromEntries(lists) as Detail;
}

function filtered(value: JsonValue, isSuperseded: (sentence: Sourced) => boolean): JsonValue {
  if (!Array.isArray(value)) return value;
  return value.filter((one) => !(isSentence(one) && isSuperseded(one)));
}

function isSentence(value: JsonValue | Sourced): value is Sourced {
  return isJsonObject(value) && typeof value.text === 'string' && Array.isArray(value.ids);
}

function findingWithout(finding: Finding, over: ReadonlySet<string>): Finding[] {
  const evidence = finding.evidence.filter((id) => !over.has(id));
  if (evidence.length === finding.evidence.length) return [finding];
  return evidence.length === 0 ? [] : [{ ...finding, evidence }];
}
