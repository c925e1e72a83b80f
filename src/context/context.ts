// context: from a moment in a session to the block that its agent receives, one file for each occasion. Items come from
// `retrieval`; the wording of a reply for an agent is in `agents`.

import { losesContext } from '../core/model/active-session.ts';
import type { ItemId, SessionId } from '../core/model/ids.ts';
import type { ItemKind, LineLack } from '../core/model/kinds.ts';
import type { Store } from '../store/contract/store.ts';
import { fileLines } from './context-file.ts';
import { promptLines } from './context-prompt.ts';
import { isPersonsConstraint, rulesLeft, startLines } from './context-start.ts';
import { type BlockRequest, withGroup } from './lines/block-request.ts';
import { withoutCarriedOrders } from './lines/carried-orders.ts';
import { withoutClaimedLimits } from './lines/claimed-limit.ts';
import type { ContextLine } from './lines/context-line.ts';
import { failureLine, knownFailure } from './lines/known-failure.ts';
import { decayUnused, lineTokens } from './lines/pack-block.ts';
import { shapeLine } from './lines/shape-line.ts';
import { numbered } from './lines/trail.ts';
import { trippedLine } from './lines/tripwires.ts';
import { withoutStanding } from './neighbours/without-standing.ts';
import { packProven } from './proof/pack-proven.ts';

/** Upper bound on the lines about tripwires in one block. */
const MAX_TRIPPED = 3;
/** Upper bound on the lines about known failures in one block. */
const MAX_KNOWN = 2;
/** Upper bound on the tokens of the line that says how many rules are left out. */
const MORE_TOKENS = 45;

/** A block before framing: its lines, the items behind them, and its size in tokens. */
export interface ContextBlock {
  lines: { id: ItemId; section: string; text: string }[];
  items: { id: ItemId; kind: ItemKind; section: string; tokens: number }[];
  tokens: number;
  /** Rules that a start would tell, and for which it has no room. */
  rulesLeft?: ItemId[];
}

/**
 * Builds the block for a session start, a prompt, a file or a tool call, within a token budget. An item is injected
 * once a session, and again after the session's context was lost; echoes and muted items never are. Empty when nothing is worth
 * injecting.
 */
export async function buildContext(store: Store, asked: BlockRequest): Promise<ContextBlock> {
  const request = await withGroup(store, asked);
  // Where no worker runs, the start of a session is not in the log yet: its trigger alone says that context was lost.
  const said = losesContext(request.trigger) ? new Set<ItemId>() : await saidIds(store, request.session);
  const { trail, place } = request;
  const drafted = await keptLines(store, request);
  const seen = new Set<string>();
  const fresh = (trail === undefined ? drafted : numbered(drafted)).filter((line) => {
    const lack = lackOf(line, { said, seen });
    if (lack === undefined) seen.add(line.text);
    else trail?.leave(line, lack);
    return lack === undefined;
  });
  const lasting = await withoutClaimedLimits(store, fresh);
  trail?.leaveOthers(fresh, lasting, 'claim');
  const sure = await withoutCarriedOrders(store, lasting, request.project);
  trail?.leaveOthers(lasting, sure, 'outside');
  const own = place === undefined ? sure : withoutStanding(sure, place);
  trail?.leaveOthers(sure, own, 'stands');
  const { packed, left } = await pack(store, await decayUnused(store, own), request);
  const told = new Set(packed.map(({ id }) => id));
  const lines = packed.filter(({ besides }) => besides === undefined || told.has(besides));
  trail?.tell(lines);
  trail?.leaveOthers(packed, lines, 'besides');
  const shaped = lines.map((line) => ({ ...line, text: shapeLine(line, request.format) }));
  return {
    lines: shaped.map(({ id, section, text }) => ({ id, section, text })),
    items: shaped.map(({ id, kind, section, text }) => ({ id, kind, section, tokens: lineTokens(text) })),
    tokens: shaped.reduce((sum, line) => sum + lineTokens(line.text), left.length === 0 ? 0 : MORE_TOKENS),
    ...(left.length > 0 && { rulesLeft: left.map(({ id }) => id) }),
  };
}

/** Packs lines, and keeps room to say how many rules a start leaves out. */
async function pack(
  store: Store,
  lines: readonly ContextLine[],
  request: BlockRequest,
): Promise<{ packed: ContextLine[]; left: ContextLine[] }> {
  const packAt = async (budget: number) => {
    const { lines: packed, left } = await packProven(store, lines, { ...request, budget });
    return { packed, left: request.occasion === 'start' ? rulesLeft(lines, { left, trail: request.trail }) : [] };
  };
  const all = await packAt(request.budget);
  if (all.left.length === 0) return all;
  const told = await packAt(request.budget - MORE_TOKENS);
  return told.packed.length === 0 ? { ...all, left: [] } : told;
}

/** What speaks against a line before its words are looked at. */
function lackOf(
  line: ContextLine,
  { said, seen }: { said: ReadonlySet<ItemId>; seen: ReadonlySet<string> },
): LineLack | undefined {
  if (line.muted === true) return 'muted';
  if (said.has(line.id)) return 'told';
  return seen.has(line.text) ? 'repeats' : undefined;
}

/** The lines of a block; those alone that tell a constraint of a person, where nothing else is wanted. */
async function keptLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const lines = await linesFor(store, request);
  if (request.constraints !== true || lines.length === 0) return lines;
  const items = await store.items.get([...new Set(lines.map(({ id }) => id))]);
  const constraints = new Set(items.filter(isPersonsConstraint).map(({ id }) => id));
  return lines.filter(({ id }) => constraints.has(id));
}

async function linesFor(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  if (request.occasion === 'start') return startLines(store, request);
  if (request.occasion === 'prompt')
    return [...(await callLines(store, request)), ...(await promptLines(store, request))];
  return request.occasion === 'call' ? callLines(store, request) : fileLines(store, request);
}

async function saidIds(store: Store, session: SessionId | undefined): Promise<ReadonlySet<ItemId>> {
  if (session === undefined) return new Set();
  const since = await store.items.contextLostAt(session);
  return new Set((await store.items.injected(session, since)).ids);
}

/** Lines at a tool call or a prompt: the tripwires that it trips, and what is known of the failures that it reports. */
async function callLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const { tripped = [], project, session, failures = [] } = request;
  const lines = tripped.slice(0, MAX_TRIPPED).map(trippedLine);
  if (project === undefined) return lines;
  const told: ContextLine[] = [];
  for (const key of failures) {
    const known = await knownFailure(store, { project, session, key });
    const line = known === undefined ? undefined : await failureLine(store, known, project);
    if (line !== undefined) told.push(line);
    if (told.length === MAX_KNOWN) break;
  }
  return [...lines, ...told];
}
