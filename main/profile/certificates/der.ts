/**
 * ASN.1 as a tree. node-forge reads it, because it also reads the BER of old exports (indefinite
 * lengths, strings in pieces); every accessor takes what may be missing and answers `undefined` then.
 */
import forge from 'node-forge'

/** One ASN.1 value. */
export type Der = forge.asn1.Asn1

interface ReaderOptions {
  readonly strict: boolean
  readonly parseAllBytes: boolean
  readonly decodeBitStrings: boolean
}
/** The published types know only the older form, with a boolean. */
const parse = forge.asn1.fromDer as unknown as (bytes: string, options: ReaderOptions) => Der

function tryToParse(bytes: Uint8Array, parseAllBytes: boolean): Der | undefined {
  try {
    const text = Buffer.from(bytes).toString('latin1')
    return parse(text, { strict: true, parseAllBytes, decodeBitStrings: false })
  } catch {
    return undefined
  }
}

/** The first value in the bytes, whatever follows it: files end in stray line ends. */
export const readDer = (bytes: Uint8Array): Der | undefined => tryToParse(bytes, false)

/** Whether the bytes are one SEQUENCE and nothing else. */
export function isOneSequence(bytes: Uint8Array): boolean {
  const der = tryToParse(bytes, true)
  return der?.tagClass === forge.asn1.Class.UNIVERSAL && der.type === forge.asn1.Type.SEQUENCE
}

/** The parts of a constructed value; none for any other. */
export const partsOf = (der: Der | undefined): readonly Der[] =>
  der !== undefined && typeof der.value !== 'string' ? der.value : []

const isUniversal = (der: Der, type: forge.asn1.Type): boolean =>
  der.tagClass === forge.asn1.Class.UNIVERSAL && der.type === type

/** Whether the value carries the context tag `[tag]`. */
export const hasContextTag = (der: Der, tag: number): boolean =>
  der.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && (der.type as number) === tag

/** Whether the value is a SEQUENCE. */
export const isSequence = (der: Der | undefined): der is Der =>
  der !== undefined && isUniversal(der, forge.asn1.Type.SEQUENCE)

/** The longest identifiers that are met are those of a UUID, some twenty bytes. */
const longestOid = 128

/**
 * An object identifier with dots; undefined: it is none, or longer than any that is met. Its numbers have any size, as
 * those of a UUID have (ITU-T X.660, X.667): node-forge throws for one beyond 53 bits.
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
  // The first two numbers stand in one; of the root 2 alone the second may be 40 and more (X.690, 8.19.4).
  const root = first < 80n ? first / 40n : 2n
  return [root, first - 40n * root, ...rest].join('.')
}

/** The content of a string of any tag, put together where it came in pieces. */
export function octetsOf(der: Der | undefined): Buffer | undefined {
  if (!der) return undefined
  if (typeof der.value === 'string') return Buffer.from(der.value, 'latin1')
  const pieces = der.value.map((piece) => octetsOf(piece))
  return pieces.every((piece) => piece !== undefined) ? Buffer.concat(pieces) : undefined
}

/** The content of an OCTET STRING. */
export const octetStringOf = (der: Der | undefined): Buffer | undefined =>
  der && isUniversal(der, forge.asn1.Type.OCTETSTRING) ? octetsOf(der) : undefined

/** The names of the bits that a BIT STRING sets, of the list given in the order of its bits. */
export function bitsOf(der: Der | undefined, names: readonly string[]): string[] | undefined {
  const octets = der && isUniversal(der, forge.asn1.Type.BITSTRING) ? octetsOf(der) : undefined
  if (!octets) return undefined
  // The first octet counts the unused bits at the end, which are zero anyway.
  return names.filter((_, bit) => ((octets[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0)
}

/** A count that is not negative and fits six bytes: iterations, lengths. */
export function countOf(der: Der | undefined): number | undefined {
  if (!der || !isUniversal(der, forge.asn1.Type.INTEGER)) return undefined
  const octets = octetsOf(der)
  if (!octets || octets.length === 0 || octets.length > 6) return undefined
  return octets.readIntBE(0, octets.length) >= 0 ? octets.readIntBE(0, octets.length) : undefined
}

/** Whether a BOOLEAN is set. */
export const isTrue = (der: Der | undefined): boolean =>
  der !== undefined &&
  isUniversal(der, forge.asn1.Type.BOOLEAN) &&
  octetsOf(der)?.some((octet) => octet !== 0) === true

/** The full text of both forms of a time. UTCTime counts its years from 1950 (RFC 5280, 4.1.2.5.1). */
function writtenTime(der: Der): string | undefined {
  const text = typeof der.value === 'string' ? der.value : ''
  if (isUniversal(der, forge.asn1.Type.GENERALIZEDTIME)) return text
  return isUniversal(der, forge.asn1.Type.UTCTIME)
    ? `${text >= '5' ? '19' : '20'}${text}`
    : undefined
}

/** A time to the second in UTC, as certificates must write it (RFC 5280, 4.1.2.5). */
export function timeOf(der: Der | undefined): Date | undefined {
  const text = der && writtenTime(der)
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '')
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const date = new Date(iso)
  // Of a day that the month has not, some make a day of the next.
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso ? date : undefined
}

/** The value as bytes again. */
export const writeDer = (der: Der): Buffer =>
  Buffer.from(forge.asn1.toDer(der).getBytes(), 'latin1')
