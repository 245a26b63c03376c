import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  participantsRequest,
  paymentRequest,
} from '../../../../../preload/contract/bank/payments/payment-request.ts'
import {
  paymentParties,
  paymentRules,
  partyRules,
} from '../../../../../preload/contract/bank/payments/payment-rules.ts'
import { keptWholeRule, removed } from '../../../../../preload/contract/kernel/not-kept.ts'
import { sourceOfIssue } from '../../../../../preload/contract/kernel/rule-source.ts'
import { goodPayments, wire } from './support/payments.ts'

const document = 'Wire/RTP Payments and ACH Origination Specification'

const problemsOf = (input: unknown) =>
  (paymentRequest.safeParse(input).error?.issues ?? []).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    source: sourceOfIssue(issue),
  }))
const pathsOf = (input: unknown): string[] => problemsOf(input).map(({ path }) => path)

/** The document's rules again, written in a different way. */
function breaksNothing(input: unknown): void {
  const request = paymentRequest.parse(input)
  expect(['WIRE DRAFT', 'RTP DRAFT', 'RTP PAYMENT']).toContain(
    `${request.requestedService} ${request.type}`,
  )
  expect(request.requestReference).toMatch(/^[0-9A-Za-z._~-]{1,35}$/)
  expect(new URL(`https://bank.invalid/${request.requestReference}`).pathname).toBe(
    `/${request.requestReference}`,
  )
  const lengths = [request.sendersReference, request.receiversReference ?? ''].map((t) => t.length)
  expect(lengths[0]).toBeGreaterThan(0)
  expect(lengths[0]).toBeLessThanOrEqual(35)
  expect(lengths[1]).toBeLessThanOrEqual(140)
  const [year = 0, month = 0, day = 0] = request.requestedValueDate.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  expect([date.getUTCMonth() + 1, date.getUTCDate()]).toEqual([month, day])
  expect(request.customData ?? '').toMatch(/^[0-9A-Za-z]{0,500}$/)
  expect(request.transferCurrency).toMatch(/^[A-Z]{3}$/)
  expect(Number.isSafeInteger(request.transferAmount) && request.transferAmount > 0).toBe(true)
  expect(request.debitParty.accountNumber.trim()).not.toBe('')
  expect(request.creditParty.accountNumber.trim()).not.toBe('')
  expect(request.creditPartyBank.aba.trim()).not.toBe('')
}

describe('a payment request', () => {
  it('takes requests that the document allows, and every request that it takes obeys the document', () => {
    fc.assert(
      fc.property(goodPayments, (request) => {
        expect(problemsOf(request)).toEqual([])
        breaksNothing(request)
      }),
      { numRuns: 150 },
    )
  })

  it('takes nothing that breaks a rule, whatever a field holds', () => {
    const junk = fc.oneof(
      fc.string({ maxLength: 40, unit: 'binary' }),
      fc.string({ maxLength: 600, minLength: 130 }),
      fc.constantFrom('', '..', 'a/b', '2026-02-30', 'USD', 'usd', 'DRAFT', 'RTP', '\ud800'),
      fc.double(),
      fc.constantFrom(null, [], {}, 0, -1, 1),
    )
    const broken = fc
      .tuple(goodPayments, fc.constantFrom(...Object.keys(wire), 'customData'), junk)
      .map(([request, field, value]) => ({ ...request, [field]: value }))
    fc.assert(
      fc.property(broken, (request) => {
        if (paymentRequest.safeParse(request).success) breaksNothing(request)
      }),
      { numRuns: 400 },
    )
  })

  const party = (accountNumber: string) => ({ ...wire.debitParty, accountNumber })
  const cases: [title: string, change: object, path: string, message: RegExp, source: string][] = [
    ['another service', { requestedService: 'ACH' }, 'requestedService', /WIRE and RTP/, document],
    [
      'bank note 62: a wire that is no DRAFT',
      { type: 'PAYMENT' },
      'type',
      /always.*DRAFT/,
      document,
    ],
    ['another type', { type: 'LIVE' }, 'type', /PAYMENT and DRAFT/, document],
    [
      'bank note 107: a reference of 36 characters',
      { requestReference: 'R'.repeat(36) },
      'requestReference',
      /At most 35/,
      document,
    ],
    [
      'bank note 66: a reference with a slash',
      { requestReference: 'A/1' },
      'requestReference',
      /address/,
      'workstation',
    ],
    [
      'bank note 66: a reference of dots alone',
      { requestReference: '..' },
      'requestReference',
      /address/,
      'workstation',
    ],
    ['no reference', { requestReference: ' ' }, 'requestReference', /needed/, document],
    [
      'bank note 63: no sender\u2019s reference',
      { sendersReference: '' },
      'sendersReference',
      /needed/,
      document,
    ],
    [
      'a sender\u2019s reference of 36 characters',
      { sendersReference: 'x'.repeat(36) },
      'sendersReference',
      /At most 35/,
      document,
    ],
    [
      'a receiver\u2019s reference of 141 characters',
      { receiversReference: 'x'.repeat(141) },
      'receiversReference',
      /At most 140/,
      document,
    ],
    [
      'bank note 68: a day that does not exist',
      { requestedValueDate: '2026-02-29' },
      'requestedValueDate',
      /YYYY-MM-DD/,
      document,
    ],
    [
      'bank note 59: custom data with a dash',
      { customData: 'a-b' },
      'customData',
      /letters and digits/,
      document,
    ],
    [
      'bank note 59: custom data of 501 characters',
      { customData: 'a'.repeat(501) },
      'customData',
      /At most 500/,
      document,
    ],
    ['an amount of nothing', { transferAmount: 0 }, 'transferAmount', /More than zero/, document],
    ['a negative amount', { transferAmount: -1 }, 'transferAmount', /More than zero/, document],
    ['a word for a currency', { transferCurrency: 'usd' }, 'transferCurrency', /USD/, document],
    [
      'no debit account',
      { debitParty: party(' ') },
      'debitParty.accountNumber',
      /needed/,
      document,
    ],
    [
      'bank note 66: a debit account that is no segment of a path',
      { debitParty: party('..') },
      'debitParty.accountNumber',
      /letter or digit/,
      'workstation',
    ],
    [
      'no bank of the beneficiary',
      { creditPartyBank: { aba: '' } },
      'creditPartyBank.aba',
      /needed/,
      document,
    ],
  ]
  it.each(cases)('refuses %s by its path, rule and source', (_, change, path, message, source) => {
    const problems = problemsOf({ ...wire, ...change })
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect(problems[0]?.message).toMatch(message)
    expect(problems[0]?.source).toContain(source)
  })

  it('bank note 39: takes no text of a template from which a number was removed', () => {
    for (const path of ['bankToBankInstructions', 'externalTemplateName', 'receiversReference'])
      expect(problemsOf({ ...wire, [path]: `Invoice ${removed}, call first` }), path).toEqual([
        expect.objectContaining({ path, message: keptWholeRule }),
      ])
  })

  it('bank note 62: lets RTP be PAYMENT or DRAFT', () => {
    for (const type of ['PAYMENT', 'DRAFT']) {
      expect(problemsOf({ ...wire, requestedService: 'RTP', type })).toEqual([])
    }
  })

  it('bank note 64: takes a generated reference, at most 32 of A-Z and 0-9', () => {
    expect(problemsOf({ ...wire, requestReference: 'Z9'.repeat(16) })).toEqual([])
  })

  it('bank note 68: wants a value date from RTP too', () => {
    const { requestedValueDate: _, ...dateless } = wire
    expect(pathsOf({ ...dateless, requestedService: 'RTP', type: 'PAYMENT' })).toEqual([
      'requestedValueDate',
    ])
  })

  it('bank note 69: takes blanks of a form, since none of them is sent', () => {
    const creditParty = { ...wire.creditParty, name: '', postalAddress: { adrLine: ['', ' '] } }
    expect(problemsOf({ ...wire, creditParty, intermediaryBank1: {}, customData: ' ' })).toEqual([])
  })

  it('bank note 70: knows no field of a party that the document does not show', () => {
    expect(pathsOf({ ...wire, creditParty: { ...wire.creditParty, bic: 'X' } })).toEqual([
      'creditParty',
    ])
  })

  it.each(['debitParty', 'creditPartyBank', 'creditParty'] as const)('needs %s', (name) => {
    const { [name]: _, ...without } = wire
    expect(pathsOf(without)).toEqual([name])
  })

  it('refuses an amount that is no whole number of cents', () => {
    for (const transferAmount of [12.5, '100', 2 ** 53, Number.NaN]) {
      expect(pathsOf({ ...wire, transferAmount })).toEqual(['transferAmount'])
    }
  })

  it('gives every field of the document a label, a rule and a source', () => {
    for (const { label, rule, source } of Object.values({ ...paymentRules, ...partyRules })) {
      expect([label, rule, source].every((text) => text.length > 2)).toBe(true)
    }
    const described = [...Object.keys(paymentRules), ...Object.keys(paymentParties)]
    expect(new Set([...described, 'transferAmount'])).toEqual(
      new Set(Object.keys(paymentRequest.shape)),
    )
  })
})

describe('a request for RTP participants', () => {
  it('bank note 75: needs limit and offset, although the platform gives offset a default', () => {
    expect(participantsRequest.safeParse({ limit: 50, offset: 0 }).success).toBe(true)
    for (const input of [
      { limit: 50 },
      { offset: 0 },
      { limit: 0, offset: 0 },
      { limit: 1, offset: -1 },
    ]) {
      expect(participantsRequest.safeParse(input).success).toBe(false)
    }
  })
})
