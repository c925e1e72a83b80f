/** A question as a vector of unit length, and the name of the model that made it. */
export interface QuestionVector {
  model: string;
  vector: Float32Array;
}
