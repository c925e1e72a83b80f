import type { Item } from '../../core/item.ts';
import { cutText, oneLine } from '../../core/text.ts';
import { boundedKey } from '../pattern/normal-error.ts';
import { statementKey } from '../pattern/statement-key.ts';
import type { FindingSet } from './finding-set.ts';

const LABEL_CHARS = 240;

/** Finds decisions and preferences that persons and agents state. */
export class StatementFinder {
  readonly #findings: FindingSet;

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    if (item.kind === 'knowledge') this.#takeKnowledge(item);
  }

  #takeKnowledge(item: Item): void {
    const { knowledge, status } = item.detail;
    const { author } = item;
    if (knowledge === undefined || status === 'withdrawn' || status === 'superseded') return;
    if (author !== 'person' && author !== 'agent') return;
    const key = statementKey(item.text);
    if (key === '') return;
    this.#findings.add({
      kind: knowledge === 'decision' || knowledge === 'rejected' ? 'decision' : 'preference',
      key: boundedKey(key),
      at: item.at,
      evidence: [item.id],
      files: item.detail.filesChanged ?? [],
      author,
      exposed: item.exposed,
      label: cutText(oneLine(item.text), LABEL_CHARS),
      detail: { states: knowledge, ...(item.detail.reason === undefined ? {} : { reason: item.detail.reason }) },
    });
  }
}
