/**
 * What the first pass is compared with: multiplies `count` vectors of `size` int8 numbers, a multiple of 16, with a
 * question of i16 numbers, each by its scale, and writes the products.
 */
export function plain(vectors: usize, scales: usize, count: i32, size: i32, question: usize, products: usize): void {
  for (let i = 0; i < count; i++) {
    const vector = vectors + <usize>(i * size);
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    for (let at = 0; at < size; at += 16) {
      const bytes = v128.load(vector + at);
      const asked = question + 2 * <usize>at;
      low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), v128.load(asked)));
      high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), v128.load(asked, 16)));
    }
    const lanes = i32x4.add(low, high);
    const product =
      i32x4.extract_lane(lanes, 0) +
      i32x4.extract_lane(lanes, 1) +
      i32x4.extract_lane(lanes, 2) +
      i32x4.extract_lane(lanes, 3);
    store<f32>(products + 4 * <usize>i, <f32>product * load<f32>(scales + 4 * <usize>i));
  }
}
