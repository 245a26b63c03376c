/**
 * Made-up alerts in any number, written directly into a store of this version, without the
 * listener.
 */
import type { Client } from 'pg'
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import type { Connection } from '../../../main/store/sqlite/sqlite.ts'
import { indexedText } from '../../../main/alerts/alert-search.ts'

const perDelivery = 100
const secondMs = 1_000
const begin = Date.UTC(2026, 0, 1)

const givenNames =
  'Ada Bruno Carla Dmitri Elena Farid Greta Hugo Ines Jonas Katya Luis Margaret Nadia Omar Priya'.split(
    ' ',
  )
const familyNames =
  'Alder Birch Castell Dorn Ellison Ferrar Galen Harrow Iverson Juric Keller Lindqvist Marek Norling'.split(
    ' ',
  )
const trades =
  'Supply Foods Freight Timber Dental Roofing Textiles Bakery Logistics Energy Optics Media'.split(
    ' ',
  )
const achStatuses = ['COLLECTED', 'COLLECTED', 'COLLECTED', 'SETTLED', 'SETTLED', 'RETURNED']
const paymentStatuses = ['COMPLETED', 'COMPLETED', 'PENDING', 'SENT', 'REJECTED']
const ownAccounts = ['1000200031', '1000200049', '2000300077', '44556677', '9000100022']

const kinds = [
  ...(['ach', 'ach', 'ach', 'ach', 'ach', 'ach'] as const),
  ...(['wire', 'wire', 'wire', 'rtp'] as const),
]

/** Returns a number derived from another, spread over all 32 bits. */
function spread(of: number): number {
  let mixed = Math.imul(of ^ 0x9e3779b9, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
const hex = (of: number): string => spread(of).toString(16).padStart(8, '0')
const oneOf = <T>(list: readonly T[], of: number): T => list[of % list.length] as T

/** Returns the data of one made-up alert. */
export function fakeAlert(seq: number) {
  const [a, b, c] = [spread(seq), spread(seq * 7 + 1), spread(seq * 13 + 2)]
  const kind = oneOf(kinds, a)
  const isAch = kind === 'ach'
  const at = new Date(begin + seq * 20 * secondMs).toISOString()
  const isCredit = b % 2 === 0
  const wireReference = a % 2 === 0 ? `CS${hex(seq * 3)}${hex(seq * 5)}`.toUpperCase() : null
  const reference = isAch ? `09100001${String(seq).padStart(7, '0')}` : wireReference
  return {
    kind,
    at,
    sentAt: `${at.slice(0, 19)}Z`,
    status: oneOf(isAch ? achStatuses : paymentStatuses, b),
    account: oneOf(ownAccounts, c >>> 4),
    other: String(1_000_000_000 + (c % 200_000) * 37),
    party:
      c % 3 === 0
        ? `${oneOf(givenNames, b >>> 3)} ${oneOf(familyNames, c >>> 5)}`
        : `${oneOf(familyNames, b >>> 4)} ${oneOf(trades, c >>> 7)} ${String(b % 900)}`,
    guid: [hex(seq), hex(seq + 1).slice(4), `4${hex(seq + 2).slice(5)}`, hex(seq + 4)].join('-'),
    reference,
    transactionId: isAch ? null : `${at.slice(0, 10).replaceAll('-', '')}${hex(seq * 11)}`,
    direction: isCredit ? 'credit' : 'debit',
    isIncoming: !isAch && isCredit && reference === null,
    amount: `${String(c % 90_000)}.${String(b % 100).padStart(2, '0')}`,
    isConflict: a % 20_000 === 7,
    isRepeat: seq > 10 && a % 500 === 9,
    isOldCode: a % 100 === 3,
    isIncomplete: a % 3_000 === 5,
    isUnlisted: a % 7 === 2,
  } as const
}
type FakeAlert = ReturnType<typeof fakeAlert>

/** Returns the search words of an alert. */
function contentOf(alert: FakeAlert, seq: number): string {
  const isAch = alert.kind === 'ach'
  const { account, other } = alert
  const words = [
    alert.party,
    alert.guid,
    alert.amount,
    alert.reference,
    alert.transactionId,
    alert.status,
    account,
    account.slice(-4),
    other,
    other.slice(-4),
    'Mill Street Foods',
    isAch ? `AL00906 PAR${hex(seq * 17)} PAYROLL PPD 22` : `AL00901 ${alert.kind}`,
    isAch ? '' : `FED${hex(seq * 19)} 021000021 First Harbor Bank`,
  ].join(' ')
  return indexedText(words, {
    ...alert,
    accounts: [account, other],
    isIncomingCredit: alert.isIncoming,
  })
}

/** Returns the alert's own JSON. */
function elementOf(alert: FakeAlert): unknown {
  const isAch = alert.kind === 'ach'
  const alertHeader = {
    alertSentDateAndTime: alert.sentAt,
    alertCode: isAch ? 'AL00906' : 'AL00901',
    ...(isAch ? {} : { payType: alert.kind.toUpperCase() }),
    eapAlertGUID: alert.guid,
  }
  const ach = {
    transactionStatus: alert.status,
    traceNumber: alert.reference,
    transactionAmount: Number(alert.amount),
    transactionDescription: 'PAYROLL',
    receivingAccountNumber: alert.other,
    receivingCompanyName: alert.party,
    originatingAccountNumber: alert.account,
    originatingCompanyName: 'Mill Street Foods',
    returnReasonCode: null,
  }
  const isCredit = alert.direction === 'credit'
  const payment = {
    crOrDbCode: isCredit ? 'C' : 'D',
    crArngNum: isCredit ? alert.account : alert.other,
    dbArngNum: isCredit ? alert.other : alert.account,
    requestReferenceNumber: alert.reference,
    tranId: alert.transactionId,
    tranAmt: alert.amount,
    dbIpNm: alert.party,
    tranBusnStatusCode: alert.status,
    benefitIpAddrLine: ['12 Mill Street', 'Harbor', null],
  }
  return { alertNotification: { alertHeader, alertBody: isAch ? ach : payment } }
}

const columns = [
  'seq',
  'id',
  'guid',
  'content_hash',
  'body_hash',
  'delivery_seq',
  'place',
  'at',
  'sent_at',
  'kind',
  'code',
  'status',
  'direction',
  'incoming',
  'amount',
  'currency',
  'account',
  'party',
  'reference',
  'transaction_id',
  'conflict',
  'repeats_seq',
  'old_code',
  'incomplete',
  'unlisted',
  'reader',
]
const bit = (is: boolean): 0 | 1 => (is ? 1 : 0)
const deliveryOf = (seq: number): number => Math.floor((seq - 1) / perDelivery) + 1
const placeOf = (seq: number): number => ((seq - 1) % perDelivery) + 1

function valuesOf(alert: FakeAlert, seq: number): unknown[] {
  // Ascending, unlike real hashes, so that writing them takes no extra time.
  const hash = String(seq).padStart(64, '0')
  const isAch = alert.kind === 'ach'
  return [
    seq,
    `alert-${hash}`,
    alert.guid,
    hash,
    hash,
    deliveryOf(seq),
    placeOf(seq),
    alert.at,
    alert.sentAt,
    alert.kind,
    isAch ? 'AL00906' : 'AL00901',
    alert.status,
    alert.direction,
    bit(alert.isIncoming),
    alert.amount,
    isAch ? null : 'USD',
    alert.account,
    alert.party,
    alert.reference,
    alert.transactionId,
    bit(alert.isConflict),
    alert.isRepeat ? seq - 3 : null,
    bit(alert.isOldCode),
    bit(alert.isIncomplete),
    bit(alert.isUnlisted),
    1,
  ]
}

/**
 * The words of the last alerts are inserted a thousand at a time, so that their index has the same
 * segments as after receiving.
 */
const asReceived = 20_000

/** Number of the newest deliveries with their real body; the others have a placeholder. */
const withBodies = 200

function bodyOf(delivery: number, count: number, bodies: number): Buffer {
  if (delivery <= Math.floor(count / perDelivery) - bodies) return Buffer.from('{}')
  const first = (delivery - 1) * perDelivery + 1
  const seqs = Array.from({ length: Math.min(perDelivery, count - first + 1) }, (_, i) => first + i)
  const alertNotificationRequest = seqs.map((seq) => elementOf(fakeAlert(seq)))
  return Buffer.from(JSON.stringify({ alertNotificationRequest }))
}

function deliver(connection: Connection, count: number, bodies: number): void {
  const insert = connection.prepare(
    `INSERT INTO alert_deliveries (seq, id, at, size, sha256, answered, alerts, reader, body)
     VALUES (?, ?, ?, ?, '', 200, ${String(perDelivery)}, 1, ?)`,
  )
  for (let seq = 1; seq <= deliveryOf(count); seq += 1) {
    const body = bodyOf(seq, count, bodies)
    insert.run(seq, `d${String(seq)}`, fakeAlert(seq * perDelivery).at, body.length, body)
  }
}

/**
 * Removes the indexes or the triggers of a table, and returns the SQL that restores them, so that
 * the table is filled as fast as possible. The caller must do the work of the triggers.
 */
export function stripped(
  connection: Connection,
  table: string,
  types: readonly ('index' | 'trigger')[],
): () => void {
  const taken = connection
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE tbl_name = ? AND type IN (SELECT value FROM json_each(?)) AND sql IS NOT NULL`,
    )
    .all(table, JSON.stringify(types)) as { type: string; name: string; sql: string }[]
  for (const { type, name } of taken) connection.exec(`DROP ${type} ${name}`)
  return () => {
    for (const { sql } of taken) connection.exec(sql)
  }
}

/** What the store counts and notes of the times of its alerts; those of a bench rise. */
export const timesOfAlerts = `DELETE FROM alert_hours;
  INSERT INTO alert_hours SELECT substr(at, 1, 13), kind, count(*) FROM alerts GROUP BY 1, 2;
  DELETE FROM alert_stretches;
  INSERT INTO alert_stretches SELECT min(seq), max(at), min(at) FROM alerts;`

/**
 * Fills the closed store at `file` with alerts. `bodies`: how many of the newest deliveries have
 * their real body.
 */
export function fillWithAlerts(file: string, count: number, bodies = withBodies): void {
  const connection = connect(file, practiceKey)
  for (const pragma of ['journal_mode=MEMORY', 'synchronous=OFF', 'cache_size=-600000']) {
    connection.pragma(pragma)
  }
  const rebuild = stripped(connection, 'alerts', ['index', 'trigger'])
  connection.exec('BEGIN')
  deliver(connection, count, bodies)
  const marks = columns.map(() => '?').join(', ')
  const alert = connection.prepare(`INSERT INTO alerts (${columns.join(', ')}) VALUES (${marks})`)
  const account = connection.prepare(
    'INSERT INTO alert_accounts (account, alert_seq) VALUES (?, ?)',
  )
  const receipt = connection.prepare(
    `INSERT INTO alert_receipts (alert_seq, delivery_seq, place, guid, confirmation, is_other_guid)
     VALUES (?, ?, ?, ?, ?, 0)`,
  )
  const words = connection.prepare('INSERT INTO alert_text (rowid, words) VALUES (?, ?)')
  /** MB of words that are sorted before they are written. */
  const hold = (megabytes: number): void => {
    connection.exec(
      `INSERT INTO alert_text (alert_text, rank) VALUES ('hashsize', ${String(megabytes << 20)})`,
    )
  }
  hold(count > asReceived ? 64 : 1)
  for (let seq = 1; seq <= count; seq += 1) {
    const generated = fakeAlert(seq)
    alert.run(...valuesOf(generated, seq))
    receipt.run(seq, deliveryOf(seq), placeOf(seq), generated.guid, String(seq))
    for (const one of [generated.account, generated.other]) account.run(one, seq)
    words.run(seq, contentOf(generated, seq))
    if (seq === count - asReceived) hold(1)
    if (seq % (seq > count - asReceived ? 1_000 : 20_000) === 0) connection.exec('COMMIT; BEGIN')
  }
  connection.exec(timesOfAlerts)
  rebuild()
  connection.exec('COMMIT')
  connection.pragma('journal_mode=WAL')
  connection.close()
}

/** Fills the empty store of a PostgreSQL database with the same alerts, as the listener would. */
export async function fillDatabaseWithAlerts(client: Client, count: number): Promise<void> {
  await client.query('SET search_path TO store, lite, pg_catalog')
  const insert = async (table: string, rows: readonly object[]): Promise<void> => {
    const names = Object.keys(rows[0] ?? {}).join(', ')
    await client.query(
      `INSERT INTO ${table} (${names})
       SELECT ${names} FROM json_populate_recordset(CAST(NULL AS ${table}), $1)`,
      [JSON.stringify(rows)],
    )
  }
  for (let before = 0; before < count; before += 10 * perDelivery) {
    const seqs = Array.from({ length: 10 * perDelivery }, (_, at) => before + at + 1)
    const alerts = seqs.map((seq) => ({ seq, alert: fakeAlert(seq) }))
    const deliveries = [...new Set(seqs.map(deliveryOf))]
    await insert(
      'alert_deliveries',
      deliveries.map((seq) => {
        const body = bodyOf(seq, count, withBodies)
        return {
          seq,
          id: `d${String(seq)}`,
          at: fakeAlert(seq * perDelivery).at,
          size: body.length,
          sha256: '',
          answered: 200,
          alerts: perDelivery,
          reader: 1,
          body: `\\x${body.toString('hex')}`,
        }
      }),
    )
    await insert(
      'alerts',
      alerts.map(({ seq, alert }) => {
        const values = valuesOf(alert, seq)
        return Object.fromEntries(columns.map((name, at) => [name, values[at]]))
      }),
    )
    await insert(
      'alert_accounts',
      alerts.flatMap(({ seq, alert }) =>
        [alert.account, alert.other].map((account) => ({ account, alert_seq: seq })),
      ),
    )
    await insert(
      'alert_text',
      alerts.map(({ seq, alert }) => ({ rowid: seq, words: contentOf(alert, seq) })),
    )
  }
  await client.query(timesOfAlerts)
  await client.query('VACUUM ANALYZE')
}
