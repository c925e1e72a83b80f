import { MEANINGS } from '../core/model/kinds.ts';
import type { Kept } from './noted.ts';
import { countIn, listIn, type Row, textIn, wordIn } from './row.ts';

/** The detail of an observation, from columns as claude-mem named them. */
export function observationIn(row: Row): NonNullable<Kept['detail']> {
  return {
    subtitle: textIn(row, 'subtitle'),
    meaning: wordIn(row, 'type', MEANINGS),
    facts: listIn(row, 'facts'),
    concepts: listIn(row, 'concepts'),
    filesRead: listIn(row, 'files_read'),
    filesChanged: listIn(row, 'files_modified'),
    tokens: countIn(row, 'discovery_tokens'),
  };
}
