import { describe, expect, it } from 'vitest'
import { typedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { entry as openEntry, mara, must, openBatches, payroll } from '../open-batches.ts'

type Session = Awaited<ReturnType<typeof openBatches>>
/** With a check digit that fits, so that the import has nothing to say. */
const entry = (of: Parameters<typeof openEntry>[0] = {}) =>
  openEntry({ routingNumber: '055001009', ...of })
const text = (content: Uint8Array): string => Buffer.from(content).toString('utf8')

const answered = ({ store }: Session, id: string) =>
  store.record({ actor: 'system', kind: 'test', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('batch_entries')
      .set({ verdict: 'accepted', bank_status: 'settled', trace_number: '091000010000001' })
      .where('order_id', '=', id)
      .execute(),
  )

describe('a batch as a file', () => {
  it('has its accounts in full, its verdicts and its trace numbers, and is recorded first', async () => {
    const session = await openBatches()
    const typed = [
      entry({ receiverName: '=HYPERLINK("x")', amount: '1,250.00', addenda: ['a', 'b'] }),
    ]
    const id = await session.drafts.create(payroll, typed, 'mara')
    await answered(session, id)
    const { suggestedName, content } = must(await session.written({ id, as: 'csv' }, 'nils'))
    expect(suggestedName).toMatch(/^PPD PAYROLL 2026-11-25 [0-9a-f]{8}\.csv$/)
    const [head, row] = text(content).split('\r\n')
    expect(head).toContain('Account number')
    expect(row).toContain('0012345678')
    expect(row).toContain('1250.00')
    expect(row).toContain('accepted')
    expect(row).toContain('Settled')
    expect(text(content)).toContain('091000010000001')
    expect(row?.startsWith(`"'=HYPERLINK`)).toBe(true)
    const act = (await session.acts()).at(-1)
    expect(act).toMatchObject({ actor: 'nils', kind: 'batch.exported', subject: id })
    expect(act?.detail).not.toContain('12345678')
  })

  it('comes back by the import as it was', async () => {
    const session = await openBatches()
    const typed = [
      entry({ addenda: ['RMR*IV*1'] }),
      entry({ creditDebitCode: 'D', amount: '0.10' }),
    ]
    const id = await session.drafts.create(payroll, typed, 'mara')
    const { content } = must(await session.written({ id, as: 'csv' }, 'mara'))
    const shown = must(await session.imports.readImport({ name: 'x.csv', bytes: content }, 'mara'))
    expect(shown).toMatchObject({ kind: 'table', batches: [{ entries: 2, withProblems: 0 }] })
    const { created } = must(
      await session.handlers.commitImport(
        { draftId: shown.draftId, batches: [1], form: payroll },
        mara,
      ),
    )
    const back = (await session.entries(created[0] ?? '')).map((one) =>
      typedEntry.parse(JSON.parse(one.typed)),
    )
    expect(back.map((one) => ({ ...one, id: '' }))).toEqual([
      { ...typed[0], id: '', amount: '1250.00' },
      { ...typed[1], id: '' },
    ])
  })

  it('is a NACHA file that the import reads again, and names the data that such a file cannot hold', async () => {
    const session = await openBatches()
    const id = await session.drafts.create(payroll, [entry(), entry({ amount: '7.00' })], 'mara')
    const { suggestedName, content } = must(await session.written({ id, as: 'nacha' }, 'mara'))
    expect(suggestedName).toMatch(/\.ach$/)
    const shown = must(await session.imports.readImport({ name: 'x.ach', bytes: content }, 'mara'))
    expect(shown).toMatchObject({
      kind: 'nacha',
      batches: [{ entries: 2, credits: 125_700, withProblems: 0, remarks: [] }],
    })
    // The practice client’s id, in the header of the batch and in its control.
    expect(text(content).split('1550060066')).toHaveLength(3)
    expect(shown.batches[0]?.form).toMatchObject({
      secCode: 'PPD',
      effectiveDate: '2026-11-25',
      companyEntryDescription: 'PAYROLL',
    })
    const bad = await session.drafts.create(payroll, [entry(), entry({ amount: 'ten' })], 'mara')
    const before = (await session.acts()).length
    expect(await session.written({ id: bad, as: 'nacha' }, 'mara')).toMatchObject({
      error: {
        code: 'invalid-input',
        fields: [{ path: 'entries', message: 'Row 2: its amount cannot be read' }],
      },
    })
    expect(await session.acts()).toHaveLength(before)
  })

  it('is not created from nothing, nor from an order that is no batch', async () => {
    const session = await openBatches()
    const id = await session.drafts.create(payroll, [], 'mara')
    expect(await session.written({ id, as: 'csv' }, 'mara')).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
    expect(await session.written({ id: 'none', as: 'csv' }, 'mara')).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})
