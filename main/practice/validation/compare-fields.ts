import {
  bare,
  different,
  distance,
  similarity,
  near,
  same,
  words,
  type Similarity,
} from './similarity.ts'

/** Compares a sent value with the known value; neither is empty. */
export type Compare = (sent: string, known: string) => Similarity

/** Compares a name or a place as free text. */
export const compareText: Compare = (sent, known) => similarity(bare(sent), bare(known))

/** Compares a given name; an initial counts as the name. */
export const compareGivenName: Compare = (sent, known) => {
  const [one, other] = [bare(sent), bare(known)]
  const initial = one.length === 1 || other.length === 1
  return initial && (one.startsWith(other) || other.startsWith(one)) ? same : similarity(one, other)
}

/** Compares values that match or not: a state, an id type. */
export const compareExactly: Compare = (sent, known) =>
  bare(sent) === bare(known) ? same : different

const legalForms = new Set(
  'the inc incorporated llc ltd limited co company corp corporation'.split(' '),
)

/**
 * Compares a business; its legal form does not count, and a name that contains the other is near.
 */
export const compareBusiness: Compare = (sent, known) => {
  const core = (name: string): string =>
    words(name)
      .filter((word) => !legalForms.has(word))
      .join('')
  const [one, other] = [core(sent), core(known)]
  const found = similarity(one, other)
  const shorter = Math.min(one.length, other.length)
  const holds = shorter >= 5 && (one.includes(other) || other.includes(one))
  return found.kind === 'different' && holds ? near(0.75) : found
}

const abbreviations = new Map(
  Object.entries({
    street: 'st',
    avenue: 'ave',
    road: 'rd',
    lane: 'ln',
    drive: 'dr',
    court: 'ct',
    place: 'pl',
    boulevard: 'blvd',
    suite: 'ste',
    apartment: 'apt',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
  }),
)

/** Compares an address, the two lines together; postal abbreviations equal the full words. */
export const compareAddress: Compare = (sent, known) => {
  const short = (address: string): string =>
    words(address)
      .map((word) => abbreviations.get(word) ?? word)
      .join('')
  return similarity(short(sent), short(known))
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** Compares a zip code: five digits are enough; the same region is near. */
export const compareZip: Compare = (sent, known) => {
  const [one, other] = [digits(sent), digits(known)]
  const length = Math.min(one.length, other.length)
  if (one.slice(0, length) === other.slice(0, length)) return same
  return one.slice(0, 3) === other.slice(0, 3) ? near(0.6) : different
}

/** Compares a phone number: the same number with another area code is near. */
export const comparePhone: Compare = (sent, known) => {
  const [one, other] = [digits(sent), digits(known)]
  if (one === other) return same
  return one.slice(-7) === other.slice(-7) ? near(0.6) : different
}

/**
 * Compares an SSN or tax id: four matching digits are a match, all nine a conditional one (bank
 * note 31).
 */
export const compareSsn: Compare = (sent, known) => {
  const [one, other] = [digits(sent), digits(known)]
  if (!other.endsWith(one)) return different
  return one.length === 4 ? same : near(1)
}

/** Compares a date of birth YYYYMMDD: day and month swapped, or one wrong digit, is near. */
export const compareBirthDate: Compare = (sent, known) => {
  if (sent === known) return same
  const changedOver = sent.slice(0, 4) + sent.slice(6) + sent.slice(4, 6)
  return changedOver === known || distance(sent, known) === 1 ? near(0.7) : different
}

/** Compares an id number: one wrong character is near. */
export const compareIdNumber: Compare = (sent, known) => {
  const apart = distance(bare(sent), bare(known))
  if (apart === 0) return same
  return apart === 1 ? near(0.7) : different
}
