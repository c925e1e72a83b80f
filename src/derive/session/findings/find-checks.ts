import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { runsOf } from '../../failure/command-run.ts';
import { commandOfItem } from '../../failure/item-command.ts';
import type { FindingSet } from './finding-set.ts';

const MAX_CHECKS = 24;
const MAX_EVIDENCE = 8;
/** The key of what is run after changes; there is one in a project. */
const KEY = 'checks after a change';

/** A turn of a thread of work: whether it changed files, and what it ran since the last change. */
interface CheckedTurn {
  id: string;
  changed: boolean;
  checks: Map<string, Item>;
}

/** Finds the tests, builds and linters that are run after a change, in how many of the turns that change files. */
export class CheckFinder {
  readonly #findings: FindingSet;
  /** The current turn, by subagent. */
  readonly #turns = new Map<string, CheckedTurn>();
  /** The number of turns in which each check was run after the last change. */
  readonly #checks = new Map<string, number>();
  #changes = 0;
  #evidence: ItemId[] = [];
  #at: number | undefined;

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    const { observation, success, subagent = '', prompt = '' } = detailOfKind(item, 'observation');
    if (success === false || (observation !== 'file-write' && observation !== 'command')) return;
    let turn = this.#turns.get(subagent);
    if (turn === undefined || turn.id !== prompt) {
      if (turn !== undefined) this.#close(turn);
      turn = { id: prompt, changed: false, checks: new Map() };
      this.#turns.set(subagent, turn);
    }
    if (observation === 'file-write') {
      turn.changed = true;
      turn.checks.clear();
    } else if (turn.changed) {
      for (const name of checksIn(item)) if (turn.checks.size < MAX_CHECKS) turn.checks.set(name, item);
    }
  }

  end(): void {
    for (const turn of this.#turns.values()) this.#close(turn);
    if (this.#at === undefined) return;
    this.#findings.add({
      kind: 'workflow',
      key: KEY,
      at: this.#at,
      evidence: this.#evidence,
      author: 'agent',
      exposed: false,
      label: KEY,
      detail: { changes: this.#changes, checks: Object.fromEntries(this.#checks) },
    });
  }

  #close({ changed, checks }: CheckedTurn): void {
    if (!changed) return;
    this.#changes += 1;
    for (const [name, { id, at }] of checks) {
      if (this.#checks.size < MAX_CHECKS || this.#checks.has(name))
        this.#checks.set(name, (this.#checks.get(name) ?? 0) + 1);
      if (!this.#evidence.includes(id)) this.#evidence = [...this.#evidence, id].slice(-MAX_EVIDENCE);
      this.#at = Math.max(this.#at ?? at, at);
    }
  }
}

/** The names of tests, builds and linters that a command ran. */
function checksIn(item: Item): string[] {
  const line = commandOfItem(item);
  if (line === undefined) return [];
  return runsOf(line).flatMap(({ name, purpose }) => (purpose === undefined || !name.includes(' ') ? [] : [name]));
}
