import type { ListResult } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { ListInput } from '../../api/requests.ts';
import type { ItemKind, Outcome } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';

/** Sessions on a page of the list. */
const PAGE = 50;

/** What the lists are asked for: the project at hand or all, what was typed, and the filters. It changes as keys say. */
export interface BrowserScope {
  /** A path in the project at hand, its name or id. */
  readonly here: string;
  everywhere: boolean;
  query: string;
  agent?: string | undefined;
  outcome?: Outcome | undefined;
  kind?: ItemKind | undefined;
}

/** What the browser opens with. `first`: the first page of its sessions, asked for before the browser was loaded. */
export interface BrowserStart {
  asked: BrowserScope;
  memory: Memory;
  first: Promise<ListResult>;
}

/** The project as a call takes it. */
export function projectOf({ here, everywhere }: BrowserScope): string {
  return everywhere ? '*' : here;
}

/** The list of sessions as the browser opens it: the newest of the project at hand, or of all. */
export function sessionsAsked(asked: BrowserScope): ListInput {
  const { agent, outcome } = asked;
  return { kinds: ['session'], project: projectOf(asked), limit: PAGE, ...omitUndefined({ agent, outcome }) };
}
