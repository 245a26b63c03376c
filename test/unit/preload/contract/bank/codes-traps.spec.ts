/** The bank notes about the codes of the specification. */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  businessStatuses,
  businessStatusOf,
  codeFamilies,
  familyOf,
  meaningOf,
} from '../../../../../preload/contract/bank/codes/index.ts'

const familiesOfField = (field: string): string[] =>
  codeFamilies.filter(({ fields }) => fields.includes(field)).map(({ id }) => id)
const factOf = (label: string, facts: readonly { label: string; value: string }[] = []) =>
  facts.find((fact) => fact.label === label)?.value

describe('codes with two senses', () => {
  it('bank note 20: ECA-W-001 is a warning on HTTP 299 and a refusal on HTTP 400', () => {
    const warning = meaningOf('ach-inquiry-warning', 'ECA-W-001')
    const refusal = meaningOf('ach-inquiry-failure', 'ECA-W-001')
    expect(warning?.meaning).toMatch(/^Request processed with warnings/)
    expect(refusal?.meaning).toMatch(/^Request validation failed/)
    expect([
      factOf('HTTP status', warning?.facts),
      factOf('Custom status', warning?.facts),
    ]).toEqual(['299', 'W'])
    expect([
      factOf('HTTP status', refusal?.facts),
      factOf('Custom status', refusal?.facts),
    ]).toEqual(['400', 'F'])
    expect(meaningOf('ach-inquiry-warning', 'ECA-W-002')).toBeUndefined()
  })

  it('bank note 21: 001 and 099 of a list are neither an error code nor an account status', () => {
    expect(meaningOf('list-message', '001')?.meaning).toBe('No matching transactions')
    expect(meaningOf('validation-error', '001')?.meaning).toBe('Invalid routing number')
    expect(meaningOf('list-message', '099')?.meaning).toBe('Results match')
    expect(meaningOf('validation-status', '099')?.meaning).toBe('Open Valid')
  })

  it('000 has a meaning of its own in each field', () => {
    expect(meaningOf('validation-error', '000')?.meaning).toBe('Normal')
    expect(meaningOf('validation-status', '000')?.meaning).toMatch(/cannot be located$/)
    expect(meaningOf('validation-condition', '000')?.meaning).toBe('Normal')
  })

  it('bank note 51: transactionCode is an ACH code of two digits and a BAI code of three', () => {
    expect(familiesOfField('transactionCode')).toEqual([
      'ach-transaction-code',
      'bai-balance',
      'bai-transaction',
    ])
    expect(meaningOf('ach-transaction-code', '22')?.meaning).toBe(
      'Demand credit (checking deposit)',
    )
    expect(meaningOf('bai-transaction', '22')).toBeUndefined()
    const lengths = (id: string) => new Set(familyOf(id)?.entries.map(({ code }) => code.length))
    expect(lengths('ach-transaction-code')).toEqual(new Set([2]))
    expect(lengths('bai-balance')).toEqual(new Set([3]))
    expect(lengths('bai-transaction')).toEqual(new Set([3]))
  })

  it('bank note 72: the three status lists stay apart', () => {
    const of = (id: string) => familyOf(id)?.entries.map(({ code }) => code) ?? []
    expect(of('payment-status')).toContain('COMPLETED')
    expect(meaningOf('ach-transaction-status', 'COMPLETED')).toBeUndefined()
    expect(meaningOf('payment-status', 'Completed')).toBeUndefined()
    expect(meaningOf('payment-business-status', 'Completed')).toBeDefined()
    expect(meaningOf('payment-status', 'RETURNED')).toBeUndefined()
    for (const id of ['payment-status', 'payment-business-status', 'ach-transaction-status'])
      expect(familyOf(id)?.explanation).toContain('three status lists')
  })
})

describe('lists that are not complete', () => {
  it('bank note 50: POSTED is known, as removed from the status inquiry', () => {
    const posted = meaningOf('ach-transaction-status', 'POSTED')
    expect(posted?.meaning).toBe('Removed from the ACH status inquiry (2.2.0 and 1.1.6)')
    expect(posted?.where).toBe('Platform Specification, Versioning')
  })

  it('bank note 52: an unlisted code has no meaning, and a code of the network alone is marked so', () => {
    for (const [family, code] of [
      ['return-reason', 'R99'],
      ['return-reason', 'r01'],
      ['change-code', 'C15'],
      ['ach-transaction-code', '40'],
      ['ach-transaction-code', '45'],
      ['bai-transaction', '101'],
    ] as const)
      expect(meaningOf(family, code), code).toBeUndefined()
    for (const [family, code] of [
      ['return-reason', 'R11'],
      ['return-reason', 'R29'],
      ['change-code', 'C14'],
      ['ach-transaction-code', '42'],
      ['sec-code', 'WEB'],
    ] as const)
      expect(meaningOf(family, code)?.source, code).toBe('network')
  })

  it('a wire\u2019s DRAFT is called a live payment', () => {
    expect(meaningOf('payment-type', 'DRAFT')?.notes).toContain('live payment')
  })

  it('IN_PROCESS is not paid, and the difference of FAILED and ERROR is not stated', () => {
    expect(meaningOf('payment-status', 'IN_PROCESS')?.notes).toContain('It is not paid')
    expect(meaningOf('payment-status', 'FAILED')?.notes).toContain('not documented')
    expect(meaningOf('payment-status', 'ERROR')?.notes).toContain('not documented')
  })

  it('C, S, L and P were seen and mean nothing for certain', () => {
    for (const [family, code] of [
      ['account-type', 'C'],
      ['account-type', 'S'],
      ['ach-transaction-type', 'L'],
      ['ach-transaction-type', 'P'],
    ] as const)
      expect(meaningOf(family, code)?.meaning).toBe('Listed without a meaning')
  })

  it('TEL and WEB are named by alerts and are not originated', () => {
    expect(meaningOf('sec-code', 'TEL')?.notes).toContain('origination offers CCD, CTX and PPD')
    expect(meaningOf('sec-code', 'CCD')?.notes).toBeUndefined()
  })

  it('the alert codes before the consolidation are known as replaced', () => {
    for (const code of ['AL00902', 'AL00903', 'AL00904', 'AL00905'])
      expect(meaningOf('alert-code', code)?.notes).toContain('Replaced by AL00906')
    expect(meaningOf('alert-code', 'AL00906')?.notes).toBeUndefined()
  })

  it('reads SVC as the operator\u2019s own prefix, and nothing else as it', () => {
    expect(meaningOf('payment-error', 'XYZ-0006')).toBe(meaningOf('payment-error', 'SVC-0006'))
    for (const code of ['0006', 'SVC-0007', 'SVC-00060', 'ECA-W-001', 'A-B-0006'])
      expect(meaningOf('payment-error', code), code).toBeUndefined()
  })
})

describe('the business statuses', () => {
  it('are 21 in five categories, seven of them final', () => {
    const counts = Map.groupBy(businessStatuses, ({ category }) => category)
    expect([...counts].map(([category, all]) => [category, all.length])).toEqual([
      ['In Process', 7],
      ['In Review', 7],
      ['Failed', 5],
      ['Cancelled', 1],
      ['Complete', 1],
    ])
    expect(businessStatuses.filter(({ isFinal }) => isFinal).map(({ code }) => code)).toEqual([
      'Abandoned',
      'Fatal',
      'Future Warehouse Cancelled',
      'Rejected',
      'Returned',
      'Cancelled',
      'Completed',
    ])
  })

  it('bank note 73: the spelling of an alert and of the table is one status', () => {
    for (const { code } of businessStatuses) {
      const inAlert = code.replaceAll(' ', '')
      expect(meaningOf('payment-business-status', inAlert)?.code).toBe(code)
      expect(businessStatusOf(inAlert.toUpperCase())?.code).toBe(code)
    }
    expect(businessStatusOf('RegulatoryFilter')?.category).toBe('In Review')
    expect(businessStatusOf('LimitCheck')?.code).toBe('Limit check')
  })

  it('bank note 73: a status that is not listed is never final', () => {
    fc.assert(
      fc.property(fc.string(), (code) => {
        const known = businessStatusOf(code)
        expect(known === undefined || businessStatuses.includes(known)).toBe(true)
        expect(businessStatusOf(`${code}!`)?.isFinal ?? false).toBe(false)
      }),
    )
  })

  it('bank note 74: categories are the document\u2019s, and final does not promise the end', () => {
    expect(businessStatusOf('FutureWarehouseCancelled')?.category).toBe('Failed')
    expect(businessStatusOf('Future Warehouse')).toMatchObject({
      category: 'In Process',
      isFinal: false,
    })
    expect(businessStatusOf('Returned')).toMatchObject({ category: 'Failed', isFinal: true })
    expect(businessStatusOf('Returned')?.notes).toContain('May follow Completed')
    expect(businessStatusOf('Completed')?.notes).toContain('Returned may still follow')
    const completed = meaningOf('payment-business-status', 'Completed')
    expect(factOf('Final', completed?.facts)).toContain('a late alert may still follow')
  })
})
