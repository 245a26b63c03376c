/** The alerts as CSV: a spreadsheet shows the received values, and no cell runs as a formula. */
import { describe, expect, it } from 'vitest'
import { csvCell } from '../../../../main/platform/spreadsheets/guarded-cell.ts'
import {
  actsIn,
  openAlertSession,
  everything,
  found,
  mara,
  serviceOn,
  withoutRecords,
} from '../alert-session.ts'
import { achAlert, deliveryOf, wireAlert } from '../alert-samples.ts'

const dots = '\u2022\u2022\u2022\u2022'
const { cursor: _cursor, limit: _limit, ...filter } = everything

/** The rows of a file, by the titles of its columns; blanks around a cell are trimmed. */
function rowsOf(csv: string): Record<string, string>[] {
  const [titles = [], ...rows] = parsed(csv.replace('\ufeff', ''))
  return rows.map((cells) =>
    Object.fromEntries(titles.map((title, at) => [title.trim(), (cells[at] ?? '').trim()])),
  )
}

/** By RFC 4180. */
function parsed(csv: string): string[][] {
  const rows: string[][] = []
  for (const [, end, quoted, plain] of csv.matchAll(
    /(^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g,
  )) {
    if (end !== ',') rows.push([])
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
  }
  return rows.slice(0, -1)
}

describe('the export', () => {
  it('writes one row for each alert of the filter, in the order of the list, with every field', async () => {
    const session = await openAlertSession(
      deliveryOf(
        wireAlert({}, { requestReferenceNumber: 'R1', dbIpINm: 'Smith, "Jo"\nLtd' }),
        achAlert({}, { transactionAmount: -1.1, transactionCode: '02' }),
        achAlert({ eapAlertGUID: 'G3' }, { transactionStatus: 'RETURNED', newField: 'x' }),
      ),
    )
    const { text: csv, alerts } = await session.service.exportText(
      { ...filter, inFull: false },
      mara,
    )
    expect(alerts).toBe(3)
    expect(csv.startsWith('\ufeffReceived,Kind,')).toBe(true)
    expect(csv.endsWith('\r\n')).toBe(true)
    const rows = rowsOf(csv)
    expect(rows).toMatchObject([
      {
        'Status (transactionStatus)': 'RETURNED',
        Marks: 'unlisted',
        'Not in the bank\u2019s documents': 'newField: x',
      },
      {
        'Amount (transactionAmount)': '-1.1',
        'Transaction code (transactionCode)': '02',
        'Originating account (originatingAccountNumber)': `${dots}7890`,
      },
      {
        Kind: 'wire',
        'Alert id (eapAlertGUID)': 'EAP-W-1',
        'Request reference (requestReferenceNumber)': 'R1',
        'Debit customer (dbIpNm)': 'Smith, "Jo"\nLtd',
        'Credit account (crArngNum)': `${dots}7890`,
        'Amount (tranAmt)': '12500.00',
      },
    ])
    const some = await session.service.exportText(
      { ...filter, status: 'RETURNED', inFull: false },
      mara,
    )
    expect(rowsOf(some.text)).toHaveLength(1)
  })

  it('writes accounts, traces and references as text, and amounts as numbers', async () => {
    const session = await openAlertSession(
      deliveryOf(achAlert({}, { originatingAccountNumber: '0004417890', transactionAmount: -1.1 })),
    )
    const { text: csv } = await session.service.exportText({ ...filter, inFull: true }, mara)
    expect(csv.split('\r\n')[0]).not.toContain('\t')
    for (const cell of ['"\t0004417890"', '"\t091000010000001"', ',-1.1,', ',1,']) {
      expect(csv).toContain(cell)
    }
  })

  it('writes more than a page of the list, each alert once', async () => {
    const deliveries = Array.from({ length: 6 }, (_, delivery) =>
      deliveryOf(
        ...Array.from({ length: 100 }, (_each, place) => {
          const traceNumber = `T${String(delivery * 100 + place)}`
          return achAlert({ eapAlertGUID: traceNumber }, { traceNumber })
        }),
      ),
    )
    const session = await openAlertSession(...deliveries)
    const rows = rowsOf((await session.service.exportText({ ...filter, inFull: false }, mara)).text)
    const traces = rows.map((row) => row['Trace number (traceNumber)'])
    expect(traces).toEqual(Array.from({ length: 600 }, (_, index) => `T${String(599 - index)}`))
    expect(traces.slice(0, 500)).toEqual(await found(session, { limit: 500 }))
  })

  it('is recorded before it is written, as a separate act if unmasked, and without the search text', async () => {
    const session = await openAlertSession(deliveryOf(wireAlert()))
    const blind = serviceOn(withoutRecords(session.store), session.intake)
    await expect(blind.exportText({ ...filter, inFull: false }, mara)).rejects.toThrow('recorded')
    await session.service.exportText({ ...filter, search: 'ridgeway', inFull: false }, mara)
    const inFull = await session.service.exportText(
      { ...filter, account: '4417890', inFull: true },
      mara,
    )
    expect(rowsOf(inFull.text)).toMatchObject([{ 'Credit account (crArngNum)': '4417890' }])
    const acts = await actsIn(session.store)
    expect(acts).toMatchObject([
      { actor: 'mara', kind: 'alerts.exported' },
      { actor: 'mara', kind: 'alerts.exported-in-full' },
    ])
    expect(acts.map(({ detail }) => detail).join('')).not.toMatch(/ridgeway|4417890/)
  })
})

describe('a cell', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\uff1d1+1',
    '-',
    '+1 555 0100',
  ])('that a spreadsheet would run is text: %j', (text) => {
    const cell = csvCell(text)
    expect(cell.startsWith('"') ? cell.slice(1, -1) : cell).toBe(`'${text}`)
  })

  it.each([
    '0004417890',
    '02',
    '091000010000001',
    '20261123000011112222',
    '12E34',
    '12e345678',
    '-1.10',
    '2026-11-23',
    '2026-11-23T14:00:00.250Z',
    '23-Nov-2026 10:40',
    '1/2',
    '10-12',
    'MAR12',
    '1,234',
    'TRUE',
    '5%',
    '\uff11\uff12',
  ])('that a spreadsheet would take for a number or a day is text: %s', (text) => {
    expect(csvCell(text)).toBe(`"\t${text}"`)
  })

  it.each(['-1.10', '0.5', '12500.00', '7', '-1.5E3', '123456789012345', '1234567890123.45'])(
    'of an amount is a number: %s',
    (text) => {
      expect(csvCell(text, 'number')).toBe(text)
    },
  )

  it.each(['1234567890123456', '12345678901234.56', '12E345', 'about 5', '1,5'])(
    'of an amount that a spreadsheet would spoil is text: %s',
    (text) => {
      expect(csvCell(text, 'number')).toBe(`"\t${text}"`)
    },
  )

  it('of an amount runs nothing', () => {
    expect(csvCell('=1+1', 'number')).toBe("'=1+1")
  })

  it.each(['a=b', "O'Brien", 'x-y', 'Ridgeway Supply', '12 Quay Road Portland', `${dots}7890`])(
    'that is harmless stays as it is: %s',
    (text) => {
      expect(csvCell(text)).toBe(text)
    },
  )

  it('with a comma, a quote or a line break is quoted', () => {
    expect(csvCell('a,"b"\r\nc')).toBe('"a,""b""\r\nc"')
    expect(csvCell(null)).toBe('')
  })
})
