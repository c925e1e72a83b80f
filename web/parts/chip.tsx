import { Icon } from './icon.tsx';
import { type Choice, ChoiceMenu } from './menu.tsx';

/** A filter that is on or off. */
export function ToggleChip({
  label,
  isOn,
  onToggle,
  title,
}: {
  label: string;
  isOn: boolean;
  onToggle: () => void;
  title?: string;
}) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onToggle} title={title}>
      {label}
    </button>
  );
}

/** A filter: dashed while it is open, with its value once it is set; a press chooses, the cross takes it out. */
export function FilterChip(props: {
  label: string;
  value: string | undefined;
  choices: readonly Choice[];
  onChange: (value: string | undefined) => void;
  /** Any text may be typed. */
  free?: boolean;
}) {
  const { label, value, choices, onChange, free } = props;
  const shown = choices.find((choice) => choice.value === value)?.label ?? value;
  const all = value === undefined ? choices : [{ value: '', label: `Any ${label.toLowerCase()}` }, ...choices];
  return (
    <ChoiceMenu
      class={value === undefined ? 'chip dashed' : 'chip on'}
      label={label}
      choices={all}
      chosen={value}
      onChoose={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      {...(free && { free })}
    >
      {value === undefined ? (
        <>
          <Icon name="plus" />
          {label}
        </>
      ) : (
        <>
          {label} <b dir="auto">{shown}</b>
          <Icon name="down" />
        </>
      )}
    </ChoiceMenu>
  );
}

/** One of a few views of the same: the pressed one holds. */
export function Segments<Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out otherwise
    <div class="seg" role="group" aria-label={props.label}>
      {props.choices.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
