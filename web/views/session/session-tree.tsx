import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { isPrompt, type StoryPart } from './parts-of-story.ts';
import type { TimeScale } from './time-scale.ts';

/** Sessions of more parts than this begin with their prompts folded. */
const UNFOLDED = 150;

/** The parts of a session as a tree: each prompt with what followed it. Arrows go, fold and unfold; Enter shows. */
export function SessionTree(props: {
  parts: readonly StoryPart[];
  selected: string | undefined;
  onSelect: (key: string) => void;
  scale: TimeScale;
}) {
  const { parts, selected, onSelect, scale } = props;
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const box = useRef<HTMLDivElement>(null);
  const holder = parts.find(({ key }) => key === selected)?.under;
  const isFolded = (key: string): boolean => folded.get(key) ?? (parts.length > UNFOLDED && key !== holder);
  const shown = parts.filter(({ under }) => under === undefined || !isFolded(under));
  const at = Math.max(
    0,
    shown.findIndex(({ key }) => key === selected),
  );
  const hasParts = new Set(parts.flatMap(({ under }) => under ?? []));

  const reach = (key: string | undefined): void => {
    if (key === undefined) return;
    onSelect(key);
    box.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(key)}"]`)?.focus();
  };
  const fold = (key: string, isTo: boolean): void => {
    setFolded(new Map(folded).set(key, isTo));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const part = shown[at];
    if (part === undefined) return;
    const canFold = hasParts.has(part.key);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => reach(shown[at + 1]?.key),
      ArrowUp: () => reach(shown[at - 1]?.key),
      Home: () => reach(shown[0]?.key),
      End: () => reach(shown.at(-1)?.key),
      ArrowRight: () => (canFold && isFolded(part.key) ? fold(part.key, false) : reach(shown[at + 1]?.key)),
      ArrowLeft: () => (canFold && !isFolded(part.key) ? fold(part.key, true) : reach(part.under)),
      Enter: () => onSelect(part.key),
    };
    const act = acts[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  return (
    <div class="tree" role="tree" aria-label="Session as a tree" ref={box} onKeyDown={onKeyDown}>
      {shown.map((part, index) => (
        <TreePart
          key={part.key}
          part={part}
          isSelected={part.key === selected}
          isFolded={hasParts.has(part.key) ? isFolded(part.key) : undefined}
          isStop={index === at}
          onFold={() => fold(part.key, !isFolded(part.key))}
          onSelect={() => onSelect(part.key)}
          scale={scale}
        />
      ))}
    </div>
  );
}

function TreePart(props: {
  part: StoryPart;
  isSelected: boolean;
  /** `undefined` for a part without parts of its own. */
  isFolded: boolean | undefined;
  isStop: boolean;
  onFold: () => void;
  onSelect: () => void;
  scale: TimeScale;
}) {
  const { part, isSelected, isFolded, isStop, onFold, onSelect, scale } = props;
  const isDeep = part.under !== undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      data-part={part.key}
      role="treeitem"
      aria-level={isDeep ? 2 : 1}
      aria-selected={isSelected}
      aria-expanded={isFolded === undefined ? undefined : !isFolded}
      tabIndex={isStop ? 0 : -1}
      class={isDeep ? 'node deep' : 'node'}
      onClick={(event) => {
        const isArrow = event.target instanceof Element && event.target.closest('.fold') !== null;
        if (isArrow) onFold();
        else onSelect();
      }}
    >
      <span class="fold">{isFolded !== undefined && <Icon name={isFolded ? 'right' : 'down'} small />}</span>
      <span class={part.isBad ? 'bad' : ''}>
        <Icon name={part.icon} {...(part.isBad && { label: 'failed' })} />
      </span>
      <span class="t clip">
        <Line text={part.label} />
        {part.aside !== undefined && (
          <span class="quiet">
            {' '}
            <Line text={part.aside} />
          </span>
        )}
      </span>
      <span class="dur">
        {part.took}
        <Bar part={part} scale={scale} />
      </span>
    </div>
  );
}

function Bar({ part, scale }: { part: StoryPart; scale: TimeScale }) {
  const left = scale.shareOf(part.from);
  const width = Math.max(0.03, scale.shareOf(part.to) - left);
  return (
    <span class="span" aria-hidden="true">
      {!isPrompt(part) && (
        <i
          class={part.isBad ? 'bad' : ''}
          style={{ left: `${Math.min(0.97, left) * 100}%`, width: `${width * 100}%` }}
        />
      )}
    </span>
  );
}
