import { sha256Hex } from '../../core/hash.ts';
import { detailOfKind, type Item, type ItemDetail } from '../../core/model/item.ts';

/** Hexadecimal digits of a stamp: 128 bits, since who chooses both texts may look for two with one stamp. */
const STAMP_CHARS = 32;

/**
 * Names the words of a memory as a person is shown them for a judgement: its kind, title, text, severity, reason and alternatives.
 * A confirmation carries it, and counts for no others. What it is made of is kept in the log: a change of it ends confirmations.
 */
export function wordsStamp(item: Item): string {
  const { severity, reason, alternatives = [] } = item.detail as ItemDetail;
  const { knowledge } = detailOfKind(item, 'knowledge');
  const said = [item.kind, knowledge ?? '', item.title, item.text, severity ?? '', reason ?? '', alternatives];
  return sha256Hex(JSON.stringify(said)).slice(0, STAMP_CHARS);
}

/** The stamp of what waits for a person's judgement; `undefined` for anything else. */
export function stampOfProposal(item: Item): string | undefined {
  return item.detail.status === 'proposed' ? wordsStamp(item) : undefined;
}
