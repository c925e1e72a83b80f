import { Button, Keys } from '../../parts/button.tsx';
import { useModal } from '../../parts/dialog.tsx';
import { keyGroups } from '../keys.ts';
import { singleKeys } from '../preferences.ts';
import { isKeySheetOpen } from './palette-state.ts';

/** All keys that do something now, by group, made of what is registered. */
export function KeySheet() {
  const close = (): void => {
    isKeySheetOpen.value = false;
  };
  const { ref, closing } = useModal(close);
  const groups = new Map<string, { keys: string; does: string }[]>();
  for (const { group, rows } of keyGroups.value) {
    const known = groups.get(group) ?? [];
    const named = rows.flatMap(({ keys, does }) =>
      does === undefined ? [] : [{ keys: keys.split('|')[0] ?? keys, does }],
    );
    groups.set(group, [...known, ...named.filter(({ keys }) => !known.some((row) => row.keys === keys))]);
  }
  return (
    <dialog ref={ref} class="keysheet" aria-labelledby="keys-title" autofocus tabIndex={-1} {...closing}>
      <header class="d-head">
        <h2 id="keys-title">Keys</h2>
        <Button
          kind="ghost"
          pressed={singleKeys.value}
          onClick={() => {
            singleKeys.value = !singleKeys.value;
          }}
        >
          {singleKeys.value ? 'Single keys are on' : 'Single keys are off'}
        </Button>
        <Button kind="ghost" keys="Esc" onClick={close}>
          Close
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <div class="k-cols" tabIndex={0}>
        {[...groups].map(([group, rows]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {rows.map(({ keys, does }) => (
                <>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                    <span class="sr">{keys}</span>
                  </dd>
                </>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
