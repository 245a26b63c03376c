/** The reading of a file's row, and why a row is not sent. */
import { describe, expect, it } from 'vitest'
import { checkRow } from '../../../../main/inquiry/bulk/check-row.ts'
import { checkRows, summaryOf } from '../../../../main/inquiry/bulk/check-rows.ts'
import { draftRows } from '../../../../main/inquiry/bulk/draft-order.ts'
import { mappingProblems } from '../../../../main/inquiry/bulk/mapping-problems.ts'
import { suggestedMapping } from '../../../../main/inquiry/bulk/suggested-mapping.ts'
import type { ImportOptions, ImportTarget } from '../../../../preload/contract/api/bulk/import.ts'

const options: ImportOptions = {
  apiVersion: 'v1',
  withoutOwner: 'send',
  repeats: 'hold-back',
  restoreZeros: false,
  unusualRouting: 'send',
}

/** Checks one row whose columns are the targets of the values. */
function check(
  values: Partial<Record<ImportTarget, string>>,
  part: Partial<ImportOptions> = {},
): ReturnType<typeof checkRow> {
  const whole = { routingNumber: '021000021', accountNumber: '12345678', ...values }
  const targets = Object.keys(whole) as ImportTarget[]
  return checkRow(Object.values(whole), 2, {
    headers: targets,
    mapping: targets.map((target, column) => ({ column, target })),
    options: { ...options, ...part },
  })
}

describe('a row', () => {
  it('bank note 28: with a person and a business is held back, and says which field, rule and source', () => {
    const { inquiry, problems } = check({
      firstName: 'Ann',
      lastName: 'Lee',
      businessName: 'Lee Ltd',
    })
    expect(inquiry).toBeNull()
    expect(problems).toEqual([
      {
        target: 'businessName',
        message: 'Business name: Check a person or a business, not both',
        source: 'Account Validation and ACH Inquiry Specification, AcctOwner fields',
      },
    ])
  })

  it('bank note 29: without a name requests the status alone, or is held back, as the operator chose', () => {
    expect(check({ city: 'Dayton' }).inquiry).toMatchObject({ ownerKind: 'none', owner: {} })
    const heldBackRow = check({ city: 'Dayton' }, { withoutOwner: 'hold-back' })
    expect(heldBackRow.inquiry).toBeNull()
    expect(heldBackRow.problems[0]?.source).toContain('Account validation request')
  })

  it('that is a total is held back as such', () => {
    const total = check({ routingNumber: '', accountNumber: '', businessName: 'Grand total: 12' })
    expect(total.inquiry).toBeNull()
    expect(total.problems.map(({ message }) => message)).toEqual(['A total, not an account'])
    expect(check({ businessName: 'Total' }).inquiry).not.toBeNull()
  })

  it('bank note 36: keeps the account as it is written, and refuses more than 17 significant characters', () => {
    expect(check({ accountNumber: '000012345678901234567' }).inquiry?.accountNumber).toBe(
      '000012345678901234567',
    )
    expect(check({ accountNumber: '123456789012345678' }).inquiry).toBeNull()
    expect(check({ accountNumber: '1234-5678' }).inquiry).toBeNull()
  })

  it('bank note 37: takes a date of birth in both its forms, and no other', () => {
    const person = { firstName: 'Ann', lastName: 'Lee' }
    expect(check({ ...person, dob: '19800229' }).inquiry?.owner.dob).toBe('1980-02-29')
    expect(check({ ...person, dob: '1980-02-29' }).inquiry?.owner.dob).toBe('1980-02-29')
    for (const dob of ['02/29/1980', '1981-02-29', '19810229', '29313']) {
      expect(check({ ...person, dob }).problems).toMatchObject([{ target: 'dob' }])
    }
  })

  it('reports that a number in scientific notation has lost its digits, and never writes it out', () => {
    const { inquiry, problems } = check({ accountNumber: '1.23457E+11' })
    expect(inquiry).toBeNull()
    expect(problems[0]?.message).toContain('scientific notation')
  })

  it('restores the zeros of a routing number only on request, and only where the check digit fits', () => {
    expect(check({ routingNumber: '21000021' }).inquiry).toBeNull()
    expect(check({ routingNumber: '21000021' }).problems[0]?.message).toContain('zeros')
    const restored = check({ routingNumber: '21000021' }, { restoreZeros: true })
    expect(restored).toMatchObject({ restored: true, inquiry: { routingNumber: '021000021' } })
    expect(check({ routingNumber: '21000022' }, { restoreZeros: true }).inquiry).toBeNull()
    expect(check({ routingNumber: '210000' }, { restoreZeros: true }).inquiry).toBeNull()
  })

  it('with an unusual routing number is warned of and sent, or is held back, as the operator chose', () => {
    const unusual = {
      target: null,
      message: 'Unusual routing number: check it',
      source: 'ABA, first two digits (00 to 12, 15, 21 to 32, 61 to 72, 80)',
    }
    const requested = check({ routingNumber: '130000006' })
    expect([requested.inquiry?.routingNumber, requested.problems]).toEqual(['130000006', []])
    expect(requested.warnings).toEqual([unusual])
    const heldBackRow = check({ routingNumber: '130000006' }, { unusualRouting: 'hold-back' })
    expect([heldBackRow.inquiry, heldBackRow.problems, heldBackRow.warnings]).toEqual([
      null,
      [unusual],
      [],
    ])
    expect(check({ routingNumber: '021000022' }).warnings).toMatchObject([
      { source: 'ABA, check digit (weights 3, 7 and 1)' },
    ])
    expect(check({ routingNumber: '000000000' }).warnings).toMatchObject([
      { source: 'ABA, nine zeros' },
    ])
    // Nine digits are checked by another rule, which already holds the row back.
    expect(check({ routingNumber: '13' }).warnings).toEqual([])
  })

  it('bank note 39: reports that it carries personal numbers, and stores none of SSN shape in any column', () => {
    expect(check({ firstName: 'A', lastName: 'B', ssn: '123-45-6789' })).toMatchObject({
      personal: true,
      inquiry: { owner: { ssn: '123456789' } },
    })
    expect(JSON.stringify(check({ retain: 'see 123-45-6789 there' }).retained)).not.toContain(
      '123-45',
    )
    for (const ssn of [
      '123 45 6789',
      '123.45.6789',
      '123\u201345\u20136789',
      '12-3456789',
      '123456789',
    ]) {
      expect(JSON.stringify(check({ retain: `see ${ssn} there` }).retained)).not.toContain('6789')
      expect(check({ userDefined: ssn }).inquiry).toBeNull()
    }
    expect(check({ userDefined: '123-45-6789' }).inquiry).toBeNull()
  })
})

describe('the rows of a file', () => {
  it('count those with an unusual routing number, held back or not, and are found and sorted by it', async () => {
    const lines = ['021000022', '021000021', '130000006', '021000022', '9']
    const checked = async (unusualRouting: ImportOptions['unusualRouting']) => {
      const sheet = {
        rows: lines.map((routing, at) => ({ line: at + 2, cells: [routing, '12345678'] })),
      }
      const rules = {
        headers: ['Routing', 'Account'],
        mapping: (['routingNumber', 'accountNumber'] as const).map((target, column) => ({
          column,
          target,
        })),
        options: { ...options, unusualRouting, repeats: 'send' as const },
      }
      const rows = await checkRows(
        sheet as never,
        rules,
        () => 0,
        () => true,
      )
      if (!rows) throw new Error('Nothing was checked')
      return rows
    }
    const requested = await checked('send')
    expect(summaryOf('d1', requested)).toMatchObject({
      unusualRouting: 3,
      sendable: 4,
      heldBack: 1,
    })
    const heldBackRow = await checked('hold-back')
    expect(summaryOf('d1', heldBackRow)).toMatchObject({
      unusualRouting: 3,
      sendable: 1,
      heldBack: 4,
    })
    expect(summaryOf('d1', heldBackRow).reasons).toContainEqual({
      message: 'Unusual routing number: check it',
      rows: 3,
    })
    const found = draftRows(requested, { show: 'sendable', search: 'unusual', sort: null })
    expect(found.map(({ row }) => row)).toEqual([2, 4, 5])
    const sort = { column: 'state', direction: 'ascending' } as const
    expect(draftRows(requested, { show: 'all', sort }).map(({ row }) => row)).toEqual([
      3, 2, 4, 5, 6,
    ])
  })
})

describe('a mapping', () => {
  it('is suggested by common headers, and bank note 35: amounts are sent nowhere', () => {
    const headers = ['ABA', 'Acct #', 'Vendor Name', 'TIN', 'DOB', 'ZIP', 'State', 'Amount', 'x']
    expect(suggestedMapping(headers).map(({ column, target }) => [column, target])).toEqual([
      [0, 'routingNumber'],
      [1, 'accountNumber'],
      [2, 'businessName'],
      [3, 'ssn'],
      [4, 'dob'],
      [5, 'zipCode'],
      [6, 'state'],
    ])
  })

  it('sends a reference or the number of a payee, and keeps the number of an invoice without sending it', () => {
    const targetsOf = (...headers: string[]) =>
      suggestedMapping(headers).map(({ column, target }) => [headers[column], target])
    for (const header of ['Ref', 'Reference', 'Payment reference', 'Payee ID', 'Vendor no'])
      expect(targetsOf(header)).toEqual([[header, 'userDefined']])
    for (const header of ['Invoice', 'Invoice Number', 'Inv. no', 'PO #', 'Order'])
      expect(targetsOf(header)).toEqual([[header, 'retain']])
    expect(targetsOf('Invoice', 'Vendor ID', 'Payment reference')).toEqual([
      ['Invoice', 'retain'],
      ['Payment reference', 'userDefined'],
    ])
    for (const header of ['Invoice date', 'Invoice amount', 'Amount', 'Order date', 'Note'])
      expect(targetsOf(header)).toEqual([])
  })

  it('bank note 39: that would keep a column of personal numbers is refused', () => {
    const mapping = [
      { column: 0, target: 'routingNumber' },
      { column: 1, target: 'accountNumber' },
      { column: 2, target: 'retain' },
    ] as const
    expect(mappingProblems(['a', 'b', 'Employee SSN'], [...mapping])).toHaveLength(1)
    expect(mappingProblems(['a', 'b', 'Note'], [...mapping])).toEqual([])
    expect(mappingProblems(['a', 'b', '123-45-6789'], [...mapping])).toHaveLength(1)
    const rows = ['123456789', '987 65 4321', 'n/a'].map((value) => ({ cells: ['', '', value] }))
    expect(mappingProblems(['a', 'b', 'Note'], [...mapping], rows)).toHaveLength(1)
    expect(mappingProblems(['a', 'b', 'Note'], [...mapping], rows.slice(2))).toEqual([])
  })
})
