import type { JsonObject } from '../../src/core/json.ts';
import type { Planted } from './planted.ts';

/** What goes into the places of an event: planted secrets, or private texts. */
export interface Fill {
  /** Goes before ids, so that the events of two fills are two. */
  name: string;
  /** A text for a place whose text is kept. */
  text(place: string): string;
  /** Fields of a tool's input or result, which are kept. */
  json(place: string): JsonObject;
  /** A text for a place of which nothing is kept. */
  dropped(place: string): string;
}

/** Secrets of every kind and private passages in each place, between words that stay. */
export function closedFill(planted: Planted): Fill {
  const fills = [secretsFill(planted), privateFill(planted)];
  return {
    name: 'closed',
    text: (place) => fills.map((fill) => fill.text(place)).join('\n\n'),
    dropped: (place) => fills.map((fill) => fill.dropped(place)).join('\n\n'),
    json: (place) => ({ ...fills[0]?.json(place), more: fills[1]?.json(`${place}, more`) ?? null }),
  };
}

function secretsFill(planted: Planted): Omit<Fill, 'name'> {
  const value = (place: string): string => planted.value(place);
  return {
    text: (place) => [planted.kept(place), ...planted.secrets(place), planted.kept(`${place}, end`)].join('\n\n'),
    dropped: (place) => planted.secrets(place).join('\n\n'),
    json: (place) => ({
      first: planted.kept(place),
      list: planted.secrets(`${place}, list`),
      nested: [[{ deeper: { deepest: planted.secrets(`${place}, nested`).join('\n') } }]],
      body: JSON.stringify({ request: JSON.stringify({ parts: planted.secrets(`${place}, JSON in JSON`) }) }),
      keys: Object.fromEntries(planted.secrets(`${place}, key`).map((key, at) => [key, at])),
      password: value(`${place}, password`),
      config: { apiKey: value(`${place}, apiKey`), db: { DB_PASSWORD: value(`${place}, DB_PASSWORD`) } },
      headers: { authorization: `Bearer ${value(`${place}, header`)}`, 'x-api-key': value(`${place}, x-api-key`) },
      env: [{ name: 'DEPLOY_TOKEN', value: value(`${place}, name and value`) }],
      args: ['--password', value(`${place}, flag`), '--verbose'],
      last: planted.kept(`${place}, end`),
    }),
  };
}

function privateFill(planted: Planted): Omit<Fill, 'name'> {
  const hidden = (place: string): string => planted.hidden(`private: ${place}`);
  const kept = (place: string): string => planted.kept(`beside private words: ${place}`);
  const passages = (place: string): string[] => [
    `<private>${hidden(place)}</private>`,
    `<PRIVATE>\n${hidden(place)}\n</Private>`,
    `<private reason="it is mine">${hidden(place)}</private>`,
    `< private >${hidden(place)}</ private >`,
    `<private>${hidden(place)}<private>${hidden(place)}</private>${hidden(place)}</private>`,
    JSON.stringify({ note: `<private>${hidden(place)}</private>` }),
    `{"note":"\\u003cprivate\\u003e${hidden(place)}\\u003c/private\\u003e"}`,
    `&lt;private&gt;${hidden(place)}&lt;/private&gt;`,
  ];
  return {
    text: (place) => [kept(place), ...passages(place), kept(`${place}, end`)].join('\n'),
    dropped: (place) => passages(place).join('\n'),
    json: (place) => ({
      first: `${kept(place)} <private>${hidden(place)}`,
      second: { third: [hidden(place), { fourth: hidden(place) }] },
      [`a longer name of ${hidden(place)}`]: hidden(place),
      fifth: `${hidden(place)}</private> ${kept(`${place}, end`)}`,
      [`<private>${hidden(place)}</private> in a name`]: 1,
      body: JSON.stringify({ inner: JSON.stringify({ note: `<private>${hidden(place)}</private>` }) }),
    }),
  };
}

/** A private passage in each place that is not closed: all that follows in the event is private. */
export function unclosedFill(planted: Planted): Fill {
  const hidden = (place: string): string => planted.hidden(`unclosed: ${place}`);
  const open = (place: string): string => `some words <private> ${hidden(place)}\n${hidden(place)}`;
  return {
    name: 'unclosed',
    text: open,
    dropped: open,
    json: (place) => ({
      first: open(place),
      second: { third: [hidden(place), { fourth: hidden(place) }] },
      [`a longer name of ${hidden(place)}`]: hidden(place),
    }),
  };
}

/** Words that must not be kept in each place: all of it. */
export function allHiddenFill(planted: Planted, name: string): Fill {
  const text = (place: string): string => `some words and ${planted.hidden(`${name}: ${place}`)}`;
  return { name, text, dropped: text, json: (place) => ({ first: text(place), second: [{ third: text(place) }] }) };
}
