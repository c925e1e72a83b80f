// context: from a moment in a session to the block that its agent is shown, one file for each occasion.
// What is found comes from `retrieval`; how a reply is worded for an agent stands in `agents`.

import { losesContext } from '../core/model/event.ts';
import type { ItemId, SessionId } from '../core/model/ids.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import type { Store } from '../store/contract/store.ts';
import { callLines } from './context-call.ts';
import { fileLines } from './context-file.ts';
import { promptLines } from './context-prompt.ts';
import { startLines } from './context-start.ts';
import type { BlockRequest } from './lines/block-request.ts';
import type { ContextLine } from './lines/context-line.ts';
import { decayUnused } from './lines/decay-unused.ts';
import { lineTokens, packBlock } from './lines/pack-block.ts';

/** A block before it is framed: its lines, what they are made of, and what they cost in tokens. */
export interface ContextBlock {
  lines: { id: ItemId; section: string; text: string }[];
  items: { id: ItemId; kind: ItemKind; section: string; tokens: number }[];
  tokens: number;
}

/**
 * What is worth saying at a session start, for a prompt, a file or a tool call, packed into the budget. An item is said once a
 * session and again after its context was lost; echoes of what Cairn said are never. Empty when nothing is worth saying.
 */
export async function buildContext(store: Store, request: BlockRequest): Promise<ContextBlock> {
  // Before the start of a session is in the log, as where no owner runs, its trigger alone says so.
  const said = losesContext(request.trigger) ? new Set<ItemId>() : await saidIds(store, request.session);
  const drafted = await linesFor(store, request);
  const seen = new Set<string>();
  const fresh = drafted.filter((line) => !said.has(line.id) && !seen.has(line.text) && seen.add(line.text));
  const lines = packBlock(await decayUnused(store, fresh), request.budget);
  return {
    lines: lines.map(({ id, section, text }) => ({ id, section, text })),
    items: lines.map(({ id, kind, section, text }) => ({ id, kind, section, tokens: lineTokens(text) })),
    tokens: lines.reduce((sum, line) => sum + lineTokens(line.text), 0),
  };
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
