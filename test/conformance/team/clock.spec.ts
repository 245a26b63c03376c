/**
 * Two workstations on one store whose computers disagree about the time by five minutes: rules that
 * compare what one wrote with what the other sees go by the time of the database.
 */
import { expect, it, onTestFinished, vi } from 'vitest'
import { readOutcomeEvidence } from '../../../main/money/order/approval/approval-hash.ts'
import { systemClock, type Clock } from '../../../main/platform/clock.ts'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { clockOf } from '../../../main/store/team-clock.ts'
import { openStore, type Store } from '../../../main/store/store.ts'
import { practicePolicy } from '../../../preload/contract/domain/operators/policy.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker, tenth } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import {
  approvedOrder,
  as,
  codeOf,
  inquire,
  lost,
  openSession,
  release,
  rowOf,
  wireForm,
} from '../../unit/money/order/support/sending-session.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  startWorkstation,
  type Emitted,
} from '../../unit/support/workstation.ts'

const [mara] = practiceOperators.map((operator) => ({ operator }))
const minute = 60_000
const soon = { timeout: 10_000, interval: 10 }
const off = (ms: number): Clock => ({ ...systemClock, now: () => new Date(Date.now() + ms) })

/** What the second person is told right after a sending was lost, and a status inquiry found nothing. */
async function proposedAtOnce(
  sessionClock: (own: Clock, store: Store) => Clock,
): Promise<string | undefined> {
  const database = await newDatabase(template)
  const open = (id: string, offMs: number) =>
    openSession({
      worker: memberWorker(reachOf(database), id),
      clock: (store) => sessionClock(off(offMs), store),
    })
  const one = await open('one', 0)
  const two = await open('two', 5 * minute)
  for (const session of [one, two]) session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
  one.bank.answer = () => lost
  const valueDate = new Date().toISOString().slice(0, 10)
  await release(one, await approvedOrder(one, 'o1', { valueDate }), 'outcome-unknown')
  await inquire(two)
  return codeOf(
    await as(two, 'mara')('proposeResend', {
      id: 'o1',
      evidence: await readOutcomeEvidence(two.store.read, await rowOf(two)),
      reason: 'The bank has nothing',
    }),
  )
}

describeOnPostgres('two workstations whose clocks differ by five minutes', () => {
  it('do not take a status inquiry for one that was made five minutes after the sending', async () => {
    expect(await proposedAtOnce((own, { membership }) => clockOf(own, membership))).toBe(
      'inquiry-first',
    )
    // By their own clocks they would.
    expect(await proposedAtOnce((own) => own)).toBeUndefined()
  })

  it('write each instant by the time of the database, and say which of them is off', async () => {
    if (!mara) throw new Error('practice has two operators')
    const database = await newDatabase(template)
    const bank = await standAloneBank()
    onTestFinished(() => bank.end())
    const since = Date.now()
    const start = async (id: string, offMs: number) => {
      const folder = await newFolder()
      const { workstation, emitted } = await startWorkstation(folder, bank.controlUrl, {
        storeWorker: memberWorker(reachOf(database), id),
        clock: off(offMs),
      })
      onTestFinished(async () => {
        await workstation.close()
        await removeFolder(folder)
      })
      const form = { ...wireForm, valueDate: new Date().toISOString().slice(0, 10) }
      expect(await workstation.handlers.orders.saveDraft({ id: null, form }, mara)).toMatchObject({
        ok: true,
      })
      await workstation.handlers.connection.checkHealth(undefined, mara)
      return emitted
    }
    const [ahead, behind, right] = [
      await start('ahead', 5 * minute),
      await start('behind', -5 * minute),
      await start('right', 0),
    ]
    const isOff = ({ states }: Emitted) => states.at(-1)?.team?.isClockOff
    expect([ahead, behind, right].map(isOff)).toEqual([true, true, false])
    const { rows } = await database.query<{ at: string }>(`
      SELECT created_at AS at FROM store.orders UNION ALL SELECT at FROM store.audit_entries
      UNION ALL SELECT finished_at FROM store.bank_calls
      UNION ALL SELECT joined_at FROM store.workstations`)
    const instants = rows.map(({ at }) => Date.parse(at))
    expect(instants.length).toBeGreaterThan(12)
    // On a busy machine, an answer of the database is late.
    expect(Math.min(...instants)).toBeGreaterThan(since - minute)
    expect(Math.max(...instants)).toBeLessThan(Date.now() + minute)
  })

  it('are told when the clock of a computer is set while it runs', async () => {
    const database = await newDatabase(template)
    let offMs = 0
    const clock = { now: () => new Date(Date.now() + offMs) }
    const opened = await openStore({
      file: '',
      key: practiceKey,
      startStoreWorker: memberWorker(reachOf(database), 'one', tenth),
      clock,
    })
    if (!opened.ok) throw new Error(opened.error.code)
    const store = opened.value
    const { membership } = store
    onTestFinished(() => store.close())
    const changes: boolean[] = []
    membership.onChange(() => changes.push(membership.isClockOff()))
    for (const setTo of [5 * minute, 0, -5 * minute]) {
      offMs = setTo
      await vi.waitFor(() => expect(changes.at(-1)).toBe(setTo !== 0), soon)
      const differenceMs = (membership.clock?.now().getTime() ?? 0) - Date.now()
      expect(Math.abs(differenceMs)).toBeLessThan(minute)
    }
  })
})
