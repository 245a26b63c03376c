/** The receipt: its content, the content that it must not have, and the stored record of it. */
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { printReceipt, type ReceiptDeps } from '../../../../../main/money/print-receipt.ts'
import type { SessionServices } from '../../../../../main/session/open-session.ts'
import type { SaveRequest } from '../../../../../main/platform/files/chosen-file.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import {
  changeStored,
  reference,
  storedOrder,
  storedRow,
  storedSupportReply,
  wireForm,
} from '../support/stored-orders.ts'

let session: OrderTrackingSession
let page = ''
let saved: SaveRequest | undefined
beforeEach(async () => {
  session = await openOrderTracking()
  page = ''
  saved = undefined
})
const print = (part: Partial<ReceiptDeps> = {}) => {
  const opened = {
    store: session.store,
    orders: { handlers: session.reading.handlers },
  } as unknown as SessionServices
  const deps: ReceiptDeps = {
    clock: session.time.clock,
    printer: {
      print: (html) => {
        page = html
        return Promise.resolve(Buffer.from(`%PDF ${String(html.length)}`))
      },
    },
    dialogs: {
      save: (request) => {
        saved = request
        return Promise.resolve(ok({ file: 'receipt.pdf' }))
      },
    },
    profileName: 'Alder Falls',
    environment: 'practice',
    ...part,
  }
  return printReceipt(opened, deps, { id: 'o1' }, { operator: people.mara })
}
const newestEntry = () =>
  session.store.read
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject', '=', 'o1')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

describe('a receipt', () => {
  it('carries amount, parties, references, people and its entry in the audit chain', async () => {
    await storedOrder(session.store, { transaction_id: 'T-77', bank_status: 'in-process' })
    const entry = await newestEntry()
    expect(await print()).toEqual({ ok: true, value: { file: 'receipt.pdf' } })
    for (const text of [
      'USD 12,500.00',
      'Ridgeway Supply',
      'Millbrook Savings',
      'ABA 550010014',
      reference,
      'T-77',
      'Mara Ellison',
      'Theo Park',
      'Alder Falls',
      'Practice',
      entry.hash,
      `<dd>${String(entry.seq)}</dd>`,
    ]) {
      expect(page).toContain(text)
    }
    expect(saved?.suggestedName).toBe(`Payment ${reference}.pdf`)
  })

  it('names the source of the reply that it was not made, and that the bank has it all the same', async () => {
    await storedOrder(session.store, {
      state: 'outcome-unknown',
      closed_at: '2026-11-23T15:00:00.000Z',
    })
    await storedSupportReply(session.store)
    await print()
    for (const text of ['Closed: not made, per bank support', 'J. Ortega, ticket WD-4471'])
      expect(page).toContain(text)
    expect(page).not.toContain('although bank support said')
    session.bank.script = [
      { status: 200, body: { status: 'COMPLETED', requestReference: reference } },
    ]
    await session.tracking.handlers.inquire({ id: 'o1' }, { operator: people.mara })
    expect(await storedRow(session.store)).toMatchObject({ state: 'accepted', closed_at: null })
    await print()
    expect(page).toContain('although bank support said it was not made')
  })

  it('names no account in full', async () => {
    await storedOrder(session.store)
    await print()
    expect(page).not.toMatch(/55501420077|72004500/)
    expect(page).toContain('\u2022\u2022\u2022\u20220077')
  })

  it('is recorded in the chain by the hash of the written file', async () => {
    await storedOrder(session.store)
    const before = await newestEntry()
    await print()
    const { kind, actor, detail } = await newestEntry()
    expect([kind, actor]).toEqual(['order.receipt-written', 'mara'])
    const sha256 = createHash('sha256')
      .update(saved?.content as Uint8Array)
      .digest('hex')
    expect(JSON.parse(detail)).toEqual({ entry: before.seq, hash: before.hash, sha256 })
  })

  it('is not recorded where a person chose no file, or it could not be written', async () => {
    await storedOrder(session.store)
    const before = await newestEntry()
    expect(await print({ dialogs: { save: () => Promise.resolve(ok(null)) } })).toEqual(ok(null))
    const full = { file: 'r.pdf', detail: 'disk full' }
    expect(await print({ dialogs: { save: () => Promise.resolve(err(full)) } })).toMatchObject({
      error: { code: 'file-failed', detail: 'disk full' },
    })
    const broken = { print: () => Promise.reject(new Error('no printer')) }
    expect(await print({ printer: broken })).toMatchObject({
      error: { code: 'file-failed', detail: 'no printer' },
    })
    expect(await newestEntry()).toEqual(before)
  })

  it.each([
    ['sending', 'not-reported', 0, 'Not final'],
    ['accepted', 'in-process', 0, 'Not final'],
    ['outcome-unknown', 'not-reported', 0, 'Not final: the outcome is unknown'],
    ['accepted', 'contradictory', 1, 'from the bank contradict each other'],
    ['accepted', 'completed', 1, 'A return may still follow'],
  ] as const)('of %s, %s says so', async (state, kind, isFinal, text) => {
    await storedOrder(session.store, { state, bank_status: kind, is_final: isFinal })
    await print()
    expect(page).toContain(text)
    if (isFinal === 1 && kind === 'completed') expect(page).not.toContain('Not final')
  })

  it('of a draft is refused: there is nothing to confirm', async () => {
    await storedOrder(session.store, { state: 'draft' })
    expect(await print()).toEqual({ ok: false, error: { code: 'order-state', state: 'draft' } })
    await changeStored(session.store, 'o1', { state: 'withdrawn' })
    expect(await print()).toMatchObject({ ok: true })
  })

  it('takes no tag from what somebody typed', async () => {
    const creditParty = { ...wireForm.creditParty, name: '<script>alert(1)</script>' }
    await storedOrder(session.store, {}, { ...wireForm, creditParty })
    await print()
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
  })
})
