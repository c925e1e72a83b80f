import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Author, Category, ItemKind, KnowledgeKind, KnowledgeStatus, Meaning } from '../../core/model/kinds.ts';

/** Which items to list: all given fields must hold. */
export interface ItemFilter {
  /** Only these, at most 1,000. */
  ids?: readonly ItemId[];
  kinds?: readonly ItemKind[];
  project?: ProjectId;
  session?: SessionId;
  /** A path as items carry it: what read or changed that file. */
  file?: string;
  /** `file` is the end of a path, where it is none itself. */
  fileEnd?: boolean;
  knowledge?: readonly KnowledgeKind[];
  authors?: readonly Author[];
  /** Only knowledge that stands so. */
  status?: readonly KnowledgeStatus[];
  meanings?: readonly Meaning[];
  categories?: readonly Category[];
  /** A concept that the item names, as `detail.concepts` has it. */
  concept?: string;
  /** Also what is hidden or retired, or only what is hidden; default what is neither. No words find what is retired. */
  hidden?: boolean | 'only';
  /** Milliseconds since 1970, both inclusive. */
  since?: number;
  until?: number;
  agent?: string;
  /** What must hold as well. */
  also?: readonly Pick<ItemFilter, 'file' | 'fileEnd' | 'project' | 'concept' | 'agent' | 'session'>[];
}
