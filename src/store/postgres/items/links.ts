/** The table of links, as `insertRows` takes it. */
export const LINKS = { table: 'links', columns: { from_id: 'text', relation: 'text', to_id: 'text' } } as const;
