/** The pages of addenda over the wire, from a bank that gives fewer at once than requested. */
import { describe, expect, it } from 'vitest'
import { createAchOrigination } from '../../../../../main/bank/apis/ach-origination.ts'
import { queryAddendaPage } from '../../../../../main/money/batch/tracking/query-addenda.ts'
import type { BatchContext } from '../../../../../main/money/batch/types.ts'
import { systemClock } from '../../../../../main/platform/clock.ts'
import { newStorePath, open } from '../../../store/stores.ts'
import { closeBanksAfterEach, openBank } from '../../../bank/support/open-bank.ts'
import { json } from '../../../bank/support/real-bank.ts'

closeBanksAfterEach()

const addendaAt = (start: number, most: number) =>
  Array.from({ length: Math.max(0, Math.min(most, 120 - start + 1)) }, (_, at) => ({
    addendaTypeCode: '05',
    addendaSequenceNumber: String(start + at).padStart(4, '0'),
  }))

async function openCapped(addendaFrom: (start: number) => readonly object[]) {
  const bank = await openBank()
  // For a whole batch whose outcome is known: nothing is stored.
  const store = await open(newStorePath())
  const context = { store, clock: systemClock } as BatchContext
  const requested: Readonly<Record<string, string | undefined>>[] = []
  bank.reply = ({ body }, response) => {
    const request = JSON.parse(body) as (typeof requested)[number]
    requested.push(request)
    const addenda = addendaFrom(Number(request['startAddendaSequenceNumber'] ?? '1'))
    json(response, 200, { uuid: 'u1', status: 'accepted', addenda })
  }
  const origination = createAchOrigination({ client: bank.client })
  const query = (start: string | null) =>
    queryAddendaPage(
      context,
      { origination, inquireSoon: () => undefined, pollSoon: () => undefined },
      { orderId: 'b1', entryId: null, uuid: 'u1', start, actor: 'ann' },
      new AbortController().signal,
    )
  return { bank, requested, query }
}

describe('the addenda of a batch, a page at a time', () => {
  it('bank note 46: come all 120 where a bank gives 40 at once, and end only with an empty page', async () => {
    const { bank, requested, query } = await openCapped((start) => addendaAt(start, 40))
    const numbers: number[] = []
    let page = await query(null)
    for (; ; page = await query(page.next)) {
      if (!('reading' in page.answer) || !page.answer.reading) throw new Error('no answer')
      const { addenda } = page.answer.reading
      numbers.push(...addenda.map((one) => Number(one.addendaSequenceNumber)))
      if (page.next === null) break
    }
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
    expect(requested).toEqual([
      { uuid: 'u1', pageSize: '100' },
      ...['41', '81', '121'].map((startAddendaSequenceNumber) => ({
        uuid: 'u1',
        pageSize: '100',
        startAddendaSequenceNumber,
      })),
    ])
    expect(bank.records.at(-1)).toMatchObject({
      lane: 'interactive',
      purpose: 'ach-addenda-status',
    })
  })

  it('end where a bank starts with the first again, and where no number is given', async () => {
    const again = await openCapped(() => addendaAt(1, 40))
    expect((await again.query('41')).next).toBeNull()
    const unnumbered = await openCapped(() => [{ addendaTypeCode: '05' }])
    expect((await unnumbered.query(null)).next).toBeNull()
  })
})
