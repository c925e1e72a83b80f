import type { ProjectKey } from '../config/project-settings.ts';
import { hashBase32 } from '../core/hash.ts';
import { canonicalJson } from '../core/json.ts';
import { sum } from '../core/sum.ts';
import type { ProjectConfig } from '../projects/project-config.ts';
import type { Guards, SeenGuard } from '../store/contract/guards.ts';
import type { ContextBlock } from './context.ts';

/** Settings by which a project's file silences what a person has told Cairn. */
export const SILENCING: readonly ProjectKey[] = [
  'capture.enabled',
  'context.enabled',
  'context.startTokens',
  'context.promptTokens',
  'context.fileTokens',
  'privacy.patterns',
];

/** What a person accepts of a project's file, as guards keep it; `undefined` where the file silences nothing. */
export function acceptanceOf({ file, narrowed }: ProjectConfig): Omit<SeenGuard, 'how' | 'at'> | undefined {
  const silenced = SILENCING.flatMap((key) => (narrowed[key] === undefined ? [] : [[key, narrowed[key]]]));
  if (silenced.length === 0) return undefined;
  return { key: `project ${hashBase32([file])}`, value: canonicalJson(Object.fromEntries(silenced)), from: 'file' };
}

/** True unless the file of a project silences something that no person accepted as it stands. */
export async function isAccepted(guards: Pick<Guards, 'last'>, config: ProjectConfig | undefined): Promise<boolean> {
  const acceptance = config === undefined ? undefined : acceptanceOf(config);
  if (acceptance === undefined) return true;
  const last = await guards.last(acceptance.key);
  return last?.how === 'accepted' && last.value === acceptance.value;
}

/** A block without the lines of blocks before it. */
export function without(block: ContextBlock, before: readonly ContextBlock[]): ContextBlock {
  const known = new Set(before.flatMap(({ lines }) => lines.map(({ id }) => id)));
  if (known.size === 0) return block;
  const items = block.items.filter(({ id }) => !known.has(id));
  const tokens = block.tokens - sum(block.items.filter(({ id }) => known.has(id)).map((item) => item.tokens));
  return { ...block, lines: block.lines.filter(({ id }) => !known.has(id)), items, tokens };
}
