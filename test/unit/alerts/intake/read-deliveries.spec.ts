/**
 * Reading saved deliveries: one that cannot be stored as read is quarantined, and stops no other.
 */
import { expect, it, onTestFinished } from 'vitest'
import { StoreError } from '../../../../main/store/store-error.ts'
import type { JobContext } from '../../../../main/store/store-jobs.ts'
import { storeDeliveries } from '../../../../main/alerts/intake/store-deliveries.ts'
import { readDeliveries } from '../../../../main/alerts/intake/read-deliveries.ts'
import type { Delivery } from '../../../../main/alerts/listener/delivery.ts'
import { newStorePath } from '../../store/stores.ts'
import { deliveryOf, wireAlert } from '../alert-samples.ts'
import { connectionTo, jobContextIn, makeTables } from '../in-process-context.ts'

const at = '2026-11-23T14:00:00.250Z'

function newSession() {
  const connection = connectionTo(newStorePath())
  onTestFinished(() => void connection.close())
  makeTables(connection)
  return { connection, session: jobContextIn(connection) }
}

/** A delivery for each guid, with an ordinary alert and one under this guid. */
const withGuids = (...guids: readonly string[]): readonly Delivery[] =>
  guids.map((eapAlertGUID, n) => {
    const first = wireAlert(
      { eapAlertGUID: `first-${String(n)}` },
      { tranId: `first-${String(n)}` },
    )
    const bytes = deliveryOf(first, wireAlert({ eapAlertGUID }, { tranId: String(n) }))
    return { id: eapAlertGUID, at, remote: null, contentType: null, bytes }
  })

it('counts, finds and receipts each alert once where the third of five cannot be stored', async () => {
  const { connection, session } = newSession()
  // The last table that an alert is written to.
  connection.exec(`CREATE TRIGGER bad BEFORE UPDATE ON alerts WHEN new.guid = 'BAD' AND new.conflict = 1
    BEGIN SELECT RAISE(ABORT, 'it cannot be stored'); END`)
  const alerts = ['A', 'B', 'BAD', 'C', 'D'].map((eapAlertGUID) =>
    wireAlert({ eapAlertGUID }, { tranId: eapAlertGUID }),
  )
  const bytes = [
    deliveryOf(wireAlert({ eapAlertGUID: 'BAD' }, { tranId: 'earlier' })),
    deliveryOf(...alerts),
    deliveryOf(...alerts.slice(3)),
  ]
  const about = { at, remote: null, contentType: null }
  await storeDeliveries.run(
    session,
    bytes.map((each, n) => ({ ...about, id: String(n), bytes: each })),
  )
  expect(await readDeliveries.run(session, { at, atMost: 64, isAfterCrash: false })).toEqual({
    deliveries: 3,
    alerts: 7,
    latestSeq: 5,
    isMore: false,
  })
  const all = (sql: string) => connection.prepare(sql).raw().all()
  expect(all('SELECT guid, receipts, conflict FROM alerts ORDER BY seq')).toEqual([
    ['BAD', 1, 0],
    ['A', 1, 0],
    ['B', 1, 0],
    ['C', 2, 0],
    ['D', 2, 0],
  ])
  expect(all('SELECT alert_seq, delivery_seq, place FROM alert_receipts ORDER BY 2, 3')).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 2, 2],
    [4, 2, 4],
    [5, 2, 5],
    [4, 3, 1],
    [5, 3, 2],
  ])
  expect(all('SELECT kind, received FROM alert_hours')).toEqual([['wire', 5]])
  expect(all("SELECT rowid FROM alert_text('wire*') ORDER BY 1").flat()).toEqual([1, 2, 3, 4, 5])
  expect(all('SELECT quarantine_reason FROM alert_deliveries').flat()).toEqual([
    null,
    'unread',
    null,
  ])
})

it('writes alerts without a savepoint for each, and with one where an alert cannot be stored', async () => {
  const { connection, session } = newSession()
  let attempts = 0
  const counting: JobContext = {
    ...session,
    attempt: (work) => {
      attempts += 1
      return session.attempt(work)
    },
  }
  const deliveries = withGuids('1', '2', 'BAD')
  await storeDeliveries.run(session, deliveries.slice(0, 2))
  await readDeliveries.run(counting, { at, atMost: 64, isAfterCrash: false })
  expect(attempts).toBe(0)
  connection.exec(`CREATE TRIGGER bad BEFORE INSERT ON alerts WHEN new.guid = 'BAD'
    BEGIN SELECT RAISE(ABORT, 'it cannot be stored'); END`)
  await storeDeliveries.run(session, deliveries.slice(2))
  await readDeliveries.run(counting, { at, atMost: 64, isAfterCrash: false })
  // The alert before it, and twice the one that cannot be stored.
  expect(attempts).toBe(3)
})

it('takes back the whole reading, and attempts no alert again, when the disk is full in it', async () => {
  const { connection, session } = newSession()
  await storeDeliveries.run(session, withGuids('1', '2'))
  let inserts = 0
  const full: JobContext = {
    ...session,
    run: (sql, ...parameters) => {
      inserts += Number(sql.trimStart().startsWith('INSERT INTO alerts'))
      if (inserts === 3) throw new StoreError('full', 'full')
      return session.run(sql, ...parameters)
    },
  }
  await expect(readDeliveries.run(full, { at, atMost: 64, isAfterCrash: false })).rejects.toThrow(
    'full',
  )
  expect(inserts).toBe(3)
  const count = (table: string) => connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect(['alerts', 'alert_receipts', 'alert_hours'].map(count)).toEqual([0, 0, 0])
})

const corrupt = (): Error => new StoreError('io', 'malformed')

it('holds a delivery for the one alert that cannot be stored, stores all others, and that one when it can', async () => {
  const { connection, session } = newSession()
  connection.exec(`CREATE TRIGGER bad BEFORE INSERT ON alerts WHEN new.guid = 'BAD'
    BEGIN SELECT RAISE(ABORT, 'it cannot be stored'); END`)
  await storeDeliveries.run(session, withGuids('G-1', 'BAD', 'G-2'))
  expect(await readDeliveries.run(session, { at, atMost: 64, isAfterCrash: true })).toMatchObject({
    deliveries: 3,
    alerts: 5,
  })
  const held = () =>
    connection.prepare('SELECT quarantine_reason FROM alert_deliveries').pluck().all()
  const count = () => connection.prepare('SELECT count(*) FROM alerts').pluck().get()
  expect([held(), count()]).toEqual([[null, 'unread', null], 5])

  connection.exec(
    'DROP TRIGGER bad; UPDATE alert_deliveries SET reader = 0 WHERE quarantine_reason IS NOT NULL',
  )
  expect(await readDeliveries.run(session, { at, atMost: 64, isAfterCrash: true })).toMatchObject({
    deliveries: 1,
    alerts: 2,
  })
  expect([held(), count()]).toEqual([[null, null, null], 6])
})

it('stores an alert that cannot be stored as it was read by its bare id, marked, and holds nothing for it', async () => {
  const { connection, session } = newSession()
  connection.exec(`CREATE TRIGGER bad BEFORE INSERT ON alerts WHEN new.guid = 'BAD' AND new.kind = 'wire'
    BEGIN SELECT RAISE(ABORT, 'it cannot be stored so'); END`)
  await storeDeliveries.run(session, withGuids('BAD'))
  expect(await readDeliveries.run(session, { at, atMost: 64, isAfterCrash: true })).toMatchObject({
    alerts: 2,
  })
  const rows = connection.prepare('SELECT guid, kind, amount, unlisted FROM alerts ORDER BY seq')
  expect(rows.all()).toMatchObject([
    { kind: 'wire', unlisted: 0 },
    { guid: 'BAD', kind: 'other', amount: null, unlisted: 1 },
  ])
  expect(
    connection.prepare('SELECT quarantine_reason FROM alert_deliveries').pluck().all(),
  ).toEqual([null])
})

it('reads the deliveries behind one whose page the disk cannot return, and holds that one if it can', async () => {
  const { connection, session } = newSession()
  const ids = ['1', 'gone', '2', 'stuck', '3']
  await storeDeliveries.run(session, withGuids(...ids))
  const seqOf = (id: string) => ids.indexOf(id) + 1
  const damaged: JobContext = {
    ...session,
    one: (sql, ...parameters) => {
      const isBody = sql.startsWith('SELECT body')
      if (isBody && [seqOf('gone'), seqOf('stuck')].includes(Number(parameters[0]))) throw corrupt()
      return session.one(sql, ...parameters)
    },
    run: (sql, ...parameters) => {
      if (sql.startsWith('UPDATE alert_deliveries') && parameters.at(-1) === seqOf('stuck')) {
        throw corrupt()
      }
      return session.run(sql, ...parameters)
    },
  }
  const read = await readDeliveries.run(damaged, { at, atMost: 64, isAfterCrash: true })
  expect(read).toMatchObject({ deliveries: 3, alerts: 6, isMore: false })
  const rows = connection
    .prepare('SELECT quarantine_reason, reader FROM alert_deliveries ORDER BY seq')
    .raw()
  const good = [null, 1]
  expect(rows.all()).toEqual([good, ['unread', 1], good, [null, null], good])
  expect(await readDeliveries.run(damaged, { at, atMost: 1, isAfterCrash: true })).toMatchObject({
    alerts: 0,
    isMore: false,
  })
})

it('reads a delivery that ended the program once on its own, and holds one that ended it a thousand times', async () => {
  const { connection, session } = newSession()
  await storeDeliveries.run(session, withGuids('1', 'POISON', '2'))
  // The process ends: nothing after this point is done, and committed data stays.
  const ending: JobContext = {
    ...session,
    transact: () => {
      throw new Error('ended')
    },
    tally: (work) => {
      if (isEnded) throw new Error('ended')
      isEnded = true
      return session.tally(work)
    },
  }
  let isEnded = false
  const attempts = () =>
    connection.prepare('SELECT delivery_seq, attempts FROM alert_attempts').raw().all()
  await expect(readDeliveries.run(ending, { at, atMost: 64, isAfterCrash: true })).rejects.toThrow(
    'ended',
  )
  expect(attempts()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ])
  const next = () => readDeliveries.run(session, { at, atMost: 64, isAfterCrash: true })
  expect(await next()).toMatchObject({ deliveries: 1, isMore: true })
  for (let time = 2; time <= 1_000; time += 1) {
    isEnded = false
    await expect(
      readDeliveries.run(ending, { at, atMost: 64, isAfterCrash: true }),
    ).rejects.toThrow('ended')
  }
  expect(attempts()).toEqual([
    [2, 1_000],
    [3, 1],
  ])
  expect(await next()).toMatchObject({ deliveries: 1, alerts: 2, isMore: false })
  expect(attempts()).toEqual([])
  const held = connection
    .prepare('SELECT quarantine_reason, problem FROM alert_deliveries ORDER BY seq')
    .raw()
  const problem = 'Reading was started 1000 times and never finished: the program ended first.'
  expect(held.all()).toEqual([
    [null, null],
    ['unread', problem],
    [null, null],
  ])
  connection.exec('UPDATE alert_deliveries SET reader = NULL WHERE seq = 2')
  expect(await next()).toMatchObject({ deliveries: 1, alerts: 2 })
  expect(held.all()[1]).toEqual([null, null])
})

/**
 * Runs of the program that end while they read: each completes `readsBefore` readings, and ends in
 * its next one.
 */
async function endsWhileReading(readsBefore: number) {
  const { connection, session } = newSession()
  await storeDeliveries.run(
    session,
    withGuids(...Array.from({ length: 14 }, (_, at) => String(at))),
  )
  const cut: JobContext = {
    ...session,
    transact: () => {
      throw new Error('ended')
    },
    tally: (work) => {
      // A run that has ended does nothing after the count that precedes a reading.
      if (hasBegun) throw new Error('ended')
      hasBegun = true
      return session.tally(work)
    },
  }
  let hasBegun = false
  const read = (on: JobContext) => readDeliveries.run(on, { at, atMost: 64, isAfterCrash: true })
  const most = connection.prepare('SELECT coalesce(max(attempts), 0) FROM alert_attempts').pluck()
  const counted: unknown[] = []
  for (let run = 0; run < 12; run += 1) {
    for (let time = 0; time < (run === 0 ? 0 : readsBefore); time += 1) await read(session)
    hasBegun = false
    await expect(read(cut)).rejects.toThrow('ended')
    counted.push(most.get())
  }
  while ((await read(session)).isMore);
  const unread =
    'SELECT count(*) FROM alert_deliveries WHERE reader IS NULL OR quarantine_reason IS NOT NULL'
  expect([connection.prepare(unread).pluck().get(), most.get()]).toEqual([0, 0])
  return counted
}

it('counts no more than two attempts of a good delivery where each run reads once before it ends', async () => {
  expect(await endsWhileReading(1)).toEqual([1, ...Array<number>(11).fill(2)])
})

it('counts an attempt of the same good delivery with each run that ends in its first reading, and reads it then', async () => {
  expect(await endsWhileReading(0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

it('counts no attempt when the store refuses what was read', async () => {
  const { connection, session } = newSession()
  await storeDeliveries.run(session, withGuids('1'))
  const full: JobContext = {
    ...session,
    transact: () => {
      throw new StoreError('full', 'full')
    },
  }
  await expect(readDeliveries.run(full, { at, atMost: 64, isAfterCrash: true })).rejects.toThrow(
    'full',
  )
  expect(connection.prepare('SELECT count(*) FROM alert_attempts').pluck().get()).toBe(0)
})

it('ends a job after so many deliveries and says that there is more', async () => {
  const { session } = newSession()
  const deliveries = ['1', '2', '3'].map((id) => {
    const bytes = deliveryOf(wireAlert({}, { tranId: id }))
    return { id, at, remote: null, contentType: null, bytes }
  })
  await storeDeliveries.run(session, deliveries)
  const two = await readDeliveries.run(session, { at, atMost: 2, isAfterCrash: true })
  expect(two).toEqual({ deliveries: 2, alerts: 2, latestSeq: 2, isMore: true })
  const one = await readDeliveries.run(session, { at, atMost: 2, isAfterCrash: true })
  expect(one).toEqual({ deliveries: 1, alerts: 1, latestSeq: 3, isMore: false })
})
