/** A run's rows in the window and in a file, and how they are found. */
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBulkService, type BulkService } from '../../../../main/inquiry/bulk/bulk.service.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { newId } from '../../../../main/platform/identifiers.ts'
import type { EditableTarget } from '../../../../preload/contract/api/bulk/import.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { openStore, type Store } from '../../../../main/store/store.ts'
import type { CallOptions } from '../../../../main/bank/call-options.ts'
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import type { ColumnMapping } from '../../../../preload/contract/api/bulk/import.ts'
import { bulkRowColumns, type BulkRowsRequest } from '../../../../preload/contract/api/bulk/run.ts'
import { resultClasses } from '../../../../preload/contract/domain/validation-reading.ts'
import { readValidation } from '../../../../main/bank/apis/account-validation-answer.ts'
import { newFolder, removeFolder } from '../../support/workstation.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'
import { Background } from '../../../../main/platform/in-flight.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** The bank's answer: the score is the account's last two digits. */
function answerTo({ accountNumber }: AccountInquiry, named: object) {
  const Result = {
    ...named,
    errorCode: '000',
    AcctStatus: { primaryStatusCode: '099', primaryStatusMessage: 'Open Valid' },
    AcctOwner: {
      conditionCode: '000',
      overallMatchScore: accountNumber.slice(-2),
      nameMatch: 'Y',
      // Only one name differs.
      businessNameMatch: accountNumber.endsWith('90') ? 'C' : 'Y',
    },
  }
  const body = JSON.stringify({ accountValidationResponse: { AOAResponse: { Result } } })
  return readValidation({
    kind: 'answered',
    status: 200,
    answer: { status: 200, headers: {}, body, base64: false },
  } as unknown as Parameters<typeof readValidation>[0])
}

async function open(named: object = {}): Promise<{ session: BulkService; store: Store }> {
  const folder = await newFolder()
  cleanUps.push(() => removeFolder(folder))
  const opened = await openStore({
    file: join(folder, 'store'),
    key: practiceKey,
    startStoreWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  cleanUps.push(() => store.close())
  const verify = async (inquiry: AccountInquiry, callOptions: CallOptions) => {
    await callOptions.beforeSending?.()
    return { answer: answerTo(inquiry, named), callId: null }
  }
  const context = {
    store,
    connection: {
      accountValidation: () => ({ verify }),
      pausedUntil: () => null,
      open: () => ({ access: { callsPerSecond: 5 } }),
    },
    settings: { current: () => ({ validationV2Path: null, scoreThreshold: 81 }) },
    clock: systemClock,
    newId,
    operatorName: (id: string) => id,
    profile: () => practiceProfile,
    emitEvent: () => undefined,
    report: () => undefined,
    background: new Background(() => undefined),
  } as unknown as SessionContext
  const session = await createBulkService(context)
  cleanUps.push(() => session.rest())
  return { session, store }
}

const file = [
  'Company,Routing,Account,Contact name,Cost centre',
  'Ridgeway Supply,021000021,00055500095,Mara Ellison,=1+1',
  'Alder Falls Mill,021000021,55500080,Jon Poe,0042',
  'Birch & Sons,021000021,55500081,paid to Birch & Sons 55500081,7',
  ',021000021,oops!,Nobody Here,8',
].join('\n')

const withRetained = (suggested: ColumnMapping): ColumnMapping => [
  ...suggested.filter(({ column }) => column < 3),
  { column: 3, target: 'retain' },
  { column: 4, target: 'retain' },
]

/** Returns an ended run of a file. */
async function finished(session: BulkService, text = file, mapped = withRetained): Promise<string> {
  const draft = await session.drafts.take('firms.csv', Buffer.from(text), 'ann')
  if (!draft.ok) throw new Error('not understood')
  const { draftId, mapping, options } = draft.value
  await session.drafts.check(draftId, { mapping: mapped(mapping), options }, 'ann')
  const run = await session.start(draftId, 'Firms', 'ann')
  if (!run.ok) throw new Error(run.error.code)
  const { id } = run.value
  await vi.waitFor(
    async () => {
      const now = await session.runs.get(id)
      expect(now.ok && now.value.state).toBe('finished')
    },
    { timeout: 20_000, interval: 10 },
  )
  return id
}

const wanted = (id: string, part: Partial<BulkRowsRequest> = {}): BulkRowsRequest => ({
  id,
  cursor: null,
  limit: 2,
  state: null,
  resultClass: null,
  scores: null,
  threshold: 81,
  search: '',
  sort: null,
  ...part,
})

describe('the rows of a run', () => {
  it('are masked: no account, no name and no stored text in full', async () => {
    const { session } = await open()
    const id = await finished(session)
    const { items, total } = await session.listRows(wanted(id, { limit: 500 }))
    expect(total).toBe(4)
    const readText = JSON.stringify(items)
    for (const secret of ['Ridgeway', '00055500095', '55500080', 'Ellison', 'Birch', '55500081']) {
      expect(readText).not.toContain(secret)
    }
    expect(items[1]?.retained[1]).toEqual({ header: 'Cost centre', value: '0042' })
  })

  it('bank note 33: fall into classes by the threshold of the moment, in the list and in the tally', async () => {
    const { session } = await open()
    const id = await finished(session)
    const matching = async (threshold: number): Promise<number[]> => {
      const request = wanted(id, { limit: 500, threshold, resultClass: 'owner-matches' })
      return (await session.listRows(request)).items.map(({ row }) => row)
    }
    expect(await matching(81)).toEqual([2, 4])
    expect(await matching(80)).toEqual([2, 3, 4])
    expect(await matching(96)).toEqual([])
    const tally = await session.getTally(id, 81)
    expect(tally.byClass).toEqual({ 'owner-matches': 2, 'owner-differs': 1 })
    expect([tally.scores[80], tally.scores[81], tally.scores[95], tally.scores[0]]).toEqual([
      1, 1, 1, 0,
    ])
  })

  it('match in part where a name differs, in the list, the tally and the file', async () => {
    const { session } = await open()
    const id = await finished(session, file.replace('55500081,paid', '55500090,paid'))
    const inPart = async (threshold: number): Promise<number[]> => {
      const about = { limit: 500, threshold, resultClass: 'owner-matches-in-part' } as const
      return (await session.listRows(wanted(id, about))).items.map(({ row }) => row)
    }
    expect([await inPart(90), await inPart(91)]).toEqual([[4], []])
    expect((await session.getTally(id, 81)).byClass).toEqual({
      'owner-matches': 1,
      'owner-matches-in-part': 1,
      'owner-differs': 1,
    })
  })

  it('whose owner matches are the only ones for payees, at the threshold of the settings at least', async () => {
    const { session } = await open()
    const id = await finished(session)
    const rows = async (threshold: number) => {
      const found = await session.matchingAccounts(id, threshold)
      return found.ok ? found.value.accounts : []
    }
    // Rows 3 and 4 score 80 and 81: a lower threshold on the screen brings none of them in.
    expect(await rows(0)).toEqual([
      {
        row: 2,
        kind: 'business',
        name: 'Ridgeway Supply',
        routingNumber: '021000021',
        accountNumber: '00055500095',
      },
      {
        row: 4,
        kind: 'business',
        name: 'Birch & Sons',
        routingNumber: '021000021',
        accountNumber: '55500081',
      },
    ])
    expect((await rows(90)).map(({ row }) => row)).toEqual([2])
    expect(await session.matchingAccounts('none', 81)).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it.each([
    ['another account', { accountNumber: '55500081' }, [4], 1],
    ['another bank', { routingNumber: '550010016' }, [], 2],
    ['this account, with other zeros', { accountNumber: '55500095' }, [2], 1],
  ])(
    'bank note 36: are not for payees where the answer names %s',
    async (_, named, rows, other) => {
      const { session } = await open(named)
      const found = await session.matchingAccounts(await finished(session), 81)
      if (!found.ok) throw new Error(found.error.code)
      expect(found.value.accounts.map(({ row }) => row)).toEqual(rows)
      expect(found.value.aboutAnother).toBe(other)
    },
  )

  it('are paged in the requested order, and found by name and by account without zeros', async () => {
    const { session } = await open()
    const id = await finished(session)
    const sort = { column: 'score', direction: 'descending' } as const
    const first = await session.listRows(wanted(id, { sort }))
    const second = await session.listRows(wanted(id, { sort, cursor: first.next }))
    expect([...first.items, ...second.items].map(({ score }) => score)).toEqual([95, 81, 80, null])
    expect(second.next).toBeNull()
    const found = async (search: string): Promise<number[]> =>
      (await session.listRows(wanted(id, { search }))).items.map(({ row }) => row)
    expect(await found('ridgeway')).toEqual([2])
    expect(await found('000055500095')).toEqual([2])
    expect(await found('0095')).toEqual([2])
    for (const part of ['5550009', '55500', '095', '50009', '00095'])
      expect(await found(part)).toEqual([])
  })

  it('are not found by a part of an account that another column repeats', async () => {
    const { session } = await open()
    const id = await finished(session, file.replace('55500081,paid', '55500081,paid by F55500081'))
    const found = async (search: string): Promise<number[]> =>
      (await session.listRows(wanted(id, { search }))).items.map(({ row }) => row)
    expect(await found('paid by')).toEqual([4])
    for (const part of ['F5550', 'f5550008', '5550008']) expect(await found(part)).toEqual([])
  })

  it.each([
    ['score', 'ascending', [3, 4, 2, 5]],
    ['score', 'descending', [2, 4, 3, 5]],
    ['result', 'ascending', [3, 2, 4, 5]],
    ['result', 'descending', [4, 2, 3, 5]],
    // In the order of their life: a held-back row comes before an answered one.
    ['state', 'ascending', [5, 2, 3, 4]],
    ['state', 'descending', [4, 3, 2, 5]],
    ['owner', 'ascending', [3, 4, 2, 5]],
    ['owner', 'descending', [2, 4, 3, 5]],
  ] as const)('sorted by %s %s, have empty values last', async (column, direction, rows) => {
    const { session } = await open()
    const id = await finished(session)
    const sort = { column, direction }
    const first = await session.listRows(wanted(id, { sort }))
    const second = await session.listRows(wanted(id, { sort, cursor: first.next }))
    expect([...first.items, ...second.items].map(({ row }) => row)).toEqual(rows)
  })

  it('reveal no name by the cursor of the next page', async () => {
    const { session } = await open()
    const id = await finished(session)
    const sort = { column: 'owner', direction: 'ascending' } as const
    const { next } = await session.listRows(wanted(id, { sort }))
    expect(Buffer.from(next ?? '', 'base64url').toString()).not.toMatch(/alder|birch|ridgeway/i)
  })

  it('are written masked, or in full as an act that is recorded before', async () => {
    const { session, store } = await open()
    const id = await finished(session)
    const masked = await session.exportRows(wanted(id), false, 'ann')
    expect(masked.rows).toHaveLength(4)
    expect(JSON.stringify(masked)).not.toMatch(/Ridgeway|55500095|Ellison|55500081/)
    const revealed = () =>
      store.read
        .selectFrom('audit_entries')
        .select('actor')
        .where('kind', '=', 'bulk.revealed')
        .execute()
    expect(await revealed()).toEqual([])
    const full = await session.exportRows(wanted(id), true, 'ann')
    expect(await revealed()).toEqual([{ actor: 'ann' }])
    const titles = full.columns.map(({ title }) => title)
    const cell = (row: number, title: string) => full.rows[row]?.[titles.indexOf(title)]
    expect(cell(0, 'Account')).toBe('00055500095')
    expect(cell(0, 'Contact name')).toBe('Mara Ellison')
    expect(cell(0, 'nameMatch')).toBe('Y')
    expect(cell(0, 'Account status')).toBe('099')
    expect(cell(3, 'Problems')).toContain('Account number')
    expect(titles).toContain('Correlation id')
  })

  it('carry Your reference into the file, as the suggested mapping takes it from Vendor No', async () => {
    const { session } = await open()
    const text = [
      'Company,Routing,Account,Vendor No',
      'Ridgeway Supply,021000021,00055500095,V-0042',
      'Alder Falls Mill,021000021,55500080,55500080',
      'Birch & Sons,021000021,55500081,',
    ].join('\n')
    const id = await finished(session, text, (suggested) => suggested)
    const cells = async (inFull: boolean): Promise<unknown[]> => {
      const { columns, rows } = await session.exportRows(wanted(id), inFull, 'ann')
      const at = columns.findIndex(({ title }) => title === 'Your reference')
      return rows.map((row) => row[at])
    }
    expect(await cells(true)).toEqual(['V-0042', '55500080', null])
    // Text that repeats the row's account is masked like the account.
    expect(await cells(false)).toEqual(['V-0042', '\u2022\u2022\u2022\u20220080', null])
    const { items } = await session.listRows(wanted(id, { limit: 10 }))
    expect(items.map(({ reference }) => reference)).toEqual([
      'V-0042',
      '\u2022\u2022\u2022\u20220080',
      '',
    ])
  })

  it('show a missing routing number as nothing, not as a hidden one', async () => {
    const { session } = await open()
    const text = 'Company,Routing,Account\nRidgeway Supply,,00055500095\n'
    const draft = await session.drafts.take('firms.csv', Buffer.from(text), 'ann')
    if (!draft.ok) throw new Error('not understood')
    const { draftId, mapping, options } = draft.value
    await session.drafts.check(draftId, { mapping, options }, 'ann')
    const page = { draftId, cursor: null, limit: 10, show: 'all' } as const
    const rows = session.drafts.rows(page, 'ann')
    const { items } = rows.ok ? rows.value : expect.fail(rows.error.code)
    expect(items).toMatchObject([{ row: 2, routingNumber: '' }])
  })

  it('are written however they are narrowed and sorted, each column both ways', async () => {
    const { session, store } = await open()
    const id = await finished(session)
    const narrowed: Partial<BulkRowsRequest>[] = [
      { search: 'ridgeway' },
      { search: '0095' },
      { state: 'answered' },
      { state: 'held-back' },
      ...resultClasses.map((resultClass) => ({ resultClass })),
      { scores: { from: 80, to: 81 } },
      {
        search: 'e',
        state: 'answered',
        resultClass: 'owner-matches',
        scores: { from: 0, to: 100 },
      },
    ]
    for (const part of narrowed) {
      const listed = await session.listRows(wanted(id, part))
      for (const inFull of [true, false])
        expect((await session.exportRows(wanted(id, part), inFull, 'ann')).rows).toHaveLength(
          listed.total,
        )
    }
    for (const column of bulkRowColumns) {
      for (const direction of ['ascending', 'descending'] as const) {
        const request = wanted(id, { limit: 500, sort: { column, direction } })
        expect((await session.listRows(request)).items).toHaveLength(4)
        expect((await session.exportRows(request, false, 'ann')).rows).toHaveLength(4)
      }
    }
    await session.noteExport(wanted(id), { format: 'csv', inFull: false, rows: 4 }, 'ann')
    const acts = store.read.selectFrom('audit_entries').select('kind')
    expect(await acts.where('kind', '=', 'bulk.exported').execute()).toHaveLength(1)
  })

  it('are those of a file that is recognised when it comes again, with its earlier mapping', async () => {
    const { session } = await open()
    const id = await finished(session)
    const again = await session.drafts.take('other-name.csv', Buffer.from(file), 'ann')
    expect(again).toMatchObject({
      ok: true,
      value: { mappingFrom: 'remembered', ranBefore: { runId: id, operator: 'ann' } },
    })
    const someoneElse = await session.drafts.take('f.csv', Buffer.from(`${file}\n`), 'bob')
    expect(someoneElse).toMatchObject({
      ok: true,
      value: { mappingFrom: 'suggested', ranBefore: null },
    })
  })

  it('of a draft are neither read, checked again nor discarded by another operator', async () => {
    const { session } = await open()
    const draft = await session.drafts.take('firms.csv', Buffer.from(file), 'ann')
    if (!draft.ok) throw new Error('not understood')
    const { draftId, mapping, options } = draft.value
    const rules = { mapping: withRetained(mapping), options }
    const checked = await session.drafts.check(draftId, rules, 'ann')
    const page = { draftId, cursor: null, limit: 10, show: 'all' } as const
    const shown = session.drafts.rows(page, 'ann')
    expect(shown).toMatchObject({ ok: true, value: { total: expect.any(Number) as number } })
    const others = { mapping: [], options }
    expect(await session.drafts.check(draftId, others, 'bob')).toEqual({
      ok: false,
      error: { code: 'draft-gone' },
    })
    expect(session.drafts.rows(page, 'bob')).toEqual({ ok: false, error: { code: 'not-found' } })
    session.drafts.discard(draftId, 'bob')
    expect(session.drafts.rows(page, 'ann')).toEqual(shown)
    expect(await session.drafts.check(draftId, rules, 'ann')).toEqual(checked)
    session.drafts.discard(draftId, 'ann')
    expect(session.drafts.rows(page, 'ann')).toMatchObject({ value: { items: [], total: 0 } })
  })

  it('of a draft are corrected cell by cell, checked by the rules, and sent as corrected', async () => {
    const { session, store } = await open()
    const draft = await session.drafts.take('firms.csv', Buffer.from(file), 'ann')
    if (!draft.ok) throw new Error('not understood')
    const { draftId, mapping, options } = draft.value
    const rules = { mapping: withRetained(mapping), options }
    await session.drafts.check(draftId, rules, 'ann')
    expect(await session.drafts.reveal(draftId, 5, 'bob')).toMatchObject({
      error: { code: 'draft-gone' },
    })
    expect(await session.drafts.reveal(draftId, 5, 'ann')).toMatchObject({
      value: [
        { target: 'routingNumber', value: '021000021' },
        { target: 'accountNumber', value: 'oops!' },
        { target: 'businessName', value: '' },
      ],
    })
    const edit = (target: EditableTarget, value: string, actor = 'ann') =>
      session.drafts.edit(draftId, { row: 5, target, value }, rules, actor)
    expect(await edit('accountNumber', '55500099', 'bob')).toMatchObject({
      error: { code: 'draft-gone' },
    })
    expect(await edit('firstName', 'Nobody')).toMatchObject({ value: { row: { row: 5 } } })
    expect(await edit('accountNumber', '55500099')).toMatchObject({
      value: {
        checked: { sendable: 3 },
        row: { isSendable: false, account: '\u2022\u2022\u2022\u20220099' },
      },
    })
    expect(await edit('businessName', 'Dale Mill')).toMatchObject({
      value: { checked: { sendable: 4 }, row: { isSendable: true, problems: [] } },
    })
    // The same account as row 3: the rule about duplicates holds for a corrected row too.
    const twin = await edit('accountNumber', '55500080')
    expect(twin).toMatchObject({ value: { row: { isSendable: true } } })
    await edit('businessName', 'Alder Falls Mill')
    expect(await edit('accountNumber', '55500080')).toMatchObject({
      value: { row: { isSendable: false, problems: [{ message: 'Same request as row 3' }] } },
    })
    await edit('accountNumber', '55500099')
    const run = await session.start(draftId, 'Firms', 'ann')
    if (!run.ok) throw new Error(run.error.code)
    const sent = await store.read
      .selectFrom('bulk_rows')
      .select(['account_number', 'owner_name', 'state'])
      .where('row', '=', 5)
      .executeTakeFirstOrThrow()
    expect(sent).toMatchObject({ account_number: '55500099', owner_name: 'Alder Falls Mill' })
    const acts = await store.read
      .selectFrom('audit_entries')
      .select(['kind', 'detail'])
      .where('kind', 'in', ['bulk.draft-revealed', 'bulk.imported'])
      .execute()
    expect(acts.map(({ kind, detail }) => [kind, JSON.parse(detail) as unknown])).toMatchObject([
      ['bulk.draft-revealed', { file: 'firms.csv', row: 5 }],
      ['bulk.imported', { file: 'firms.csv', rows: 4, edited: [5] }],
    ])
    expect(acts.map(({ detail }) => detail).join()).not.toContain('555')
  })

  it('show nothing in full while they are a draft', async () => {
    const { session } = await open()
    const draft = await session.drafts.take('firms.csv', Buffer.from(file), 'ann')
    const readText = JSON.stringify(draft)
    for (const secret of ['Ridgeway', '55500095', 'Ellison', '55500081']) {
      expect(readText).not.toContain(secret)
    }
  })
})
