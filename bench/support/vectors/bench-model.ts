/** The model that generated vectors go by. */
export const BENCH_MODEL = { name: 'bench', dimensions: 384 } as const;
