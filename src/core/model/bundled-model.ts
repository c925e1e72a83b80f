/** File name of the bundled embedding model, the same in its package and in a home. */
export const MODEL_FILE = 'minilm.cairn';
