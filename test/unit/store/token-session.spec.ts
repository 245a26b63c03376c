import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { TokenNews } from '../../../main/store/engine.ts'
import { TokenSession } from '../../../main/store/postgres/token-session.ts'

const key = 'bank-1'
const result = { kind: 'token', sealed: 'sealed', digest: 'digest', replaced: null } as const

/** A session whose statements a test sees; the turn is free each time. */
function sessionOfTest() {
  const statements: string[] = []
  const told: TokenNews[] = []
  const client = {
    query: (statement: string, [, isMine]: readonly unknown[]) => {
      statements.push(statement)
      return Promise.resolve({ rows: [{ read: { isMine, at: 1, stored: null } }] })
    },
  } as unknown as pg.Client
  let underWay: Promise<void> = Promise.resolve()
  const session = new TokenSession(
    (work) => {
      underWay = underWay.then(() => work(client))
    },
    (news) => void told.push(news),
  )
  onTestFinished(() => session.close())
  return {
    session,
    told,
    count: (part: string) => statements.filter((statement) => statement.includes(part)).length,
    settled: () => underWay,
    /** Takes the turn and returns the session that has it. */
    take: async (): Promise<number> => {
      session.request({ kind: 'want', key, isWanted: true })
      await underWay
      return told.at(-1)?.era ?? Number.NaN
    },
  }
}

it('stores and gives back nothing for a turn of an earlier session', async () => {
  const { session, take, count, settled } = sessionOfTest()
  const before = await take()
  session.lost()
  session.entered()
  await settled()
  const era = await take()
  session.request({ kind: 'end', key, era: before, result })
  await settled()
  expect([count('INSERT'), count('unlock')]).toEqual([0, 0])
  session.request({ kind: 'end', key, era, result })
  session.request({ kind: 'end', key, era, result })
  await settled()
  expect([count('INSERT'), count('unlock')]).toEqual([1, 1])
})

it('takes the turn that it has no second time', async () => {
  const { session, told, take, settled } = sessionOfTest()
  const era = await take()
  session.request({ kind: 'want', key, isWanted: true })
  session.heard(key)
  await settled()
  expect(told.map((news) => news.era)).toEqual([era, null, null])
})

it('tells no turn whose session ended before the answer came', async () => {
  const { session, told, settled } = sessionOfTest()
  session.request({ kind: 'want', key, isWanted: true })
  // The statement has left.
  await Promise.resolve()
  session.lost()
  await settled()
  expect(told).toEqual([])
})
