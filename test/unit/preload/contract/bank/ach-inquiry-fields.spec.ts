import { describe, expect, it } from 'vitest'
import { readShape } from '../../../../../main/bank/answers/read-shape.ts'
import * as inquiry from '../../../../../preload/contract/bank/ach-inquiry/index.ts'
import { spellings } from '../../../../../preload/contract/bank/ach-inquiry/spellings.ts'
import { spellingsOf, type Shape } from '../../../../../preload/contract/bank/answers/shape.ts'
import { documentedObjects } from './support/ach-inquiry-documented.ts'

/** Returns a unique value for each name; for groups and lists an object with one unknown member. */
const valueOf = (of: Shape, name: string): unknown => {
  const field = Object.entries(of.fields).find(([key, one]) => spellingsOf(key, one).includes(name))
  const structured = field?.[1].kind === 'group' || field?.[1].kind === 'list'
  return structured ? { stray: `<${name}>` } : `<${name}>`
}

const cases = Object.entries(documentedObjects)

describe('the document\u2019s field lists', () => {
  it.each(cases)('%s: every name is read into a labelled field of its own', (_, listed) => {
    const { shape: of, documented } = listed
    const body = Object.fromEntries(documented.map((name) => [name, valueOf(of, name)]))
    const { other, ...read } = readShape(of, body) as Record<string, unknown>
    expect(other).toEqual([])
    const holders = documented.map((name) => {
      const holding = Object.keys(read).filter((key) =>
        JSON.stringify(read[key]).includes(`"<${name}>"`),
      )
      expect(holding, name).toHaveLength(1)
      return holding[0] ?? ''
    })
    expect(new Set(holders).size).toBe(documented.length)
    for (const key of holders) expect(of.fields[key]?.label.trim(), key).not.toBe('')
  })

  it.each(cases)('%s: nothing is read that the document does not list', (_, listed) => {
    const { shape: of, documented } = listed
    for (const [key, field] of Object.entries(of.fields)) {
      const known = spellingsOf(key, field).some((name) => documented.includes(name))
      expect(known, key).toBe(true)
    }
  })

  it.each(cases)('%s: internal names are read nowhere', (_, listed) => {
    const { shape: of, internal = [] } = listed
    const body = Object.fromEntries(internal.map((name) => [name, 'INTERNAL']))
    expect([...of.internal].sort()).toEqual([...internal].sort())
    expect(JSON.stringify(readShape(of, body))).not.toContain('INTERNAL')
    for (const [key, field] of Object.entries(of.fields)) {
      expect(internal, key).not.toContain(key)
      for (const name of spellingsOf(key, field)) expect(internal, key).not.toContain(name)
    }
  })

  it.each(cases)('%s: no label stands for two fields, and a code names its family', (_, listed) => {
    const fields = Object.values(listed.shape.fields)
    const labels = fields.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const field of fields) if (field.kind === 'code') expect(field.family).toBeDefined()
  })

  it.each(cases)('%s: no spelling leads to two fields', (_, listed) => {
    const all = Object.entries(listed.shape.fields).flatMap(([key, field]) =>
      spellingsOf(key, field),
    )
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('bank note 48: one canonical name for each thing', () => {
  const shapes = Object.values(documentedObjects).map(({ shape: of }) => of)
  const keysReading = (name: string): readonly string[] => [
    ...new Set(
      shapes.flatMap((of) =>
        Object.entries(of.fields).flatMap(([key, field]) =>
          spellingsOf(key, field).includes(name) ? [key] : [],
        ),
      ),
    ),
  ]

  it.each([
    ['parNumber', 'parNumber'],
    ['transactionParNumber', 'parNumber'],
    ['returnTransactionParNumber', 'parNumber'],
    ['originalACHTransactionParNumber', 'originalParNumber'],
    ['addendaParNumber', 'addendaParNumber'],
    ['traceNumber', 'traceNumber'],
    ['nachaSecCode', 'secCode'],
    ['nachaSecondarySecCode', 'secCode'],
    ['standardEntryClassCode', 'secCode'],
    ['creditOrDebitCode', 'creditOrDebit'],
    ['creditDebitCode', 'creditOrDebit'],
    ['crOrDbCode', 'creditOrDebit'],
    ['batchID', 'batchId'],
    ['batchId', 'batchId'],
    ['totalRows', 'totalRows'],
    ['totalRecords', 'totalRows'],
    ['retrivedRows', 'retrievedRows'],
    ['retrievedRows', 'retrievedRows'],
    ['nachaFileHeadRefererenceNumber', 'nachaFileHeadReferenceNumber'],
    ['nachaFileHeadReferenceNumber', 'nachaFileHeadReferenceNumber'],
    ['referenceInformtion2', 'referenceInformation2'],
    ['referenceInformation2', 'referenceInformation2'],
    ['transactionTypeDescr', 'transactionTypeDescription'],
    ['customerIdentificationNumber', 'customerId'],
  ])('bank note 48: %s is %s in every object', (spelling, canonical) => {
    expect(keysReading(spelling)).toEqual([canonical])
  })

  it('bank note 48: a trace id is the trace number, except where both are present', () => {
    const { returnTransaction, collectedTransaction } = inquiry
    expect(readShape(returnTransaction, { traceId: 'T1' }).traceNumber).toBe('T1')
    expect(
      readShape(collectedTransaction, { traceNumber: 'T1', transactionTraceId: 'I1' }),
    ).toMatchObject({ traceNumber: 'T1', transactionTraceId: 'I1', other: [] })
  })

  it('bank note 48: a customer id is the party\u2019s inside a party and the receiver\u2019s beside it', () => {
    for (const name of spellings.receivingCustomerId) {
      expect(readShape(inquiry.receivingPartyDetail, { [name]: '7' }).customerId).toBe('7')
      expect(readShape(inquiry.collectedTransaction, { [name]: '7' }).receivingCustomerId).toBe('7')
      expect(readShape(inquiry.originatingPartyDetail, { [name]: '7' }).customerId).toBeNull()
    }
  })

  it('bank note 48: a return\u2019s own PAR number is never the original\u2019s', () => {
    const both = { originalACHTransactionParNumber: 'P1', returnTransactionParNumber: 'P2' }
    expect(readShape(inquiry.returnTransaction, both)).toMatchObject({
      parNumber: 'P2',
      originalParNumber: 'P1',
    })
    const original = { originalACHTransactionParNumber: 'P1' }
    expect(readShape(inquiry.returnTransaction, original).parNumber).toBeNull()
  })

  it('bank note 48: the documented spelling comes first, and a second one that differs is not lost', () => {
    const both = { parNumber: 'P9', returnTransactionParNumber: 'P2' }
    expect(readShape(inquiry.returnTransaction, both)).toMatchObject({
      parNumber: 'P2',
      other: [{ path: 'parNumber', value: 'P9' }],
    })
  })

  it('reads every spelling of the table in each object that holds the thing', () => {
    for (const of of shapes) {
      for (const [key, field] of Object.entries(of.fields)) {
        if (field.kind === 'group' || field.kind === 'list') continue
        for (const name of spellingsOf(key, field)) {
          expect(readShape(of, { [name]: ' 012 ' }), `${key} as ${name}`).toMatchObject({
            [key]: ' 012 ',
            other: [],
          })
        }
      }
    }
  })
})
