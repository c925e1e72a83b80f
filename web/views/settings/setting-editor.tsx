import { useState } from 'preact/hooks';
import type { SettingEntry } from '../../../src/api/home-answers.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { toText } from './setting-words.ts';

/** Changes one setting, with the field that its type takes; the toast brings the former value back. */
export function SettingEditor({ setting, onClose }: { setting: SettingEntry; onClose: () => void }) {
  const { key, help, allowed, secret } = setting;
  const [value, setValue] = useState(secret === true ? '' : toText(setting.value));
  const save = async (): Promise<void> => {
    if ((await changeSetting(setting, value)) !== undefined) onClose();
  };
  return (
    <Dialog
      title={`Change ${key}`}
      onClose={onClose}
      action={{ label: 'Save', run: () => void save(), disabled: value === '' && setting.type !== 'list' }}
    >
      <p class="dim small-text">{help}</p>
      <label class="field" for="setting-value">
        <span>Value: {allowed}</span>
        <Field setting={setting} value={value} onInput={setValue} />
      </label>
      {setting.guard && <p class="quiet small-text">Only a person may loosen it.</p>}
      <p class="quiet small-text">
        It goes into config.json at once. A worker that runs reads it when it starts again:{' '}
        <code>cairn worker restart</code>
      </p>
    </Dialog>
  );
}

function Field(props: { setting: SettingEntry; value: string; onInput: (value: string) => void }) {
  const { setting, value, onInput } = props;
  const choices = setting.type === 'boolean' ? ['true', 'false'] : setting.choices;
  if (choices !== undefined) {
    return (
      <span class="input">
        <select id="setting-value" value={value} onChange={(event) => onInput(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </span>
    );
  }
  const common = {
    id: 'setting-value',
    autocomplete: 'off',
    value,
    onInput: (event: { currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  } as const;
  return (
    <span class="input">
      {setting.type === 'number' ? (
        <input type="number" min={setting.least} max={setting.most} step="any" {...common} />
      ) : setting.secret === true ? (
        <input type="password" {...common} />
      ) : (
        <input type="text" {...common} />
      )}
    </span>
  );
}

/** Sets a setting and says so; the way back is its former value, or its default where it had that. A secret has none. */
export function changeSetting(setting: SettingEntry, value: string | undefined) {
  const { key, from, secret } = setting;
  const back = from === 'default' ? { unset: key } : { set: key, value: toText(setting.value) };
  return change('settings', value === undefined ? { unset: key } : { set: key, value }, {
    says: value === undefined ? `${key} has its default again` : `${key} is ${secret === true ? 'set' : value}`,
    ...(secret === true ? {} : { undo: () => ask('settings', back) }),
  });
}
