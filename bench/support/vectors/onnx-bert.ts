import type { BertShape } from '../../../src/embeddings/bert/model-file.ts';
import { openModelFile, readSection } from '../../../src/embeddings/bert/open-model-file.ts';
import { encodeProto, type ProtoField } from './protobuf.ts';

/** Weights of the ONNX model: 32-bit floating point, or eight bits with activations quantised as it runs. */
export type OnnxWeights = 'f32' | 'int8';

const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;
const PANEL = 8;
const PAIR = 2;

/**
 * The model in one of our files as an ONNX model, from `ids` (texts of one length, a row each) to `vector`, so that another
 * runtime can be asked the same. Written by the format's description (onnx.proto, opset 20).
 */
export function toOnnx(path: string, weights: OnnxWeights): Uint8Array {
  const file = openModelFile(path);
  const { hidden, heads, layers, vocabulary, positions, epsilon } = file.header.shape;
  const section = (name: string): Uint8Array => readSection(file, name);
  const floats = (name: string): Float32Array => new Float32Array(section(name).buffer);
  const graph = createGraph();
  const dense = createDense({ graph, weights, section, floats });
  const norm = (input: string, name: string): string =>
    graph.node(
      'LayerNormalization',
      [input, graph.tensor(floats(`${name}.gain`), [hidden]), graph.tensor(floats(`${name}.bias`), [hidden])],
      { attributes: [floatAttribute('epsilon', epsilon)] },
    );
  const words = dequantised(section('words'), floats('words.scales'), hidden);
  const looked = graph.node('Gather', [graph.tensor(words, [vocabulary, hidden]), 'ids']);
  const length = graph.node('Gather', [graph.node('Shape', ['ids']), graph.ints([1])]);
  const table = graph.tensor(floats('positions'), [positions, hidden]);
  const places = graph.node('Slice', [table, graph.ints([0]), length, graph.ints([0])]);
  let rows = norm(graph.node('Add', [looked, places]), 'embeddings.norm');
  for (let layer = 0; layer < layers; layer += 1) {
    const name = `layer.${layer}`;
    const attended = attend(graph, dense(rows, `${name}.qkv`, [hidden, 3 * hidden]), { hidden, heads });
    const seen = dense(attended, `${name}.attention`, [hidden, hidden]);
    rows = norm(graph.node('Add', [rows, seen]), `${name}.attention.norm`);
    const between = dense(rows, `${name}.intermediate`, [hidden, file.header.shape.intermediate]);
    const out = dense(graph.node('Gelu', [between]), `${name}.output`, [file.header.shape.intermediate, hidden]);
    rows = norm(graph.node('Add', [rows, out]), `${name}.output.norm`);
  }
  graph.node('ReduceMean', [rows, graph.ints([1])], { attributes: [intAttribute('keepdims', 0)], name: 'vector' });
  file.close();
  return Buffer.concat(encodeProto(graph.model(hidden)));
}

interface Graph {
  /** Adds a step; gives the name of what comes out, which is `name` where one is given. */
  node(type: string, inputs: string[], options?: { attributes?: ProtoField[][]; name?: string }): string;
  tensor(numbers: Float32Array | Int8Array, dims: number[]): string;
  ints(numbers: number[]): string;
  model(hidden: number): ProtoField[];
}

function createGraph(): Graph {
  const nodes: ProtoField[] = [];
  const tensors: ProtoField[] = [];
  const raw = (type: number, numbers: ArrayBufferView, dims: number[]): string => {
    const name = `t${tensors.length}`;
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    tensors.push([5, [...dims.map((dim): ProtoField => [1, dim]), [2, type], [8, name], [9, bytes]]]);
    return name;
  };
  return {
    node(type, inputs, { attributes = [], name: output = `n${nodes.length}` } = {}) {
      const named: ProtoField[] = inputs.map((input) => [1, input]);
      const second: ProtoField[] =
        type === 'DynamicQuantizeLinear' ? ['scale', 'zero'].map((it) => [2, output + it]) : [];
      const rest: ProtoField[] = attributes.map((attribute) => [5, attribute]);
      nodes.push([1, [...named, [2, output], ...second, [4, type], ...rest]]);
      return output;
    },
    tensor: (numbers, dims) => raw(numbers instanceof Int8Array ? INT8 : FLOAT, numbers, dims),
    ints: (numbers) => raw(INT64, BigInt64Array.from(numbers, BigInt), [numbers.length]),
    model: (hidden) => [
      [1, 9],
      [8, [[2, 20]]],
      [
        7,
        [
          ...nodes,
          [2, 'bert'],
          ...tensors,
          [11, valueInfo('ids', INT64, ['texts', 'tokens'])],
          [12, valueInfo('vector', FLOAT, ['texts', hidden])],
        ],
      ],
    ],
  };
}

interface DenseParts {
  graph: Graph;
  weights: OnnxWeights;
  section: (name: string) => Uint8Array;
  floats: (name: string) => Float32Array;
}

function createDense({ graph, weights, section, floats }: DenseParts) {
  return (input: string, name: string, [inputs, outputs]: [number, number]): string => {
    const scales = floats(`${name}.scales`);
    const values = fromPanels(new Int8Array(section(name).buffer), inputs, outputs);
    const bias = graph.tensor(floats(`${name}.bias`), [outputs]);
    if (weights === 'f32') {
      const numbers = Float32Array.from(values, (value, at) => value * (scales[at % outputs] ?? 0));
      return graph.node('Add', [graph.node('MatMul', [input, graph.tensor(numbers, [inputs, outputs])]), bias]);
    }
    const narrow = graph.node('DynamicQuantizeLinear', [input]);
    const whole = graph.node('MatMulInteger', [narrow, graph.tensor(values, [inputs, outputs]), `${narrow}zero`]);
    const product = graph.node('Cast', [whole], { attributes: [intAttribute('to', FLOAT)] });
    const scale = graph.node('Mul', [`${narrow}scale`, graph.tensor(scales, [outputs])]);
    return graph.node('Add', [graph.node('Mul', [product, scale]), bias]);
  };
}

function attend(graph: Graph, qkv: string, { hidden, heads }: Pick<BertShape, 'hidden' | 'heads'>): string {
  const size = hidden / heads;
  const part = (at: number, order: number[]): string => {
    const ends = [graph.ints([at * hidden]), graph.ints([(at + 1) * hidden]), graph.ints([2])];
    const rows = graph.node('Slice', [qkv, ...ends]);
    const split = graph.node('Reshape', [rows, graph.ints([0, 0, heads, size])]);
    return graph.node('Transpose', [split], { attributes: [intsAttribute('perm', order)] });
  };
  const scores = graph.node('MatMul', [part(0, [0, 2, 1, 3]), part(1, [0, 2, 3, 1])]);
  const scaled = graph.node('Mul', [scores, graph.tensor(Float32Array.of(1 / Math.sqrt(size)), [1])]);
  const shares = graph.node('Softmax', [scaled], { attributes: [intAttribute('axis', 3)] });
  const mixed = graph.node('MatMul', [shares, part(2, [0, 2, 1, 3])]);
  const joined = graph.node('Transpose', [mixed], { attributes: [intsAttribute('perm', [0, 2, 1, 3])] });
  return graph.node('Reshape', [joined, graph.ints([0, 0, hidden])]);
}

/** Our panels as a matrix with a row an input, as MatMul has it. */
function fromPanels(panels: Int8Array, inputs: number, outputs: number): Int8Array {
  const matrix = new Int8Array(panels.length);
  for (let input = 0; input < inputs; input += 1) {
    for (let output = 0; output < outputs; output += 1) {
      const panel = Math.floor(output / PANEL) * PANEL * inputs;
      const at = panel + Math.floor(input / PAIR) * PAIR * PANEL + (output % PANEL) * PAIR + (input % PAIR);
      matrix[input * outputs + output] = panels[at] ?? 0;
    }
  }
  return matrix;
}

function dequantised(bytes: Uint8Array, scales: Float32Array, columns: number): Float32Array {
  return Float32Array.from(new Int8Array(bytes.buffer), (value, at) => value * (scales[Math.floor(at / columns)] ?? 0));
}

function valueInfo(name: string, type: number, dims: readonly (string | number)[]): ProtoField[] {
  const shape: ProtoField[] = dims.map((dim) => [1, [typeof dim === 'string' ? [2, dim] : [1, dim]]]);
  return [
    [1, name],
    [
      2,
      [
        [
          1,
          [
            [1, type],
            [2, shape],
          ],
        ],
      ],
    ],
  ];
}

function intAttribute(name: string, value: number): ProtoField[] {
  return [
    [1, name],
    [3, value],
    [20, 2],
  ];
}

function intsAttribute(name: string, values: number[]): ProtoField[] {
  return [[1, name], ...values.map((value): ProtoField => [8, value]), [20, 7]];
}

function floatAttribute(name: string, value: number): ProtoField[] {
  return [
    [1, name],
    [2, { float: value }],
    [20, 1],
  ];
}
