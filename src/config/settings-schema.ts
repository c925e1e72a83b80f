import type { JsonObject, JsonValue } from '../core/json.ts';
import { SETTING_HELP } from './setting-help.ts';
import { SETTING_KEYS, SETTINGS, type Setting, type SettingKey } from './settings.ts';

/** The JSON schema (draft 2020-12) of `config.json`: every setting but `home`, by its flat key and nested in its group. */
export function settingsSchema(): JsonObject {
  const keys = SETTING_KEYS.filter((key) => key !== 'home');
  const groups = Map.groupBy(keys, (key) => key.split('.', 1)[0] ?? key);
  const nested = [...groups].map(([group, members]): [string, JsonObject] => {
    const fields = members.map((key): [string, JsonObject] => [key.slice(group.length + 1), schemaOf(key)]);
    return [group, { type: 'object', properties: Object.fromEntries(fields), additionalProperties: false }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of Cairn',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(keys.map((key) => [key, schemaOf(key)])),
      ...Object.fromEntries(nested),
    },
    additionalProperties: false,
  };
}

function schemaOf(key: SettingKey): JsonObject {
  const { type, default: usual }: Setting = SETTINGS[key];
  const value: JsonValue = typeof usual === 'object' ? [...usual] : usual;
  const about = { description: SETTING_HELP[key], default: value };
  switch (type.kind) {
    case 'text':
      return { type: 'string', ...(type.optional !== true && { minLength: 1 }), ...about };
    case 'boolean':
      return { type: 'boolean', ...about };
    case 'number':
      return { type: 'number', minimum: type.min, maximum: type.max, ...about };
    case 'choice':
      return { type: 'string', enum: [...type.values], ...about };
    case 'list':
      return { type: 'array', items: { type: 'string' }, maxItems: type.maxItems, ...about };
  }
}
