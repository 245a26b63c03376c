import type pg from 'pg'
import { expect, it } from 'vitest'
import { membershipTimes } from '../../../main/store/membership.ts'
import { SlotSession } from '../../../main/store/postgres/slot-session.ts'
import type { SlotNews } from '../../../main/store/shared-slots.ts'

const key = 'bank-1'

/** A session whose statements a test sees; each slot that it asks for is there. */
function sessionOfTest() {
  const statements: string[] = []
  const told: SlotNews[] = []
  let slot = 0
  const client = {
    query: (statement: string) => {
      statements.push(statement)
      slot += 1
      const rows = statement.includes('take_slot') ? [{ taken: slot, past: 'clean' }] : []
      return Promise.resolve({ rows })
    },
  } as unknown as pg.Client
  let underWay: Promise<void> = Promise.resolve()
  const session = new SlotSession(
    membershipTimes(),
    (work) => {
      underWay = underWay.then(() => work(client))
    },
    (news) => void told.push(news),
  )
  session.entered()
  session.request({ kind: 'share', key, count: 5 })
  return {
    session,
    told,
    given: () => statements.filter((statement) => statement.includes('advisory_unlock')).length,
    /** Takes a slot and returns the session that has it. */
    take: async (): Promise<number> => {
      session.request({ kind: 'want', key, lane: 'bulk' })
      await underWay
      const news = told.at(-1)
      return news?.kind === 'slot' ? news.era : Number.NaN
    },
    settled: () => underWay,
  }
}

it('gives no slot of a later session than the one that was meant', async () => {
  const { session, take, given, settled } = sessionOfTest()
  const before = await take()
  session.lost()
  session.entered()
  const era = await take()
  session.request({ kind: 'give', key, to: '', era: before })
  await settled()
  expect(given()).toBe(0)
  session.request({ kind: 'give', key, to: '', era })
  await settled()
  expect(given()).toBe(1)
  session.request({ kind: 'give', key, to: '', era })
  await settled()
  expect(given()).toBe(1)
})

it('keeps nothing of a slot whose session ended before the answer came', async () => {
  const { session, told, settled } = sessionOfTest()
  await settled()
  session.request({ kind: 'want', key, lane: 'bulk' })
  // The statement has left.
  await Promise.resolve()
  session.lost()
  await settled()
  expect(told.filter(({ kind }) => kind === 'slot')).toEqual([])
})
