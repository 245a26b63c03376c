/** A wire as an operator would enter it, and many similar ones. */
import fc from 'fast-check'

/** A request as a form passes it: without optional fields. */
export const wire = {
  requestedService: 'WIRE',
  requestReference: 'CS20261102A0001',
  type: 'DRAFT',
  requestedValueDate: '2026-11-03',
  sendersReference: 'INV-2077',
  debitParty: {
    name: 'Alder Falls',
    accountNumber: '0072004500',
    postalAddress: { adrLine: ['1 Mill Road', 'Alder Falls OH 43001'] },
  },
  creditPartyBank: { aba: '021000021' },
  creditParty: {
    name: 'Ridgeway Supply',
    accountNumber: '5550142',
    postalAddress: { adrLine: ['2 Quay Street', 'Albany NY 12207'] },
  },
  transferAmount: 1_250_000,
  transferCurrency: 'USD',
} as const

const charsOf = (chars: string, max: number, min = 1) =>
  fc.string({ unit: fc.constantFrom(...Array.from(chars)), minLength: min, maxLength: max })
const digits = '0123456789'
const alphanumeric = `${digits}ABCxyz`
const texts = `${alphanumeric} .,/&'-\u00e9`
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const blank = fc.constantFrom('', ' ', '\t')

const optionalParty = {
  name: maybe(fc.oneof(charsOf(texts, 40), blank)),
  accountNumber: maybe(fc.oneof(charsOf(alphanumeric, 20), blank)),
  aba: maybe(fc.oneof(charsOf(digits, 9), blank)),
  postalAddress: maybe(
    fc.record({ adrLine: maybe(fc.array(fc.oneof(charsOf(texts, 20), blank), { maxLength: 4 })) }),
  ),
}
const party = fc.record(optionalParty)
const partyByAccount = fc.record({ ...optionalParty, accountNumber: charsOf(alphanumeric, 20) })

/** Requests that the document allows, including blanks. */
export const goodPayments = fc
  .record({
    // A wire is always DRAFT; RTP either.
    service: fc.constantFrom(['WIRE', 'DRAFT'], ['RTP', 'DRAFT'], ['RTP', 'PAYMENT']),
    requestReference: charsOf(alphanumeric, 35),
    requestedValueDate: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    originatorReference: maybe(charsOf(texts, 40)),
    sendersReference: charsOf(alphanumeric, 35),
    receiversReference: maybe(fc.oneof(charsOf(texts, 140), blank)),
    bankToBankInstructions: maybe(charsOf(texts, 60)),
    ultimateDebitParty: maybe(party),
    debitParty: partyByAccount,
    debitPartyBank: maybe(party),
    intermediaryBank1: maybe(party),
    intermediaryBank2: maybe(party),
    intermediaryBank3: maybe(party),
    creditPartyBank: fc.record({ ...optionalParty, aba: charsOf(digits, 9) }),
    creditParty: partyByAccount,
    transferAmount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    transferCurrency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CLF'),
    externalTemplateName: maybe(charsOf(texts, 20)),
    customData: maybe(fc.oneof(charsOf(alphanumeric, 500), blank)),
  })
  .map(({ service: [requestedService, type], ...more }) => ({ requestedService, type, ...more }))

/** Returns the same value with the members of every object in another order. */
export const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reordered(inner)]),
  )
}
