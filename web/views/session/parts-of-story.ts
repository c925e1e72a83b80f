import type { StoryStep, ToldBlock } from '../../../src/api/story-answers.ts';
import { formatDuration } from '../../parts/format.ts';
import type { IconName } from '../../parts/icons.ts';
import type { Story } from './use-story.ts';

/** A part of a session as its tree, its timeline and its conversation show it. */
export interface StoryPart {
  key: string;
  icon: IconName;
  label: string;
  /** Beside the label, as the folder of a file. */
  aside?: string;
  /** Milliseconds; equal where nobody knows how long it took. */
  from: number;
  to: number;
  /** What stands where a duration stands. */
  took: string;
  isBad: boolean;
  /** Key of the prompt that it belongs to. */
  under?: string;
  of: { is: 'told'; block: ToldBlock } | { is: 'step'; step: StoryStep };
}

/** A call without a duration of its own took at most the time since the part before it, and that counts up to this. */
const GUESSED_MS = 120_000;
const LABEL_CHARS = 160;

const CALL_ICONS: Readonly<Record<string, IconName>> = {
  'file-read': 'read',
  'file-write': 'edit',
  command: 'command',
  research: 'research',
  delegation: 'delegation',
  note: 'note',
};

/** The parts of a session in order: blocks that Cairn told it, and its steps, each under the prompt before it. */
export function partsOfStory({ steps, told }: Story): StoryPart[] {
  const parts = [...told.map(toldPart), ...steps.map(stepPart)].toSorted((one, other) => one.to - other.to);
  let under: string | undefined;
  let before: number | undefined;
  return parts.map((part) => {
    const placed = withTime(part, before);
    before = part.to;
    if (isPrompt(part)) {
      under = part.key;
      return placed;
    }
    return under === undefined ? placed : { ...placed, under };
  });
}

/** True for what a person or the agent's main thread asked: it heads the parts after it. */
export function isPrompt({ of }: StoryPart): boolean {
  return of.is === 'step' && of.step.kind === 'prompt' && of.step.subagent === undefined;
}

function toldPart(block: ToldBlock, index: number): StoryPart {
  const at = Date.parse(block.at);
  return {
    key: `told-${index}`,
    icon: 'told',
    label: toldTitle(block),
    from: at,
    to: at,
    took: `${block.items.length} ${block.items.length === 1 ? 'line' : 'lines'}`,
    isBad: false,
    of: { is: 'told', block },
  };
}

const OCCASIONS: Readonly<Record<string, string>> = {
  start: 'Told at the start',
  prompt: 'Told with the prompt',
  file: 'Told of a file',
  tripwire: 'A rule spoke up',
  failure: 'Told after a failure',
  control: 'Kept back, to compare',
};

/** The occasion of a block in words. */
export function toldTitle({ occasion }: ToldBlock): string {
  return OCCASIONS[occasion] ?? `Told (${occasion})`;
}

function stepPart(step: StoryStep): StoryPart {
  const at = Date.parse(step.at);
  const ms = step.call?.durationMs;
  return {
    key: step.id,
    icon: iconOfStep(step),
    ...labelOf(step),
    from: ms === undefined ? at : at - ms,
    to: at,
    took: ms === undefined ? '' : formatDuration(ms),
    isBad: step.call?.success === false,
    of: { is: 'step', step },
  };
}

/** The icon of a step, by what it did. */
export function iconOfStep({ kind, call, commits }: StoryStep): IconName {
  if (commits.length > 0) return 'commit';
  if (call !== undefined) return CALL_ICONS[call.use] ?? 'tool';
  return kind === 'prompt' ? 'prompt' : kind === 'message' ? 'message' : kind === 'summary' ? 'summary' : 'note';
}

function labelOf({ title, call, commits }: StoryStep): Pick<StoryPart, 'label' | 'aside'> {
  const [commit] = commits;
  if (commit !== undefined) return { label: `${commit.hash} ${commit.subject}` };
  if (call?.command !== undefined) return { label: firstLine(call.command) };
  const [file, ...more] = call?.files ?? [];
  if (file === undefined) return { label: firstLine(title) };
  const cut = file.lastIndexOf('/');
  const label = `${file.slice(cut + 1)}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  return cut <= 0 ? { label } : { label, aside: file.slice(0, cut) };
}

function withTime(part: StoryPart, before: number | undefined): StoryPart {
  const isCall = part.of.is === 'step' && part.of.step.call !== undefined;
  if (!isCall || part.from < part.to || before === undefined) return part;
  const ms = part.to - before;
  if (ms <= 0 || ms > GUESSED_MS) return part;
  return { ...part, from: before, took: `≤ ${formatDuration(ms)}` };
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, LABEL_CHARS);
}
