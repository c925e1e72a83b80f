/** A question as a vector of unit length, and the name of the model that made it. */
export interface QuestionVector {
  model: string;
  vector: Float32Array;
  /** Only vectors up to this number are searched, so that later pages see the same items as the first one. */
  upTo?: number;
}
