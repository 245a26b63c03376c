/**
 * How many alerts there are when ids differ and contents do not: never fewer than the bank's ids in
 * one call.
 */
import { expect, it, onTestFinished } from 'vitest'
import { storeDeliveries } from '../../../../main/alerts/intake/store-deliveries.ts'
import { readDeliveries } from '../../../../main/alerts/intake/read-deliveries.ts'
import { seeded } from '../../support/seeded.ts'
import { itInFile, newStorePath } from '../../store/stores.ts'
import { deliveryOf, wireAlert } from '../alert-samples.ts'
import { connectionTo, jobContextIn, makeTables } from '../in-process-context.ts'
import { acknowledgments } from '../intakes.ts'

const at = '2026-11-23T14:00:00.250Z'

/** An alert by its guid and its content. */
type Received = readonly [guid: string | null, content?: number]

/** A store that receives calls, one delivery each. */
function newBank() {
  const connection = connectionTo(newStorePath())
  onTestFinished(() => void connection.close())
  makeTables(connection)
  const session = jobContextIn(connection)
  const confirmed: string[] = []
  let calls = 0
  const readOn = async () => {
    while ((await readDeliveries.run(session, { at, atMost: 3, isAfterCrash: true })).isMore);
  }
  return {
    async save(call: readonly Received[]) {
      const alerts = call.map(([eapAlertGUID, content = 0]) =>
        wireAlert({ eapAlertGUID }, { tranAmt: String(content) }),
      )
      const about = { at, remote: null, contentType: null, bytes: deliveryOf(...alerts) }
      const [answer] = await storeDeliveries.run(session, [{ id: String((calls += 1)), ...about }])
      if (answer === undefined) throw new Error('no answer')
      confirmed.push(...acknowledgments(answer).map(({ confirmationGUID }) => confirmationGUID))
    },
    readOn,
    confirmed,
    rows: (sql: string) => connection.prepare(sql).raw().all(),
    exec: (sql: string) => void connection.exec(sql),
  }
}
type Bank = ReturnType<typeof newBank>

const table = 'SELECT seq, id, guid, receipts, conflict FROM alerts ORDER BY seq'
const receipts = 'SELECT * FROM alert_receipts ORDER BY delivery_seq, place'
const perContent = 'SELECT amount, count(*) FROM alerts GROUP BY amount ORDER BY amount'

const callsOf = async (...calls: readonly (readonly string[])[]): Promise<Bank> => {
  const bank = newBank()
  for (const call of calls) {
    await bank.save(call.map((guid) => [guid] as const))
    await bank.readOn()
  }
  return bank
}

it.each([
  [[['A'], ['B']], 1],
  [[['A', 'B']], 2],
  [[['B'], ['A', 'B']], 2],
  [[['A', 'B'], ['B', 'A'], ['A'], ['B']], 2],
  [
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
    2,
  ],
  [
    [
      ['A', 'B'],
      ['C', 'D', 'B'],
    ],
    3,
  ],
  [[['X', 'A'], ['A'], ['B', 'A', 'X']], 3],
  [[['A'], ['B'], ['A', 'B']], 2],
  [[['A', 'A', 'A']], 1],
])(
  'bank note 99: takes the calls %j of equal content for %i alerts, without an alarm',
  async (calls, count) => {
    const bank = await callsOf(...calls)
    expect(bank.rows(table)).toHaveLength(count)
    expect(bank.rows('SELECT guid FROM alerts WHERE conflict = 1')).toEqual([])
    expect(bank.rows(receipts)).toHaveLength(calls.flat().length)
  },
)

/** A few calls of few ids and few contents. */
function anyCalls(random: () => number): readonly (readonly Received[])[] {
  const below = (end: number): number => Math.floor(random() * end)
  return Array.from({ length: 1 + below(6) }, () =>
    Array.from({ length: 1 + below(5) }, (): Received => {
      const guid = ['A', 'B', 'C', 'D', null][below(5)] ?? null
      return [guid, below(2)]
    }),
  )
}

/** By content, the most ids of one call; each alert without an id counts as one. */
function mostIds(calls: readonly (readonly Received[])[]): readonly (readonly [string, number])[] {
  return [0, 1].flatMap((content) => {
    const counts = calls.map((call) => {
      const guids = call.filter(([, of]) => of === content).map(([guid]) => guid)
      const own = guids.filter((guid) => guid === null).length
      return new Set(guids.filter((guid) => guid !== null)).size + own
    })
    const most = Math.max(...counts)
    return most === 0 ? [] : [[String(content), most] as const]
  })
}

itInFile(
  'stores as many alerts of one content as the call with the most had, whatever came before and after',
  async () => {
    const random = seeded(20_261_124)
    for (let run = 0; run < 100; run += 1) {
      const calls = anyCalls(random)
      const [inTurn, atOnce, backwards] = [newBank(), newBank(), newBank()]
      for (const call of calls) {
        await inTurn.save(call)
        await inTurn.readOn()
        await atOnce.save(call)
      }
      await atOnce.readOn()
      for (const call of calls.toReversed()) await backwards.save(call)
      await backwards.readOn()

      const before = [inTurn.rows(table), inTurn.rows(receipts)]
      expect([atOnce.rows(table), atOnce.rows(receipts)]).toEqual(before)
      expect(inTurn.rows(perContent), JSON.stringify(calls)).toEqual(mostIds(calls))
      expect(backwards.rows(perContent), JSON.stringify(calls)).toEqual(mostIds(calls))
      const confirmed = inTurn.rows('SELECT confirmation FROM alert_receipts').flat()
      expect([...confirmed].sort()).toEqual([...inTurn.confirmed].sort())

      for (const reader of ['NULL', '0']) {
        inTurn.exec(`UPDATE alert_deliveries SET reader = ${reader}`)
        await inTurn.readOn()
        expect([inTurn.rows(table), inTurn.rows(receipts)]).toEqual(before)
      }
    }
  },
)
