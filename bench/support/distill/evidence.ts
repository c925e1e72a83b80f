import { basename } from 'node:path';
import type { Item } from '../../../src/core/model/item.ts';
import { detailOfKind } from '../../../src/core/model/item.ts';

/** What a later turn used that an earlier session had: the words by which it can be told. */
export interface Evidence {
  kind: 'file' | 'command' | 'identifier';
  word: string;
}

/** A prompt of a session, and the evidence that the turn after it really used. */
export interface Turn {
  prompt: Item;
  evidence: Evidence[];
}

const IDENTIFIER = /\b(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}|[a-z0-9]+(?:_[a-z0-9]+)+)\b/g;
const IDENTIFIER_CHARS = 8;
const FILE_CHARS = 5;

/** What an item is about: files read and changed, the command that ran, identifiers that were written or looked for. */
export function evidenceOf(item: Item): Evidence[] {
  const { filesChanged = [], filesRead = [] } = item.detail;
  const { observation, subtitle = '' } = detailOfKind(item, 'observation');
  const files = [...filesChanged, ...filesRead]
    .map((path) => basename(path))
    .filter((name) => name.length >= FILE_CHARS);
  const isWork = observation === 'file-write' || observation === 'research';
  const commands = observation === 'command' && subtitle.includes(' ') ? [subtitle] : [];
  return [
    ...files.map((word): Evidence => ({ kind: 'file', word })),
    ...commands.map((word): Evidence => ({ kind: 'command', word })),
    ...(isWork ? identifiersIn(item.text) : []).map((word): Evidence => ({ kind: 'identifier', word })),
  ];
}

/** All words of a session's items by which evidence could be told. */
export function wordsOfSession(items: readonly Item[]): Set<string> {
  return new Set(items.flatMap((item) => [...evidenceOf(item).map(({ word }) => word), ...identifiersIn(item.text)]));
}

/**
 * The turns of a session, its items in order: evidence is what a turn's work is about, that earlier sessions had, and that
 * neither the prompt nor the session itself had said before.
 */
export function turnsOf(items: readonly Item[], earlier: ReadonlySet<string>): Turn[] {
  const turns: Turn[] = [];
  const said = new Set<string>();
  for (const item of items) {
    if (item.kind === 'prompt') turns.push({ prompt: item, evidence: [] });
    const turn = turns.at(-1);
    for (const one of evidenceOf(item)) {
      const isNew = !said.has(one.word) && turn !== undefined && !turn.prompt.text.includes(one.word);
      if (isNew && earlier.has(one.word)) turn.evidence.push(one);
      said.add(one.word);
    }
    for (const word of identifiersIn(item.text)) said.add(word);
  }
  return turns;
}

function identifiersIn(text: string): string[] {
  return (text.match(IDENTIFIER) ?? []).filter((word) => word.length >= IDENTIFIER_CHARS);
}
