import type { SettingEntry } from '../../../src/api/home-answers.ts';
import { mayChange } from '../../app/who.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Table } from '../../parts/table.tsx';
import { changeSetting } from './setting-editor.tsx';
import { originOf, showValue } from './setting-words.ts';

/** Settings with value, origin and help; a locked one says what sets it. */
export function SettingTable(props: { settings: readonly SettingEntry[]; onChange: (setting: SettingEntry) => void }) {
  const { settings, onChange } = props;
  const columns = [
    { head: 'Setting', cell: (setting: SettingEntry) => <Name setting={setting} /> },
    { head: 'Value', cell: (setting: SettingEntry) => <Value setting={setting} /> },
    {
      head: 'Comes from',
      cell: (setting: SettingEntry) => {
        const { icon, says } = originOf(setting);
        return <Badge icon={icon}>{says}</Badge>;
      },
    },
    {
      head: 'Change',
      cell: (setting: SettingEntry) => <Actions setting={setting} onChange={onChange} />,
      isFigure: true,
    },
  ];
  return <Table label="Settings" columns={columns} rows={settings} keyOf={({ key }) => key} />;
}

function Name({ setting: { key, help, default: usual, from } }: { setting: SettingEntry }) {
  return (
    <>
      <code>{key}</code>
      <div class="quiet help">
        {help} {from !== 'default' && key !== 'home' && `Default ${showValue(usual)}.`}
      </div>
    </>
  );
}

function Value({ setting: { value, pending } }: { setting: SettingEntry }) {
  return (
    <>
      <b class="strong value">
        <Line text={showValue(value)} />
      </b>
      {pending && (
        <div>
          <Badge icon="part" tone="warn">
            after a restart
          </Badge>
        </div>
      )}
    </>
  );
}

function Actions({ setting, onChange }: { setting: SettingEntry; onChange: (setting: SettingEntry) => void }) {
  if (setting.locked) return <span class="quiet nowrap">set outside</span>;
  return (
    <span class="btns set-actions">
      {setting.from === 'file' && (
        <Button kind="ghost" small onClick={() => void (mayChange() && changeSetting(setting, undefined))}>
          Default<span class="sr"> of {setting.key}</span>
        </Button>
      )}
      <Button kind="ghost" small onClick={() => mayChange() && onChange(setting)}>
        Change<span class="sr"> {setting.key}</span>
      </Button>
    </span>
  );
}
