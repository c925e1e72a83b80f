import type { ToldBlock, ToldMemory } from '../../../src/api/story-answers.ts';
import { idPath } from '../../app/router.ts';
import { Badge } from '../../parts/badge.tsx';
import { Line } from '../../parts/stored-text.tsx';

const WAYS: Readonly<Record<string, string>> = {
  fetched: 'read whole by its id',
  touched: 'its file was read or changed',
  repeated: 'its command was run',
  heeded: 'it did not happen again',
  again: 'it happened again all the same',
};

/** What a block told, line by line, with what was seen of it afterwards. */
export function ToldLines({ block }: { block: ToldBlock }) {
  return (
    <ul class="told">
      {block.items.map((item) => (
        <li key={item.id} class="filerow">
          <Used item={item} />
          <a class="link clip grow" href={idPath(item.id)}>
            <Line text={item.title} />
          </a>
          {item.section !== undefined && (
            <span class="quiet">
              <Line text={item.section} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whether the session used a memory after Cairn told it: seen afterwards, which does not prove that it helped. */
export function Used({ item: { uses } }: { item: ToldMemory }) {
  const ways = uses.map((how) => WAYS[how] ?? how).join('; ');
  const isUsed = uses.some((how) => how !== 'again');
  return (
    <span class="used" title={ways === '' ? 'Nothing was seen of it afterwards' : ways}>
      <Badge icon={isUsed ? 'confirmed' : 'unknown'} tone={isUsed ? 'ok' : ''}>
        {isUsed ? 'used' : 'not used'}
      </Badge>
    </span>
  );
}
