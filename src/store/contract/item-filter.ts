import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Author, Category, ItemKind, KnowledgeKind, KnowledgeStatus, Meaning } from '../../core/model/kinds.ts';

/** Which items to list: an item must meet every given field. */
export interface ItemFilter {
  /** Only these, at most 1,000. */
  ids?: readonly ItemId[];
  kinds?: readonly ItemKind[];
  project?: ProjectId;
  session?: SessionId;
  /** A path as items carry it: items that read or changed that file. */
  file?: string;
  /** True: `file` may be the end of a path when no item carries it as a whole path. */
  fileEnd?: boolean;
  knowledge?: readonly KnowledgeKind[];
  authors?: readonly Author[];
  /** Only items whose words may be others' (`true`), or only those whose words are not. */
  exposed?: boolean;
  /** Only knowledge in one of these states. */
  status?: readonly KnowledgeStatus[];
  /** Only calls of tools that failed. */
  failed?: true;
  meanings?: readonly Meaning[];
  categories?: readonly Category[];
  /** A concept that the item names, spelt as in `detail.concepts`. */
  concept?: string;
  /**
   * True: hidden and retired items too; `only`: hidden items alone; default: neither. No word query finds retired
   * items.
   */
  hidden?: boolean | 'only';
  /** Milliseconds since 1970, both inclusive. */
  since?: number;
  until?: number;
  agent?: string;
  /** Further filters that the item must meet as well. */
  also?: readonly Pick<ItemFilter, 'file' | 'fileEnd' | 'project' | 'concept' | 'agent' | 'session'>[];
}
