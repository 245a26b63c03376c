/** From each thing to all its relations: stored relations only, counted, with accounts masked. */
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { RelatingKind, Relation } from '../../../../preload/contract/api/search/search.ts'
import { relatedAnswer } from '../../../../preload/contract/api/search/search.ts'
import { filledStore, written } from './open-search.ts'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'

let filled: Awaited<ReturnType<typeof filledStore>>
let entryId: string
let alertIds: Readonly<Record<string, string>>
beforeEach(async () => {
  filled = await filledStore()
  const { store } = filled
  entryId = filled.entries[0]?.id ?? ''
  const alerts = await store.read.selectFrom('alerts').select(['id', 'seq', 'kind']).execute()
  alertIds = Object.fromEntries(alerts.map(({ kind, id }) => [kind, id]))
  const wire = alerts.find(({ kind }) => kind === 'wire')?.seq ?? 0
  await written(store, async (tx) => {
    await sql`INSERT INTO bank_calls (id, at, actor, purpose, method, path, lane, waited_ms, attempt, outcome, detail, started_at,
      finished_at, request_headers, status) VALUES ('call-1', '2026-11-23T14:00:00.000Z', 'theo',
      'payment-initiate', 'POST', '/payments', 'initiation', 0, 1, 'answered', '{}', '2026-11-23T14:00:00.000Z',
      '2026-11-23T14:00:01.000Z', '{}', 200)`.execute(tx)
    await sql`INSERT INTO order_attempts (order_id, seq, released_by, journalled_at, body_sha256, outcome, call_id)
      VALUES ('o1', 1, 'theo', '2026-11-23T14:00:00.000Z', 'h', 'accepted', 'call-1')`.execute(tx)
    await tx
      .insertInto('order_alerts')
      .values({
        order_id: 'o1',
        alert_seq: wire,
        matched_by: 'suggestion',
        decision: 'open',
        decided_by: null,
        at: '2026-11-23T14:00:00.000Z',
      })
      .execute()
  })
})

const related = async (kind: RelatingKind, id: string) => {
  const answer = relatedAnswer.parse(await filled.session.related({ kind, id }))
  return new Map(answer.map((one) => [one.relation, one]))
}
const addresses = async (kind: RelatingKind, id: string, relation: Relation) =>
  (await related(kind, id)).get(relation)?.things.map(({ address }) => address)

describe('related records', () => {
  it('lead from a payment to its alerts, calls, payee, validations and acts', async () => {
    await filled.store.note({ actor: 'theo', kind: 'order.released', subject: 'o1', detail: {} })
    const of = await related('payment', 'o1')
    expect([...of.keys()]).toEqual(['alerts', 'payee', 'validations', 'calls', 'audit'])
    expect(of.get('audit')).toMatchObject({ count: 1, things: [{ title: 'The newest act' }] })
    expect(await addresses('payment', 'o1', 'alerts')).toEqual([
      `/alerts/list/${alertIds['wire'] ?? ''}`,
    ])
    expect(await addresses('payment', 'o1', 'payee')).toEqual([`/payees/${filled.payeeId}`])
    expect(await addresses('payment', 'o1', 'validations')).toEqual(['/validation/history/v1'])
    expect(of.get('calls')?.things).toMatchObject([
      {
        title: 'Payment initiate',
        detail: 'status 200 \u00b7 answered',
        address: '/traffic/call-1',
      },
    ])
  })

  it('lead back from each of them to the payment', async () => {
    const payment = ['/orders/o1']
    expect(await addresses('alert', alertIds['wire'] ?? '', 'payments')).toEqual(payment)
    expect(await addresses('payee', filled.payeeId, 'payments')).toEqual(payment)
    expect(await addresses('validation', 'v1', 'payments')).toEqual(payment)
    expect(await addresses('call', 'call-1', 'payments')).toEqual(payment)
  })

  it('lead from an entry to its batch and the alert of its trace number, and back', async () => {
    const address = `/batches/${filled.batchId}/${entryId}`
    const alert = alertIds['ach'] ?? ''
    expect(await addresses('entry', entryId, 'batch')).toEqual([`/batches/${filled.batchId}`])
    expect(await addresses('entry', entryId, 'alerts')).toEqual([`/alerts/list/${alert}`])
    expect(await addresses('alert', alert, 'entries')).toEqual([address])
  })

  it('lead both ways between a batch, its reversal, and the parts of its file', async () => {
    const { store, batchId } = filled
    const reversal = await putBatch(store, 'PPD', [
      storedEntry({ receiverName: 'Ann \u00c1lvarez' }),
    ])
    await written(store, async (tx) => {
      await tx
        .updateTable('batches')
        .set({ reversal_of: batchId, source_sha256: 's', part: 2 })
        .where('order_id', '=', reversal)
        .execute()
      await tx
        .updateTable('batches')
        .set({ source_sha256: 's', part: 1 })
        .where('order_id', '=', batchId)
        .execute()
      await tx
        .updateTable('batch_entries')
        .set({ follows_entry: entryId, returned_at: '2026-11-23T14:00:00.000Z' })
        .where('order_id', '=', reversal)
        .execute()
    })
    expect(await addresses('batch', batchId, 'reversed-by')).toEqual([`/batches/${reversal}`])
    expect(await addresses('batch', reversal, 'reverses')).toEqual([`/batches/${batchId}`])
    expect(await addresses('batch', batchId, 'same-file')).toEqual([`/batches/${reversal}`])
    const [follower] = (await addresses('entry', entryId, 'followed-by')) ?? []
    expect(follower).toContain(`/batches/${reversal}/`)
    expect(await addresses('entry', follower?.split('/').at(-1) ?? '', 'follows')).toEqual([
      `/batches/${filled.batchId}/${entryId}`,
    ])
    expect((await related('batch', reversal)).get('returns')?.count).toBe(1)
  })

  it('show that a recovered item came by inquiry', async () => {
    await written(filled.store, async (tx) => {
      await sql`INSERT INTO sweeps (id, actor, from_at, until_at, planned_at, state)
        VALUES ('s1', 'system', '', '', '', 'done')`.execute(tx)
      await sql`INSERT INTO recovered_items (id, at, sweep_id, kind, item_key, event, event_day,
        account_significant, entry_id, trace_number) VALUES ('r1', '2026-11-23T14:00:00.000Z', 's1', 'ach', 'k',
        'SETTLED', '2026-11-22', '88442211', ${entryId}, '091000010000042')`.execute(tx)
    })
    expect((await related('entry', entryId)).get('recovered')?.things).toMatchObject([
      { title: 'SETTLED, by inquiry', address: '/coverage/recovered/r1?day=2026-11-22' },
    ])
  })

  it('are all counted, with the newest five shown, and reveal no account', async () => {
    const { store } = filled
    for (let at = 0; at < 7; at += 1) {
      const id = await putBatch(store, 'PPD', [
        storedEntry({ receiverName: `Payee ${String(at)}`, accountNumber: '0088442211' }),
      ])
      await written(store, (tx) =>
        tx
          .updateTable('orders')
          .set({ created_at: `2026-11-22T12:0${String(at)}:00.000Z` })
          .where('id', '=', id)
          .execute(),
      )
    }
    await written(store, (tx) =>
      tx.updateTable('batch_entries').set({ payee_id: filled.payeeId }).execute(),
    )
    const entries = (await related('payee', filled.payeeId)).get('entries')
    expect(entries?.count).toBe(9)
    expect(entries?.things.map(({ title }) => title.split(' \u00b7 ')[0])).toEqual([
      'Payee 6',
      'Payee 5',
      'Payee 4',
      'Payee 3',
      'Payee 2',
    ])
    expect(JSON.stringify([...(await related('payee', filled.payeeId)).values()])).not.toContain(
      '88442211',
    )
  })

  it.each(['payment', 'batch', 'entry', 'alert', 'validation', 'payee', 'call'] as const)(
    'are none for a %s that is not there',
    async (kind) => {
      expect(await filled.session.related({ kind, id: 'nowhere' })).toEqual([])
    },
  )
})
