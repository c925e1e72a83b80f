import { MEANINGS } from '../core/model/kinds.ts';
import type { KeptNote } from './note-row.ts';
import { countIn, listIn, type SourceRow, textIn, wordIn } from './source-row.ts';

/** The detail of an observation, from columns with claude-mem's names. */
export function observationIn(row: SourceRow): NonNullable<KeptNote['detail']> {
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
