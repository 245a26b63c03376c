/**
 * Drafts by the whole workstation in plain Node: real store, real practice bank, real mutual TLS.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyForm, emptyParty } from '../../../../preload/contract/domain/orders/payment-form.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { FileDialogs, SaveRequest } from '../../../../main/platform/files/chosen-file.ts'
import type { Workstation } from '../../../../main/workstation.ts'
import { noFiles } from '../../support/no-dialogs.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../../support/workstation.ts'

let folder: string
let bank: StandAloneBank
const open: Workstation[] = []
const saved: SaveRequest[] = []

beforeEach(async () => {
  folder = await newFolder()
  bank = await standAloneBank()
})
afterEach(async () => {
  for (const workstation of open.splice(0)) await workstation.close()
  await bank.end()
  await removeFolder(folder)
})

const must = <T>(result: Result<T, { readonly code: string }>): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.error))

async function start(csv = '') {
  const chosen = [{ name: 'payments.csv', bytes: Buffer.from(csv) }]
  const dialogs: FileDialogs = {
    ...noFiles,
    open: () => Promise.resolve(ok(chosen)),
    save(request) {
      saved.push(request)
      return Promise.resolve(ok({ file: request.suggestedName }))
    },
  }
  const started = await startWorkstation(folder, bank.controlUrl)
  const { workstation } = started
  const context = { ...started.context, dialogs }
  open.push(workstation)
  const accounts = must(await workstation.handlers.paymentInquiry.listAccounts(undefined, context))
  const receivables = accounts.find(({ name }) => name === 'Alder Falls Receivables')
  const form = {
    ...emptyForm,
    debitAccountId: receivables?.id ?? null,
    valueDate: '2030-01-02',
    amount: '125.00',
    creditPartyBank: { ...emptyParty, name: 'Millbrook Savings', aba: '550010014' },
    creditParty: { ...emptyParty, name: 'Ridgeway Supply', accountNumber: '0012345678' },
  }
  return { workstation, context, orders: workstation.handlers.orders, form }
}

describe('a draft at the workstation', () => {
  it('bank note 65: is validated by the bank, and the answer is shown as received, by its call', async () => {
    const { workstation, context, orders, form } = await start()
    const saved = must(await orders.saveDraft({ id: null, form }, context))
    expect(saved.form?.creditParty.accountNumber).not.toContain('12345678')
    const { evidence } = must(await orders.preCheck({ id: saved.id }, context))
    expect(evidence.validate).toMatchObject({ aboutThisBody: true, by: context.operator.name })
    expect(evidence.validate?.callId).toEqual(expect.any(String))
    const opened = must(await orders.openDraft({ id: saved.id }, context))
    expect(opened.form).toEqual({
      ...form,
      requestReference: saved.reference,
      sendersReference: saved.reference,
    })
    const next = { ...opened.form, amount: '126.00' }
    const changed = must(await orders.saveDraft({ id: saved.id, form: next }, context))
    expect(changed.evidence.validate?.aboutThisBody).toBe(false)
    await workstation.close()
    open.splice(0)
    const store = await openPracticeStore(folder)
    const calls = await store.read
      .selectFrom('bank_calls')
      .select(['purpose', 'request_body'])
      .where('purpose', '=', 'payment-validate')
      .execute()
    await store.close()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.request_body).toContain(saved.reference)
  })

  it('takes a comment and files, which leave only through the save dialog, and both are recorded', async () => {
    const { workstation, context, orders, form } = await start('a,b')
    const { id } = must(await orders.saveDraft({ id: null, form }, context))
    must(await orders.addComment({ id, text: 'Agreed by phone' }, context))
    const attached = must(await orders.attachFiles({ id }, context))
    const [file] = attached?.files ?? []
    expect(attached?.comments).toMatchObject([{ text: 'Agreed by phone' }])
    expect(file).toMatchObject({ name: 'payments.csv', bytes: 3 })
    expect(JSON.stringify(attached)).not.toContain('"content"')
    const written = must(await orders.saveFile({ id, fileId: file?.id ?? '' }, context))
    expect(written).toEqual({ file: 'payments.csv' })
    expect(
      saved.splice(0).map(({ content }) => Buffer.from(content as Uint8Array).toString()),
    ).toEqual(['a,b'])
    const { timeline } = must(await orders.get({ id }, context))
    expect(timeline.map(({ title }) => title)).toEqual([
      'Draft created',
      'Comment',
      'Files attached',
      'Attached file saved',
    ])
    await workstation.close()
    open.splice(0)
  })

  it('is created from each chosen row of a file, and survives the end of the program', async () => {
    const csv =
      'Service,From account,Beneficiary,Account,Routing number,Amount,Currency,Value date\n' +
      'WIRE,Alder Falls Receivables,Oak Mill,0099887766,550010014,88.00,USD,2030-01-02\n' +
      'RTP,0011,Elm Works,11223344,550010014,9.50,USD,2030-01-02\n'
    const { workstation, context, orders } = await start(csv)
    const file = must(await orders.selectImport(undefined, context))
    expect(file?.rows.map(({ problems }) => problems)).toEqual([[], []])
    const draftId = file?.draftId ?? ''
    const { created } = must(await orders.commitImport({ draftId, rows: [2, 3] }, context))
    await workstation.close()
    open.splice(0)
    const again = await start()
    const opened = await Promise.all(
      created.map(async (id) => again.orders.openDraft({ id }, again.context)),
    )
    expect(opened.map(must).map(({ form }) => form.creditParty)).toMatchObject([
      { name: 'Oak Mill', accountNumber: '0099887766' },
      { name: 'Elm Works', accountNumber: '11223344' },
    ])
  })
})
