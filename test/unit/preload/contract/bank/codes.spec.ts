/**
 * Expected content of the code book, copied from the three documents by hand, so that a code lost
 * or added here is found.
 */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  accountValidationTables,
  codeFamilies,
  codeTopics,
  familyOf,
  meaningOf,
  validationFamilyIds,
  type CodeFamilyId,
} from '../../../../../preload/contract/bank/codes/index.ts'
import { bankPlace } from './support/refused-paths.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)
const entries = (id: CodeFamilyId) => familyOf(id)?.entries ?? []
const bank = (id: CodeFamilyId): string[] =>
  entries(id)
    .filter(({ source }) => source === 'bank')
    .map(({ code }) => code)
const inGroup = (group: string): string[] =>
  entries('ach-transaction-code')
    .filter(({ facts = [] }) => facts.some(({ value }) => value === group))
    .map(({ code }) => code)

const documented: readonly [family: CodeFamilyId, count: number, codes: string[]][] = [
  [
    'validation-error',
    17,
    words('000 001 003 005 006 008 010 011 013 103 104 105 106 107 997 998 999'),
  ],
  ['validation-status', 5, words('000 012 096 099 699')],
  ['validation-condition', 8, words('000 300 301 302 304 396 900 901')],
  ['validation-match', 4, words('Y C N U')],
  ['fee-attribute', 1, ['HH']],
  [
    'ach-transaction-code',
    26,
    words('20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 51 52 53 54 55 56'),
  ],
  ['addenda-type', 13, words('02 05 10 11 12 13 14 15 16 17 18 98 99')],
  ['sec-code', 3, words('CCD CTX PPD')],
  ['credit-or-debit', 2, words('C D')],
  ['account-type', 2, words('C S')],
  ['ach-transaction-type', 2, words('L P')],
  ['transaction-direction', 2, ['ORIGINATING ITEM', 'RECEIVING ITEM']],
  ['originating-receiver', 4, words('OI OO RI RO')],
  ['transaction-flow', 2, words('INTRA INTER')],
  ['return-reason', 10, words('R01 R02 R03 R04 R05 R06 R07 R08 R09 R10')],
  ['change-code', 13, words('C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12 C13')],
  ['ach-transaction-status', 4, words('COLLECTED SETTLED RETURNED POSTED')],
  ['ach-request-status', 2, words('accepted rejected')],
  ['inquiry-response-status', 2, words('accepted failure')],
  ['ach-inquiry-warning', 1, ['ECA-W-001']],
  ['ach-inquiry-failure', 2, words('ECA-W-001 ECA-W-002')],
  ['list-message', 2, words('001 099')],
  ['payment-status', 4, words('IN_PROCESS COMPLETED FAILED ERROR')],
  ['payment-error', 3, words('SVC-1006 SVC-0006 SVC-9999')],
  ['requested-service', 2, words('WIRE RTP')],
  ['payment-type', 2, words('PAYMENT DRAFT')],
  [
    'foreign-bank-type',
    15,
    words(
      'ATBLZ AUBSB CACPA CHSIC DEBLZ ESNCC GBDSC HKNCC IENCC INFSC ITNCC NZNCC PTNCC USABA ZANCC',
    ),
  ],
  ['pay-subtype', 6, words('1031 1032 1033 1631 1632 1633')],
  [
    'bai-balance',
    21,
    words('010 015 040 045 072 074 100 109 111 112 113 115 140 190 400 450 490 580 584 585 602'),
  ],
  [
    'bai-transaction',
    59,
    words(`158 165 171 172 195 201 206 213 214 229 237 238 244 252 258 275 295 301 306 351
      354 357 359 395 398 399 451 455 458 475 481 495 501 506 512 513 514 529 544 552
      555 558 564 567 575 595 627 631 651 654 659 661 666 690 694 695 698 699 760`),
  ],
  ['alert-code', 6, words('AL00901 AL00902 AL00903 AL00904 AL00905 AL00906')],
  ['alert-status', 2, words('SUCCESS FAILURE')],
  [
    'token-scope',
    8,
    words('apiauth-read apiauth-write rs-create rs-delete rs-oauth rs-read rs-update rs-write'),
  ],
  ['health-source', 2, words('Gateway Roundtrip')],
  ['http-status', 13, words('200 299 400 401 403 404 405 415 429 500 502 503 504')],
]

describe('the code book', () => {
  it.each(documented)('has every code of the documents in %s: %i', (family, count, codes) => {
    expect(codes).toHaveLength(count)
    expect(bank(family)).toEqual(codes)
  })

  it('has the 21 business statuses and no family that this test does not know', () => {
    expect(bank('payment-business-status')).toHaveLength(21)
    const known = [...documented.map(([id]) => id), 'payment-business-status']
    expect(codeFamilies.map(({ id }) => id).sort()).toEqual(known.sort())
  })

  it('has the ACH transaction codes in the groups of the document', () => {
    expect(inGroup('DDA credits')).toEqual(words('20 21 22 23 24'))
    expect(inGroup('DDA debits')).toEqual(words('25 26 27 28 29'))
    expect(inGroup('Savings credits')).toEqual(words('30 31 32 33 34'))
    expect(inGroup('Savings debits')).toEqual(words('35 36 37 38 39'))
    expect(inGroup('Loan credits')).toEqual(words('51 52 53 54'))
    expect(inGroup('Loan debits')).toEqual(words('55 56'))
  })

  it('marks additions to the documents as the network\u2019s, and nothing else', () => {
    const network = codeFamilies.flatMap(({ id, entries: all }) =>
      all.filter(({ source }) => source === 'network').map(({ where }) => [id, where]),
    )
    expect(new Set(network.map(([id]) => id))).toEqual(
      new Set(['ach-transaction-code', 'sec-code', 'return-reason', 'change-code']),
    )
    expect(network.every(([, where]) => where?.startsWith('Nacha, '))).toBe(true)
  })

  it('keeps the document\u2019s older text of R10 before the network\u2019s', () => {
    const r10 = meaningOf('return-reason', 'R10')
    expect(r10?.source).toBe('bank')
    expect(r10?.meaning).toMatch(/^Customer advises unauthorized, improper, ineligible/)
    expect(r10?.publicText).toContain('not known to receiver')
  })

  it.each([
    [
      'Federal government agencies, for ENR entries',
      [
        ['R40', 'Return of ENR entry by federal government agency'],
        ['R41', 'Invalid transaction code (ENR only)'],
        ['R42', 'Routing number / check digit error (ENR only)'],
        ['R43', 'Invalid DFI account number (ENR only)'],
        ['R44', 'Invalid individual ID number / identification number (ENR only)'],
        ['R45', 'Invalid individual name / company name (ENR only)'],
        ['R46', 'Invalid representative payee indicator (ENR only)'],
        ['R47', 'Duplicate enrollment (ENR only)'],
      ],
    ],
    [
      'The ODFI, to dishonor a return',
      [
        ['R61', 'Misrouted return'],
        ['R62', 'Return of erroneous or reversing debit'],
        ['R67', 'Duplicate return'],
        ['R68', 'Untimely return'],
        ['R69', 'Field error(s)'],
        ['R70', 'Permissible return entry not accepted / return not requested by ODFI'],
      ],
    ],
    [
      'The RDFI, to contest a dishonored return',
      [
        ['R71', 'Misrouted dishonored return'],
        ['R72', 'Untimely dishonored return'],
        ['R73', 'Timely original return'],
        ['R74', 'Corrected return'],
        ['R75', 'Return not a duplicate'],
        ['R76', 'No errors found'],
        ['R77', 'Non-acceptance of R62 dishonored return'],
      ],
    ],
    [
      'The RDFI or a gateway',
      [['R90', 'Entry returned due to RDFI\u2019s sanctions compliance obligations']],
    ],
    [
      'The ODFI, to refuse a notification of change',
      [
        ['C61', 'Misrouted notification of change'],
        ['C62', 'Incorrect trace number'],
        ['C63', 'Incorrect company identification number'],
        ['C64', 'Incorrect individual identification number or identification number'],
        ['C65', 'Incorrectly formatted corrected data'],
        ['C66', 'Incorrect discretionary data'],
        ['C67', 'Routing number not from original entry detail record'],
        ['C68', 'DFI account number not from original entry detail record'],
        ['C69', 'Incorrect transaction code'],
      ],
    ],
  ] as const)('names who may use the network\u2019s codes: %s', (who, codes) => {
    for (const [code, meaning] of codes) {
      const found = meaningOf(code.startsWith('R') ? 'return-reason' : 'change-code', code)
      expect([found?.meaning, found?.source], code).toEqual([meaning, 'network'])
      expect(found?.facts, code).toContainEqual({ label: 'Used by', value: who })
      expect(found?.where, code).toMatch(/^Nacha, /)
    }
  })

  it('says from when R90 is used, and invents no code between', () => {
    expect(meaningOf('return-reason', 'R90')?.notes).toContain('From March 17, 2028')
    const reserved = words('R48 R49 R60 R63 R64 R65 R66 R78 R79 R86 R89 R91')
    for (const code of reserved) expect(meaningOf('return-reason', code), code).toBeUndefined()
    for (const code of words('C15 C60 C70'))
      expect(meaningOf('change-code', code), code).toBeUndefined()
  })

  it('lists no code twice in a family, and no empty meaning or place', () => {
    for (const { id, entries: all } of codeFamilies) {
      expect(new Set(all.map(({ code }) => code)).size, id).toBe(all.length)
      expect(
        all.filter(({ meaning, where }) => meaning.trim() === '' || where.trim() === ''),
        id,
      ).toEqual([])
    }
  })

  it('names each place by one of the three documents or the network', () => {
    const places = codeFamilies.flatMap(({ entries: all }) => all.map(({ where }) => where))
    expect(places.filter((where) => !bankPlace.test(where) && !/^Nacha, \S/.test(where))).toEqual(
      [],
    )
  })

  it('puts every family under a topic of the book', () => {
    expect(codeFamilies.filter(({ topic }) => !codeTopics.includes(topic))).toEqual([])
    expect(
      codeTopics.filter((topic) => !codeFamilies.some((each) => each.topic === topic)),
    ).toEqual([])
  })

  it('reads the validation answer from its own tables', () => {
    for (const [field, family] of Object.entries(validationFamilyIds)) {
      const table = accountValidationTables[field as keyof typeof accountValidationTables]
      expect(entries(family).map(({ code, meaning }) => [code, meaning])).toEqual(
        table.entries.map(({ code, title }) => [code, title]),
      )
    }
  })

  it('keeps leading zeros: 10 is no 010 and 1 no 001', () => {
    expect(meaningOf('bai-balance', '010')?.meaning).toBe('Opening Ledger')
    expect(meaningOf('bai-balance', '10')).toBeUndefined()
    expect(meaningOf('validation-error', '1')).toBeUndefined()
    expect(meaningOf('addenda-type', '2')).toBeUndefined()
  })

  it('answers any text in any family, and never throws', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '__proto__', 'constructor', 'toString', 'R99', ' 000'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...codeFamilies), any, ({ id, entries: all }, code) => {
        const found = meaningOf(id, code)
        expect(found === undefined || all.includes(found)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(any, (id) => {
        const found = familyOf(id)
        expect(found === undefined || found.id === id).toBe(true)
      }),
    )
  })

  it('is explained without the names that the bank gives its fields', () => {
    for (const { explanation } of codeFamilies) expect(explanation).not.toMatch(/[a-z][A-Z]/)
  })

  it('finds each listed code as itself', () => {
    for (const { id, entries: all } of codeFamilies)
      for (const entry of all) expect(meaningOf(id, entry.code)).toBe(entry)
  })
})
