/** The bundled model's file, in its package as in a home. */
export const MODEL_FILE = 'minilm.cairn';
