/**
 * ASN.1 as a tree. node-forge parses it, because it also reads the BER of old exports (indefinite
 * lengths, strings in pieces). Every accessor accepts a missing value and returns `undefined` for
 * it.
 */
import forge from 'node-forge'

/** One ASN.1 value. */
export type Der = forge.asn1.Asn1

interface ReaderOptions {
  readonly strict: boolean
  readonly parseAllBytes: boolean
  readonly decodeBitStrings: boolean
}
/** The published types declare only the older form, with a boolean. */
const parse = forge.asn1.fromDer as unknown as (bytes: string, options: ReaderOptions) => Der

function tryToParse(bytes: Uint8Array, parseAllBytes: boolean): Der | undefined {
  try {
    const text = Buffer.from(bytes).toString('latin1')
    return parse(text, { strict: true, parseAllBytes, decodeBitStrings: false })
  } catch {
    return undefined
  }
}

/**
 * Returns the first value in the bytes and ignores the rest: files often end with extra line
 * breaks.
 */
export const readDer = (bytes: Uint8Array): Der | undefined => tryToParse(bytes, false)

/** Returns whether the bytes are one SEQUENCE and nothing else. */
export function isOneSequence(bytes: Uint8Array): boolean {
  const der = tryToParse(bytes, true)
  return der?.tagClass === forge.asn1.Class.UNIVERSAL && der.type === forge.asn1.Type.SEQUENCE
}

/** Returns the parts of a constructed value; none for any other. */
export const partsOf = (der: Der | undefined): readonly Der[] =>
  der !== undefined && typeof der.value !== 'string' ? der.value : []

const isUniversal = (der: Der, type: forge.asn1.Type): boolean =>
  der.tagClass === forge.asn1.Class.UNIVERSAL && der.type === type

/** Returns whether the value carries the context tag `[tag]`. */
export const hasContextTag = (der: Der, tag: number): boolean =>
  der.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && (der.type as number) === tag

/** Returns whether the value is a SEQUENCE. */
export const isSequence = (der: Der | undefined): der is Der =>
  der !== undefined && isUniversal(der, forge.asn1.Type.SEQUENCE)

/** The longest identifiers in use are those of a UUID, about twenty bytes. */
const longestOid = 128

/**
 * Returns an object identifier in dotted form; undefined when the value is none, or is longer than
 * any in use. Its numbers can be of any size, as in a UUID (ITU-T X.660, X.667): node-forge throws
 * for one beyond 53 bits.
 */
export function oidOf(der: Der | undefined): string | undefined {
  if (!der || !isUniversal(der, forge.asn1.Type.OID) || typeof der.value !== 'string')
    return undefined
  const octets = Buffer.from(der.value.slice(0, longestOid + 1), 'latin1')
  if (octets.length > longestOid) return undefined
  const numbers: bigint[] = []
  let number = 0n
  for (const octet of octets) {
    number = (number << 7n) | BigInt(octet & 0x7f)
    if (octet >= 0x80) continue
    numbers.push(number)
    number = 0n
  }
  const [first, ...rest] = numbers
  if (first === undefined || (octets.at(-1) ?? 0) >= 0x80) return undefined
  // The first two numbers are encoded as one. Only under root 2 can the second be 40 or more
  // (X.690, 8.19.4).
  const root = first < 80n ? first / 40n : 2n
  return [root, first - 40n * root, ...rest].join('.')
}

/** Returns the content of a string of any tag, joined if it is in pieces. */
export function octetsOf(der: Der | undefined): Buffer | undefined {
  if (!der) return undefined
  if (typeof der.value === 'string') return Buffer.from(der.value, 'latin1')
  const pieces = der.value.map((piece) => octetsOf(piece))
  return pieces.every((piece) => piece !== undefined) ? Buffer.concat(pieces) : undefined
}

/** Returns the content of an OCTET STRING. */
export const octetStringOf = (der: Der | undefined): Buffer | undefined =>
  der && isUniversal(der, forge.asn1.Type.OCTETSTRING) ? octetsOf(der) : undefined

/** Returns the names of the bits that a BIT STRING sets. `names` is in bit order. */
export function bitsOf(der: Der | undefined, names: readonly string[]): string[] | undefined {
  const octets = der && isUniversal(der, forge.asn1.Type.BITSTRING) ? octetsOf(der) : undefined
  if (!octets) return undefined
  // The first octet counts the unused bits at the end, which are zero anyway.
  return names.filter((_, bit) => ((octets[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0)
}

/**
 * Returns a count (iterations, a length) that is not negative and fits six bytes; undefined
 * otherwise.
 */
export function countOf(der: Der | undefined): number | undefined {
  if (!der || !isUniversal(der, forge.asn1.Type.INTEGER)) return undefined
  const octets = octetsOf(der)
  if (!octets || octets.length === 0 || octets.length > 6) return undefined
  return octets.readIntBE(0, octets.length) >= 0 ? octets.readIntBE(0, octets.length) : undefined
}

/** Returns whether a BOOLEAN is set. */
export const isTrue = (der: Der | undefined): boolean =>
  der !== undefined &&
  isUniversal(der, forge.asn1.Type.BOOLEAN) &&
  octetsOf(der)?.some((octet) => octet !== 0) === true

/**
 * Returns the full text of UTCTime or GeneralizedTime. UTCTime years start at 1950 (RFC 5280,
 * 4.1.2.5.1).
 */
function writtenTime(der: Der): string | undefined {
  const text = typeof der.value === 'string' ? der.value : ''
  if (isUniversal(der, forge.asn1.Type.GENERALIZEDTIME)) return text
  return isUniversal(der, forge.asn1.Type.UTCTIME)
    ? `${text >= '5' ? '19' : '20'}${text}`
    : undefined
}

/**
 * Returns a time, to the second in UTC, as certificates must encode it (RFC 5280, 4.1.2.5);
 * undefined for any other form.
 */
export function timeOf(der: Der | undefined): Date | undefined {
  const text = der && writtenTime(der)
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '')
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const date = new Date(iso)
  // Some engines turn a day that the month does not have into a day of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso ? date : undefined
}

/** Encodes the value as DER bytes. */
export const writeDer = (der: Der): Buffer =>
  Buffer.from(forge.asn1.toDer(der).getBytes(), 'latin1')
