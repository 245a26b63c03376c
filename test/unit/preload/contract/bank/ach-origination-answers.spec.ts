import { describe, expect, it } from 'vitest'
import {
  addendaPageFacts,
  addendaStatusRequest,
} from '../../../../../main/bank/apis/addenda-status.ts'
import {
  addendaStatusAnswer,
  originationAnswer,
  type OriginatedEntry,
} from '../../../../../preload/contract/bank/ach-origination/answers.ts'
import { answeredEntries } from '../../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import { readingSchema } from '../../../../../preload/contract/bank/answers/shape.ts'
import { idOf } from './support/ach-batch.ts'

const entry = (number: number | null, change: Partial<OriginatedEntry> = {}): OriginatedEntry => ({
  uuid: number === null ? null : idOf(number),
  status: 'accepted',
  errorMessages: [],
  informationMessages: [],
  traceNumber: '041000120000001',
  requestAcceptedUTCTime: null,
  other: [],
  ...change,
})
const refusal = { code: 'E1', moreInfo: 'account closed', other: [] }

describe('an answered batch, entry by entry', () => {
  const verdicts = (...details: OriginatedEntry[]) =>
    answeredEntries([idOf(2), idOf(3)], { details }).entries.map(({ verdict }) => verdict)

  it('bank note 83: distinguishes accepted entries from refused ones and from those with errors', () => {
    expect(verdicts(entry(2), entry(3, { status: 'rejected' }))).toEqual(['accepted', 'rejected'])
    expect(
      verdicts(
        entry(3, { errorMessages: [refusal] }),
        entry(2, { informationMessages: [refusal] }),
      ),
    ).toEqual(['accepted', 'in-error'])
  })

  it('calls nothing accepted that the answer does not call so, or of which it states two results', () => {
    expect(verdicts(entry(2, { status: 'PENDING' }))).toEqual(['unclear', 'not-mentioned'])
    expect(verdicts(entry(2, { status: null }), entry(3, { status: 'ACCEPTED' }))).toEqual([
      'unclear',
      'unclear',
    ])
    expect(verdicts(entry(2), entry(2, { status: 'rejected' }), entry(3), entry(3))).toEqual([
      'unclear',
      'accepted',
    ])
    expect(verdicts()).toEqual(['not-mentioned', 'not-mentioned'])
  })

  it('bank note 83: calls no entry accepted that was answered under two trace numbers', () => {
    const again = entry(2, { traceNumber: '041000120000002' })
    expect(verdicts(entry(2), again, entry(3))).toEqual(['unclear', 'accepted'])
    expect(verdicts(entry(2), entry(2, { traceNumber: null }), entry(3))).toEqual([
      'accepted',
      'accepted',
    ])
  })

  it('recognises an id that the bank writes its own way, and returns foreign entries too', () => {
    const hyphens = '00000000-0000-0000-0000-00000000000A'
    const details = [entry(null, { uuid: hyphens }), entry(99), entry(null)]
    const { entries, strays } = answeredEntries([idOf(10)], { details })
    expect(entries).toMatchObject([{ uuid: idOf(10), verdict: 'accepted', answers: [details[0]] }])
    expect(strays).toEqual([details[1], details[2]])
  })

  it('crosses the border as the schema of its shape says', () => {
    const reading = {
      uuid: idOf(1),
      status: 'accepted',
      requestAcceptedUTCTime: null,
      effectiveDate: '2026-11-25',
      errorMessages: [],
      informationMessages: [],
      details: [entry(2)],
      other: [],
    }
    expect(readingSchema(originationAnswer).parse(reading)).toEqual(reading)
    expect(readingSchema(addendaStatusAnswer).safeParse(reading).success).toBe(false)
  })
})

describe('the query for addenda', () => {
  const ok = (input: unknown) => addendaStatusRequest.safeParse(input).success

  it('bank note 82: takes at most 45 letters and digits, and no hyphen', () => {
    expect(ok({ uuid: 'a'.repeat(45) })).toBe(true)
    expect(ok({ uuid: 'a'.repeat(46) })).toBe(false)
    expect(ok({ uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' })).toBe(false)
    expect(ok({ uuid: '' })).toBe(false)
    expect(ok({})).toBe(false)
  })

  it('bank note 46: takes its numbers as text, from 1 to 1000 a page, and no page number', () => {
    const uuid = idOf(2)
    for (const pageSize of ['1', '99', '1000']) expect(ok({ uuid, pageSize })).toBe(true)
    for (const pageSize of ['0', '01', '1001', '', '-1', '1e2', '10 ', 100]) {
      expect(ok({ uuid, pageSize })).toBe(false)
    }
    expect(ok({ uuid, startAddendaSequenceNumber: '0101' })).toBe(true)
    expect(ok({ uuid, startAddendaSequenceNumber: 101 })).toBe(false)
    expect(ok({ uuid, pageNumber: '2' })).toBe(false)
  })
})

describe('a page of addenda', () => {
  const page = (...numbers: (string | null)[]) => ({
    addenda: numbers.map((addendaSequenceNumber) => ({
      addendaTypeCode: '05',
      addendaSequenceNumber,
      paymentRelatedInformation: null,
      other: [],
    })),
  })

  it('bank note 46: continues after the highest number, whatever its zeros and its place', () => {
    expect(addendaPageFacts(page('1', '2', '3'))).toEqual({
      rows: 3,
      total: null,
      last: null,
      nextStart: '4',
      identities: ['1', '2', '3'],
    })
    expect(addendaPageFacts(page('0010', '0009')).nextStart).toBe('11')
  })

  it('names no place to go on from where numbers are missing, come twice or end nowhere', () => {
    expect(addendaPageFacts(page()).nextStart).toBeNull()
    expect(addendaPageFacts(page(null, 'one')).nextStart).toBeNull()
    expect(addendaPageFacts(page('1', '2', '1'))).toMatchObject({ rows: 3, nextStart: null })
  })

  it('names no place that the request itself refuses', () => {
    for (const number of ['999999998', '999999999', '9999999999']) {
      const { nextStart: start } = addendaPageFacts(page(number))
      if (start === null || start === undefined) continue
      const request = { uuid: idOf(2), startAddendaSequenceNumber: start }
      expect(addendaStatusRequest.safeParse(request).success).toBe(true)
    }
    expect(addendaPageFacts(page('999999998')).nextStart).toBe('999999999')
    expect(addendaPageFacts(page('999999999')).nextStart).toBeNull()
  })
})
