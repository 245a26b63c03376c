/**
 * Data about the receivers of made-up entries: ownership checks, and payees approved by two people.
 */
import { entryHash, type AuditEntry } from '../../../main/store/hash-chain.ts'
import { detailsHash, storedDetails } from '../../../main/money/payee-details.ts'
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import type { Connection } from '../../../main/store/sqlite/sqlite.ts'
import { routingNumber, type FakeEntry } from './many-batches.ts'

const at = '2026-01-01T12:00:00.000Z'
/** Returns the id of the payee of the entry at this place. */
export const payeeIdOf = (place: number): string => `payee-${String(place)}`

const outcome = (account: string): string =>
  JSON.stringify({
    kind: 'answered',
    beside: [],
    trace: {
      status: 200,
      transactionId: null,
      namesPayment: false,
      correlationId: null,
      transactionTime: null,
    },
    warnings: [],
    reading: {
      errorCode: '000',
      accountStatus: { code: '099', message: null },
      conditionCode: '000',
      overallMatchScore: '95',
      matches: {},
      systemRecordId: null,
      primaryId: null,
      secondaryId: null,
      additionalId: null,
      routingNumber,
      accountNumber: account,
      feeAttrib: null,
      userDefined: null,
      other: [],
    },
  })

/** Fills the closed store at `file`: so many checks of each entry's account, and its payee. */
export function fillWithChecks(
  file: string,
  entries: readonly FakeEntry[],
  checksEach: number,
): void {
  const connection = connect(file, practiceKey)
  connection.exec('BEGIN')
  const check = connection.prepare(
    `INSERT INTO validations (id, at, actor, api_version, routing_number, account_number, account_significant,
       owner_kind, owner_name, fields_sent, outcome, result_class, score, search_text)
     VALUES (?, ?, 'ann', 'v1', ?, ?, ?, 'business', ?, '[]', ?, 'owner-matches', 95, '')`,
  )
  for (const [place, { account, receiver }] of entries.entries())
    for (let nth = 0; nth < checksEach; nth += 1) {
      const checkedAt = new Date(Date.parse(at) + nth * 1_000).toISOString()
      const id = `check-${String(place)}-${String(nth)}`
      check.run(id, checkedAt, routingNumber, account, account, receiver, outcome(account))
    }
  putPayees(connection, entries)
  connection.exec('COMMIT')
  connection.close()
}

function putPayees(connection: Connection, entries: readonly FakeEntry[]): void {
  const payee = connection.prepare(
    `INSERT INTO payees (id, at, approved_version, approved_at, changed_at, search_text)
     VALUES (?, '${at}', 1, '${at}', '${at}', '')`,
  )
  const version = connection.prepare(
    `INSERT INTO payee_versions (payee_id, version, details, proposed_by, proposed_at, state, decided_by, decided_at)
     VALUES (?, 1, ?, 'ann', '${at}', 'approved', 'theo', '${at}')`,
  )
  const act = connection.prepare(
    `INSERT INTO audit_entries (seq, at, actor, kind, subject, detail, previous_hash, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  let last = connection
    .prepare('SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1')
    .get() as Pick<AuditEntry, 'seq' | 'hash'>
  for (const [place, { account, receiver }] of entries.entries()) {
    const id = payeeIdOf(place)
    const details = storedDetails({
      name: receiver,
      accountNumber: account,
      address: ['12 Ridge Road', 'Millbrook'],
      bank: { name: 'Millbrook Savings', aba: routingNumber, address: [] },
      kind: null,
      intermediaries: [],
      services: ['WIRE'],
      note: '',
    })
    payee.run(id)
    version.run(id, details)
    const entry = {
      seq: last.seq + 1,
      at,
      actor: 'theo',
      kind: 'payee.approved',
      subject: id,
      detail: JSON.stringify({
        version: 1,
        detailsSha256: detailsHash(details),
        proposedBy: 'ann',
      }),
      previous_hash: last.hash,
    }
    const hash = entryHash(entry)
    const { seq, actor, kind, subject, detail, previous_hash } = entry
    act.run(seq, at, actor, kind, subject, detail, previous_hash, hash)
    last = { seq, hash }
  }
}
