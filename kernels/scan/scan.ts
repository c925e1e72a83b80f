// kernels/scan: the first pass over vectors in memory. A vector is four bits a number: in each 16 bytes, which hold 32
// numbers, bits 4k to 4k+3 of the i16 in lane l are number 8k+l. The caller lays out the memory.

/** What a code's 0 to 15 stand for is centred on this. */
const CENTRE: f32 = 7.5;
/** The step between two codes, in deviations of the numbers: the best for 16 even steps over a normal distribution. */
const STEP: f32 = 0.3352;

/**
 * Writes the code of `size` int8 numbers, followed by zeros up to `chunks` times 32, to `code`, `chunks` times 16 bytes.
 * Gives the factor by which a product with it is to be multiplied, so that the estimate of the cosine is right on average.
 * `length`: of the int8 numbers as a vector.
 */
export function encode(from: usize, size: i32, length: f32, code: usize, chunks: i32): f32 {
  const steps = f32x4.splat(Mathf.sqrt(<f32>size) / (STEP * length));
  const centre = f32x4.splat(CENTRE);
  // Half a step more, since what follows rounds down.
  const shift = f32x4.splat(CENTRE + 0.5);
  const least = f32x4.splat(0);
  const most = f32x4.splat(15);
  let along = f32x4.splat(0);
  for (let chunk = 0; chunk < chunks; chunk++) {
    let bits = i16x8.splat(0);
    for (let part = 0; part < 4; part++) {
      const numbers = v128.load_ext<i8>(from + (chunk << 5) + (part << 3));
      const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(numbers));
      const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(numbers));
      const lowPlaces = f32x4.floor(f32x4.min(most, f32x4.max(least, f32x4.add(f32x4.mul(low, steps), shift))));
      const highPlaces = f32x4.floor(f32x4.min(most, f32x4.max(least, f32x4.add(f32x4.mul(high, steps), shift))));
      along = f32x4.add(along, f32x4.mul(low, f32x4.sub(lowPlaces, centre)));
      along = f32x4.add(along, f32x4.mul(high, f32x4.sub(highPlaces, centre)));
      const places = i16x8.narrow_i32x4_u(i32x4.trunc_sat_f32x4_s(lowPlaces), i32x4.trunc_sat_f32x4_s(highPlaces));
      bits = v128.or(bits, i16x8.shl(places, part << 2));
    }
    v128.store(code + (chunk << 4), bits);
  }
  return (
    length /
    (f32x4.extract_lane(along, 0) +
      f32x4.extract_lane(along, 1) +
      f32x4.extract_lane(along, 2) +
      f32x4.extract_lane(along, 3))
  );
}

/**
 * Multiplies `count` codes with a question of i16 numbers (32 for each chunk, zeros at the end) whose sum is `sum`. Writes
 * the places and estimates of those above `least` to `places` and `estimates`; gives how many. With `allowed`, a byte for
 * each code, only those where it is not 0.
 */
export function scan(
  codes: usize,
  factors: usize,
  count: i32,
  chunks: i32,
  question: usize,
  sum: i32,
  least: f32,
  allowed: usize,
  places: usize,
  estimates: usize,
): i32 {
  const low = i16x8.splat(15);
  const offset: f32 = CENTRE * <f32>sum;
  let found = 0;
  for (let i = 0; i < count; i++) {
    if (allowed !== 0 && load<u8>(allowed + i) === 0) continue;
    let code = codes + <usize>(i * chunks) * 16;
    let asked = question;
    let one = i32x4.splat(0);
    let two = i32x4.splat(0);
    for (let chunk = 0; chunk < chunks; chunk++) {
      const bits = v128.load(code);
      one = i32x4.add(one, i32x4.dot_i16x8_s(v128.and(bits, low), v128.load(asked)));
      two = i32x4.add(two, i32x4.dot_i16x8_s(v128.and(i16x8.shr_u(bits, 4), low), v128.load(asked, 16)));
      one = i32x4.add(one, i32x4.dot_i16x8_s(v128.and(i16x8.shr_u(bits, 8), low), v128.load(asked, 32)));
      two = i32x4.add(two, i32x4.dot_i16x8_s(i16x8.shr_u(bits, 12), v128.load(asked, 48)));
      code += 16;
      asked += 64;
    }
    const lanes = i32x4.add(one, two);
    const product =
      i32x4.extract_lane(lanes, 0) +
      i32x4.extract_lane(lanes, 1) +
      i32x4.extract_lane(lanes, 2) +
      i32x4.extract_lane(lanes, 3);
    const estimate = (<f32>product - offset) * load<f32>(factors + 4 * <usize>i);
    if (estimate > least) {
      store<i32>(places + 4 * <usize>found, i);
      store<f32>(estimates + 4 * <usize>found, estimate);
      found++;
    }
  }
  return found;
}

/**
 * Marks in `allowed` which of `count` vectors a filter lets pass, a byte each: kinds as a set of bits, times between two,
 * and, when there are `groups`, projects that are one of them.
 */
export function allow(
  kinds: usize,
  projects: usize,
  times: usize,
  count: i32,
  kindSet: i32,
  since: f64,
  until: f64,
  group: usize,
  groups: i32,
  allowed: usize,
): void {
  for (let i = 0; i < count; i++) {
    const at = load<f64>(times + 8 * <usize>i);
    let passes = ((kindSet >> load<u8>(kinds + i)) & 1) === 1 && at >= since && at <= until;
    if (passes && groups > 0) {
      const project = load<u32>(projects + 4 * <usize>i);
      passes = false;
      for (let j = 0; j < groups; j++) if (load<u32>(group + 4 * <usize>j) === project) passes = true;
    }
    store<u8>(allowed + i, passes ? 1 : 0);
  }
}
